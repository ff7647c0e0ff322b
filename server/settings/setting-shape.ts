import { z } from 'zod';
import { SETTING_FORMS, type SettingValues } from '../protocol/api/app-state.js';
import { LIMITS } from '../protocol/limits.js';

/** Keys by command; a name such as `__proto__` is none. */
const chosenKeys = z
  .record(
    z.string().regex(SETTING_FORMS.command, 'must be the name of a command'),
    z.array(z.string().regex(SETTING_FORMS.key, 'must be a key')).max(SETTING_FORMS.mostKeys),
  )
  .refine((keys) => Object.keys(keys).length <= SETTING_FORMS.mostCommands, 'has too many commands');

/** Values of options by agent. */
const favourites = z
  .record(
    z.string().regex(SETTING_FORMS.agent, 'must be the id of an agent'),
    z.array(z.string().regex(SETTING_FORMS.favourite, 'must be option/value')).max(SETTING_FORMS.mostFavourites),
  )
  .refine((all) => Object.keys(all).length <= SETTING_FORMS.mostAgents, 'has too many agents');

/** The settings that every tab knows, as a file or a tab may give them: any of them may be left out. */
export const settingShape = {
  theme: z.enum(['system', 'light', 'dark']).exactOptional(),
  density: z.enum(['comfortable', 'compact']).exactOptional(),
  contrast: z.enum(['system', 'high']).exactOptional(),
  hue: z.int().min(0).max(359).exactOptional(),
  textFont: z.string().regex(SETTING_FORMS.font, 'must be the name of a font').exactOptional(),
  codeFont: z.string().regex(SETTING_FORMS.font, 'must be the name of a font').exactOptional(),
  textSize: z.int().min(SETTING_FORMS.size.least).max(SETTING_FORMS.size.most).exactOptional(),
  codeSize: z.int().min(SETTING_FORMS.size.least).max(SETTING_FORMS.size.most).exactOptional(),
  keys: chosenKeys.exactOptional(),
  keyPreset: z.enum(['standard', 'vim']).exactOptional(),
  rejectAfterMinutes: z.int().min(0).max(10_080).exactOptional(),
  stopUnasked: z.boolean().exactOptional(),
  delegation: z.enum(['off', 'ask', 'on']).exactOptional(),
  delegationDepth: z.int().min(1).max(LIMITS.delegation.mostDepth).exactOptional(),
  favourites: favourites.exactOptional(),
  delegationTasks: z.int().min(0).max(SETTING_FORMS.mostTasks).exactOptional(),
  delegationMinutes: z.int().min(0).max(SETTING_FORMS.mostTaskMinutes).exactOptional(),
  delegationCost: z.number().min(0).max(SETTING_FORMS.mostTaskCost).exactOptional(),
  budgetReplyMinutes: z.int().min(0).max(SETTING_FORMS.mostBudget.minutes).exactOptional(),
  budgetReplyToolCalls: z.int().min(0).max(SETTING_FORMS.mostBudget.toolCalls).exactOptional(),
  budgetReplyTokens: z.int().min(0).max(SETTING_FORMS.mostBudget.tokens).exactOptional(),
  budgetReplyCost: z.number().min(0).max(SETTING_FORMS.mostBudget.cost).exactOptional(),
  budgetDayMinutes: z.int().min(0).max(SETTING_FORMS.mostBudget.minutes).exactOptional(),
  budgetDayToolCalls: z.int().min(0).max(SETTING_FORMS.mostBudget.toolCalls).exactOptional(),
  budgetDayTokens: z.int().min(0).max(SETTING_FORMS.mostBudget.tokens).exactOptional(),
  budgetDayCost: z.number().min(0).max(SETTING_FORMS.mostBudget.cost).exactOptional(),
} satisfies { [K in keyof SettingValues]: z.ZodType<SettingValues[K] | undefined> };

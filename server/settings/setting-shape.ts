import { z } from 'zod';
import type { Setting } from '../protocol/features/setting.js';
import { SETTING_FORMS } from '../protocol/features/setting-maps.js';
import { type HostValues, isOfHost, SETTING_LIST, type SettingValues } from '../protocol/features/settings-table.js';
import { unreachable } from '../protocol/unreachable.js';

/** Each may be left out, and is never undefined otherwise. */
type ShapeOf<T> = { readonly [K in keyof T]: z.ZodExactOptional<z.ZodType<T[K]>> };

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

const shared = SETTING_LIST.filter(([, setting]) => !isOfHost(setting));
const ofHost = SETTING_LIST.filter(([, setting]) => isOfHost(setting));

/** The settings that every tab knows, as a file or a tab may give them. */
export const settingShape = {
  ...shapeOf<Omit<SettingValues, 'keys' | 'favourites'>>(shared, valueShape),
  keys: chosenKeys.exactOptional(),
  favourites: favourites.exactOptional(),
} satisfies ShapeOf<SettingValues>;

/** Those of this computer, as a file may give them. */
export const hostFileShape = shapeOf<{ [K in keyof HostValues]: NonNullable<HostValues[K]> }>(ofHost, valueShape);

/** Those of this computer as a tab may give them: null takes one out of the file. */
export const hostUpdateShape = shapeOf<HostValues>(ofHost, (setting) =>
  setting.default === null ? valueShape(setting).nullable() : valueShape(setting),
);

/** The table's own types say which schema belongs to which key. */
function shapeOf<T>(settings: typeof SETTING_LIST, schemaOf: (setting: Setting) => z.ZodType): ShapeOf<T> {
  return Object.fromEntries(settings.map(([key, setting]) => [key, schemaOf(setting).exactOptional()])) as ShapeOf<T>;
}

function valueShape(setting: Setting): z.ZodType {
  switch (setting.kind) {
    case 'choice':
      return z.enum([...Object.keys(setting.values), ...Object.keys(setting.shownAs ?? {})]);
    case 'switch':
      return z.boolean();
    case 'number':
      return (setting.step === 1 ? z.int() : z.number()).min(setting.least).max(setting.most);
    case 'text':
      return z.string().regex(setting.pattern, setting.need);
    default:
      return unreachable(setting);
  }
}

import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { sessionCommand, type UserAct } from '../../state/app/acts.js';
import { pickerWords } from './words.js';

/** One value that the agent offers. */
export interface OptionChoice {
  readonly value: string;
  readonly name: string;
  readonly description: string;
}

/** Values that belong together; the agent may have given them no title. */
export interface OptionGroup {
  readonly title: string;
  readonly choices: readonly OptionChoice[];
}

/** Something that an agent lets a person choose one value of, such as its model. */
export interface OptionMenu {
  /** Among the menus of the session. */
  readonly id: string;
  readonly name: string;
  readonly current: OptionChoice;
  readonly groups: readonly OptionGroup[];
  choose(value: string): UserAct;
}

type SelectOption = Extract<SessionConfigOption, { type: 'select' }>;
type GivenChoice = { readonly value: string; readonly name: string; readonly description?: string | null };

/** The menu of an agent's modes. */
export function modeMenu({ currentModeId, availableModes }: SessionModeState): OptionMenu {
  const choices = availableModes.map(({ id, name, description }) =>
    choiceOf({ value: id, name, description: description ?? null }),
  );
  return {
    id: 'mode',
    name: pickerWords.mode,
    ...withCurrent([{ title: '', choices }], currentModeId),
    choose: (modeId) => sessionCommand('AcpBridge', 'set_mode', modeId),
  };
}

/** The menu of one of an agent's options, in the groups that it gives. */
export function optionMenu({ id, name, options, currentValue }: SelectOption): OptionMenu {
  return {
    id,
    name: name || pickerWords.model,
    ...withCurrent(groupsOf(options), currentValue),
    choose: (value) => sessionCommand('AcpBridge', 'set_option', id, value),
  };
}

function groupsOf(options: SelectOption['options']): OptionGroup[] {
  const alone = options.flatMap((item) => ('options' in item ? [] : [choiceOf(item)]));
  const grouped = options.flatMap((item) =>
    'options' in item ? [{ title: item.name, choices: item.options.map(choiceOf) }] : [],
  );
  return alone.length > 0 ? [{ title: '', choices: alone }, ...grouped] : grouped;
}

/** An agent may have chosen what it doesn't offer; a menu without that would show another value as the current one. */
function withCurrent(groups: readonly OptionGroup[], value: string): Pick<OptionMenu, 'current' | 'groups'> {
  const known = groups.flatMap(({ choices }) => choices).find((choice) => choice.value === value);
  if (known) return { current: known, groups };
  const current = choiceOf({ value, name: value });
  return { current, groups: [{ title: '', choices: [current] }, ...groups] };
}

function choiceOf({ value, name, description }: GivenChoice): OptionChoice {
  return { value, name: name || value, description: description ?? '' };
}

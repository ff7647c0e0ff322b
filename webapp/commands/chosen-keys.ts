import type { SettingValues } from '../../server/protocol/features/settings-table.js';
import { own } from '../../server/protocol/own.js';
import type { Command } from './command.js';

/** What a person has chosen for keys; null while the settings are not known. */
export type KeyChoices = Pick<SettingValues, 'keys' | 'keyPreset'> | null;

/** Moves as in vi, for anyone who reads: where they differ from the usual keys. */
const VIM: Readonly<Record<string, readonly string[]>> = {
  'go.composer': ['i', '$mod+/'],
  'go.palette': ['Shift+:', '$mod+K'],
  'conversation.find': ['/', '$mod+Shift+F'],
  'conversation.copy': ['y'],
  'conversation.toggle': ['z'],
  'go.next-region': ['Shift+l', 'F6'],
  'go.previous-region': ['Shift+h', 'Shift+F6'],
};

/** The keys of a command: the person's own, else those of the preset, else its usual ones. */
export function chosenKeysOf({ id, keys = [] }: Pick<Command, 'id' | 'keys'>, choices: KeyChoices): readonly string[] {
  if (choices && Object.hasOwn(choices.keys, id)) return own(choices.keys, id) ?? [];
  return (choices?.keyPreset === 'vim' ? own(VIM, id) : undefined) ?? keys;
}

/** The keys that a command has while a person has chosen none for it. */
export function usualKeys(command: Pick<Command, 'id' | 'keys'>, choices: KeyChoices): readonly string[] {
  return chosenKeysOf(command, choices && { ...choices, keys: {} });
}

/** Commands with the keys that hold now. */
export function withChosenKeys(commands: readonly Command[], choices: KeyChoices): Command[] {
  return commands.map((command) => ({ ...command, keys: chosenKeysOf(command, choices) }));
}

import type { SettingValues } from '../../server/protocol/api/app-state.js';
import { own } from '../../server/protocol/own.js';
import type { Command } from './command.js';

/** What a person has chosen for keys. */
export type KeyChoices = Pick<SettingValues, 'keys' | 'keyPreset'>;

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
export function chosenKeysOf(
  { id, keys = [] }: Pick<Command, 'id' | 'keys'>,
  { keys: chosen, keyPreset }: KeyChoices,
): readonly string[] {
  if (Object.hasOwn(chosen, id)) return own(chosen, id) ?? [];
  return (keyPreset === 'vim' ? own(VIM, id) : undefined) ?? keys;
}

/** The keys that a command has while a person has chosen none for it. */
export function usualKeys(command: Pick<Command, 'id' | 'keys'>, { keyPreset }: KeyChoices): readonly string[] {
  return chosenKeysOf(command, { keys: {}, keyPreset });
}

/** Commands with the keys that hold now. */
export function withChosenKeys(commands: readonly Command[], choices: KeyChoices): Command[] {
  return commands.map((command) => ({ ...command, keys: chosenKeysOf(command, choices) }));
}

import { type KeyBindingPress, matchKeyBindingPress, parseKeybinding } from 'tinykeys';
import type { Command } from './command.js';

/** Where a key was pressed. */
export interface KeyPlace {
  /** A field that takes letters has the focus. */
  readonly isWriting: boolean;
  readonly isInConversation: boolean;
  readonly isInPanel?: boolean;
  /** Whether the person lets single letters do something. */
  readonly letterKeys: boolean;
}

interface Binding {
  readonly press: KeyBindingPress;
  readonly command: Command;
  /** A key that also writes something: no Ctrl, Alt or ⌘ with it, and no key of its own like F6. */
  readonly isLetter: boolean;
}

/** Finds the command of a key. */
export class Keymap {
  readonly #bindings: readonly Binding[];

  constructor(commands: readonly Command[]) {
    this.#bindings = commands.flatMap((command) =>
      (command.keys ?? []).map((keys) => ({
        press: parseKeybinding(keys)[0]!,
        command,
        isLetter: /^(?:Shift\+)?.$/.test(keys),
      })),
    );
  }

  /** A letter belongs to the field that is written in; in the conversation it may belong to a command. */
  find(event: KeyboardEvent, { isWriting, isInConversation, isInPanel, letterKeys }: KeyPlace): Command | null {
    const found = this.#bindings.find(({ press, command, isLetter }) => {
      if (isLetter && (isWriting || !letterKeys)) return false;
      if (command.scope === 'conversation' && !isInConversation) return false;
      if (command.scope === 'panel' && !isInPanel) return false;
      return matchKeyBindingPress(event, press);
    });
    return found?.command ?? null;
  }
}

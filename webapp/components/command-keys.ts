import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { CommandContext } from '../commands/command.js';
import { Keymap } from '../commands/keymap.js';
import { COMMANDS, isAvailable } from '../commands/registry.js';

/** Fields of these kinds take no letters. */
const LETTERLESS = new Set(['button', 'checkbox', 'radio', 'range', 'submit']);

/** Runs the command of a key. The only listener on the window for keys. */
export class CommandKeys implements ReactiveController {
  readonly #keymap = new Keymap(COMMANDS);
  readonly #context: () => CommandContext | null;

  constructor(host: ReactiveControllerHost, context: () => CommandContext | null) {
    this.#context = context;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('keydown', this.#onKeyDown);
  }

  hostDisconnected(): void {
    window.removeEventListener('keydown', this.#onKeyDown);
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    const context = this.#context();
    if (!context || event.defaultPrevented || event.isComposing) return;
    const path = event.composedPath().filter((target) => target instanceof HTMLElement);
    const command = this.#keymap.find(event, {
      isWriting: path[0] !== undefined && isField(path[0]),
      isInConversation: path.some((element) => element.localName === 'transcript-view'),
      isInPanel: path.some((element) => element.localName === 'work-panel'),
      letterKeys: context.app.preferences.value.letterKeys,
    });
    if (!command) return;
    // Enter belongs to whatever control has the focus; only an entry itself has none.
    if (event.key === 'Enter' && path[0]?.localName !== 'transcript-entry') return;
    event.preventDefault();
    if (isAvailable(command, context)) command.run(context, /^Digit([1-9])$/.exec(event.code)?.[1]);
  };
}

function isField(element: HTMLElement): boolean {
  if (element instanceof HTMLInputElement) return !LETTERLESS.has(element.type);
  return element.isContentEditable || element.matches('textarea, select');
}

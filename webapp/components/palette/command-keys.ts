import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type KeyChoices, withChosenKeys } from '../../commands/chosen-keys.js';
import type { Command, CommandContext } from '../../commands/command.js';
import { Keymap } from '../../commands/keymap.js';
import { COMMANDS, isAvailable } from '../../commands/registry.js';

/** Fields of these kinds take no letters. */
const LETTERLESS = new Set(['button', 'checkbox', 'radio', 'range', 'submit']);

/** What keys act on. */
export interface KeyPage {
  context(): CommandContext | null;
  /** Lets the composer have the key that is being pressed; false if nobody can write there. */
  catchKey(): boolean;
}

/** What hears its keys itself. */
const LAYERS = 'dialog, :popover-open, [role="dialog"], [role="menu"], [role="listbox"]';

/** Runs the command of a key, and lets the composer have what nobody else would hear. The only listener on the window for keys. */
export class CommandKeys implements ReactiveController {
  #keymap: { choices: KeyChoices; keymap: Keymap } | null = null;
  readonly #page: KeyPage;

  constructor(host: ReactiveControllerHost, page: KeyPage) {
    this.#page = page;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('keydown', this.#onKeyDown);
  }

  hostDisconnected(): void {
    window.removeEventListener('keydown', this.#onKeyDown);
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    const context = this.#page.context();
    if (!context || event.defaultPrevented || event.isComposing) return;
    const path = event.composedPath().filter((target) => target instanceof HTMLElement);
    const isWriting = path[0] !== undefined && isField(path[0]);
    const command = this.#keymapFor(context.app.settings.value).find(event, {
      isWriting,
      isInConversation: path.some((element) => element.localName === 'transcript-view'),
      isInPanel: path.some((element) => element.localName === 'work-panel'),
      letterKeys: context.app.preferences.value.letterKeys,
    });
    if (!command) {
      if (!isWriting && isWritten(event) && !path.some((element) => element.matches(LAYERS))) this.#page.catchKey();
      return;
    }
    // Enter belongs to the control that has the focus; only an entry itself has none.
    if (event.key === 'Enter' && path[0]?.localName !== 'transcript-entry') return;
    if (event.key === 'Escape') {
      this.#leave(event, context, { path, isWriting, command });
      return;
    }
    event.preventDefault();
    if (isAvailable(command, context)) command.run(context, /^Digit([1-9])$/.exec(event.code)?.[1]);
  };

  /** The keys as they are chosen now; made anew only when that changes. */
  #keymapFor(choices: KeyChoices): Keymap {
    if (this.#keymap?.choices !== choices) {
      this.#keymap = { choices, keymap: new Keymap(withChosenKeys(COMMANDS, choices)) };
    }
    return this.#keymap.keymap;
  }

  /** A layer closes by itself; anyone who writes in a field leaves that first. */
  #leave(event: KeyboardEvent, context: CommandContext, { path, isWriting, command }: EscapePlace): void {
    const isInLayer = path.some((element) => element.matches(LAYERS) || hasMenu(element));
    if (!isAvailable(command, context) || isInLayer) return;
    event.preventDefault();
    if (isWriting && path[0] instanceof HTMLInputElement && path[0].value !== '') context.screen.focus('conversation');
    else command.run(context);
  }
}

/** Whether a menu is open near it, which the browser closes by itself. */
function hasMenu(element: HTMLElement): boolean {
  const root = element.getRootNode() as ParentNode;
  return root.querySelector('[popover]:not([popover=manual]):popover-open') !== null;
}

interface EscapePlace {
  readonly path: readonly HTMLElement[];
  readonly isWriting: boolean;
  readonly command: Command;
}

/** A key that would write or paste something, and does not press the button that has the focus. */
function isWritten(event: KeyboardEvent): boolean {
  const { key } = event;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && key.toLowerCase() === 'v') return true;
  const isShortcut = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
  return !isShortcut && key !== ' ' && (key === 'Dead' || [...key].length === 1);
}

function isField(element: HTMLElement): boolean {
  if (element instanceof HTMLInputElement) return !LETTERLESS.has(element.type);
  return element.isContentEditable || element.matches('textarea, select');
}

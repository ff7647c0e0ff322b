import type { CommandContext } from '../commands/command.js';
import type { ConversationMove, Goal, Layer, PanelMove, Screen } from '../commands/screen.js';
import { focusIn, hasFocus } from './focus-in.js';
import { regionsIn } from './regions.js';
import { SETTINGS_SECTIONS } from './settings-sections.js';

/** What the root element does for the screen. */
export interface ScreenHost extends HTMLElement {
  toggleSessions(): void;
  /** Makes the list of sessions visible and gives it. */
  showSessions(): Promise<HTMLElementTagNameMap['session-list'] | null>;
  readonly commands: CommandContext | null;
  readonly updateComplete: Promise<boolean>;
}

/** The page as commands know it. What is not needed at once is loaded when it is asked for. */
export class DeckScreen implements Screen {
  readonly sections = SETTINGS_SECTIONS;
  readonly #host: ScreenHost;

  constructor(host: ScreenHost) {
    this.#host = host;
  }

  has(goal: Goal): boolean {
    return this.#find(goal) !== undefined;
  }

  focus(goal: Goal): void {
    // What is gone to may only just have come into reach.
    void this.#host.updateComplete.then(() => {
      const element = this.#find(goal);
      if (element) focusIn(element);
    });
  }

  cycle(step: 1 | -1): void {
    const regions = regionsIn(this.#host);
    const now = regions.findIndex(({ element }) => hasFocus(element));
    const start = now < 0 && step < 0 ? 0 : now;
    const next = regions.at((start + step) % regions.length);
    if (next) focusIn(next.element);
  }

  toggleSessions(): void {
    this.#host.toggleSessions();
  }

  rename(sessionId: string): void {
    void this.#host.showSessions().then((list) => list?.rename(sessionId));
  }

  open(layer: Layer, group?: string): void {
    const { commands } = this.#host;
    // Whatever is behind a modal drawer cannot be reached.
    this.#host.querySelector<HTMLDialogElement>('dialog[open]')?.close();
    if (commands)
      void import('./command-layers.js').then(({ openLayer }) => openLayer(this.#host, commands, { layer, group }));
  }

  move(move: ConversationMove): void {
    const view = this.#host.querySelector('transcript-view');
    if (view) void import('./move-in-conversation.js').then(({ moveInConversation }) => moveInConversation(view, move));
  }

  moveInPanel(move: PanelMove): void {
    this.#host.querySelector('work-panel')?.move(move);
  }

  /** Goes to an entry of the conversation on screen. */
  showEntry(entryId: string): void {
    const view = this.#host.querySelector('transcript-view');
    if (view) void import('./move-in-conversation.js').then(({ showEntry }) => showEntry(view, entryId));
  }

  #find(goal: Goal): HTMLElement | undefined {
    if (goal === 'question')
      return this.#host.querySelector<HTMLElement>('permission-dock, question-dock') ?? undefined;
    return regionsIn(this.#host).find((found) => found.region === goal)?.element;
  }
}

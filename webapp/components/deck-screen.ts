import type { CommandContext } from '../commands/command.js';
import type { ConversationMove, Layer, PanelMove, Region, Screen } from '../commands/screen.js';
import { focusIn, hasFocus } from './focus-in.js';
import { regionsIn } from './regions.js';
import { SETTINGS_SECTIONS } from './settings-sections.js';

/** What the root element does for the screen. */
export interface ScreenHost extends HTMLElement {
  toggleSessions(): void;
  /** Makes the list of sessions visible and gives it. */
  showSessions(): Promise<HTMLElementTagNameMap['session-list'] | null>;
  readonly commands: CommandContext | null;
}

/** The page as commands know it. What is not needed at once is loaded when it is asked for. */
export class DeckScreen implements Screen {
  readonly sections = SETTINGS_SECTIONS;
  readonly #host: ScreenHost;

  constructor(host: ScreenHost) {
    this.#host = host;
  }

  has(region: Region): boolean {
    return this.#find(region) !== undefined;
  }

  focus(region: Region): void {
    const element = this.#find(region);
    if (element) focusIn(element);
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

  #find(region: Region): HTMLElement | undefined {
    return regionsIn(this.#host).find((found) => found.region === region)?.element;
  }
}

import type { CommandContext } from '../../commands/command.js';
import type {
  ConversationMove,
  ExportForm,
  Goal,
  Layer,
  PanelMove,
  Screen,
  SectionName,
} from '../../commands/screen.js';
import { whenHolds } from '../../state/base/store.js';
import type { SessionStore } from '../../state/session/session-store.js';
import { activePart, focusIn, hasFocus } from '../../ui/focus-search.js';
import { holdKeys } from '../../ui/typing.js';
import { loadTranscript } from '../conversation/late-transcript.js';
import { regionsIn } from './regions.js';

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
  /** Known from the first time that something lists them. */
  sections: readonly SectionName[] = [];
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
    if (!commands) return;
    void holdKeys(this.#openLayer(commands, { layer, group }));
  }

  async #openLayer(commands: CommandContext, wanted: { layer: Layer; group: string | undefined }): Promise<void> {
    const parts = [import('../palette/command-layers.js'), import('../settings/settings-sections.js')] as const;
    const [{ openLayer }, { SETTINGS_SECTIONS }] = await Promise.all(parts);
    this.sections = SETTINGS_SECTIONS;
    await openLayer(this.#host, commands, wanted);
  }

  move(move: ConversationMove): void {
    const view = activePart('transcript-view', this.#host);
    if (view)
      void import('../conversation/move-in-conversation.js').then(({ moveInConversation }) => {
        // A layer that was opened meanwhile keeps the focus: it would close without it.
        if (!document.querySelector(':popover-open:focus-within')) moveInConversation(view, move);
      });
  }

  findInConversation(): void {
    const view = activePart('transcript-view', this.#host);
    if (view) void holdKeys(import('../messages/find-bar.js').then(({ openFind }) => openFind(view)));
  }

  exportConversation(form: ExportForm | 'print'): void {
    const app = this.#host.commands?.app;
    if (form === 'print') window.print();
    else if (app) void import('../export/export-conversation.js').then((file) => file.exportConversation(app, form));
  }

  importConversation(): void {
    const { commands } = this.#host;
    if (!commands) return;
    const open = (sessionId: string) => commands.act({ type: 'open_session', sessionId });
    void import('../export/import-conversation.js').then((file) => file.importConversation(commands.app, open));
  }

  moveInPanel(move: PanelMove): void {
    this.#host.querySelector('work-panel')?.move(move);
  }

  /** Goes to an entry of the conversation on screen. */
  showEntry(entryId: string): void {
    const view = activePart('transcript-view', this.#host);
    if (view) void import('../conversation/move-in-conversation.js').then(({ showEntry }) => showEntry(view, entryId));
  }

  /** Answers the request on screen, if its dock has come. */
  allowOnce(): void {
    activePart('permission-dock', this.#host)?.allowOnce?.();
  }

  /** Goes to an entry of a session that has just been opened, as soon as it is there. */
  async showFound(store: SessionStore, entry: number): Promise<void> {
    await whenHolds([store], () => store.value.status !== 'loading');
    await loadTranscript();
    await this.#host.updateComplete;
    const session = this.#host.querySelector<HTMLElementTagNameMap['session-view']>('session-view:not([beside])');
    session?.requestUpdate();
    await session?.updateComplete;
    const view = activePart('transcript-view', this.#host);
    const { showEntry } = await import('../conversation/move-in-conversation.js');
    if (view?.store === store) await showEntry(view, entry);
  }

  #find(goal: Goal): HTMLElement | undefined {
    if (goal === 'question')
      return activePart('permission-dock', this.#host) ?? activePart('question-dock', this.#host) ?? undefined;
    return regionsIn(this.#host).find((found) => found.region === goal)?.element;
  }
}

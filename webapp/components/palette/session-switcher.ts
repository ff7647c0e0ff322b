import { html, LitElement, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import type { SessionSummary } from '../../../server/protocol/api/app-state.js';
import type { SessionHit } from '../../../server/protocol/api/rpc.js';
import type { CommandContext } from '../../commands/command.js';
import type { Layer } from '../../commands/screen.js';
import { findSessions } from '../../state/app/find-sessions.js';
import { listedSessions } from '../../state/app/session-groups.js';
import { layer } from '../../styles/layer.js';
import { ago } from '../../ui/format.js';
import { fuzzyFind } from '../../ui/fuzzy-find.js';
import type { IconName } from '../../ui/icons.js';
import type { CommandLayer } from './command-layers.js';
import { LayerController } from './layer-controller.js';
import './pick-list.js';
import { label } from '../../ui/visible-text.js';
import type { PickEvent, PickGroup, PickItem, PickList, QueryEvent } from './pick-list.js';
import { searchIn } from './search-query.js';
import { paletteWords } from './words.js';

const MOST_TITLES = 30;
const MOST_HITS = 20;
/** So long after the last letter the server is asked. */
const PAUSE_MS = 120;
const SHORTEST_QUERY = 2;

const ICONS: Record<SessionSummary['status'], IconName> = {
  waiting: 'hand',
  running: 'circleDot',
  idle: 'messageSquare',
};

/** Goes to another session, by its title or by words that were said in it. */
@customElement('session-switcher')
export class SessionSwitcher extends LitElement implements CommandLayer {
  static override styles = [layer];

  @state() private query = '';
  @state() private hits: readonly SessionHit[] = [];
  /** What the server found beyond what this tab has. */
  @state() private found: readonly SessionSummary[] = [];
  @state() private status = '';
  @state() private isBeside = false;

  @query('pick-list') private list!: PickList | null;

  readonly #layer = new LayerController(this);
  #context: CommandContext | null = null;
  #asking: ReturnType<typeof setTimeout> | undefined;

  get isOpen(): boolean {
    return this.#layer.isOpen;
  }

  /** With words, it looks for them at once; what is picked may be opened beside the session on screen. */
  show(context: CommandContext, query = '', layer?: Layer): Promise<void> {
    this.#context = context;
    this.isBeside = layer === 'beside';
    this.query = query;
    this.hits = [];
    this.found = [];
    this.status = '';
    this.ariaLabel = this.isBeside ? paletteWords.beside : paletteWords.switch;
    this.requestUpdate();
    if (query) this.#askSoon(query);
    return this.#layer.open();
  }

  close(): void {
    this.#layer.close();
  }

  override focus(): void {
    this.list?.focus();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#asking);
  }

  protected override render(): TemplateResult {
    return html`<pick-list
      label=${paletteWords.sessions}
      placeholder=${this.isBeside ? paletteWords.besideHint : paletteWords.switchHint}
      empty=${this.query ? paletteWords.noMatches : paletteWords.noSessions}
      status=${this.status}
      .value=${this.query}
      .groups=${this.#groups()}
      @query=${this.#onQuery}
      @pick=${this.#onPick}
    ></pick-list>`;
  }

  #groups(): PickGroup[] {
    return [
      { title: this.query ? paletteWords.titles : paletteWords.sessions, items: this.#titles() },
      ...this.#hitGroups(),
    ];
  }

  #titles(): PickItem[] {
    const { app } = this.#context ?? {};
    const here = app?.server.app.value?.sessions ?? [];
    const beyond = this.found.filter(({ id }) => !here.some((session) => session.id === id));
    const all = app ? listedSessions([...here, ...beyond], app.sessions.hidden.value) : [];
    const sessions = this.isBeside ? all.filter(({ id }) => id !== app?.page.view.value) : all;
    if (!this.query.trim()) return sessions.slice(0, MOST_TITLES).map((session) => this.#itemOf(session));
    const { text } = searchIn(this.query, []);
    const found = fuzzyFind(text, sessions, { words: nameOf, limit: MOST_TITLES });
    return found.map(({ item, marks }) => ({ ...this.#itemOf(item), marks }));
  }

  #itemOf(session: SessionSummary): PickItem {
    const { id, status, updatedAt } = session;
    const note =
      status === 'waiting' ? paletteWords.needsYou : status === 'running' ? paletteWords.running : this.#ago(updatedAt);
    const isCurrent = id === this.#context?.app.page.view.value;
    return { id: `title ${id}`, title: nameOf(session), icon: ICONS[status], note, isCurrent };
  }

  /** What was found, by session; the best find comes first, and its session with it. */
  #hitGroups(): PickGroup[] {
    const ids = [...new Set(this.hits.map(({ sessionId }) => sessionId))];
    return ids.map((id) => {
      const items = this.hits.flatMap((hit, n) => (hit.sessionId === id ? [this.#renderHit(hit, n)] : []));
      const { title } = this.hits.find(({ sessionId }) => sessionId === id)!;
      return { title: paletteWords.inConversation(label(title, 120) || paletteWords.untitled), items };
    });
  }

  #renderHit({ title, snippet, matches, at }: SessionHit, n: number): PickItem {
    const detail = { text: snippet, marks: matches.flatMap(placesIn) };
    return {
      id: `hit ${n}`,
      title: label(title, 120) || paletteWords.untitled,
      icon: 'search',
      detail,
      note: this.#ago(at),
    };
  }

  #ago(at: number): string {
    return ago(at, this.#context?.app.server.time.now() ?? at);
  }

  #onQuery({ query }: QueryEvent): void {
    this.query = query;
    this.#askSoon(query);
  }

  #askSoon(query: string): void {
    clearTimeout(this.#asking);
    if (searchIn(query, []).text.length < SHORTEST_QUERY) {
      this.hits = [];
      this.found = [];
      this.status = '';
    } else this.#asking = setTimeout(() => void this.#ask(query), PAUSE_MS);
  }

  /** Titles of the newest sessions are here already; the others, and what was said, are asked of the server. */
  async #ask(query: string): Promise<void> {
    const context = this.#context;
    if (!context) return;
    this.status = paletteWords.searching;
    try {
      const { text, scope } = searchIn(
        query,
        context.app.server.app.value?.agents ?? [],
        context.app.server.time.now(),
      );
      const { sessions } = context.app;
      const [hits, found] = await Promise.all([
        sessions.search(text, MOST_HITS, scope),
        findSessions(context.app, text),
      ]);
      if (query !== this.query) return;
      this.found = found;
      this.hits = hits.filter(({ sessionId }) => !sessions.hidden.value.has(sessionId));
      this.status = '';
    } catch {
      if (query === this.query) this.status = paletteWords.offline;
    }
  }

  #onPick({ itemId }: PickEvent): void {
    const [kind, ...rest] = itemId.split(' ');
    const hit = kind === 'hit' ? this.hits[Number(rest[0])] : undefined;
    this.close();
    const sessionId = kind === 'hit' ? hit?.sessionId : rest.join(' ');
    if (sessionId === undefined) return;
    if (this.isBeside) this.#context?.act({ type: 'open_beside', sessionId });
    // Once it is there, this goes to the place in it.
    if (!this.isBeside || hit)
      this.#context?.act({ type: 'open_session', sessionId, ...(hit && { entry: hit.entry }) });
  }
}

function nameOf({ title }: SessionSummary): string {
  return label(title, 200) || paletteWords.untitled;
}

/** Every place of a range. */
function placesIn([start, end]: readonly [start: number, end: number]): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, n) => start + n);
}

declare global {
  interface HTMLElementTagNameMap {
    'session-switcher': SessionSwitcher;
  }
}

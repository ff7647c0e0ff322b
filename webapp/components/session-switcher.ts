import { html, LitElement, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import type { SessionSummary } from '../../server/protocol/app-state.js';
import type { SessionHit } from '../../server/protocol/rpc.js';
import type { CommandContext } from '../commands/command.js';
import { layer } from '../styles/layer.js';
import type { CommandLayer } from './command-layers.js';
import { ago } from './format.js';
import { fuzzyFind } from './fuzzy-find.js';
import type { IconName } from './icons.js';
import { LayerController } from './layer-controller.js';
import './pick-list.js';
import type { PickGroup, PickItem, PickList } from './pick-list.js';
import type { PickEvent, QueryEvent } from './pick-list-events.js';
import { label } from './visible-text.js';

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
  @state() private status = '';

  @query('pick-list') private list!: PickList | null;

  readonly #layer = new LayerController(this);
  #context: CommandContext | null = null;
  #asking: ReturnType<typeof setTimeout> | undefined;

  get isOpen(): boolean {
    return this.#layer.isOpen;
  }

  show(context: CommandContext): void {
    this.#context = context;
    this.query = '';
    this.hits = [];
    this.status = '';
    this.ariaLabel = 'Switch session';
    this.requestUpdate();
    void this.#layer.open();
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
      label="Sessions"
      placeholder="A title, or words from a conversation"
      empty=${this.query ? 'No title and no conversation holds these words.' : 'There are no sessions yet.'}
      status=${this.status}
      .value=${this.query}
      .groups=${this.#groups()}
      @query=${this.#onQuery}
      @pick=${this.#onPick}
    ></pick-list>`;
  }

  #groups(): PickGroup[] {
    return [
      { title: this.query ? 'Titles' : 'Sessions', items: this.#titles() },
      { title: 'In conversations', items: this.hits.map((hit, n) => this.#renderHit(hit, n)) },
    ];
  }

  #titles(): PickItem[] {
    const { app } = this.#context ?? {};
    const sessions = (app?.app.value?.sessions ?? []).filter(({ id }) => !app?.hidden.value.has(id));
    if (!this.query.trim()) return sessions.slice(0, MOST_TITLES).map((session) => this.#itemOf(session));
    const found = fuzzyFind(this.query, sessions, { words: nameOf, limit: MOST_TITLES });
    return found.map(({ item, marks }) => ({ ...this.#itemOf(item), marks }));
  }

  #itemOf(session: SessionSummary): PickItem {
    const { id, status, updatedAt } = session;
    const note = status === 'waiting' ? 'needs you' : status === 'running' ? 'running' : this.#ago(updatedAt);
    const isCurrent = id === this.#context?.app.view.value;
    return { id: `title ${id}`, title: nameOf(session), icon: ICONS[status], note, isCurrent };
  }

  #renderHit({ title, snippet, matches, at }: SessionHit, n: number): PickItem {
    const detail = { text: snippet, marks: matches };
    return {
      id: `hit ${n}`,
      title: label(title, 120) || 'New session',
      icon: 'search',
      detail,
      note: this.#ago(at),
    };
  }

  #ago(at: number): string {
    return ago(at, this.#context?.app.time.now() ?? at);
  }

  #onQuery({ query }: QueryEvent): void {
    this.query = query;
    clearTimeout(this.#asking);
    if (query.trim().length < SHORTEST_QUERY) {
      this.hits = [];
      this.status = '';
    } else this.#asking = setTimeout(() => void this.#ask(query), PAUSE_MS);
  }

  /** Titles are here already; what was said is asked of the server. */
  async #ask(query: string): Promise<void> {
    const context = this.#context;
    if (!context) return;
    this.status = 'Searching the conversations…';
    try {
      const hits = await context.app.search(query, MOST_HITS);
      if (query !== this.query) return;
      this.hits = hits.filter(({ sessionId }) => !context.app.hidden.value.has(sessionId));
      this.status = '';
    } catch {
      if (query === this.query) this.status = 'The conversations cannot be searched while there is no connection.';
    }
  }

  #onPick({ itemId }: PickEvent): void {
    const [kind, ...rest] = itemId.split(' ');
    const sessionId = kind === 'hit' ? this.hits[Number(rest[0])]?.sessionId : rest.join(' ');
    this.close();
    if (sessionId) this.#context?.act({ type: 'open_session', sessionId });
  }
}

function nameOf({ title }: SessionSummary): string {
  return label(title, 200) || 'New session';
}

declare global {
  interface HTMLElementTagNameMap {
    'session-switcher': SessionSwitcher;
  }
}

import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { styleMap } from 'lit/directives/style-map.js';
import type { GraphWish } from '../../../server/protocol/api/history.js';
import { own } from '../../../server/protocol/own.js';
import { errorText } from '../../codes/error-words.js';
import { consume, workContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { CommitStore } from '../../state/history/commit-store.js';
import type { LanedRow } from '../../state/history/graph-lanes.js';
import { GraphStore } from '../../state/history/graph-store.js';
import { ago } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { repeat } from '../../ui/repeat.js';
import { label, nameLabel } from '../../ui/visible-text.js';
import './commit-view.js';
import { historyStyles } from './history.styles.js';
import { ROW_PX, renderLanes } from './render-lanes.js';
import { historyWords } from './words.js';

/** Rows above and below those in sight that are drawn too. */
const MARGIN_ROWS = 20;
/** With so few rows left below, the next are asked for. */
const EARLY_ROWS = 300;
/** A person who types is waited for. */
const TYPING_MS = 250;
const SCOPES: readonly GraphWish['scope'][] = ['head', 'all'];
const WAYS: readonly NonNullable<GraphWish['by']>[] = ['message', 'author', 'code'];

/** The commits as a graph that is drawn as far as somebody has scrolled, and the one that is looked at. Light DOM. */
@customElement('history-view')
export class HistoryView extends LightElement {
  static override styles = historyStyles;

  /** Whether a commit is open; for the layout. */
  @property({ type: Boolean, reflect: true, attribute: 'is-open' }) isOpen = false;

  @state() private scope: GraphWish['scope'] = 'head';
  @state() private by: NonNullable<GraphWish['by']> = 'message';
  @state() private text = '';
  /** The row that the keys are at. */
  @state() private at = 0;
  @state() private top = 0;
  @state() private height = 600;

  readonly #work = consume(this, workContext);
  #store: GraphStore | null = null;
  #commit: CommitStore | null = null;
  readonly #view = follow(this, () => this.#store);
  readonly #shown = follow(
    this,
    () => this.#commit,
    ({ oid }) => oid,
  );
  readonly #path = follow(
    this,
    () => this.#work.value?.panel,
    ({ historyPath }) => historyPath,
  );
  readonly #wanted = follow(
    this,
    () => this.#work.value?.panel,
    ({ commit }) => commit,
  );
  #wish = '';
  #typing: ReturnType<typeof setTimeout> | undefined;
  readonly #sizes = new ResizeObserver(() => this.#measure());

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
    this.#sizes.disconnect();
  }

  protected override willUpdate(): void {
    const repo = this.#work.value?.repo;
    if (repo && !this.#store) {
      this.#store = new GraphStore(repo);
      this.#commit = new CommitStore(repo);
    }
    this.#load();
    this.#showWanted();
    this.isOpen = (this.#shown.value ?? null) !== null;
  }

  protected override firstUpdated(): void {
    const graph = this.querySelector('.graph');
    if (graph) this.#sizes.observe(graph);
  }

  /** The focus goes along where the commit is a page that covers the list, and comes back to the list. */
  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('isOpen')) return;
    const list = this.querySelector<HTMLElement>('.graph-rows');
    if (!list) return;
    if (this.isOpen && getComputedStyle(list).visibility === 'hidden') {
      const commit = this.querySelector('commit-view');
      void commit?.updateComplete.then(() => commit.focus());
    }
    if (!this.isOpen && document.activeElement === document.body) list.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    const [view, repo] = [this.#view.value, this.#work.value?.repo];
    return html`${this.#renderTools()}
      <div class="graph" @scroll=${this.#onScroll}>${view ? this.#renderRows(view.rows) : nothing}${this.#renderState()}</div>
      ${this.isOpen && this.#commit && repo ? html`<commit-view .store=${this.#commit} @keydown=${this.#onCommitKey}></commit-view>` : nothing}`;
  }

  #renderTools(): TemplateResult {
    const path = this.#path.value ?? null;
    if (path !== null) {
      return html`<div class="history-tools">
        <span class="history-path"><bdi>${historyWords.ofFile(nameLabel(path, 300))}</bdi></span>
        <button type="button" class="btn" @click=${() => this.#work.value?.panel.showHistory(null)}>${historyWords.allFiles}</button>
      </div>`;
    }
    return html`<div class="history-tools">
      <select class="work-select" aria-label=${historyWords.scope} @change=${this.#onScope}>
        ${SCOPES.map((scope) => html`<option value=${scope} ?selected=${scope === this.scope}>${historyWords.scopes[scope]}</option>`)}
      </select>
      <input class="picker-field" type="search" dir="auto" aria-label=${historyWords.search} placeholder=${historyWords.search} .value=${this.text} @input=${this.#onText} />
      <select class="work-select" aria-label=${historyWords.by} @change=${this.#onBy}>
        ${WAYS.map((by) => html`<option value=${by} ?selected=${by === this.by}>${historyWords.ways[by]}</option>`)}
      </select>
    </div>`;
  }

  #renderState(): TemplateResult | typeof nothing {
    const { phase, failure, rows } = this.#view.value ?? { phase: 'loading', failure: null, rows: [] };
    if (phase === 'failed') {
      const again = () => {
        this.#wish = '';
        this.requestUpdate();
      };
      return html`<p class="work-empty" role="alert">${failure ? label(errorText(failure), 400) : nothing} <button type="button" class="btn link" @click=${again}>${historyWords.tryAgain}</button></p>`;
    }
    if (rows.length > 0) return nothing;
    if (phase === 'loading') return html`<p class="work-empty" role="status">${historyWords.loading}</p>`;
    return html`<p class="work-empty">${this.text.trim() === '' ? historyWords.none : historyWords.notFound}</p>`;
  }

  /** Only the rows around those in sight are in the page. */
  #renderRows(rows: readonly LanedRow[]): TemplateResult {
    const first = Math.max(0, Math.floor(this.top / ROW_PX) - MARGIN_ROWS);
    const last = Math.min(rows.length, Math.ceil((this.top + this.height) / ROW_PX) + MARGIN_ROWS);
    const now = Date.now();
    return html`<div class="graph-rows" role="listbox" tabindex="0" aria-label=${historyWords.commits} aria-activedescendant=${`graph-row-${this.at}`} style=${styleMap({ height: `${rows.length * ROW_PX}px` })} @keydown=${this.#onKey}>
      ${repeat(
        rows.slice(first, last),
        ({ row }) => row.oid,
        (laned, n) => this.#renderRow(laned, first + n, now),
      )}
    </div>`;
  }

  #renderRow(laned: LanedRow, n: number, now: number): TemplateResult {
    const { oid, subject, author, at, refs } = laned.row;
    const when = ago(at, now);
    return html`<div
      id="graph-row-${n}"
      class="graph-row"
      role="option"
      aria-selected=${oid === this.#shown.value || n === this.at}
      style=${styleMap({ top: `${n * ROW_PX}px` })}
      @click=${() => this.#open(n)}
    >
      ${this.#store?.hasLanes ? renderLanes(laned) : nothing}
      ${refs.map(({ name, kind, isCurrent }) => html`<span class="graph-ref ${isCurrent ? 'is-current' : ''}">${kind === 'tag' ? icon('circleDot') : nothing}<bdi>${label(name, 60)}</bdi></span>`)}
      <span class="graph-subject"><bdi>${label(subject, 300)}</bdi></span>
      <span class="vh">${label(author, 100)}</span><span class="graph-when">${when}</span>
    </div>`;
  }

  /** A commit that somebody wants to see from elsewhere. */
  #showWanted(): void {
    const oid = this.#wanted.value ?? null;
    if (oid === null || !this.#commit) return;
    void this.#commit.show(oid);
    this.#work.value?.panel.showCommit(null);
  }

  #load(): void {
    if (!this.#store) return;
    const path = this.#path.value ?? null;
    const query = this.text.trim();
    const wish = { scope: this.scope, path, ...(query !== '' && path === null && { query, by: this.by }) };
    const key = JSON.stringify(wish);
    if (key === this.#wish) return;
    this.#wish = key;
    this.at = 0;
    void this.#store.load(wish).then(() => this.querySelector('.graph')?.scrollTo({ top: 0 }));
  }

  #open(n: number): void {
    const row = this.#view.value?.rows[n];
    if (!row) return;
    this.at = n;
    void this.#commit?.show(row.row.oid);
  }

  #measure(): void {
    const graph = this.querySelector('.graph');
    if (graph && graph.clientHeight > 0) this.height = graph.clientHeight;
  }

  #onScroll({ target }: Event): void {
    this.top = (target as HTMLElement).scrollTop;
    const rows = this.#view.value?.rows.length ?? 0;
    if ((this.top + this.height) / ROW_PX > rows - EARLY_ROWS) void this.#store?.more();
  }

  #onKey(event: KeyboardEvent): void {
    const count = this.#view.value?.rows.length ?? 0;
    const page = Math.max(1, Math.floor(this.height / ROW_PX) - 1);
    const places: Record<string, number> = {
      ArrowDown: this.at + 1,
      ArrowUp: this.at - 1,
      PageDown: this.at + page,
      PageUp: this.at - page,
      Home: 0,
      End: count - 1,
    };
    const next = own(places, event.key);
    if (event.key === 'Enter') this.#open(this.at);
    else if (event.key === 'Escape' && this.isOpen) void this.#commit?.show(null);
    else if (next === undefined) return;
    else this.at = Math.max(0, Math.min(count - 1, next));
    event.preventDefault();
    this.#reveal();
  }

  #onCommitKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    void this.#commit?.show(null);
  }

  #reveal(): void {
    const graph = this.querySelector('.graph');
    if (!graph) return;
    const [above, below] = [this.at * ROW_PX, (this.at + 1) * ROW_PX];
    if (above < graph.scrollTop) graph.scrollTop = above;
    else if (below > graph.scrollTop + graph.clientHeight) graph.scrollTop = below - graph.clientHeight;
  }

  #onScope({ target }: Event): void {
    this.scope = (target as HTMLSelectElement).value as GraphWish['scope'];
  }

  #onBy({ target }: Event): void {
    this.by = (target as HTMLSelectElement).value as NonNullable<GraphWish['by']>;
  }

  #onText({ target }: InputEvent): void {
    clearTimeout(this.#typing);
    const { value } = target as HTMLInputElement;
    this.#typing = setTimeout(() => {
      this.text = value;
    }, TYPING_MS);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'history-view': HistoryView;
  }
}

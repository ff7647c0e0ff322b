import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import type { FoundEntry } from '../../../server/protocol/api/rpc.js';
import { endOf } from '../../../server/protocol/transcript/entry-list.js';
import { consume, sessionsContext } from '../../state/app/contexts.js';
import type { SessionStore } from '../../state/session/session-store.js';
import { controls } from '../../styles/controls.js';
import { number, timeOf } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { renderMarked } from '../../ui/marked-text.js';
import { highlightMatches } from './highlight-matches.js';
import { messageWords } from './words.js';

/** More places than a person goes through. */
const MOST_HITS = 1_000;
const TYPING_MS = 150;

/** The conversation that is looked through. */
export interface FoundView extends HTMLElement {
  readonly store: SessionStore;
  /** Brings an entry onto the page, from anywhere. */
  reveal(n: number): Promise<HTMLElement | null>;
}

/**
 * Finds words in the whole conversation, also in what isn't loaded; with no words it lists what people wrote, to jump there.
 */
@customElement('find-bar')
export class FindBar extends LitElement {
  static override styles = [
    controls,
    css`
      :host {
        position: absolute;
        z-index: 2;
        inset: var(--s2) var(--s4) auto auto;
        display: flex;
        flex-direction: column;
        width: min(26rem, 100% - 2 * var(--s4));
        max-height: min(24rem, 100% - 2 * var(--s2));
        border: 1px solid var(--line);
        border-radius: var(--r-m);
        background: var(--surface);
        box-shadow: var(--e2);
      }

      form {
        display: flex;
        align-items: center;
        gap: var(--s1);
        padding: var(--s1);
      }

      input {
        flex: 1;
        min-width: 0;
        /* The ring of the focus needs some. */
        margin-inline-end: var(--s1);
        min-height: var(--tap);
        padding: 0 var(--s2);
        border: 0;
        border-radius: var(--r-s);
        background: none;
        color: var(--text);
        font: 400 var(--t-sm) / 1.4 var(--font);
      }

      .count {
        flex: none;
        color: var(--text-3);
        font-size: var(--t-xs);
        font-variant-numeric: tabular-nums;
      }

      ol {
        margin: 0;
        padding: var(--s1);
        overflow: auto;
        border-top: 1px solid var(--line);
        list-style: none;
      }

      .hit {
        display: flex;
        justify-content: space-between;
        width: 100%;
        height: auto;
        padding-block: var(--s1);
        color: var(--text);
        font-weight: 400;
        overflow-wrap: anywhere;
      }

      .hit[aria-current="true"] {
        background: var(--accent-soft);
      }

      .hit span {
        display: -webkit-box;
        overflow: hidden;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 2;
      }

      .hit time {
        flex: none;
        color: var(--text-3);
        font-size: var(--t-xs);
      }

      mark {
        background: none;
        color: var(--accent);
        font-weight: 600;
      }

      .none {
        margin: 0;
        padding: var(--s2) var(--s3);
        border-top: 1px solid var(--line);
        color: var(--text-2);
        font-size: var(--t-sm);
      }
    `,
  ];

  @query('input') private field!: HTMLInputElement;
  @state() private hits: readonly FoundEntry[] = [];
  @state() private at = -1;
  @state() private isSearching = false;
  /** What the hits are for; null for the list of messages. */
  @state() private asked: string | null = null;

  readonly #sessions = consume(this, sessionsContext);
  #run = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #back: HTMLElement | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.role = 'search';
    this.ariaLabel = messageWords.find.name;
    this.#back = document.activeElement as HTMLElement | null;
    this.addEventListener('keydown', this.#onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#run++;
    clearTimeout(this.#timer);
    highlightMatches(null, '');
  }

  protected override firstUpdated(): void {
    this.field.focus();
    void this.#find('');
  }

  override focus(): void {
    this.field?.focus();
    this.field?.select();
  }

  protected override render(): TemplateResult {
    const { hits, at, asked } = this;
    return html`<form @submit=${this.#onSubmit}>
        <input
          dir="auto"
          type="search"
          aria-label=${messageWords.find.name}
          placeholder=${messageWords.find.name}
          autocomplete="off"
          spellcheck="false"
          @input=${this.#onInput}
        />
        <span class="count" role="status">${asked === null ? '' : this.#count}</span>
        ${this.#renderStep('chevronUp', messageWords.find.previous, -1)}
        ${this.#renderStep('chevronDown', messageWords.find.next, 1)}
        <button class="icon-btn" type="button" aria-label=${messageWords.find.close} title=${messageWords.find.close} @click=${this.#close}>${icon('x')}</button>
      </form>
      ${
        hits.length > 0
          ? html`<ol aria-label=${asked === null ? messageWords.find.prompts : messageWords.find.hits}>
              ${hits.map((hit, n) => this.#renderHit(hit, n === at, n))}
            </ol>`
          : this.isSearching
            ? nothing
            : html`<p class="none">${asked === null ? messageWords.find.noPrompts : messageWords.find.none}</p>`
      }`;
  }

  #renderStep(picture: 'chevronUp' | 'chevronDown', name: string, step: 1 | -1): TemplateResult {
    return html`<button class="icon-btn" type="button" aria-label=${name} title=${name} ?disabled=${this.hits.length === 0} @click=${() => this.#step(step)}>
      ${icon(picture)}
    </button>`;
  }

  #renderHit({ snippet, at }: FoundEntry, isCurrent: boolean, n: number): TemplateResult {
    return html`<li>
      <button class="btn hit" type="button" aria-current=${isCurrent} @click=${() => this.#go(n)}>
        <span>${snippet ? renderMarked(snippet, marksIn(snippet, this.asked)) : messageWords.find.wordless}</span>
        <time>${timeOf(at, Date.now())}</time>
      </button>
    </li>`;
  }

  get #count(): string {
    if (this.hits.length === 0) return '';
    const all = `${number(this.hits.length)}${this.isSearching || this.hits.length >= MOST_HITS ? '+' : ''}`;
    return messageWords.find.place(number(this.at + 1), all);
  }

  get #view(): FoundView | null {
    return this.closest<FoundView>('transcript-view');
  }

  #onInput(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#find(this.field.value.trim()), TYPING_MS);
  }

  /** The newest place first; what is older comes in while the person looks. */
  async #find(words: string): Promise<void> {
    const run = ++this.#run;
    const view = this.#view;
    const finder = this.#sessions.value?.finder;
    const epoch = view?.store.epoch;
    if (!view || !finder || !epoch) return;
    const { sessionId } = view.store;
    [this.asked, this.hits, this.at, this.isSearching] = [words === '' ? null : words, [], -1, true];
    try {
      for (let before = endOf(view.store.value.transcript.entries); before > 0 && this.hits.length < MOST_HITS; ) {
        const { first, hits } = await finder.find_entries(sessionId, epoch, this.asked, before);
        if (run !== this.#run) return;
        this.hits = [...hits, ...this.hits];
        if (this.at >= 0) this.at += hits.length;
        else if (hits.length > 0 && this.asked !== null) void this.#go(this.hits.length - 1);
        before = first;
      }
    } catch {
      // A lost connection says so by itself.
    }
    if (run === this.#run) this.isSearching = false;
    if (this.hits.length === 0) highlightMatches(null, '');
  }

  #step(step: 1 | -1): void {
    const count = this.hits.length;
    if (count > 0) void this.#go((this.at + step + count) % count);
  }

  async #go(n: number): Promise<void> {
    const hit = this.hits[n];
    const view = this.#view;
    if (!hit || !view) return;
    this.at = n;
    const run = this.#run;
    const row = await view.reveal(hit.entry);
    if (run !== this.#run || !row) return;
    for (const other of view.querySelectorAll<HTMLElement>('[data-found]')) delete other.dataset.found;
    row.dataset.found = '';
    row.scrollIntoView({ block: 'center' });
    await this.updateComplete;
    this.shadowRoot?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
    highlightMatches(view, this.asked ?? '', row);
  }

  #onSubmit(event: Event): void {
    event.preventDefault();
    const words = this.field.value.trim();
    clearTimeout(this.#timer);
    if ((words || null) !== this.asked) void this.#find(words);
    else this.#step(1);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.#close();
    else if (event.key === 'Enter' && event.shiftKey) this.#step(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  #close(): void {
    const found = this.#view?.querySelectorAll<HTMLElement>('[data-found]') ?? [];
    for (const row of found) delete row.dataset.found;
    const back = this.#back;
    this.remove();
    if (back?.isConnected) back.focus();
  }
}

/** The letters of a snippet that were looked for. */
function marksIn(snippet: string, asked: string | null): number[] {
  const at = asked === null ? -1 : snippet.toLowerCase().indexOf(asked.toLowerCase());
  return at < 0 ? [] : Array.from({ length: asked!.length }, (_, n) => at + n);
}

/** Opens the bar over a conversation, or goes to it. */
export function openFind(view: HTMLElement): void {
  const bar = view.querySelector('find-bar') ?? view.appendChild(document.createElement('find-bar'));
  bar.focus();
}

declare global {
  interface HTMLElementTagNameMap {
    'find-bar': FindBar;
  }
}

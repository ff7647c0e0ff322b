import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { contentOf } from '../../server/protocol/call-content.js';
import type { Entry, ToolEntry } from '../../server/protocol/entries.js';
import { endOf, entriesOf, entryAt } from '../../server/protocol/entry-list.js';
import type { Transcript } from '../../server/protocol/transcript.js';
import type { SessionStore } from '../state/session-store.js';
import { StoreController } from '../state/store-controller.js';
import { controls } from '../styles/controls.js';
import { changedLines } from '../tool-views/changed-lines.js';
import { groupCalls, type TranscriptRow } from '../tool-views/group-calls.js';
import { summarise } from '../tool-views/summarise.js';
import { adoptStyles } from './adopt-styles.js';
import { AnchorController } from './anchor-controller.js';
import type { EntryPlace } from './entry-place.js';
import { icon } from './icon.js';
import { PinController } from './pin-controller.js';
import './tool-group.js';
import { needElement } from './late-elements.js';
import './transcript-entry.js';
import { transcriptViewStyles } from './transcript-view.styles.js';

/** A longer diff waits to be asked for. */
const SMALL_DIFF = 12;
/** So many entries are kept on the page while a person is at the end. */
const KEPT_ENTRIES = 400;

/** The conversation so far, oldest first. Draws the store; decides nothing. Light DOM. */
@customElement('transcript-view')
export class TranscriptView extends LitElement {
  @property({ attribute: false }) store!: SessionStore;
  @property({ attribute: false }) place!: EntryPlace;
  /** There is no connection: what is shown may be over. */
  @property({ type: Boolean }) stale = false;

  @query('.log') private scroller!: HTMLElement | null;
  @query('.log-inner') private inner!: HTMLElement | null;
  @query('.log-top') private top!: HTMLElement | null;

  readonly #copy = new StoreController(
    this,
    () => this.store,
    (copy) => copy,
  );
  readonly #pin = new PinController(this, () =>
    this.scroller && this.inner ? { scroller: this.scroller, content: this.inner } : null,
  );
  readonly #anchor = new AnchorController(this, () => this.scroller);
  #topWatch: IntersectionObserver | null = null;

  /** Where the session stood when the person left its end. */
  @state() private leftAt: { readonly end: number; readonly seq: number } | null = null;
  #first = 0;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, controls);
    adoptStyles(this, transcriptViewStyles);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#topWatch?.disconnect();
    this.#topWatch = null;
  }

  /** Goes to the end, as after sending something. */
  pin(): void {
    this.#pin.pin();
  }

  get isPinned(): boolean {
    return this.#pin.isPinned;
  }

  /** Holds still while the conversation grows, as after scrolling up. */
  leaveEnd(): void {
    this.#pin.leave();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('store')) {
      this.#first = 0;
      this.#pin.pin();
    }
    const { first } = this.store.value.transcript.entries;
    if (first < this.#first && !this.#pin.isPinned)
      this.#anchor.hold(this.querySelectorAll('transcript-entry, .log-inner > tool-group'));
    this.#first = first;
    const { entries, seq } = this.store.value.transcript;
    this.leftAt = this.#pin.isPinned ? null : (this.leftAt ?? { end: endOf(entries), seq });
  }

  protected override updated(): void {
    const { entries } = this.store.value.transcript;
    this.#watchTop();
    if (this.#pin.isPinned && endOf(entries) - entries.first > 2 * KEPT_ENTRIES) this.store.trim(KEPT_ENTRIES);
  }

  protected override render(): TemplateResult {
    const { transcript, isLoadingOlder } = this.#copy.value ?? this.store.value;
    const entries = entriesOf(transcript.entries);
    const newestEdit = newestEditIn(entries);
    const pin = this.#pin;
    return html`
      <h2 class="vh">Conversation</h2>
      <div
        class="log"
        role="log"
        aria-label="Conversation"
        aria-live="off"
        tabindex="0"
        @scroll=${pin.onScroll}
        @wheel=${{ handleEvent: pin.onWheel, passive: true }}
        @touchstart=${{ handleEvent: pin.onTouchStart, passive: true }}
        @touchmove=${{ handleEvent: pin.onTouchMove, passive: true }}
        @keydown=${pin.onKeyDown}
        @pointerdown=${pin.onPointerDown}
      >
        <div class="log-inner">
          ${transcript.entries.first > 0 ? renderTop(isLoadingOlder) : nothing}
          ${repeat(
            groupCalls(entries),
            (row) => row.id,
            (row) => this.#renderRow(row, newestEdit),
          )}
          ${transcript.turn.status === 'idle' ? nothing : this.#renderStatus(transcript)}
        </div>
      </div>
      ${this.leftAt ? this.#renderPill(transcript, this.leftAt) : nothing}
    `;
  }

  #renderRow(row: TranscriptRow, newestEdit: Entry | null): TemplateResult {
    if ('calls' in row) {
      return html`<tool-group role="article" .calls=${row.calls} folder=${this.place.folder}></tool-group>`;
    }
    return html`<transcript-entry
      role="article"
      .entry=${row.entry}
      .place=${this.place}
      ?is-newest-edit=${row.entry === newestEdit}
    ></transcript-entry>`;
  }

  #renderStatus(transcript: Transcript): TemplateResult {
    const open = transcript.open.map((n) => entryAt(transcript.entries, n));
    const tool = open.findLast((entry): entry is ToolEntry => entry?.kind === 'tool');
    needElement('turn-status');
    return html`<turn-status
      .turn=${transcript.turn}
      .lastOutputAt=${transcript.lastOutputAt}
      activity=${tool ? summarise(tool, this.place.folder).target : ''}
      ?writing=${open.some((entry) => entry?.kind === 'agent')}
      ?waiting=${transcript.pending.length > 0}
      ?stale=${this.stale}
    ></turn-status>`;
  }

  #renderPill({ entries, seq }: Transcript, left: { end: number; seq: number }): TemplateResult {
    const unseen = endOf(entries) - left.end;
    const words = unseen > 0 ? `${unseen} new` : seq > left.seq ? 'New words' : 'Latest';
    return html`<button class="btn pill" type="button" @click=${() => this.#pin.pin()}>
      ${icon('arrowDown')} ${words}
    </button>`;
  }

  /** A margin counts only around the box that scrolls. */
  #watchTop(): void {
    const { scroller: root, top } = this;
    if (!root || !top) return;
    this.#topWatch ??= new IntersectionObserver((seen) => this.#onTop(seen), { root, rootMargin: '800px 0px 0px' });
    this.#topWatch.observe(top);
  }

  #onTop(seen: IntersectionObserverEntry[]): void {
    if (seen.at(-1)?.isIntersecting) void this.store.loadOlder();
  }
}

function renderTop(isLoading: boolean): TemplateResult {
  return html`<div class="log-top">${isLoading ? 'Loading what came before…' : nothing}</div>`;
}

/** The last edit that was made, if it is small: what it changed is shown without asking. */
function newestEditIn(entries: readonly Entry[]): Entry | null {
  const entry = entries.findLast(
    (found): found is ToolEntry =>
      found.kind === 'tool' && found.status === 'completed' && contentOf(found).some(({ type }) => type === 'diff'),
  );
  const diffs = entry ? contentOf(entry).filter((item) => item.type === 'diff') : [];
  const size = diffs.reduce((sum, diff) => sum + changedLines(diff), 0);
  return entry && size <= SMALL_DIFF ? entry : null;
}

declare global {
  interface HTMLElementTagNameMap {
    'transcript-view': TranscriptView;
  }
}

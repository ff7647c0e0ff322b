import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { contentOf } from '../../../server/protocol/transcript/call-content.js';
import type { Entry, ToolEntry } from '../../../server/protocol/transcript/entries.js';
import { endOf, entriesOf, entryAt } from '../../../server/protocol/transcript/entry-list.js';
import type { Transcript } from '../../../server/protocol/transcript/transcript.js';
import { follow } from '../../state/base/follow.js';
import { hasLoadedOlder } from '../../state/session/find-prompt.js';
import type { OutboxCommand } from '../../state/session/outbox-store.js';
import { sendingEntry } from '../../state/session/sending-prompt.js';
import type { SessionStore } from '../../state/session/session-store.js';
import { controls } from '../../styles/controls.js';
import { drawPacer } from '../../ui/draw-pacer.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { isTouch } from '../../ui/media-controller.js';
import { repeat } from '../../ui/repeat.js';
import type { OpenPictureEvent } from '../content/open-picture-event.js';
import { changedLines } from '../tools/changed-lines.js';
import { groupCalls, type TranscriptRow } from '../tools/group-calls.js';
import { summarise } from '../tools/summarise.js';
import { AnchorController } from './anchor-controller.js';
import { DayLine } from './day-line.js';
import type { EntryPlace } from './entry-place.js';
import { PinController } from './pin-controller.js';
import {
  indexOf,
  MOST_ROWS,
  type RowWindow,
  wholeWindow,
  windowAbove,
  windowAround,
  windowAtEnd,
  windowBelow,
  windowHeld,
} from './row-window.js';
import './tool-group.js';
import { lateElement } from '../../ui/late-element.js';
import './transcript-entry.js';
import { transcriptViewStyles } from './transcript-view.styles.js';
import { conversationWords } from './words.js';

const needTurnStatus = lateElement(() => import('./turn-status.js'));

/** A longer diff waits to be asked for. */
const SMALL_DIFF = 12;
/** So many entries are kept in this tab while a person is at the end. */
const KEPT_ENTRIES = 400;
/** What is so near to the view, above and below it, is drawn before it is reached. */
const NEAR_PX = 800;

/**
 * The conversation so far, oldest first. Draws the store; decides nothing. Only a window of its rows is on the page,
 * which moves with anyone who scrolls; the rest is kept, or asked for again. Light DOM.
 */
@customElement('transcript-view')
export class TranscriptView extends LightElement {
  static override styles = [controls, transcriptViewStyles];

  @property({ attribute: false }) store!: SessionStore;
  @property({ attribute: false }) place!: EntryPlace;
  /** What is on its way to the server, and will be the next entry. */
  @property({ attribute: false }) sending: OutboxCommand | null = null;
  /** There is no connection: what is shown may be over. */
  @property({ type: Boolean }) stale = false;

  @query('.log', true) private scroller!: HTMLElement | null;
  @query('.log-inner', true) private inner!: HTMLElement | null;

  readonly #copy = follow(this, () => this.store);
  readonly #pin = new PinController(this, () =>
    this.scroller && this.inner
      ? { scroller: this.scroller, content: this.inner, hasEnd: this.#window.to === Number.POSITIVE_INFINITY }
      : null,
  );
  readonly #anchor = new AnchorController(this, () => this.scroller);
  #edges: IntersectionObserver | null = null;

  /** Where the session was when the person left its end. */
  @state() private leftAt: { readonly end: number; readonly seq: number } | null = null;
  #rows: readonly TranscriptRow[] = [];
  /** The numbers of the rows' first entries. */
  #starts: readonly number[] = [];
  #window = wholeWindow;
  /** Prompts that were shown here before the log had them. */
  readonly #sent = new Set<string>();
  readonly #days = new DayLine();
  /** The window whose edges are watched. */
  #watched: RowWindow | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#edges?.disconnect();
    this.#edges = null;
    this.#watched = null;
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

  /** Brings entry number `n` onto the page, from anywhere; null if there is none. */
  async reveal(n: number): Promise<HTMLElement | null> {
    const { store } = this;
    this.leaveEnd();
    while (n < store.value.transcript.entries.first)
      if (!(await hasLoadedOlder(store)) || store !== this.store) return null;
    this.#readRows();
    const start = this.#starts[indexOf(this.#starts, n + 1) - 1] ?? -1;
    if (start < this.#window.from || start >= this.#window.to) this.#window = windowAround(n, this.#starts);
    // Before older entries were loaded, there may have been no room to leave the end.
    this.leaveEnd();
    this.requestUpdate();
    await this.updateComplete;
    return this.#elementOf(start);
  }

  /** Words that stream in are drawn at a pace that leaves the page its time for everything else. */
  protected override async scheduleUpdate(): Promise<void> {
    const isRunning = this.store.value.transcript.turn.status !== 'idle';
    // What is held is put back in the frame after this update, which must not have been painted by then.
    if (this.hasUpdated && isRunning && !this.#anchor.isHolding) await drawPacer.frame();
    await super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('store')) {
      this.#window = wholeWindow;
      this.#pin.pin();
    }
    const { entries, seq } = this.store.value.transcript;
    this.#readRows();
    if (!this.#pin.isPinned) this.#window = windowHeld(this.#window, this.#starts);
    else if (!this.#isHeld()) this.#window = windowAtEnd(this.#window, this.#starts);
    this.leftAt = this.#pin.isPinned ? null : (this.leftAt ?? { end: endOf(entries), seq });
  }

  protected override updated(): void {
    const { entries } = this.store.value.transcript;
    this.#watchEdges();
    if (this.#pin.isPinned && endOf(entries) - entries.first > 2 * KEPT_ENTRIES) this.store.trim(KEPT_ENTRIES);
  }

  protected override render(): TemplateResult {
    const { transcript, isLoadingOlder } = this.#copy.value ?? this.store.value;
    const pin = this.#pin;
    const { from, to } = this.#window;
    const [first, end] = [indexOf(this.#starts, from), indexOf(this.#starts, to)];
    const rows = this.#withSending(this.#rows.slice(first, end), transcript, end === this.#rows.length);
    const newestEdit = newestEditIn(rows);
    this.#days.restart(Date.now());
    const isAtTop = first === 0 && transcript.entries.first === 0;
    return html`
      <h2 class="vh">${conversationWords.conversation}</h2>
      <div
        class="log"
        role="log"
        aria-label=${conversationWords.conversation}
        aria-live="off"
        tabindex="0"
        ?data-pinned=${pin.isPinned}
        @scroll=${pin.onScroll}
        @wheel=${{ handleEvent: pin.onWheel, passive: true }}
        @touchstart=${{ handleEvent: pin.onTouchStart, passive: true }}
        @touchmove=${{ handleEvent: pin.onTouchMove, passive: true }}
        @keydown=${pin.onKeyDown}
        @pointerdown=${pin.onPointerDown}
        @click=${onTap}
        @open-picture=${this.#onOpenPicture}
      >
        <div class="log-inner">
          ${isAtTop ? nothing : renderTop(isLoadingOlder)}
          ${repeat(
            rows,
            (row) => this.#keyOf(row),
            (row) => this.#renderRow(row, newestEdit, transcript.turn),
          )}
          ${end < this.#rows.length ? html`<div class="log-more"></div>` : nothing}
          ${transcript.turn.status === 'idle' ? nothing : this.#renderStatus(transcript)}
        </div>
      </div>
      ${this.leftAt ? this.#renderPill(transcript, this.leftAt) : nothing}
    `;
  }

  /** What is on its way comes last. */
  #withSending(rows: TranscriptRow[], transcript: Transcript, hasEnd: boolean): TranscriptRow[] {
    if (!this.sending || !hasEnd) return rows;
    const entry = sendingEntry(this.sending, transcript);
    this.#sent.add(this.sending.cmdId);
    return [...rows, { id: entry.id, entry }];
  }

  /** What was on its way here keeps its row when the log has it. */
  #keyOf(row: TranscriptRow): string {
    const promptId = 'entry' in row && row.entry.kind === 'user' ? row.entry.promptId : null;
    return promptId !== null && this.#sent.has(promptId) ? `prompt ${promptId}` : row.id;
  }

  #renderRow(row: TranscriptRow, newestEdit: Entry | null, { status, n }: Transcript['turn']): TemplateResult {
    if ('calls' in row) {
      return html`<tool-group role="article" .calls=${row.calls} folder=${this.place.folder}></tool-group>`;
    }
    return html`<transcript-entry
      role="article"
      .entry=${row.entry}
      .place=${this.place}
      ?is-late=${this.sending?.isLate === true && row.entry.id === `sending ${this.sending.cmdId}`}
      ?is-newest-edit=${row.entry === newestEdit}
      ?is-docked=${row.entry.kind === 'plan' && status !== 'idle' && row.entry.turn === n}
      .day=${this.#days.begins(row.entry.at)}
    ></transcript-entry>`;
  }

  #renderStatus(transcript: Transcript): TemplateResult {
    const open = transcript.open.map((n) => entryAt(transcript.entries, n));
    const tool = open.findLast((entry): entry is ToolEntry => entry?.kind === 'tool');
    needTurnStatus();
    return html`<turn-status
      .turn=${transcript.turn}
      .lastOutputAt=${transcript.lastOutputAt}
      activity=${tool ? summarise(tool, this.place.folder).target : ''}
      ?writing=${open.some((entry) => entry?.kind === 'agent')}
      ?thinking=${open.some((entry) => entry?.kind === 'thought')}
      ?waiting=${transcript.pending.length > 0}
      ?stale=${this.stale}
    ></turn-status>`;
  }

  #renderPill({ entries, seq }: Transcript, left: { end: number; seq: number }): TemplateResult {
    const unseen = endOf(entries) - left.end;
    const text =
      unseen > 0
        ? conversationWords.newEntries(unseen)
        : seq > left.seq
          ? conversationWords.newOutput
          : conversationWords.jumpToLatest;
    return html`<button class="btn pill" type="button" @click=${() => this.#pin.pin()}>
      ${icon('arrowDown')} ${text}
    </button>`;
  }

  /** Looks for the edges of what is drawn, anew for each window: one that is still near when it has moved is reported again. */
  #watchEdges(): void {
    const { scroller: root, inner } = this;
    const { first } = this.store.value.transcript.entries;
    const now = { from: Math.max(first, this.#window.from), to: this.#window.to };
    if (!root || !inner || (now.from === this.#watched?.from && now.to === this.#watched.to)) return;
    this.#watched = now;
    // A margin counts only around the box that scrolls.
    const rootMargin = `${NEAR_PX}px 0px`;
    this.#edges ??= new IntersectionObserver((seen) => this.#onEdge(seen), { root, rootMargin });
    this.#edges.disconnect();
    for (const edge of inner.querySelectorAll(':scope > :is(.log-top, .log-more)')) this.#edges.observe(edge);
  }

  #onEdge(seen: IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of seen) {
      if (!isIntersecting || !target.isConnected) continue;
      const isTop = target.classList.contains('log-top');
      if (!isTop) this.#setWindow(windowBelow(this.#window, this.#starts));
      else if (this.#window.from > (this.#starts[0] ?? 0)) this.#setWindow(windowAbove(this.#window, this.#starts));
      else void this.#loadOlder();
    }
  }

  async #loadOlder(): Promise<void> {
    const { store } = this;
    // They are not drawn as soon as they are here, but when what is read is held.
    this.#window = { ...this.#window, from: store.value.transcript.entries.first };
    await store.loadOlder();
    if (store !== this.store) return;
    this.#readRows();
    this.#setWindow(windowAbove(this.#window, this.#starts));
  }

  #onOpenPicture({ image }: OpenPictureEvent): void {
    void import('../content/picture-viewer.js').then(({ viewPictures }) => viewPictures(this, image));
  }

  #readRows(): void {
    const { entries } = this.store.value.transcript;
    this.#rows = groupCalls(entriesOf(entries));
    this.#starts = startsOf(this.#rows, entries.first);
  }

  /** What a person reads stays where it is. */
  #setWindow(window: RowWindow): void {
    this.#anchor.hold(this.querySelectorAll('.log-inner > :is(transcript-entry, tool-group)'));
    this.#window = window;
    this.requestUpdate();
  }

  /** Whether a person has hold of something here, which would be lost with its row. */
  #isHeld(): boolean {
    // Asking costs a layout, and nothing leaves the page before there is too much of it.
    if (this.#starts.length - indexOf(this.#starts, this.#window.from) <= MOST_ROWS) return false;
    const selection = document.getSelection();
    const isSelecting = selection?.isCollapsed === false && selection.containsNode(this, true);
    return isSelecting || (this.inner?.contains(document.activeElement) ?? false);
  }

  #elementOf(start: number): HTMLElement | null {
    const index = indexOf(this.#starts, start) - indexOf(this.#starts, this.#window.from);
    return this.querySelectorAll<HTMLElement>('.log-inner > :is(transcript-entry, tool-group)')[index] ?? null;
  }
}

/** The number of each row's first entry. */
function startsOf(rows: readonly TranscriptRow[], first: number): number[] {
  let n = first;
  return rows.map((row) => {
    const start = n;
    n += 'calls' in row ? row.calls.length : 1;
    return start;
  });
}

/** Where nothing is pointed at, a tap on a message shows what can be done with it. */
function onTap({ target, currentTarget }: Event): void {
  if (!isTouch()) return;
  for (const other of (currentTarget as Element).querySelectorAll('[data-tapped]'))
    delete (other as HTMLElement).dataset.tapped;
  const entry = (target as Element).closest<HTMLElement>('transcript-entry');
  if (entry) entry.dataset.tapped = '';
}

function renderTop(isLoading: boolean): TemplateResult {
  return html`<div class="log-top">${isLoading ? conversationWords.loadingEarlier : nothing}</div>`;
}

/** The last edit that was made, if it is small: what it changed is shown without asking. */
function newestEditIn(rows: readonly TranscriptRow[]): Entry | null {
  const row = rows.findLast((found) => 'entry' in found && isEdit(found.entry));
  const entry = row && 'entry' in row && isEdit(row.entry) ? row.entry : null;
  const diffs = entry ? contentOf(entry).filter((item) => item.type === 'diff') : [];
  const size = diffs.reduce((sum, diff) => sum + changedLines(diff), 0);
  return entry && size <= SMALL_DIFF ? entry : null;
}

function isEdit(entry: Entry): entry is ToolEntry {
  return entry.kind === 'tool' && entry.status === 'completed' && contentOf(entry).some(({ type }) => type === 'diff');
}

declare global {
  interface HTMLElementTagNameMap {
    'transcript-view': TranscriptView;
  }
}

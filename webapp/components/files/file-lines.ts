import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { follow } from '../../state/base/follow.js';
import { type FileCopy, type FileCopyState, SLICE_LINES, sliceOf } from '../../state/work/paged-file.js';
import { LightElement } from '../../ui/light-element.js';
import { isTouch } from '../../ui/media-controller.js';
import { repeat } from '../../ui/repeat.js';
import { label, nameLabel } from '../../ui/visible-text.js';
import { codeWorker } from '../../worker/code-worker-client.js';
import type { LineHit } from '../../worker/find-lines.js';
import { FileColours } from './file-colours.js';
import { type LineMark, type MarkedSpan, markSpans } from './mark-spans.js';
import { fileWords } from './words.js';

/** As high as the styles make a line. */
const LINE_PX = 20;
/** Files up to this many lines are drawn whole, so that the browser's own search finds everything. */
const WHOLE_LINES = 2_000;

const NOTHING_CHANGED: ReadonlySet<number> = new Set();

/** Fired when a person moves in the file by hand. */
export class FileTouchedEvent extends Event {
  static readonly type = 'file-touched';
  constructor() {
    super(FileTouchedEvent.type, { bubbles: true });
  }
}

/** Lines that a person has chosen, counted from 1. */
export interface LinesPicked {
  readonly from: number;
  readonly to: number;
}

/** Fired when a person chooses lines, by their numbers or by selecting their text; null when they no longer do. */
export class LinesChosenEvent extends Event {
  static readonly type = 'lines-chosen';
  readonly range: LinesPicked | null;

  constructor(range: LinesPicked | null) {
    super(LinesChosenEvent.type, { bubbles: true });
    this.range = range;
  }
}

/** The lines of a file: only those near the eye are fetched, coloured and drawn. Light DOM. */
@customElement('file-lines')
export class FileLines extends LightElement {
  @property({ attribute: false }) file!: FileCopy;
  /** The line that is meant, or null. */
  @property({ type: Number }) line: number | null = null;
  /** Up to which line it goes, if more than one is meant. */
  @property({ type: Number }) to: number | null = null;
  /** The character that is meant in that line, from 1 on. */
  @property({ type: Number }) column: number | null = null;
  /** Lines that somebody has changed just now, from 0 on. */
  @property({ attribute: false }) changed: ReadonlySet<number> = NOTHING_CHANGED;
  @property({ attribute: false }) hits: readonly LineHit[] = [];
  @property({ type: Number }) hit = -1;
  /** Who wrote each line, by its number; null where nobody wants to know. */
  @property({ attribute: false }) blame: ReadonlyMap<number, LineOrigin> | null = null;
  @property({ attribute: false }) worker = codeWorker;

  @query('.file-scroll') private scroller!: HTMLElement | null;
  @state() private shown = { first: 0, last: 0 };

  readonly #copy = follow(this, () => this.file);
  #colours: FileColours | null = null;
  /** The place that was last brought into view. */
  #reached = '';
  readonly #observer = new ResizeObserver(() => this.#measure());

  /** The hits by their line. */
  #hitsAt = new Map<number, LineMark[]>();
  /** Where a choice by numbers began. */
  #anchor: number | null = null;
  #hasSelection = false;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('selectionchange', this.#onSelection);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer.disconnect();
    document.removeEventListener('selectionchange', this.#onSelection);
  }

  /** The text has the focus. */
  override focus(): void {
    this.scroller?.focus();
  }

  /** Moves what is shown by some lines, because as many came or went above. */
  shift(lines: number): void {
    if (this.scroller) this.scroller.scrollTop += lines * LINE_PX;
  }

  /** Brings a line into view, if it is not there. */
  show(line: number): void {
    const { scroller } = this;
    if (!scroller) return;
    const top = (line - 1) * LINE_PX;
    const isSeen = top >= scroller.scrollTop && top + 2 * LINE_PX <= scroller.scrollTop + scroller.clientHeight;
    if (!isSeen) scroller.scrollTop = Math.max(0, top - scroller.clientHeight / 3);
    this.#measure();
  }

  /** Which line is at the top now. */
  get topLine(): number {
    return Math.floor((this.scroller?.scrollTop ?? 0) / LINE_PX) + 1;
  }

  /** Brings the line that is meant into view, also if it was before. */
  reach(): void {
    this.#reached = '';
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#colours ??= new FileColours(this, this.worker);
    if (changed.has('line') || changed.has('to')) this.#reached = '';
    if (changed.has('hits') || changed.has('hit')) this.#placeHits();
    if ((changed.has('hit') || changed.has('hits')) && this.hits[this.hit]) this.show(this.hits[this.hit]!.line + 1);
    const copy = this.#copy.value;
    if (copy) this.#want(copy);
  }

  protected override render(): TemplateResult {
    const copy = this.#copy.value!;
    const digits = String(copy.total).length;
    return html`<div
      class="file-scroll"
      tabindex="0"
      role="region"
      aria-label=${fileWords.view.textOf(nameLabel(copy.name))}
      style="--digits: ${digits}; --line-px: ${LINE_PX}px"
      @scroll=${this.#measure}
      @wheel=${this.#onTouch}
      @touchmove=${this.#onTouch}
      @pointerdown=${this.#onTouch}
      @keydown=${this.#onKey}
      @click=${this.#onClick}
      @animationend=${this.#onFaded}
    ><div class="file-text" style="height: ${copy.total * LINE_PX}px">${repeat(
      this.#slices(copy),
      (index) => index,
      (index) => this.#renderSlice(copy, index),
    )}</div></div>`;
  }

  protected override firstUpdated(): void {
    this.#observer.observe(this.scroller!);
  }

  protected override updated(): void {
    this.#reach();
    this.#measure();
  }

  #renderSlice(copy: FileCopyState, index: number): TemplateResult {
    const first = index * SLICE_LINES;
    const lines = copy.slices.get(index) ?? [];
    return html`<div class="file-slice" style="top: ${first * LINE_PX}px">${lines.map((text, n) => this.#renderLine(text, first + n, copy))}</div>`;
  }

  #renderLine(text: string, index: number, copy: FileCopyState): TemplateResult {
    const { line, to } = this;
    const isMeant = line !== null && index + 1 >= line && index < (to ?? line);
    const classes = ['file-line', isMeant && 'meant', this.changed.has(index) && 'changed'].filter(Boolean).join(' ');
    const spans = markSpans(this.#colours!.line(text, index, copy), this.#marksOf(index, text));
    // Joined without a space: what is copied must be the line and nothing else.
    return html`<div class=${classes} data-line=${index + 1} aria-current=${isMeant ? 'true' : 'false'}>${this.blame ? this.#renderBlame(index + 1) : nothing}<span class="file-number" aria-hidden="true">${index + 1}</span><span class="file-words">${spans.map(renderSpan)}${'\n'}</span></div>`;
  }

  /** Said once for lines that are from the same commit. */
  #renderBlame(line: number): TemplateResult {
    const origin = this.blame?.get(line);
    if (!origin?.isFirst) return html`<span class="file-blame"></span>`;
    const open = () => this.dispatchEvent(new CommitWantedEvent(origin.oid ?? ''));
    if (origin.oid === null) return html`<span class="file-blame">${label(origin.words, 60)}</span>`;
    return html`<button type="button" class="file-blame" title=${label(origin.subject, 200)} @click=${open}>${label(origin.words, 60)}</button>`;
  }

  #marksOf(index: number, text: string): readonly LineMark[] {
    const hits = this.#hitsAt.get(index);
    if (hits) return hits;
    const { line, column } = this;
    if (column === null || line !== index + 1 || text === '') return [];
    const start = Math.min(column, text.length) - 1;
    return [{ start, end: start + 1, kind: 'column' }];
  }

  #placeHits(): void {
    const placed = new Map<number, LineMark[]>();
    for (const [n, { line, start, end }] of this.hits.entries()) {
      const mark: LineMark = { start, end, kind: n === this.hit ? 'current' : 'hit' };
      placed.set(line, [...(placed.get(line) ?? []), mark]);
    }
    this.#hitsAt = placed;
  }

  #slices({ total, slices }: FileCopyState): number[] {
    const last = total <= WHOLE_LINES ? sliceOf(total) : this.shown.last;
    const first = total <= WHOLE_LINES ? 0 : this.shown.first;
    return Array.from({ length: last - first + 1 }, (_, n) => first + n).filter((index) => slices.has(index));
  }

  #want(copy: FileCopyState): void {
    const isSmall = copy.total <= WHOLE_LINES;
    const [first, last] = isSmall ? [0, sliceOf(copy.total)] : [this.shown.first - 1, this.shown.last + 1];
    this.file.want(first, last);
    this.#colours!.want(copy, this.#slices(copy));
  }

  /** A third of the way down: what comes before a line tells what it is about. */
  #reach(): void {
    const { scroller, line } = this;
    const copy = this.#copy.value!;
    const place = `${copy.path}:${line}`;
    if (!scroller || line === null || copy.status !== 'ready' || copy.total === 0 || this.#reached === place) return;
    this.#reached = place;
    scroller.scrollTop = Math.max(0, (line - 1) * LINE_PX - scroller.clientHeight / 3);
    scroller.scrollLeft = 0;
  }

  readonly #measure = (): void => {
    const { scroller } = this;
    if (!scroller) return;
    const top = sliceOf(this.topLine);
    const bottom = sliceOf(Math.ceil((scroller.scrollTop + scroller.clientHeight) / LINE_PX));
    if (top !== this.shown.first || bottom !== this.shown.last) this.shown = { first: top, last: bottom };
  };

  #onTouch(): void {
    this.dispatchEvent(new FileTouchedEvent());
  }

  /** A number chooses its line; with Shift, or by a finger, a second one chooses all in between. */
  #onClick(event: MouseEvent): void {
    if (!(event.target instanceof Element) || !event.target.closest('.file-number')) return;
    const line = lineOf(event.target);
    if (line === null) return;
    const isMore = this.#anchor !== null && (event.shiftKey || isTouch());
    const anchor = isMore ? this.#anchor! : line;
    this.#anchor = isMore && isTouch() ? null : anchor;
    getSelection()?.removeAllRanges();
    this.#hasSelection = false;
    const range = { from: Math.min(anchor, line), to: Math.max(anchor, line) };
    this.dispatchEvent(new LinesChosenEvent(range));
  }

  readonly #onSelection = (): void => {
    const selection = getSelection();
    const isHere = selection !== null && !selection.isCollapsed && this.contains(selection.anchorNode);
    if (!isHere && !this.#hasSelection) return;
    this.#hasSelection = isHere;
    const [a, b] = isHere ? [lineOf(selection.anchorNode), lineOf(selection.focusNode)] : [null, null];
    const range = a !== null && b !== null ? { from: Math.min(a, b), to: Math.max(a, b) } : null;
    this.dispatchEvent(new LinesChosenEvent(range));
  };

  /** What was marked as changed has been seen. */
  #onFaded(): void {
    this.changed = NOTHING_CHANGED;
  }

  #onKey({ key }: KeyboardEvent): void {
    if (/^(Arrow|Page|Home|End| )/.test(key)) this.#onTouch();
  }
}

/** Where a line is from. */
export interface LineOrigin {
  readonly oid: string | null;
  readonly words: string;
  readonly subject: string;
  /** Whether it is the first of its kind. */
  readonly isFirst: boolean;
}

/** Fired when a person wants to see the commit of a line. */
export class CommitWantedEvent extends Event {
  static readonly type = 'commit-wanted';
  readonly oid: string;

  constructor(oid: string) {
    super(CommitWantedEvent.type, { bubbles: true, composed: true });
    this.oid = oid;
  }
}

function renderSpan({ text, kind, mark }: MarkedSpan): unknown {
  const coloured = kind === '' ? text : html`<span class="tk-${kind}">${text}</span>`;
  return mark ? html`<mark class=${mark}>${coloured}</mark>` : coloured;
}

/** The line of the file that a node is in; null if it is in none. */
function lineOf(node: Node | null): number | null {
  const element = node instanceof Element ? node : node?.parentElement;
  const line = Number(element?.closest<HTMLElement>('.file-line')?.dataset.line);
  return line > 0 ? line : null;
}

declare global {
  interface HTMLElementTagNameMap {
    'file-lines': FileLines;
  }
  interface HTMLElementEventMap {
    'lines-chosen': LinesChosenEvent;
    'commit-wanted': CommitWantedEvent;
  }
}

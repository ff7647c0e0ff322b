import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { type FileCopy, type FileCopyState, SLICE_LINES, sliceOf } from '../state/file-copy.js';
import { StoreController } from '../state/store-controller.js';
import { codeWorker } from '../worker/code-worker-client.js';
import type { Span } from '../worker/line-spans.js';
import { FileColours } from './file-colours.js';
import { visibleText } from './visible-text.js';

/** As high as the styles make a line. */
const LINE_PX = 20;
/** Files up to this many lines are drawn whole, so that the browser's own search finds everything. */
const WHOLE_LINES = 2_000;

/** Fired when a person moves in the file by hand. */
export class FileTouchedEvent extends Event {
  static readonly type = 'file-touched';
  constructor() {
    super(FileTouchedEvent.type, { bubbles: true });
  }
}

/** The lines of a file: only those near the eye are fetched, coloured and drawn. Light DOM. */
@customElement('file-lines')
export class FileLines extends LitElement {
  @property({ attribute: false }) file!: FileCopy;
  /** The line that is meant, or null. */
  @property({ type: Number }) line: number | null = null;
  @property({ attribute: false }) worker = codeWorker;

  @query('.file-scroll') private scroller!: HTMLElement | null;
  @state() private shown = { first: 0, last: 0 };

  readonly #copy = new StoreController(
    this,
    () => this.file,
    (copy) => copy,
  );
  #colours: FileColours | null = null;
  /** The place that was last brought into view. */
  #reached = '';
  readonly #observer = new ResizeObserver(() => this.#measure());

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer.disconnect();
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
    if (changed.has('line')) this.#reached = '';
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
      aria-label="Text of ${visibleText(copy.name)}"
      style="--digits: ${digits}; --line-px: ${LINE_PX}px"
      @scroll=${this.#measure}
      @wheel=${this.#onTouch}
      @touchmove=${this.#onTouch}
      @pointerdown=${this.#onTouch}
      @keydown=${this.#onKey}
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
    const isMeant = index + 1 === this.line;
    // Joined without a space: what is copied must be the line and nothing else.
    return html`<div class=${isMeant ? 'file-line meant' : 'file-line'} aria-current=${isMeant ? 'true' : 'false'}><span class="file-number" aria-hidden="true">${index + 1}</span><span class="file-words">${this.#colours!.line(text, index, copy).map(renderSpan)}${'\n'}</span></div>`;
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

  #onKey({ key }: KeyboardEvent): void {
    if (/^(Arrow|Page|Home|End| )/.test(key)) this.#onTouch();
  }
}

function renderSpan({ text, kind }: Span): unknown {
  return kind === '' ? text : html`<span class="tk-${kind}">${text}</span>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'file-lines': FileLines;
  }
}

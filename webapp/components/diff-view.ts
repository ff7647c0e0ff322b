import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { diffStyles } from '../diff/diff.styles.js';
import { knownDiff, rememberDiff } from '../diff/diff-cache.js';
import type { DiffResult } from '../diff/diff-result.js';
import { type DiffPart, layOutDiff } from '../diff/diff-rows.js';
import { splitLines } from '../diff/split-lines.js';
import { codeStyles } from '../markdown/code.styles.js';
import { stripHidden, turnsDirection } from '../markdown/hidden-characters.js';
import { codeWorker } from '../worker/code-worker-client.js';
import { highlightCode } from '../worker/highlight-cache.js';
import { languageOfFile } from '../worker/language-names.js';
import { adoptStyles } from './adopt-styles.js';
import { CopyController } from './copy-controller.js';
import type { DiffSide } from './diff-chunk.js';
import './diff-chunk.js';
import { NearController } from './near-controller.js';
import { OpenFileEvent } from './open-file-event.js';
import { WidthController } from './width-controller.js';

const MORE = 100;
const NARROW = 700;

/**
 * How a file changes: in one column or side by side, with the words that differ, colours, and unchanged lines folded
 * away. Light DOM.
 * @fires open-file - A person pressed the file name.
 */
@customElement('diff-view')
export class DiffView extends LitElement {
  @property() path = '';
  /** The workspace's folder: names and patches are relative to it. */
  @property() folder = '';
  /** Null or empty for a new file. */
  @property({ attribute: false }) oldText: string | null = null;
  @property({ attribute: false }) newText = '';
  /** Side by side only where there is room. */
  @property() mode: 'inline' | 'split' = 'inline';
  @property({ attribute: false }) worker = codeWorker;

  readonly #copy = new CopyController(this);
  readonly #near = new NearController(this);
  readonly #width = new WidthController(this, NARROW);
  @state() private diff: DiffResult | null = null;
  @state() private shown: ReadonlyMap<number, number> = new Map();
  @state() private sides: { old: DiffSide; new: DiffSide } = { old: sideOf(''), new: sideOf('') };
  #coloured = false;

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, codeStyles);
    adoptStyles(this, diffStyles);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('oldText') || changed.has('newText')) this.#start();
    if (changed.has('path')) this.#coloured = false;
    if (this.#near.isNear && !this.#coloured) void this.#colour();
  }

  #start(): void {
    const [before, after] = [this.oldText ?? '', this.newText];
    this.sides = { old: sideOf(before), new: sideOf(after) };
    this.shown = new Map();
    this.#coloured = false;
    this.diff = knownDiff(before, after);
    if (!this.diff) void this.#compare(before, after);
  }

  async #compare(oldText: string, newText: string): Promise<void> {
    // Without a worker the page itself compares: late is better than never.
    const result = await this.worker
      .ask('diff', { oldText, newText })
      .catch(async () => (await import('../diff/compute-diff.js')).computeDiff(oldText, newText));
    rememberDiff(oldText, newText, result);
    if (oldText === (this.oldText ?? '') && newText === this.newText) this.diff = result;
  }

  async #colour(): Promise<void> {
    this.#coloured = true;
    const [before, after, language] = [this.oldText ?? '', this.newText, languageOfFile(this.path)];
    const [old, fresh] = await Promise.all([before, after].map((text) => highlightCode(this.worker, language, text)));
    if (before !== (this.oldText ?? '') || after !== this.newText || (!old && !fresh)) return;
    this.sides = {
      old: { ...this.sides.old, colours: old ?? null },
      new: { ...this.sides.new, colours: fresh ?? null },
    };
  }

  protected override render(): TemplateResult {
    return html`${this.#renderHead()}${this.diff ? this.#renderTable(this.diff) : html`<div class="diff-empty" aria-busy="true">Comparing…</div>`}`;
  }

  #renderHead(): TemplateResult {
    const split = this.mode === 'split';
    return html`<div class="diff-head">
      <button type="button" class="diff-name" title="Open ${this.path}" @click=${this.#onOpen}>${stripHidden(this.#name)}</button>
      ${this.oldText ? nothing : html`<span>New file</span>`}
      ${this.diff ? html`<span class="diff-plus" aria-label="${this.diff.added} lines added">+${this.diff.added}</span><span class="diff-minus" aria-label="${this.diff.removed} lines removed">−${this.diff.removed}</span>` : nothing}
      ${turnsDirection(this.newText) ? html`<span class="diff-warning">Holds hidden characters that change the reading order</span>` : nothing}
      ${this.#width.isNarrow ? nothing : html`<button type="button" class="diff-tool" aria-pressed=${split} @click=${this.#onMode}>Side by side</button>`}
      <button type="button" class="diff-tool" aria-live="polite" @click=${this.#onCopy}>${this.#copy.label('Copy patch')}</button>
    </div>`;
  }

  #renderTable(diff: DiffResult): TemplateResult {
    const split = this.mode === 'split' && !this.#width.isNarrow;
    const parts = layOutDiff(diff, { split, shown: this.shown });
    if (diff.added + diff.removed === 0) return html`<div class="diff-empty">Nothing changes.</div>`;
    const digits = String(Math.max(this.sides.old.lines.length, this.sides.new.lines.length)).length;
    return html`<div class="diff-table" role="table" aria-label="Changes in ${stripHidden(this.#name)}" style="--digits: ${digits}" @pointerdown=${this.#onPointerDown}>
      ${repeat(
        parts,
        ({ key }) => key,
        (part) => this.#renderPart(part),
      )}
    </div>`;
  }

  #renderPart(part: DiffPart): TemplateResult {
    if (part.kind === 'rows') {
      return html`<diff-chunk role="rowgroup" style="--rows: ${part.rows.length}" .rows=${part.rows} .oldSide=${this.sides.old} .newSide=${this.sides.new}></diff-chunk>`;
    }
    return html`<div role="row"><div role="cell"><button type="button" class="diff-gap" data-run=${part.run} @click=${this.#onMore}>Show ${part.hidden > 2 * MORE ? `more of ${part.hidden}` : part.hidden} unchanged lines</button></div></div>`;
  }

  get #name(): string {
    const prefix = `${this.folder.replace(/\/+$/, '')}/`;
    return this.folder !== '' && this.path.startsWith(prefix) ? this.path.slice(prefix.length) : this.path;
  }

  #onOpen(): void {
    const first = this.diff?.runs[0];
    this.dispatchEvent(new OpenFileEvent(this.path, first ? first.same + 1 : null));
  }

  #onMode(): void {
    this.mode = this.mode === 'split' ? 'inline' : 'split';
  }

  #onMore(event: Event): void {
    const run = Number((event.currentTarget as HTMLElement).dataset.run);
    this.shown = new Map(this.shown).set(run, (this.shown.get(run) ?? 0) + MORE);
  }

  #onCopy(): void {
    const ask = { path: this.#name, oldText: this.oldText, newText: this.newText };
    const local = async () => (await import('../diff/format-patch.js')).formatGitPatch(ask);
    void this.#copy.copy(this.worker.ask('patch', ask).catch(local));
  }

  /** A selection that begins on one side stays on that side. */
  #onPointerDown(event: PointerEvent): void {
    const side = event.target instanceof Element ? event.target.closest('.diff-side') : null;
    const place = side?.nextElementSibling ? 'left' : 'right';
    (event.currentTarget as HTMLElement).dataset.selects = place;
  }
}

function sideOf(text: string): DiffSide {
  return { lines: splitLines(text), colours: null, ends: text === '' || text.endsWith('\n') };
}

declare global {
  interface HTMLElementTagNameMap {
    'diff-view': DiffView;
  }
}

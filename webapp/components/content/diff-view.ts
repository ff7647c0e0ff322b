import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { isBinary } from '../../../server/protocol/shown-diff.js';
import { diffStyles } from '../../diff/diff.styles.js';
import { knownDiff } from '../../diff/diff-cache.js';
import type { DiffResult } from '../../diff/diff-result.js';
import { blocksOf, type DiffBlock, type DiffLayout, type DiffPart, layOutDiff } from '../../diff/diff-rows.js';
import { diffFromRuns, type RunCounts } from '../../diff/from-runs.js';
import { allPicks, type Hunk, JOINED_LINES, type LinePicks, pickCount, picksInside } from '../../diff/pick-lines.js';
import { splitLines } from '../../diff/split-lines.js';
import { codeStyles } from '../../markdown/code.styles.js';
import { oddCharacters } from '../../styles/odd-characters.js';
import { CopyController } from '../../ui/copy-controller.js';
import { stripHidden, turnsDirection } from '../../ui/hidden-characters.js';
import { LightElement } from '../../ui/light-element.js';
import { repeat } from '../../ui/repeat.js';
import { commonWords } from '../../ui/words.js';
import { codeWorker } from '../../worker/code-worker-client.js';
import { compareTexts, markTexts } from '../../worker/compare-texts.js';
import { highlightCode } from '../../worker/highlight-cache.js';
import { languageOfFile } from '../../worker/language-names.js';
import type { DiffChunk, DiffSide } from './diff-chunk.js';
import './diff-chunk.js';
import { NearController } from '../../ui/near-controller.js';
import { OpenFileEvent } from '../../ui/open-file-event.js';
import { WidthController } from '../../ui/width-controller.js';
import { type DiffAct, DiffActEvent } from './diff-act.js';
import { PickController } from './pick-controller.js';
import { MORE_LINES, renderHunk } from './render-diff-part.js';
import { contentWords } from './words.js';

const NARROW = 700;
/** Of a long diff, so many runs of lines are laid out at first, and so many blocks are drawn without waiting to be seen. */
const FIRST_RUNS = 60;
const FIRST_BLOCKS = 2;
const UNSEEN_MS = 200;

/** A diff as it was laid out, and for what. */
interface LaidOut extends DiffLayout {
  readonly diff: DiffResult;
  readonly blocks: readonly DiffBlock[];
  readonly hunks: readonly Extract<DiffPart, { kind: 'hunk' }>[];
}

/**
 * How a file changes: in one column or side by side, with the words that differ, colours, and unchanged lines folded
 * away. Light DOM.
 * @fires open-file - A person pressed the file name.
 * @fires diff-act - A person wants one of `acts` done with a hunk, or with the lines that they picked.
 */
@customElement('diff-view')
export class DiffView extends LightElement {
  static override styles = [codeStyles, diffStyles, oddCharacters];

  @property() path = '';
  /** The workspace's folder: names and patches are relative to it. */
  @property() folder = '';
  /** Null or empty for a new file. */
  @property({ attribute: false }) oldText: string | null = null;
  @property({ attribute: false }) newText = '';
  /** The line of the file with which the texts begin; null if nobody knows, which shows no numbers. */
  @property({ attribute: false }) firstLine: number | null = 1;
  /** The same for the old text, where it begins with another line. */
  @property({ attribute: false }) oldFirstLine: number | null = null;
  /** Side by side only where there is room. */
  @property() mode: 'inline' | 'split' = 'inline';
  /** Draws long lines to their end, where a person decides on them. */
  @property({ type: Boolean, attribute: 'is-whole' }) isWhole = false;
  /** How the lines differ, where git has compared them already. */
  @property({ attribute: false }) runs: readonly RunCounts[] | null = null;
  /** Lines that differ in white space only count as the same; only with `runs`. */
  @property({ type: Boolean, attribute: 'hides-space' }) hidesSpace = false;
  /** What can be done with hunks and lines; without any, no line can be picked. */
  @property({ attribute: false }) acts: readonly DiffAct[] = [];
  /** Begins each hunk with a line that says where it is. */
  @property({ type: Boolean, attribute: 'has-hunks' }) hasHunks = false;
  /** Leaves name, counts and tools to what is around it. */
  @property({ type: Boolean, attribute: 'is-bare' }) isBare = false;
  /** What is around it is on screen, so that its first lines need not wait to be. */
  @property({ type: Boolean, attribute: 'is-seen' }) isSeen = false;
  @property({ attribute: false }) worker = codeWorker;

  readonly #pick = new PickController(this);
  readonly #copy = new CopyController(this);
  readonly #near = new NearController(this);
  readonly #width = new WidthController(this, NARROW);
  @state() private diff: DiffResult | null = null;
  @state() private shown: ReadonlyMap<number, number> = new Map();
  @state() private sides: { old: DiffSide; new: DiffSide } = { old: sideOf(''), new: sideOf('') };
  /** Of a long diff, the beginning is drawn before anything is done with the rest. */
  @state() private beginning: DiffResult | null = null;
  #coloured = false;
  /** The hunk that had the focus when another diff came. */
  #place: number | null = null;
  #laidOut: LaidOut | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (['oldText', 'newText', 'runs', 'hidesSpace'].some((name) => changed.has(name as 'runs'))) this.#start();
    if (changed.has('path')) this.#coloured = false;
    if (this.#near.isNear && !this.#coloured && !this.beginning) void this.#colour();
  }

  #start(): void {
    this.beginning = null;
    const [before, after] = [this.oldText ?? '', this.newText];
    this.sides = { old: sideOf(before), new: sideOf(after) };
    this.shown = new Map();
    this.#coloured = false;
    this.#place = this.#hunkInFocus()?.n ?? null;
    this.#pick.reset();
    if (this.runs) {
      void this.#mark(this.runs, before, after);
      return;
    }
    this.diff = knownDiff(before, after);
    if (!this.diff) void this.#compare(before, after);
  }

  /** The lines are shown at once; the words that differ are marked when they are known. */
  async #mark(runs: readonly RunCounts[], oldText: string, newText: string): Promise<void> {
    const diff = diffFromRuns(runs, this.sides.old.lines.length);
    const { hidesSpace } = this;
    this.diff = hidesSpace ? null : diff;
    this.beginning = hidesSpace ? null : beginningOf(diff);
    if (this.beginning) await nextPaint();
    if (this.runs !== runs || this.hidesSpace !== hidesSpace) return;
    this.beginning = null;
    const marked = await markTexts({ oldText, newText, diff, hidesSpace }, this.worker);
    if (this.runs === runs && this.hidesSpace === hidesSpace) this.diff = marked;
  }

  async #compare(oldText: string, newText: string): Promise<void> {
    const result = await compareTexts(oldText, newText, this.worker);
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
    if (isBinary(this.oldText ?? '') || isBinary(this.newText)) {
      return html`<div class="diff-empty">${contentWords.diff.binary(stripHidden(this.#name))}</div>`;
    }
    return html`${this.isBare ? this.#renderWarning() : this.#renderHead()}${this.diff ? this.#renderTable(this.diff) : html`<div class="diff-empty" aria-busy="true">${contentWords.diff.comparing}</div>`}`;
  }

  #renderHead(): TemplateResult {
    const split = this.mode === 'split';
    return html`<div class="diff-head">
      <button type="button" class="diff-name" title=${contentWords.openFile(this.path)} @click=${this.#onOpen}>${stripHidden(this.#name)}</button>
      ${this.oldText || this.firstLine !== 1 ? nothing : html`<span>${contentWords.diff.newFile}</span>`}
      ${this.diff ? html`<span class="diff-plus" role="img" aria-label=${commonWords.linesAdded(this.diff.added)}>+${this.diff.added}</span><span class="diff-minus" role="img" aria-label=${commonWords.linesRemoved(this.diff.removed)}>−${this.diff.removed}</span>` : nothing}
      ${this.#renderWarning()}
      ${this.#width.isNarrow ? nothing : html`<button type="button" class="diff-tool" aria-pressed=${split} @click=${this.#onMode}>${contentWords.diff.sideBySide}</button>`}
      <button type="button" class="diff-tool" aria-live="polite" @click=${this.#onCopy}>${this.#copy.label(contentWords.diff.copyPatch)}</button>
    </div>`;
  }

  #renderWarning(): TemplateResult | typeof nothing {
    if (!turnsDirection(this.newText)) return nothing;
    return html`<span class="diff-warning">${commonWords.hiddenCharacters}</span>`;
  }

  #renderTable(diff: DiffResult): TemplateResult {
    const blocks = this.#layOut(this.beginning ?? diff);
    if (diff.added + diff.removed === 0) return html`<div class="diff-empty">${contentWords.diff.same}</div>`;
    const longest = Math.max(this.sides.old.lines.length, this.sides.new.lines.length);
    const digits = String(longest + Math.max(this.firstLine ?? 1, this.oldFirstLine ?? 1) - 1).length;
    const canPick = this.acts.length > 0;
    return html`<div
      class=${canPick ? 'diff-table pickable' : 'diff-table'}
      role=${canPick ? 'grid' : 'table'}
      aria-multiselectable=${canPick ? 'true' : nothing}
      aria-label=${contentWords.diff.changesIn(stripHidden(this.#name))}
      style="--digits: ${digits}"
      @pointerdown=${this.#onPointerDown}
      @keydown=${this.#onKey}
      @click=${this.#onClick}
    >
      ${repeat(
        blocks,
        ({ key }) => key,
        (block, n) => this.#renderBlock(block, n < FIRST_BLOCKS),
      )}
    </div>`;
  }

  /** The same rows as long as nothing that they depend on changes. */
  #layOut(diff: DiffResult): readonly DiffBlock[] {
    const split = this.mode === 'split' && !this.#width.isNarrow;
    const { shown, hasHunks } = this;
    const known = this.#laidOut;
    if (known?.diff === diff && known.split === split && known.shown === shown && known.hasHunks === hasHunks)
      return known.blocks;
    const parts = layOutDiff(diff, { split, shown, hasHunks });
    const blocks = blocksOf(parts);
    const hunks = parts.flatMap((part) => (part.kind === 'hunk' ? [part] : []));
    this.#laidOut = { diff, split, shown, hasHunks, blocks, hunks };
    if (this.acts.length > 0) this.#pick.take(parts);
    return blocks;
  }

  #renderBlock(block: DiffBlock, isFirst: boolean): TemplateResult {
    const { acts, firstLine } = this;
    if (block.kind === 'hunk') {
      const picked = pickCount(picksInside(block.hunk, this.#pick.picks));
      return renderHunk(block, { acts, picked, firstLine: firstLine ?? 1 });
    }
    const picks = acts.length > 0 ? this.#pick.chunkPicks(block) : null;
    return html`<diff-chunk role="rowgroup" ?is-whole=${this.isWhole} .isFirst=${isFirst && (this.isSeen || this.#near.isNear)} .firstLine=${firstLine} .oldFirstLine=${this.oldFirstLine ?? firstLine} style="--rows: ${block.height}" .parts=${block.parts} .acts=${acts} .picks=${picks} .oldSide=${this.sides.old} .newSide=${this.sides.new}></diff-chunk>`;
  }

  /** What was picked in a hunk, or all of it. */
  #meant(hunk: Hunk, diff: DiffResult): LinePicks {
    const picked = picksInside(hunk, this.#pick.picks);
    return pickCount(picked) > 0 ? picked : allPicks(diff, hunk);
  }

  #act(id: string, picks: LinePicks, diff: DiffResult): void {
    this.dispatchEvent(new DiffActEvent(id, picks, diff));
  }

  /** Does something with the picked lines or, if none is picked, with the hunk that has the focus; false if there is neither. */
  actOnFocus(id: string): boolean {
    const { diff } = this;
    if (!diff || !this.acts.some((act) => act.id === id)) return false;
    if (pickCount(this.#pick.picks) > 0) {
      this.#act(id, this.#pick.picks, diff);
      return true;
    }
    const found = this.#hunkInFocus();
    if (found) this.#act(id, allPicks(diff, found.hunk), diff);
    return found !== null;
  }

  protected override updated(): void {
    if (this.#place !== null && this.diff) void this.#comeBack(this.#place);
  }

  /** Who acted on a hunk is at the one in its place then, though the lines are others. */
  async #comeBack(n: number): Promise<void> {
    this.#place = null;
    await Promise.all([...this.querySelectorAll('diff-chunk')].map(({ updateComplete }) => updateComplete));
    if (document.activeElement !== document.body) return;
    const last = (this.#laidOut?.hunks.length ?? 0) - 1;
    if (last >= 0) await this.focusHunk(Math.min(n, last));
  }

  /** The hunk of the line or of the head that has the focus. */
  #hunkInFocus(): Extract<DiffPart, { kind: 'hunk' }> | null {
    const focused = document.activeElement;
    if (!focused || !this.contains(focused)) return null;
    const head = focused.closest<HTMLElement>('[data-hunk]');
    const hunks = this.#laidOut?.hunks ?? [];
    if (head) return hunks[Number(head.dataset.hunk)] ?? null;
    const row = focused.closest<HTMLElement>('[data-row]');
    const line = row ? this.#pick.lineOf(Number(row.dataset.row)) : null;
    if (!line) return null;
    const isInside = ([from, count]: readonly [number, number], n: number) => n >= from && n < from + count;
    return hunks.find(({ hunk }) => isInside(hunk.old, line.old) || isInside(hunk.new, line.new)) ?? null;
  }

  /** How many hunks there are. */
  get hunkCount(): number {
    return this.#laidOut?.hunks.length ?? 0;
  }

  /** The number of the hunk that has the focus; -1 if none has. */
  get hunkWithFocus(): number {
    return this.#hunkInFocus()?.n ?? -1;
  }

  /** Goes to a hunk, also to one that is not drawn yet. */
  async focusHunk(n: number): Promise<void> {
    await this.#layOutAll();
    await this.#draw(({ parts }) => parts.some((part) => part.kind === 'hunk' && part.n === n));
    this.querySelector<HTMLElement>(`[data-hunk="${n}"]`)?.focus();
  }

  /** All of it is laid out, and not only its beginning. */
  async #layOutAll(): Promise<void> {
    this.beginning = null;
    await this.updateComplete;
  }

  async #draw(isWanted: (chunk: DiffChunk) => boolean): Promise<void> {
    const chunk = [...this.querySelectorAll('diff-chunk')].find(isWanted);
    chunk?.come();
    await chunk?.updateComplete;
  }

  /** Goes to a row, also to one that is not drawn yet. */
  async #focusRow(n: number): Promise<void> {
    await this.#layOutAll();
    await this.#draw(({ picks }) => picks?.numbers.includes(n) ?? false);
    this.querySelector<HTMLElement>(`[data-row="${n}"]`)?.focus();
  }

  #onKey(event: KeyboardEvent): void {
    const row = (event.target as Element).closest?.<HTMLElement>('[data-row]');
    if (event.key === 'Escape' && pickCount(this.#pick.picks) > 0) {
      event.preventDefault();
      this.#pick.clear();
      return;
    }
    if (!row || row !== event.target) return;
    if (event.key === 'Enter' && this.acts[0]) {
      event.preventDefault();
      this.actOnFocus(this.acts[0].id);
      return;
    }
    const next = this.#pick.key(event, Number(row.dataset.row));
    if (next === null) return;
    event.preventDefault();
    void this.#focusRow(next);
  }

  get #name(): string {
    const prefix = `${this.folder.replace(/\/+$/, '')}/`;
    return this.folder !== '' && this.path.startsWith(prefix) ? this.path.slice(prefix.length) : this.path;
  }

  #onOpen(): void {
    const first = this.diff?.runs[0];
    this.dispatchEvent(
      new OpenFileEvent(this.path, first && this.firstLine !== null ? first.same + this.firstLine : null),
    );
  }

  #onMode(): void {
    this.mode = this.mode === 'split' ? 'inline' : 'split';
  }

  #onClick({ target }: Event): void {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-run], [data-act]') : null;
    if (!button || !this.diff) return;
    if (button.dataset.run !== undefined) {
      const run = Number(button.dataset.run);
      this.shown = new Map(this.shown).set(run, (this.shown.get(run) ?? 0) + MORE_LINES);
      return;
    }
    const n = Number(button.closest<HTMLElement>('[data-hunk]')?.dataset.hunk ?? -1);
    const found = this.#laidOut?.hunks[n];
    if (found) this.#act(button.dataset.act!, this.#meant(found.hunk, this.diff), this.diff);
  }

  #onCopy(): void {
    const { oldText, newText, firstLine } = this;
    const ask = { path: this.#name, oldText, newText, firstLine };
    const local = async () => (await import('../../diff/format-patch.js')).formatGitPatch(ask);
    void this.#copy.copy(this.worker.ask('patch', ask).catch(local));
  }

  /** A selection that begins on one side stays on that side; one that begins in the margin picks lines. */
  #onPointerDown(event: PointerEvent): void {
    const margin = event.target instanceof Element ? event.target.closest('.diff-margin') : null;
    const row = margin?.closest<HTMLElement>('[data-row]');
    if (row) {
      this.#pick.press(event, Number(row.dataset.row));
      void this.#focusRow(Number(row.dataset.row));
      return;
    }
    const side = event.target instanceof Element ? event.target.closest('.diff-side') : null;
    const place = side?.nextElementSibling ? 'left' : 'right';
    (event.currentTarget as HTMLElement).dataset.selects = place;
  }
}

/** The hunks with which a long diff begins; null of a short one. It ends where no hunk can go on. */
function beginningOf(diff: DiffResult): DiffResult | null {
  if (diff.runs.length <= 2 * FIRST_RUNS) return null;
  const end = diff.runs.findIndex(({ same }, n) => n >= FIRST_RUNS && same > JOINED_LINES);
  return end < 0 ? null : { ...diff, runs: diff.runs.slice(0, end) };
}

/** When what is drawn now was shown; soon, if nothing is shown because nobody sees the page. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, UNSEEN_MS);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(resolve);
    });
  });
}

function sideOf(text: string): DiffSide {
  return { lines: splitLines(text), colours: null, ends: text === '' || text.endsWith('\n') };
}

declare global {
  interface HTMLElementTagNameMap {
    'diff-view': DiffView;
  }
}

import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type DiffLine, type DiffPart, type DiffRow, type LinePiece, markPieces } from '../../diff/diff-rows.js';
import { number } from '../../ui/format.js';
import { LightElement } from '../../ui/light-element.js';
import { renderExact } from '../../ui/marked-text.js';
import { RangeController } from '../../ui/range-controller.js';
import { type LineSpans, spansOfLine } from '../../worker/line-spans.js';
import type { DiffAct } from './diff-act.js';
import type { ChunkPicks } from './pick-controller.js';
import { renderGap, renderHunk } from './render-diff-part.js';
import { contentWords } from './words.js';

/** One of the two texts: its lines, their colours if there are any, and whether its last line has an end. */
export interface DiffSide {
  readonly lines: readonly string[];
  readonly colours: LineSpans | null;
  readonly ends: boolean;
}

/** A longer line is data or minified code, and would fill the screen. */
const LONG_LINE = 500;

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;

/** Some rows of a diff. Drawn while they are near, so that thousands of lines cost nothing until they are looked at. */
@customElement('diff-chunk')
export class DiffChunk extends LightElement {
  @property({ attribute: false }) parts: readonly DiffPart[] = [];
  /** What can be done with its hunks. */
  @property({ attribute: false }) acts: readonly DiffAct[] = [];
  @property({ attribute: false }) oldSide!: DiffSide;
  @property({ attribute: false }) newSide!: DiffSide;
  /** The number of the first line of the new side, and of the old one; null shows none. */
  @property({ attribute: false }) firstLine: number | null = 1;
  @property({ attribute: false }) oldFirstLine: number | null = 1;
  /** Long lines are drawn to their end, where a person decides on them. */
  @property({ type: Boolean, attribute: 'is-whole' }) isWhole = false;

  /** It is among the first that anybody sees, and does not wait to be near. */
  @property({ attribute: false }) isFirst = false;
  /** Which rows are picked; null where none can be. */
  @property({ attribute: false }) picks: ChunkPicks | null = null;

  readonly #range = new RangeController(this, () => this.#rest());
  /** Long lines that a person wants whole. */
  @state() private unclipped: ReadonlySet<string> = new Set();

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.isFirst && changed.has('isFirst')) this.#range.come();
  }

  protected override render(): unknown {
    if (!this.#range.isNear) return nothing;
    this.style.removeProperty('min-height');
    let [rows, hunks] = [0, 0];
    return this.parts.map((part) => {
      switch (part.kind) {
        case 'rows':
          return part.rows.map((row) => this.#renderRow(row, rows++));
        case 'gap':
          return renderGap(part, this.picks ? 'gridcell' : 'cell');
        case 'hunk': {
          const picked = this.picks?.inHunks[hunks++] ?? 0;
          return renderHunk(part, { acts: this.acts, picked, firstLine: this.firstLine ?? 1 });
        }
        default:
          return part satisfies never;
      }
    });
  }

  #renderRow(row: DiffRow, n: number): TemplateResult {
    const { picks } = this;
    const sides = row.map((line) => this.#renderSide(line, row.length));
    const at = picks?.numbers[n] ?? -1;
    if (!picks || at < 0) return html`<div class="diff-row" role="row">${sides}</div>`;
    return html`<div class="diff-row" role="row" data-row=${at} tabindex=${picks.current === at ? 0 : -1} aria-selected=${picks.picked[n] === true}>${sides}</div>`;
  }

  /** Draws its rows although they are far away. */
  come(): void {
    this.#range.come();
  }

  /** What has the focus, may get it by Tab, or is being selected stays; the rest leaves its height behind. */
  #rest(): boolean {
    const selection = getSelection();
    const isSelected = selection !== null && !selection.isCollapsed && selection.containsNode(this, true);
    if (isSelected || (this.picks?.current ?? -1) >= 0 || this.contains(this.ownerDocument.activeElement)) return false;
    this.style.minHeight = `${this.offsetHeight}px`;
    return true;
  }

  #renderSide(line: DiffLine | null, columns: number): TemplateResult {
    const role = this.picks ? 'gridcell' : 'cell';
    if (!line) return html`<div class="diff-side none" role=${role} aria-label=${contentWords.diff.noLine}></div>`;
    const [old, now] = [numberOf(line.old, this.oldFirstLine), numberOf(line.new, this.firstLine)];
    const numbers = columns > 1 ? [line.kind === 'added' ? now : old] : [old, now];
    return html`<div class="diff-side ${line.kind}" role=${role}>
      <span class="diff-margin">${numbers.map((n) => this.#renderNumber(n))} <span class="diff-sign" role="img" aria-label=${this.#signName(line)}>${SIGNS[line.kind]}</span></span>
      <span class="diff-text">${this.#renderText(line)}</span>
    </div>`;
  }

  #renderNumber(n: number | null): TemplateResult | typeof nothing {
    if (this.firstLine === null) return nothing;
    return html`<span class="diff-number" aria-hidden="true">${n ?? ''}</span>`;
  }

  #signName(line: DiffLine): string {
    const n = numberOf(line.new, this.firstLine) ?? numberOf(line.old, this.oldFirstLine);
    return n === null ? contentWords.diff.kinds[line.kind] : contentWords.diff.lineKinds[line.kind](number(n));
  }

  #renderRest(key: string, length: number): TemplateResult {
    const show = () => {
      this.unclipped = new Set(this.unclipped).add(key);
    };
    return html`… <button type="button" class="diff-rest" @click=${show}>${contentWords.diff.showCharacters(length)}</button>`;
  }

  #renderText(line: DiffLine): unknown[] {
    const [side, index] = line.kind === 'removed' ? [this.oldSide, line.old] : [this.newSide, line.new];
    const raw = side.lines[index] ?? '';
    const text = raw.replace(/\r$/, '');
    const spans = side.colours ? spansOfLine(text, side.colours, index) : [{ text, kind: '' }];
    const all = markPieces(spans, line.marks);
    const key = `${line.kind} ${index}`;
    const isClipped = !this.isWhole && text.length > LONG_LINE && !this.unclipped.has(key);
    const pieces: unknown[] = (isClipped ? clip(all) : all).map(renderPiece);
    if (isClipped) pieces.push(this.#renderRest(key, text.length));
    if (line.kind === 'same') return pieces;
    // Line ends are what changed, as often as not, when two lines look alike.
    if (raw !== text) pieces.push(html`<span class="diff-note" title=${contentWords.diff.carriageReturn}>␍</span>`);
    // Agents also tell parts of a file, of which neither ends with a line; only a difference is worth a word.
    const isCut = index === side.lines.length - 1 && !side.ends && this.oldSide.ends !== this.newSide.ends;
    return isCut ? [...pieces, html`<span class="diff-note"> ${contentWords.diff.noNewline}</span>`] : pieces;
  }
}

/** The part around the first word that differs, or the start. */
function clip(pieces: readonly LinePiece[]): LinePiece[] {
  const before = pieces.slice(
    0,
    Math.max(
      0,
      pieces.findIndex(({ marked }) => marked),
    ),
  );
  const from = Math.max(0, before.reduce((sum, { text }) => sum + text.length, 0) - LONG_LINE / 5);
  const clipped: LinePiece[] = from > 0 ? [{ text: '…', kind: '', marked: false }] : [];
  let at = 0;
  for (const piece of pieces) {
    const text = piece.text.slice(Math.max(0, from - at), Math.max(0, from + LONG_LINE - at));
    if (text !== '') clipped.push({ ...piece, text });
    at += piece.text.length;
  }
  return clipped;
}

function renderPiece({ text, kind, marked }: LinePiece): unknown {
  const exact = renderExact(text);
  if (kind === '' && !marked) return exact;
  const classes = [kind === '' ? '' : `tk-${kind}`, marked ? 'diff-word' : ''].join(' ').trim();
  return html`<span class=${classes}>${exact}</span>`;
}

/** The number of a line in its file; null where it is not there, or nobody knows. */
function numberOf(index: number, first: number | null): number | null {
  return index < 0 || first === null ? null : index + first;
}

declare global {
  interface HTMLElementTagNameMap {
    'diff-chunk': DiffChunk;
  }
}

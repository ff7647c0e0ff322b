import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { DiffLine, DiffRow } from '../diff/diff-rows.js';
import { type LinePiece, markPieces } from '../diff/line-pieces.js';
import { type LineSpans, spansOfLine } from '../worker/line-spans.js';
import { NearController } from './near-controller.js';

/** One of the two texts: its lines, their colours if there are any, and whether its last line has an end. */
export interface DiffSide {
  readonly lines: readonly string[];
  readonly colours: LineSpans | null;
  readonly ends: boolean;
}

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;
const WORDS = { same: 'unchanged', removed: 'removed', added: 'added' } as const;

/** Some rows of a diff. Drawn when they come near, so that thousands of lines cost nothing until they are looked at. */
@customElement('diff-chunk')
export class DiffChunk extends LitElement {
  @property({ attribute: false }) rows: readonly DiffRow[] = [];
  @property({ attribute: false }) oldSide!: DiffSide;
  @property({ attribute: false }) newSide!: DiffSide;

  readonly #near = new NearController(this);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): unknown {
    if (!this.#near.isNear) return nothing;
    return this.rows.map(
      (row) => html`<div class="diff-row" role="row">${row.map((line) => this.#renderSide(line, row.length))}</div>`,
    );
  }

  #renderSide(line: DiffLine | null, columns: number): TemplateResult {
    if (!line) return html`<div class="diff-side none" role="cell" aria-label="no line"></div>`;
    const numbers = columns > 1 ? [line.kind === 'added' ? line.new : line.old] : [line.old, line.new];
    return html`<div class="diff-side ${line.kind}" role="cell">
      ${numbers.map((n) => html`<span class="diff-number" aria-hidden="true">${n < 0 ? '' : n + 1}</span>`)}
      <span class="diff-sign" role="img" aria-label="${WORDS[line.kind]}, line ${(line.new < 0 ? line.old : line.new) + 1}">${SIGNS[line.kind]}</span>
      <span class="diff-text">${this.#renderText(line)}</span>
    </div>`;
  }

  #renderText(line: DiffLine): unknown[] {
    const [side, index] = line.kind === 'removed' ? [this.oldSide, line.old] : [this.newSide, line.new];
    const raw = side.lines[index] ?? '';
    const text = raw.replace(/\r$/, '');
    const spans = side.colours ? spansOfLine(text, side.colours, index) : [{ text, kind: '' }];
    const pieces = markPieces(spans, line.marks).map(renderPiece);
    if (line.kind === 'same') return pieces;
    // Line ends are what changed, as often as not, when two lines look alike.
    if (raw !== text) pieces.push(html`<span class="diff-note" title="Carriage return">␍</span>`);
    // Agents also tell parts of a file, of which neither ends with a line; only a difference is worth a word.
    const isCut = index === side.lines.length - 1 && !side.ends && this.oldSide.ends !== this.newSide.ends;
    return isCut ? [...pieces, html`<span class="diff-note"> no newline at the end</span>`] : pieces;
  }
}

function renderPiece({ text, kind, marked }: LinePiece): unknown {
  if (kind === '' && !marked) return text;
  const classes = [kind === '' ? '' : `tk-${kind}`, marked ? 'diff-word' : ''].join(' ').trim();
  return html`<span class=${classes}>${text}</span>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'diff-chunk': DiffChunk;
  }
}

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { TerminalExit } from '../../server/protocol/entries.js';
import { type AnsiSpan, plainLine, spansOf } from '../ansi/ansi-spans.js';
import { terminalStyles } from '../ansi/terminal.styles.js';
import { TERMINAL_CHUNK, type TerminalLine, TerminalLines } from '../ansi/terminal-lines.js';
import { adoptStyles } from './adopt-styles.js';
import { CopyController } from './copy-controller.js';
import { visibleText } from './visible-text.js';

const MOST_LINES = 2_000;
const NEAR_END_PX = 24;

/** What a command has printed, with its colours and nothing else that a terminal would obey. Light DOM. */
@customElement('terminal-output')
export class TerminalOutput extends LitElement {
  /** The whole output so far. */
  @property({ attribute: false }) text = '';
  /** More may come: the end stays in view. */
  @property({ type: Boolean }) live = false;
  /** Null while it runs, or when nobody knows. */
  @property({ attribute: false }) exit: TerminalExit | null = null;
  /** How many of the last lines are shown at most. */
  @property({ type: Number }) lines = MOST_LINES;

  @query('.term-body') private body!: HTMLElement | null;
  readonly #copy = new CopyController(this);
  readonly #lines = new TerminalLines(MOST_LINES);
  #chunks: readonly (readonly TerminalLine[])[] = [];
  #pinned = true;

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, terminalStyles);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(): void {
    this.#chunks = this.#lines.update(this.text);
  }

  protected override render(): TemplateResult {
    const skip = this.#skipped();
    const hidden = this.#lines.dropped + skip;
    return html`<div class="term-head">
        <span class="term-state">${this.#renderState()}${hidden > 0 ? html` ${hidden.toLocaleString()} earlier lines are not shown.` : nothing}</span>
        <button type="button" class="term-copy" aria-live="polite" @click=${this.#onCopy}>${this.#copy.label('Copy')}</button>
      </div>
      <pre class="term-body" tabindex="0" role="group" aria-label="Output" @scroll=${this.#onScroll}>${this.#renderChunks(skip)}</pre>`;
  }

  protected override updated(): void {
    if (this.live && this.#pinned && this.body) this.body.scrollTop = this.body.scrollHeight;
  }

  #renderState(): TemplateResult | typeof nothing {
    if (this.live) return html`Running…`;
    if (!this.exit) return nothing;
    const { exitCode, signal, reason } = this.exit;
    if (reason) return html`<span class="term-failed">✗ ${visibleText(reason)}.</span>`;
    if (signal !== null) return html`<span class="term-failed">✗ Ended by ${signal}.</span>`;
    if (exitCode === null) return html`Ended.`;
    return exitCode === 0 ? html`✓ Exit code 0.` : html`<span class="term-failed">✗ Exit code ${exitCode}.</span>`;
  }

  /** Lines left out at the start. A long output loses them chunk by chunk: line by line all others would move each time. */
  #skipped(): number {
    const all = this.#chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const over = Math.max(0, all - this.lines);
    return this.lines < TERMINAL_CHUNK ? over : over - (over % TERMINAL_CHUNK);
  }

  #renderChunks(skip: number): unknown {
    const first = this.#lines.dropped / TERMINAL_CHUNK;
    const parts = this.#chunks.map((chunk, index) => ({
      chunk,
      number: first + index,
      from: skip - index * TERMINAL_CHUNK,
    }));
    const shown = parts.filter(({ chunk, from }) => from < chunk.length);
    return repeat(
      shown,
      ({ number }) => number,
      ({ chunk, from }) => guard([chunk, Math.max(0, from)], () => renderChunk(chunk.slice(Math.max(0, from)))),
    );
  }

  #onScroll(): void {
    const { scrollHeight, scrollTop, clientHeight } = this.body!;
    this.#pinned = scrollHeight - scrollTop - clientHeight <= NEAR_END_PX;
  }

  #onCopy(): void {
    void this.#copy.copy(this.#chunks.flat().map(plainLine).join('\n'));
  }
}

function renderChunk(lines: readonly TerminalLine[]): TemplateResult {
  return html`<span class="term-lines">${lines.map(renderLine)}</span>`;
}

function renderLine(line: TerminalLine): unknown {
  return guard([line], () => [spansOf(line).map(renderSpan), '\n']);
}

function renderSpan({ text, classes, style }: AnsiSpan): unknown {
  if (classes.length === 0) return text;
  return html`<span class=${classes.join(' ')} style=${style || nothing}>${text}</span>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'terminal-output': TerminalOutput;
  }
}

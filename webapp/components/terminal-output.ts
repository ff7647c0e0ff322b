import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { type AnsiSpan, plainLine, spansOf } from '../ansi/ansi-spans.js';
import { terminalStyles } from '../ansi/terminal.styles.js';
import { type TerminalLine, TerminalLines } from '../ansi/terminal-lines.js';
import { adoptStyles } from './adopt-styles.js';
import { CopyController } from './copy-controller.js';

/** How a command ended. */
export interface TerminalExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

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
    const all = this.#chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const hidden = this.#lines.dropped + Math.max(0, all - this.lines);
    return html`<div class="term-head">
        <span class="term-state">${this.#renderState()}${hidden > 0 ? html` ${hidden.toLocaleString()} earlier lines are not shown.` : nothing}</span>
        <button type="button" class="term-copy" aria-live="polite" @click=${this.#onCopy}>${this.#copy.label('Copy')}</button>
      </div>
      <pre class="term-body" tabindex="0" role="group" aria-label="Output" @scroll=${this.#onScroll}>${this.#renderChunks(all)}</pre>`;
  }

  protected override updated(): void {
    if (this.live && this.#pinned && this.body) this.body.scrollTop = this.body.scrollHeight;
  }

  #renderState(): TemplateResult | typeof nothing {
    if (this.live) return html`Running…`;
    if (!this.exit) return nothing;
    const { exitCode, signal } = this.exit;
    if (signal !== null) return html`<span class="term-failed">✗ Ended by ${signal}.</span>`;
    if (exitCode === null) return html`Ended.`;
    return exitCode === 0 ? html`✓ Exit code 0.` : html`<span class="term-failed">✗ Exit code ${exitCode}.</span>`;
  }

  #renderChunks(all: number): unknown[] {
    let skip = Math.max(0, all - this.lines);
    return this.#chunks.map((chunk) => {
      const hidden = Math.min(skip, chunk.length);
      skip -= hidden;
      return guard([chunk, hidden], () =>
        hidden === chunk.length
          ? nothing
          : html`<span class="term-lines">${chunk.slice(hidden).map(renderLine)}</span>`,
      );
    });
  }

  #onScroll(): void {
    const { scrollHeight, scrollTop, clientHeight } = this.body!;
    this.#pinned = scrollHeight - scrollTop - clientHeight <= NEAR_END_PX;
  }

  #onCopy(): void {
    void this.#copy.copy(this.#chunks.flat().map(plainLine).join('\n'));
  }
}

function renderLine(line: TerminalLine): unknown {
  return guard([line], () => [spansOf(line).map(renderSpan), '\n']);
}

function renderSpan({ text, classes, style }: AnsiSpan): unknown {
  if (classes.length === 0) return text;
  return html`<span class=${classes.join(' ')} style=${style || nothing}>${text}</span>`;
}

import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import type { TerminalExit } from '../../../server/protocol/transcript/entries.js';
import { type AnsiSpan, plainLine, spansOf } from '../../ansi/ansi-spans.js';
import { terminalStyles } from '../../ansi/terminal.styles.js';
import { TERMINAL_CHUNK, type TerminalLine, TerminalLines } from '../../ansi/terminal-lines.js';
import { leftOutText } from '../../codes/left-out-words.js';
import { terminalEndText } from '../../codes/reason-words.js';
import { splitPaths } from '../../markdown/find-paths.js';
import { CopyController } from '../../ui/copy-controller.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { OpenFileEvent } from '../../ui/open-file-event.js';
import { repeat } from '../../ui/repeat.js';
import { saveFile } from '../../ui/save-file.js';
import { visibleText } from '../../ui/visible-text.js';
import { contentWords } from './words.js';

const MOST_LINES = 2_000;
const NEAR_END_PX = 24;
/** In fewer lines a person sees at once what is there. */
const FEWEST_SEARCHED = 20;
/** A longer piece isn't a line of a compiler, and searching it takes time. */
const LONGEST_SEARCHED = 2_000;

/**
 * What a command has printed, with its colours and nothing else that a terminal would obey. Light DOM.
 * @fires open-file - A person pressed the name of a file.
 */
@customElement('terminal-output')
export class TerminalOutput extends LightElement {
  static override styles = terminalStyles;

  /** The whole output so far. */
  @property({ attribute: false }) text = '';
  /** More may come: the end stays in view. */
  @property({ type: Boolean }) live = false;
  /** Null while it runs, or when nobody knows. */
  @property({ attribute: false }) exit: TerminalExit | null = null;
  /** How many of the last lines are shown at most. */
  @property({ type: Number }) lines = MOST_LINES;
  /** How many lines came before `text` and are kept nowhere. */
  @property({ type: Number, attribute: 'cut-lines' }) cutLines = 0;
  /** Opens at its last line, where a command says how it went. */
  @property({ type: Boolean, attribute: 'at-end' }) isAtEnd = false;

  /** A person wants every line that is kept. */
  @state() private showsAll = false;

  /** What a person looks for in the output; null while they don't. */
  @state() private needle: string | null = null;
  /** Which of the lines that have it they are at. */
  @state() private hit = 0;

  @query('.term-body') private body!: HTMLElement | null;
  @query('.term-find') private findButton!: HTMLElement | null;
  @query('.term-search input') private field!: HTMLInputElement | null;
  readonly #copy = new CopyController(this);
  #lines = new TerminalLines(MOST_LINES);
  #chunks: readonly (readonly TerminalLine[])[] = [];
  #pinned = true;
  /** The lines that have what a person looks for. */
  #hits: readonly number[] = [];
  #mustShowHit = false;

  protected override willUpdate(): void {
    this.#chunks = this.#lines.update(this.text);
    this.#hits = this.needle ? findLines(this.#chunks.flat(), this.needle) : [];
    this.hit = Math.max(0, Math.min(this.hit, this.#hits.length - 1));
  }

  protected override render(): TemplateResult {
    const skip = this.#skipped();
    return html`<div class="term-head">
        <span class="term-state">${this.#renderState()}${this.#renderHidden(skip)}</span>
        ${
          countLines(this.text) < FEWEST_SEARCHED
            ? nothing
            : html`<button type="button" class="term-copy term-find" aria-expanded=${this.needle !== null} @click=${this.#onFind}>${contentWords.terminal.find}</button>`
        }
        <button type="button" class="term-copy" @click=${this.#onSave}>${contentWords.terminal.save}</button>
        <button type="button" class="term-copy" aria-live="polite" @click=${this.#onCopy}>${this.#copy.label(contentWords.copy)}</button>
      </div>
      ${this.needle === null ? nothing : this.#renderSearch(this.needle)}
      <pre class="term-body" tabindex="0" role="group" aria-label=${contentWords.terminal.output} @scroll=${this.#onScroll}>${this.#renderChunks(skip)}</pre>`;
  }

  protected override updated(): void {
    const { body } = this;
    if (this.#mustShowHit) this.#showHit();
    if (!body || !this.#pinned || !(this.live || this.isAtEnd)) return;
    body.scrollTop = body.scrollHeight;
  }

  #renderSearch(needle: string): TemplateResult {
    const { terminal } = contentWords;
    const count = this.#hits.length;
    const found = count > 0 ? terminal.found(this.hit + 1, count) : terminal.notFound;
    const step = (name: string, picture: 'chevronUp' | 'chevronDown', by: 1 | -1) =>
      html`<button type="button" class="term-copy" aria-label=${name} title=${name} ?disabled=${count === 0} @click=${() => this.#step(by)}>${icon(picture)}</button>`;
    return html`<div class="term-search" role="search" @keydown=${this.#onSearchKey}>
      <input type="text" aria-label=${terminal.findIn} placeholder=${terminal.findIn} autocomplete="off" spellcheck="false" .value=${needle} @input=${this.#onNeedle} />
      <span role="status">${needle === '' ? nothing : found}</span>
      ${step(terminal.previous, 'chevronUp', -1)}${step(terminal.next, 'chevronDown', 1)}
      <button type="button" class="term-copy" aria-label=${terminal.closeFind} title=${terminal.closeFind} @click=${this.#onFind}>${icon('x')}</button>
    </div>`;
  }

  /** How many lines are missing above, and a way to those that are kept. */
  #renderHidden(skip: number): TemplateResult | typeof nothing {
    const shown = this.#chunks.reduce((sum, chunk) => sum + chunk.length, 0) - skip;
    const kept = countLines(this.text);
    const hidden = this.cutLines + kept - shown;
    if (hidden <= 0) return nothing;
    const note = contentWords.terminal.hidden(hidden);
    if (kept <= shown || this.lines < MOST_LINES) return html` ${note}`;
    return html` ${note} <button type="button" class="term-copy" @click=${this.#onShowAll}>
        ${this.cutLines > 0 ? contentWords.terminal.showLines(kept) : contentWords.terminal.showAll}
      </button>`;
  }

  #renderState(): TemplateResult | typeof nothing {
    if (this.live) return html`${contentWords.terminal.running}`;
    if (!this.exit) return nothing;
    const { exitCode, signal, reason } = this.exit;
    if (reason)
      return html`<span class="term-failed">${contentWords.terminal.failed(visibleText(terminalEndText(reason)))}</span>`;
    if (signal !== null) return html`<span class="term-failed">${contentWords.terminal.endedBy(signal)}</span>`;
    if (exitCode === null) return html`${contentWords.terminal.ended}`;
    return exitCode === 0
      ? html`${contentWords.terminal.succeeded}`
      : html`<span class="term-failed">${contentWords.terminal.exitCode(String(exitCode))}</span>`;
  }

  /** Lines left out at the start. A long output loses them chunk by chunk: line by line all others would move each time. */
  #skipped(): number {
    if (this.showsAll) return 0;
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
      ({ chunk, number, from }) => {
        const start = Math.max(0, from);
        const first = number * TERMINAL_CHUNK;
        const here = this.#hits[this.hit] ?? -1;
        const isHere = here >= first && here < first + TERMINAL_CHUNK;
        return guard([chunk, start, this.needle, isHere ? here : -1], () =>
          this.#renderChunk(chunk.slice(start), first + start),
        );
      },
    );
  }

  #renderChunk(lines: readonly TerminalLine[], first: number): TemplateResult {
    const needle = this.needle?.toLowerCase() ?? '';
    const here = this.#hits[this.hit];
    return html`<span class="term-lines">${lines.map((line, n) => {
      const mark = needle === '' || !hasWords(line, needle) ? '' : first + n === here ? 'here' : 'found';
      return guard([line, mark], () => this.#renderLine(line, mark));
    })}</span>`;
  }

  #renderLine(line: TerminalLine, mark: '' | 'found' | 'here'): unknown {
    const words = spansOf(line).map((span) => this.#renderSpan(span));
    return [mark === '' ? words : html`<mark class="term-${mark}">${words}</mark>`, '\n'];
  }

  #renderSpan({ text, classes, style }: AnsiSpan): unknown {
    const words = this.#renderWords(leftOutText(text));
    if (classes.length === 0) return words;
    return html`<span class=${classes.join(' ')} style=${style || nothing}>${words}</span>`;
  }

  /** Files that a program names lead to their line, as they do in prose. */
  #renderWords(text: string): unknown {
    if (text.length > LONGEST_SEARCHED) return text;
    const pieces = splitPaths(text, false);
    if (pieces.length === 1) return text;
    return pieces.map((piece) =>
      typeof piece === 'string'
        ? piece
        : html`<button type="button" class="term-path" @click=${() => this.#onOpenFile(piece.path, piece.line)}>${piece.text}</button>`,
    );
  }

  #onScroll(): void {
    const { scrollHeight, scrollTop, clientHeight } = this.body!;
    this.#pinned = scrollHeight - scrollTop - clientHeight <= NEAR_END_PX;
  }

  /** Opens the search, in all lines that are kept, or closes it. */
  async #onFind(): Promise<void> {
    const isOpening = this.needle === null;
    this.needle = isOpening ? '' : null;
    this.hit = 0;
    if (isOpening && !this.showsAll) this.#onShowAll();
    await this.updateComplete;
    (isOpening ? this.field : this.findButton)?.focus();
  }

  #onNeedle({ target }: Event): void {
    this.needle = (target as HTMLInputElement).value;
    this.hit = 0;
    this.#mustShowHit = true;
  }

  #onSearchKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === 'Enter' && event.target === this.field) this.#step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') void this.#onFind();
    else return;
    event.preventDefault();
  }

  #step(by: 1 | -1): void {
    const count = this.#hits.length;
    if (count === 0) return;
    this.hit = (this.hit + by + count) % count;
    this.#mustShowHit = true;
    this.requestUpdate();
  }

  #showHit(): void {
    this.#mustShowHit = false;
    const found = this.querySelector('.term-here');
    if (!found) return;
    this.#pinned = false;
    found.scrollIntoView({ block: 'nearest' });
  }

  #onShowAll(): void {
    this.#lines = new TerminalLines(Number.POSITIVE_INFINITY);
    this.showsAll = true;
  }

  #onCopy(): void {
    void this.#copy.copy(this.#plainText());
  }

  #onSave(): void {
    saveFile('output.txt', `${this.#plainText()}\n`);
  }

  /** All that is kept, also what is not drawn. */
  #plainText(): string {
    return new TerminalLines(Number.POSITIVE_INFINITY).update(this.text).flat().map(plainLine).join('\n');
  }

  #onOpenFile(path: string, line: number | null): void {
    this.dispatchEvent(new OpenFileEvent(path, line));
  }
}

/** The numbers of the lines that have these words, in any case. */
function findLines(lines: readonly TerminalLine[], words: string): number[] {
  const needle = words.toLowerCase();
  return lines.flatMap((line, n) => (hasWords(line, needle) ? [n] : []));
}

function hasWords(line: TerminalLine, needle: string): boolean {
  return plainLine(line).toLowerCase().includes(needle);
}

/** Lines of a text, the unfinished last one included. */
function countLines(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

declare global {
  interface HTMLElementTagNameMap {
    'terminal-output': TerminalOutput;
  }
}

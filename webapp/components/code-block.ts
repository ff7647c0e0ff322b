import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { appendText } from '../markdown/append-text.js';
import { codeStyles } from '../markdown/code.styles.js';
import { CHUNK_LINES, CodeChunks } from '../markdown/code-chunks.js';
import { type CodeInfo, readCodeInfo } from '../markdown/code-info.js';
import { stripHidden, turnsDirection } from '../markdown/hidden-characters.js';
import { codeWorker } from '../worker/code-worker-client.js';
import type { Span } from '../worker/line-spans.js';
import { adoptStyles } from './adopt-styles.js';
import { CopyController } from './copy-controller.js';
import { HighlightController } from './highlight-controller.js';
import { NearController } from './near-controller.js';
import { OpenFileEvent } from './open-file-event.js';

/**
 * Code with its language or file name, colours, and a button that copies it. Light DOM.
 * @fires open-file - A person pressed the file name.
 */
@customElement('code-block')
export class CodeBlock extends LitElement {
  @property({ attribute: false }) code = '';
  /** What stood after the opening fence: a language, a file name, or both. */
  @property({ attribute: false }) info = '';
  /** More lines may come. */
  @property({ type: Boolean }) streaming = false;
  @property({ attribute: false }) worker = codeWorker;

  readonly #chunks = new CodeChunks();
  readonly #colours = new HighlightController(this);
  readonly #near = new NearController(this);
  readonly #copy = new CopyController(this);
  #about: CodeInfo = readCodeInfo('');
  @state() private wraps = false;
  /** Instead of its text, the code is shown as what it draws. */
  @state() private isDrawn = false;

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, codeStyles);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('info')) this.#about = readCodeInfo(this.info);
    const { code, streaming, worker } = this;
    if (this.#near.isNear) this.#colours.want({ code, streaming, worker, language: this.#about.language });
  }

  protected override render(): TemplateResult {
    const name = this.#about.path ?? this.#about.language;
    return html`<div class="code-head">
        ${this.#renderName()}
        ${turnsDirection(this.code) ? html`<span class="code-warning">Holds hidden characters that change the reading order</span>` : nothing}
        ${this.#renderDrawing()}
        <button type="button" class="code-tool" aria-pressed=${this.wraps} @click=${this.#onWrap}>Wrap</button>
        <button type="button" class="code-tool" aria-live="polite" @click=${this.#onCopy}>${this.#copy.label('Copy')}</button>
      </div>
      ${this.isDrawn ? html`<framed-view page="diagram" .content=${this.code} .name=${'Diagram'}></framed-view>` : this.#renderCode(name)}`;
  }

  #renderCode(name: string): TemplateResult {
    return html`<pre class=${this.wraps ? 'code-body code-wraps' : 'code-body'} tabindex="0" role="group" aria-label=${`Code ${stripHidden(name)}`.trim()}><code>${this.#renderChunks()}</code></pre>`;
  }

  #renderName(): TemplateResult {
    const { path, language } = this.#about;
    if (path === null) return html`<span class="code-name">${stripHidden(language) || 'text'}</span>`;
    return html`<button type="button" class="code-name code-file" title="Open ${path}" @click=${this.#onOpen}>${stripHidden(path)}</button>`;
  }

  #renderDrawing(): TemplateResult | typeof nothing {
    if (this.#about.language !== 'mermaid' || this.streaming) return nothing;
    return html`<button type="button" class="code-tool" aria-pressed=${this.isDrawn} @click=${this.#onDraw}>Diagram</button>`;
  }

  #renderChunks(): unknown[] {
    const { lines, round } = this.#colours;
    return this.#chunks.update(this.code).map((chunk, index) => {
      const first = index * CHUNK_LINES;
      const coloured = Math.max(0, Math.min(lines - first, CHUNK_LINES));
      return guard(
        [chunk, coloured, round],
        () =>
          html`<span class="code-lines">${chunk.map((line, place) => this.#renderLine(line, first + place))}</span>`,
      );
    });
  }

  #renderLine(line: string, index: number): unknown {
    const spans = this.#colours.line(index, line);
    return spans ? spans.map(renderSpan) : appendText(line);
  }

  async #onDraw(): Promise<void> {
    await import('./framed-view.js');
    this.isDrawn = !this.isDrawn;
  }

  #onWrap(): void {
    this.wraps = !this.wraps;
  }

  #onCopy(): void {
    void this.#copy.copy(this.code);
  }

  #onOpen(): void {
    if (this.#about.path !== null) this.dispatchEvent(new OpenFileEvent(this.#about.path, this.#about.line));
  }
}

function renderSpan({ text, kind }: Span): unknown {
  return kind === '' ? text : html`<span class="tk-${kind}">${text}</span>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'code-block': CodeBlock;
  }
}

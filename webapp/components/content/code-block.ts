import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { appendText } from '../../markdown/append-text.js';
import { codeStyles } from '../../markdown/code.styles.js';
import { CHUNK_LINES, CodeChunks } from '../../markdown/code-chunks.js';
import { type CodeInfo, readCodeInfo } from '../../markdown/code-info.js';
import { CopyController } from '../../ui/copy-controller.js';
import { stripHidden, turnsDirection } from '../../ui/hidden-characters.js';
import { lateElement } from '../../ui/late-element.js';
import { LightElement } from '../../ui/light-element.js';
import { NearController } from '../../ui/near-controller.js';
import { OpenFileEvent } from '../../ui/open-file-event.js';
import { commonWords } from '../../ui/words.js';
import { codeWorker } from '../../worker/code-worker-client.js';
import type { Span } from '../../worker/line-spans.js';
import { HighlightController } from './highlight-controller.js';
import { contentWords } from './words.js';

const needFramedView = lateElement(() => import('./framed-view.js'));

/** Characters of a diagram that is drawn without being asked for. */
const MOST_DRAWN = 10_000;

/**
 * Code with its language or file name, colours, and a button that copies it. Light DOM.
 * @fires open-file - A person pressed the file name.
 */
@customElement('code-block')
export class CodeBlock extends LightElement {
  static override styles = codeStyles;

  @property({ attribute: false }) code = '';
  /** What was after the opening fence: a language, a file name, or both. */
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
  /** Whether a person wants to see what the code draws; null if nobody has said so. */
  @state() private wantsDrawing: boolean | null = null;
  /** What the code draws is there, in place of its text. */
  @state() private isDrawn = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('info')) this.#about = readCodeInfo(this.info);
    const { code, streaming, worker } = this;
    if (this.#near.isNear) this.#colours.want({ code, streaming, worker, language: this.#about.language });
    if (changed.has('code')) this.isDrawn = false;
    if (this.#isDrawing()) needFramedView();
  }

  protected override render(): TemplateResult {
    const name = this.#about.path ?? this.#about.language;
    const isDrawing = this.#isDrawing();
    return html`<div class="code-head">
        ${this.#renderName()}
        ${turnsDirection(this.code) ? html`<span class="code-warning">${commonWords.hiddenCharacters}</span>` : nothing}
        ${this.#renderSourceButton(isDrawing)}
        ${isDrawing && this.isDrawn ? nothing : html`<button type="button" class="code-tool" aria-pressed=${this.wraps} @click=${this.#onWrap}>${contentWords.code.wrap}</button>`}
        <button type="button" class="code-tool" aria-live="polite" @click=${this.#onCopy}>${this.#copy.label(contentWords.copy)}</button>
      </div>
      ${isDrawing ? this.#renderDrawing() : nothing}
      ${isDrawing && this.isDrawn ? nothing : this.#renderCode(name)}`;
  }

  /** A diagram is drawn by itself once its block is closed; a very long one keeps the page busy, and waits for a click. */
  #isDrawing(): boolean {
    if (this.#about.language !== 'mermaid' || this.streaming || !this.#near.isNear) return false;
    return this.wantsDrawing ?? this.code.length <= MOST_DRAWN;
  }

  #renderDrawing(): TemplateResult {
    return html`<framed-view page="diagram" .content=${this.code} .name=${contentWords.code.diagram} @frame-shown=${this.#onDrawn} @frame-failed=${this.#onUndrawn}></framed-view>`;
  }

  #renderCode(name: string): TemplateResult {
    return html`<pre class=${this.wraps ? 'code-body code-wraps' : 'code-body'} tabindex="0" role="group" aria-label=${name ? contentWords.code.codeIn(stripHidden(name)) : contentWords.code.code}><code>${this.#renderChunks()}</code></pre>`;
  }

  #renderName(): TemplateResult {
    const { path, language } = this.#about;
    if (path === null) return html`<span class="code-name">${stripHidden(language) || contentWords.code.text}</span>`;
    return html`<button type="button" class="code-name code-file" title=${contentWords.openFile(path)} @click=${this.#onOpen}>${stripHidden(path)}</button>`;
  }

  #renderSourceButton(isDrawing: boolean): TemplateResult | typeof nothing {
    if (this.#about.language !== 'mermaid' || this.streaming) return nothing;
    return html`<button type="button" class="code-tool" aria-pressed=${!isDrawing} @click=${() => this.#onSource(isDrawing)}>${contentWords.code.source}</button>`;
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

  #onSource(isDrawing: boolean): void {
    this.wantsDrawing = !isDrawing;
    this.isDrawn = false;
  }

  #onDrawn(): void {
    this.isDrawn = true;
  }

  #onUndrawn(): void {
    this.isDrawn = false;
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

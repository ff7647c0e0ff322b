import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { codeStyles } from '../markdown/code.styles.js';
import { adoptStyles } from './adopt-styles.js';
import { MediaController } from './media-controller.js';
import { label } from './visible-text.js';

/** A diagram that takes longer is not worth the wait; what draws it is stopped. */
const PATIENCE_MS = 15_000;
const TALLEST = 4_000;
/** A wide diagram is not drawn narrower than this on a small screen; it scrolls in its place. */
const LEGIBLE = 560;

type Told = { type: 'ready' } | { type: 'drawn'; width: number; height: number } | { type: 'failed'; message: string };

/**
 * A diagram from an agent's text, drawn inside a frame that has no origin, no network and no way out. Light DOM.
 */
@customElement('diagram-view')
export class DiagramView extends LitElement {
  @property({ attribute: false }) code = '';

  @query('iframe') private frame!: HTMLIFrameElement | null;
  @state() private size: { width: number; height: number } | null = null;
  @state() private failure: string | null = null;

  readonly #isDark = new MediaController(this, '(prefers-color-scheme: dark)');
  #timer: ReturnType<typeof setTimeout> | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, codeStyles);
    addEventListener('message', this.#onMessage);
    this.#timer = setTimeout(() => this.#fail('It took too long to draw.'), PATIENCE_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('message', this.#onMessage);
    this.#stopWaiting();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    if (this.failure !== null) {
      return html`<p class="diagram-note" role="status">This diagram cannot be drawn: ${label(this.failure, 300)}</p>`;
    }
    const { width, height } = this.size ?? { width: 0, height: 0 };
    return html`${this.size ? nothing : html`<p class="diagram-note" role="status">Drawing…</p>`}
      <iframe
        class="diagram-frame"
        title="Diagram"
        sandbox="allow-scripts"
        src="/frame/diagram.html"
        style="aspect-ratio: ${width} / ${height || 1}; max-width: ${width}px; min-width: ${Math.min(width, LEGIBLE)}px"
        ?data-waits=${!this.size}
      ></iframe>`;
  }

  readonly #onMessage = ({ source, data }: MessageEvent<unknown>): void => {
    const frame = this.frame?.contentWindow;
    if (!frame || source !== frame || typeof data !== 'object' || data === null) return;
    const told = data as Told;
    if (told.type === 'ready') frame.postMessage({ type: 'draw', code: this.code, isDark: this.#looksDark() }, '*');
    if (told.type === 'failed') this.#fail(String(told.message));
    if (told.type === 'drawn') this.#show(Number(told.width), Number(told.height));
  };

  #looksDark(): boolean {
    const { theme } = document.documentElement.dataset;
    return theme === 'dark' || (theme !== 'light' && this.#isDark.matches);
  }

  #show(width: number, height: number): void {
    this.#stopWaiting();
    if (!(width > 0 && height > 0)) this.failure = 'It is empty.';
    else this.size = { width: Math.min(width, TALLEST), height: Math.min(height, TALLEST) };
  }

  #fail(message: string): void {
    this.#stopWaiting();
    this.failure = message;
  }

  #stopWaiting(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'diagram-view': DiagramView;
  }
}

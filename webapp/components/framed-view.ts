import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { adoptStyles } from './adopt-styles.js';
import { framedViewStyles } from './framed-view.styles.js';
import { MediaController } from './media-controller.js';
import { label } from './visible-text.js';

/** What takes longer is not worth the wait; whatever draws it is stopped. */
const PATIENCE_MS = 15_000;
const LARGEST = 4_000;
/** Something wide is not shown narrower than this on a small screen; it scrolls in its place. */
const LEGIBLE = 560;

type Told = { type: 'ready' } | { type: 'shown'; width: number; height: number } | { type: 'failed'; message: string };

/** Fired when a frame could not show what it was asked to; bubbles. */
export class FrameFailedEvent extends Event {
  static readonly type = 'frame-failed';

  constructor() {
    super(FrameFailedEvent.type, { bubbles: true });
  }
}

/**
 * Something that an agent wrote and that the page itself must not draw: shown inside a frame without an origin, without
 * our credentials and without a way out. Light DOM.
 * @fires frame-failed - It could not be shown, and says why.
 */
@customElement('framed-view')
export class FramedView extends LitElement {
  /** The frame's page below `/frame/`. */
  @property() page: 'diagram' | 'picture' = 'diagram';
  /** What the frame's page gets to know. */
  @property({ attribute: false }) content = '';
  /** What is shown, in words. */
  @property({ attribute: false }) name = '';

  @query('iframe') private frame!: HTMLIFrameElement | null;
  @state() private size: { width: number; height: number } | null = null;
  @state() private failure: string | null = null;

  readonly #isDark = new MediaController(this, '(prefers-color-scheme: dark)');
  readonly #theme = new MutationObserver(() => this.requestUpdate());
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** In which theme it was drawn; null before the frame is ready. */
  #drawnDark: boolean | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, framedViewStyles);
    addEventListener('message', this.#onMessage);
    this.#theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    this.#timer = setTimeout(() => this.#fail('It took too long.'), PATIENCE_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('message', this.#onMessage);
    this.#theme.disconnect();
    this.#stopWaiting();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    if (this.failure !== null) {
      return html`<span class="framed-note" role="status">It cannot be shown: ${label(this.failure, 300)}</span>`;
    }
    const { width, height } = this.size ?? { width: 0, height: 0 };
    const narrowest = this.page === 'diagram' ? Math.min(width, LEGIBLE) : 0;
    return html`${this.size ? nothing : html`<span class="framed-note" role="status">Loading…</span>`}
      <iframe
        title=${this.name}
        sandbox="allow-scripts"
        credentialless
        referrerpolicy="no-referrer"
        src="/frame/${this.page}.html"
        style="aspect-ratio: ${width} / ${height || 1}; max-width: ${width}px; min-width: ${narrowest}px"
        ?data-waits=${!this.size}
      ></iframe>`;
  }

  protected override updated(): void {
    if (this.#drawnDark !== null && this.#drawnDark !== this.#looksDark()) this.#draw();
  }

  readonly #onMessage = ({ source, data }: MessageEvent<unknown>): void => {
    const frame = this.frame?.contentWindow;
    if (!frame || source !== frame || typeof data !== 'object' || data === null) return;
    const told = data as Told;
    if (told.type === 'ready') this.#draw();
    if (told.type === 'failed') this.#fail(String(told.message));
    if (told.type === 'shown') this.#show(Number(told.width), Number(told.height));
  };

  #draw(): void {
    this.#drawnDark = this.#looksDark();
    // A frame without an origin has no name to address it by; it is the one that we made.
    this.frame?.contentWindow?.postMessage({ content: this.content, isDark: this.#drawnDark }, '*');
  }

  #looksDark(): boolean {
    const { theme } = document.documentElement.dataset;
    return theme === 'dark' || (theme !== 'light' && this.#isDark.matches);
  }

  #show(width: number, height: number): void {
    if (width > 0 && height > 0) this.size = { width: Math.min(width, LARGEST), height: Math.min(height, LARGEST) };
    else this.#fail('It is empty.');
    this.#stopWaiting();
  }

  #fail(message: string): void {
    this.#stopWaiting();
    this.failure = message;
    this.dispatchEvent(new FrameFailedEvent());
  }

  #stopWaiting(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'framed-view': FramedView;
  }
  interface HTMLElementEventMap {
    'frame-failed': FrameFailedEvent;
  }
}

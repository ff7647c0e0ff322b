import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { LightElement } from '../../ui/light-element.js';
import { MediaController } from '../../ui/media-controller.js';
import { label } from '../../ui/visible-text.js';
import { contentWords } from './words.js';

/** A frame as large as what it shows, within the column. */
const framedViewStyles = css`
  framed-view {
    contain: paint;
    display: block;
    max-width: 100%;
    overflow-x: auto;
  }
  framed-view iframe {
    background: transparent;
    border: 0;
    display: block;
    margin-inline: auto;
    width: 100%;
  }
  framed-view iframe[data-waits] {
    height: 0;
  }
  code-block > framed-view {
    padding: var(--s3);
  }
  .framed-note {
    color: var(--text-2);
  }
`;

/** What takes longer is not worth the wait; the code that draws it is stopped. */
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

/** Fired when a frame shows what it was asked to; bubbles. */
export class FrameShownEvent extends Event {
  static readonly type = 'frame-shown';

  constructor() {
    super(FrameShownEvent.type, { bubbles: true });
  }
}

/**
 * Something that an agent wrote and that the page itself must not draw: shown inside a frame without an origin, without
 * our credentials and without a way out. Light DOM.
 * @fires frame-shown - It is there.
 * @fires frame-failed - It could not be shown, and says why.
 */
@customElement('framed-view')
export class FramedView extends LightElement {
  static override styles = framedViewStyles;

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
    addEventListener('message', this.#onMessage);
    this.#theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    this.#timer = setTimeout(() => this.#fail(contentWords.frame.tooSlow), PATIENCE_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('message', this.#onMessage);
    this.#theme.disconnect();
    this.#stopWaiting();
  }

  protected override render(): TemplateResult {
    if (this.failure !== null) {
      return html`<span class="framed-note" role="status">${contentWords.frame.failed(label(this.failure, 300))}</span>`;
    }
    const { width, height } = this.size ?? { width: 0, height: 0 };
    const narrowest = this.page === 'diagram' ? Math.min(width, LEGIBLE) : 0;
    return html`${this.size ? nothing : html`<span class="framed-note" role="status">${contentWords.loading}</span>`}
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
    this.#stopWaiting();
    if (!(width > 0 && height > 0)) {
      this.#fail(contentWords.frame.empty);
      return;
    }
    this.size = { width: Math.min(width, LARGEST), height: Math.min(height, LARGEST) };
    this.dispatchEvent(new FrameShownEvent());
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
    'frame-shown': FrameShownEvent;
  }
}

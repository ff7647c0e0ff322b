import { html, LitElement, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { LoadImageEvent } from './load-image-event.js';

/** An image on someone else's server: named with its host, and fetched only when a person asks. Light DOM. */
@customElement('remote-image')
export class RemoteImage extends LitElement {
  @property({ attribute: false }) src = '';
  @property({ attribute: false }) host = '';
  /** What the image shows, in words. */
  @property({ attribute: false }) alt = '';
  @state() private copy: string | null = null;
  @state() private failed = false;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('src')) return;
    this.copy = null;
    this.failed = false;
  }

  protected override render(): TemplateResult {
    if (this.copy !== null && !this.failed) {
      return html`<img class="md-image" src=${this.copy} alt=${this.alt} referrerpolicy="no-referrer" @error=${this.#onError} />`;
    }
    return html`<span class="md-remote" role="group" aria-label="Image from ${this.host}">
      <span class="md-remote-text">${this.alt || 'Image'} <span class="md-host">(${this.host})</span></span>
      ${this.failed ? this.#renderFailure() : html`<button type="button" class="md-load" @click=${this.#onLoad}>Load</button>`}
    </span>`;
  }

  #renderFailure(): TemplateResult {
    return html`<span role="status">It could not be loaded here.</span>
      <a href=${this.src} target="_blank" rel="noopener noreferrer nofollow">Open it in a new tab</a>`;
  }

  async #onLoad(): Promise<void> {
    const event = new LoadImageEvent(this.src);
    this.dispatchEvent(event);
    try {
      this.copy = event.answer ? await event.answer : event.url;
    } catch {
      this.failed = true;
    }
  }

  #onError(): void {
    this.failed = true;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'remote-image': RemoteImage;
  }
}

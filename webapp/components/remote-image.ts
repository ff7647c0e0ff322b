import { html, LitElement, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

/**
 * An image on someone else's server: named with its host, and fetched only when a person asks, by a frame that knows
 * nothing of us. Light DOM.
 */
@customElement('remote-image')
export class RemoteImage extends LitElement {
  @property({ attribute: false }) src = '';
  @property({ attribute: false }) host = '';
  /** What the image shows, in words. */
  @property({ attribute: false }) alt = '';
  @state() private status: 'named' | 'shown' | 'failed' = 'named';

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('src')) this.status = 'named';
  }

  protected override render(): TemplateResult {
    if (this.status === 'shown') {
      const name = this.alt || `Image from ${this.host}`;
      return html`<framed-view page="picture" .content=${this.src} .name=${name} @frame-failed=${this.#onFailure}></framed-view>`;
    }
    return html`<span class="md-remote" role="group" aria-label="Image from ${this.host}">
      <span class="md-remote-text">${this.alt || 'Image'} <span class="md-host">(${this.host})</span></span>
      ${
        this.status === 'failed'
          ? this.#renderFailure()
          : html`<button type="button" class="md-load" @click=${this.#onLoad}>Load</button>`
      }
    </span>`;
  }

  #renderFailure(): TemplateResult {
    return html`<span role="status">It could not be loaded here.</span>
      <a href=${this.src} target="_blank" rel="noopener noreferrer nofollow">Open it in a new tab</a>`;
  }

  async #onLoad(): Promise<void> {
    await import('./framed-view.js');
    this.status = 'shown';
  }

  #onFailure(): void {
    this.status = 'failed';
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'remote-image': RemoteImage;
  }
}

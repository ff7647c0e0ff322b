import { html, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { LightElement } from '../../ui/light-element.js';
import { contentWords } from './words.js';

/**
 * An image on someone else's server: named with its host, and fetched only when a person asks, by a frame that knows
 * nothing of us. Light DOM.
 */
@customElement('remote-image')
export class RemoteImage extends LightElement {
  @property({ attribute: false }) src = '';
  @property({ attribute: false }) host = '';
  /** What the image shows, in words. */
  @property({ attribute: false }) alt = '';
  @state() private status: 'named' | 'shown' | 'failed' = 'named';

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('src')) this.status = 'named';
  }

  protected override render(): TemplateResult {
    if (this.status === 'shown') {
      const name = this.alt || contentWords.images.from(this.host);
      return html`<framed-view page="picture" .content=${this.src} .name=${name} @frame-failed=${this.#onFailure}></framed-view>`;
    }
    return html`<span class="md-remote" role="group" aria-label=${contentWords.images.from(this.host)}>
      <span class="md-remote-text">${this.alt || contentWords.images.image} <span class="md-host">(${this.host})</span></span>
      ${
        this.status === 'failed'
          ? this.#renderFailure()
          : html`<button type="button" class="md-load" @click=${this.#onLoad}>${contentWords.images.load}</button>`
      }
    </span>`;
  }

  #renderFailure(): TemplateResult {
    return html`<span role="status">${contentWords.images.failed}</span>
      <a href=${this.src} target="_blank" rel="noopener noreferrer nofollow">${contentWords.images.openInTab}</a>`;
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

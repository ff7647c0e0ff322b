import { css, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { composerContext, consume } from '../../state/app/contexts.js';
import { OpenPictureEvent } from './open-picture-event.js';
import { contentWords } from './words.js';

/** A picture that a person attached, fetched from the server with this browser's credentials. */
@customElement('upload-image')
export class UploadImage extends LitElement {
  static override styles = css`
    :host {
      display: block;
    }

    img {
      display: block;
      width: 100%;
      height: 100%;
      border-radius: inherit;
      object-fit: cover;
    }

    :host([whole]) img {
      width: auto;
      max-width: 100%;
      height: auto;
      max-height: 320px;
      object-fit: contain;
    }

    button {
      display: block;
      max-width: 100%;
      padding: 0;
      border: 0;
      border-radius: inherit;
      background: none;
      cursor: zoom-in;
    }

    button:focus-visible {
      outline: 2px solid var(--accent);
      outline-offset: 2px;
    }

    span {
      display: grid;
      place-items: center;
      width: 100%;
      height: 100%;
      min-height: 48px;
      padding: var(--s1);
      color: var(--text-3);
      font-size: var(--t-xs);
      text-align: center;
      overflow-wrap: anywhere;
    }
  `;

  @property({ attribute: 'upload-id' }) uploadId = '';
  @property() alt = '';
  /** Whether all of it is shown, not a square cut out of it. */
  @property({ type: Boolean, reflect: true }) whole = false;

  /** Null until it has come. */
  @query('img') readonly image!: HTMLImageElement | null;

  @state() private src: string | null = null;
  @state() private failure = '';

  readonly #composer = consume(this, composerContext);
  #wanted = '';

  protected override willUpdate(_changed: PropertyValues<this>): void {
    if (this.#composer.value && this.uploadId !== this.#wanted) void this.#load(this.uploadId);
  }

  protected override render(): TemplateResult {
    if (!this.src) return html`<span role="img" aria-label=${this.alt}>${this.failure || contentWords.loading}</span>`;
    const image = html`<img src=${this.src} alt=${this.alt} @error=${() => this.#fail(contentWords.images.unreadable)} />`;
    if (!this.whole) return image;
    const name = contentWords.images.open(this.alt);
    return html`<button type="button" aria-label=${name} title=${name} @click=${this.#onOpen}>${image}</button>`;
  }

  #onOpen(): void {
    if (this.image) this.dispatchEvent(new OpenPictureEvent(this.image));
  }

  async #load(id: string): Promise<void> {
    this.#wanted = id;
    try {
      const src = await this.#composer.value!.uploads.pictureOf(id);
      if (this.#wanted === id) this.src = src;
    } catch (error) {
      if (this.#wanted === id) this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  #fail(reason: string): void {
    this.src = null;
    this.failure = reason;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'upload-image': UploadImage;
  }
}

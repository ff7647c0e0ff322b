import { ContextConsumer } from '@lit/context';
import { css, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { appContext } from '../state/app-context.js';

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

  @state() private src: string | null = null;
  @state() private failure = '';

  readonly #context = new ContextConsumer(this, { context: appContext, subscribe: true });
  #wanted = '';

  protected override willUpdate(_changed: PropertyValues<this>): void {
    if (this.#context.value && this.uploadId !== this.#wanted) void this.#load(this.uploadId);
  }

  protected override render(): TemplateResult {
    if (this.src)
      return html`<img src=${this.src} alt=${this.alt} @error=${() => this.#fail('The picture cannot be shown.')} />`;
    return html`<span role="img" aria-label=${this.alt}>${this.failure || 'Loading…'}</span>`;
  }

  async #load(id: string): Promise<void> {
    this.#wanted = id;
    try {
      const src = await this.#context.value!.uploads.pictureOf(id);
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

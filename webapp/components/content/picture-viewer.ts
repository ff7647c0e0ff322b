import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { controls } from '../../styles/controls.js';
import { icon } from '../../ui/icon.js';
import type { UploadImage } from './upload-image.js';
import { contentWords } from './words.js';
import { zoomStep } from './zoom-step.js';

interface Picture {
  readonly src: string;
  readonly name: string;
}

/** Images one at a time, as large as there is room, above everything else. It leaves the page when it is closed. */
@customElement('picture-viewer')
export class PictureViewer extends LitElement {
  static override styles = [
    controls,
    css`
      dialog {
        flex-direction: column;
        width: 100dvw;
        max-width: none;
        height: 100dvh;
        max-height: none;
        padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom)
          env(safe-area-inset-left);
        border: 0;
        background: var(--bg);
        color: var(--text);
      }

      dialog[open] {
        display: flex;
      }

      header {
        display: flex;
        flex: none;
        flex-wrap: wrap;
        gap: var(--s1);
        align-items: center;
        padding: var(--s2) var(--s3);
        border-bottom: 1px solid var(--line);
        background: var(--surface);
      }

      .tools {
        display: flex;
        gap: var(--s1);
        align-items: center;
      }

      h2 {
        flex: 1;
        min-width: 0;
        margin: 0;
        overflow: hidden;
        font-size: var(--t-md);
        font-weight: 600;
        text-overflow: ellipsis;
        white-space: nowrap;
      }

      .note {
        margin-inline-end: var(--s2);
        color: var(--text-2);
        font-size: var(--t-sm);
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }

      .scale {
        min-width: 4.5rem;
      }

      .room {
        display: grid;
        flex: 1;
        min-height: 0;
        overflow: auto;
        padding: var(--s4);
      }

      .room:focus-visible {
        outline-offset: -2px;
      }

      img {
        margin: auto;
        cursor: zoom-in;
        /* Where an image is transparent, it shows on both themes. */
        background: repeating-conic-gradient(var(--sunken) 0 25%, var(--surface) 0 50%) 0 0 / 16px 16px;
      }

      img.fits {
        max-width: 100%;
        max-height: 100%;
        min-height: 0;
        object-fit: contain;
      }

      img:not(.fits) {
        max-width: none;
        cursor: zoom-out;
      }

      /* Closing stays beside the name. */
      @media (max-width: 699px) {
        .tools {
          order: 1;
          flex-basis: 100%;
          justify-content: center;
        }
      }
    `,
  ];

  @property({ attribute: false }) pictures: readonly Picture[] = [];
  /** Which of them is shown. */
  @property({ type: Number }) at = 0;

  @state() private natural: { readonly width: number; readonly height: number } | null = null;
  /** Null fits it into what room there is. */
  @state() private zoom: number | null = null;

  @query('dialog') private dialog!: HTMLDialogElement;
  @query('.room') private room!: HTMLElement;
  @query('img') private image!: HTMLImageElement;

  /** Opens it; resolves when it has the focus. */
  async show(): Promise<void> {
    await this.updateComplete;
    this.dialog.showModal();
    this.room.focus();
  }

  protected override render(): TemplateResult {
    const { viewer } = contentWords;
    const { pictures, at, natural, zoom } = this;
    const { src, name } = pictures[at]!;
    const scale = zoom === null ? viewer.fit : viewer.percent(Math.round(zoom * 100));
    const width = natural && zoom !== null ? `width: ${natural.width * zoom}px` : nothing;
    return html`<dialog aria-label=${viewer.images} @close=${() => this.remove()} @keydown=${this.#onKey}>
      <header>
        <h2><bdi>${name}</bdi></h2>
        <div class="tools">
        <span class="note">${natural ? viewer.size(natural.width, natural.height) : nothing}</span>
        ${pictures.length > 1 ? this.#renderSteps() : nothing}
        ${renderButton('minus', viewer.zoomOut, () => this.#step(-1))}
        <button class="btn scale" type="button" aria-pressed=${zoom === null} @click=${this.#onScale}>${scale}</button>
        ${renderButton('plus', viewer.zoomIn, () => this.#step(1))}
        <a class="icon-btn" href=${src} download=${name} aria-label=${viewer.save} title=${viewer.save}>${icon('download')}</a>
        </div>
        ${renderButton('x', viewer.close, () => this.dialog.close())}
      </header>
      <div class="room" tabindex="0" role="group" aria-label=${name}>
        <img class=${zoom === null ? 'fits' : ''} src=${src} alt=${name} style=${width} @load=${this.#onLoad} @click=${this.#onScale} />
      </div>
    </dialog>`;
  }

  #renderSteps(): TemplateResult {
    const { viewer } = contentWords;
    return html`${renderButton('arrowLeft', viewer.previous, () => this.#go(-1), this.at === 0)}
      <span class="note" role="status">${viewer.place(this.at + 1, this.pictures.length)}</span>
      ${renderButton('arrowRight', viewer.next, () => this.#go(1), this.at === this.pictures.length - 1)}`;
  }

  #go(by: 1 | -1): void {
    const next = this.at + by;
    if (!this.pictures[next]) return;
    this.at = next;
    this.zoom = null;
    this.natural = null;
    // A button at the end of the row can't keep the focus.
    this.room.focus();
  }

  #step(by: 1 | -1): void {
    const { natural, zoom } = this;
    this.zoom = zoomStep(zoom ?? (natural?.width ? this.image.clientWidth / natural.width : 1), by);
  }

  #onScale(): void {
    this.zoom = this.zoom === null ? 1 : null;
  }

  #onLoad({ target }: Event): void {
    const { naturalWidth: width, naturalHeight: height } = target as HTMLImageElement;
    this.natural = { width, height };
  }

  /** An image that is larger than its room scrolls by the arrows; else they lead to the others. */
  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === '+' || key === '=') this.#step(1);
    else if (key === '-') this.#step(-1);
    else if (key === '0') this.zoom = null;
    else if (key === 'ArrowLeft' && this.zoom === null) this.#go(-1);
    else if (key === 'ArrowRight' && this.zoom === null) this.#go(1);
    else return;
    event.preventDefault();
  }
}

function renderButton(
  picture: Parameters<typeof icon>[0],
  name: string,
  press: () => void,
  isDisabled = false,
): TemplateResult {
  return html`<button class="icon-btn" type="button" aria-label=${name} title=${name} ?disabled=${isDisabled} @click=${press}>${icon(picture)}</button>`;
}

/** Shows an image large; from there a person reaches the others that are drawn in the same place. */
export async function viewPictures(place: ParentNode, chosen: HTMLImageElement): Promise<void> {
  const images = [...place.querySelectorAll('.picture-open, .md-picture, upload-image[whole]')]
    .map((found) => (found.localName === 'upload-image' ? (found as UploadImage).image : found.querySelector('img')))
    .filter((image) => image !== null);
  const shown = images.includes(chosen) ? images : [chosen];
  const viewer = document.createElement('picture-viewer');
  viewer.pictures = shown.map(({ src, alt }) => ({ src, name: alt || contentWords.images.image }));
  viewer.at = shown.indexOf(chosen);
  document.body.append(viewer);
  await viewer.show();
}

declare global {
  interface HTMLElementTagNameMap {
    'picture-viewer': PictureViewer;
  }
}

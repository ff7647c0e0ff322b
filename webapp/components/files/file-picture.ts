import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import { errorText } from '../../codes/error-words.js';
import { isDrawable } from '../../pictures/drawable-image.js';
import { consume, workContext } from '../../state/app/contexts.js';
import { byteSize, number } from '../../ui/format.js';
import { LightElement } from '../../ui/light-element.js';
import { zoomStep } from '../content/zoom-step.js';
import { fileIcon } from './file-icons.js';
import { shownName } from './file-tree.js';
import { loadBytes, pictureType } from './load-bytes.js';
import { fileWords } from './words.js';

/** An image of the folder, on a ground that shows where it is transparent. Light DOM. */
@customElement('file-picture')
export class FilePicture extends LightElement {
  @property() path = '';
  @property({ attribute: false }) version: string | null = null;
  @property({ type: Number }) size = 0;
  /** Changes when the file does. */
  @property() revision = '';

  readonly #work = consume(this, workContext);

  @state() private address: string | null = null;
  @state() private share = 0;
  @state() private problem = '';
  @state() private natural: { width: number; height: number } | null = null;
  /** Null fits it into what room there is. */
  @state() private zoom: number | null = null;

  #run = 0;

  get repo(): RepoApi {
    return this.#work.value!.repo;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#run += 1;
    this.#forget();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('path')) this.zoom = null;
    if (changed.has('path') || changed.has('version') || changed.has('revision')) void this.#load();
  }

  protected override render(): TemplateResult {
    const { picture } = fileWords;
    if (this.problem) return html`<p class="work-empty" role="status">${this.problem}</p>`;
    if (!this.address)
      return html`<p class="work-empty" aria-busy="true">${picture.loading(number(Math.floor(this.share * 100)))}</p>`;
    const { natural, zoom } = this;
    const width = natural && zoom !== null ? `width: ${natural.width * zoom}px; max-width: none` : '';
    return html`<div class="picture-scroll" tabindex="0" role="group" aria-label=${shownName(this.path)} @keydown=${this.#onKey}>
        <img class=${zoom === null ? 'fits' : ''} src=${this.address} alt=${shownName(this.path)} style=${width} @load=${this.#onLoad} @error=${this.#onError} />
      </div>
      <div class="picture-bar">
        <span class="picture-size">${natural ? picture.size(number(natural.width), number(natural.height), byteSize(this.size)) : nothing}</span>
        <button type="button" class="icon-btn" aria-label=${picture.zoomOut} title=${picture.zoomOut} @click=${() => this.#step(-1)}>${fileIcon('zoomOut')}</button>
        <button type="button" class="btn" aria-pressed=${zoom === null} @click=${() => this.#fit()}>${zoom === null ? picture.fit : picture.percent(number(Math.round(zoom * 100)))}</button>
        <button type="button" class="icon-btn" aria-label=${picture.zoomIn} title=${picture.zoomIn} @click=${() => this.#step(1)}>${fileIcon('zoomIn')}</button>
      </div>`;
  }

  async #load(): Promise<void> {
    const run = ++this.#run;
    this.share = 0;
    this.problem = '';
    const isWanted = () => run === this.#run;
    const onShare = (share: number) => {
      if (isWanted()) this.share = share;
    };
    try {
      const pieces = await loadBytes(this, onShare, isWanted);
      if (!isWanted()) return;
      this.#forget();
      const type = pictureType(this.path) ?? 'image/png';
      const file = new Blob(pieces, { type });
      const isDrawn = isDrawable(new Uint8Array(await file.arrayBuffer()), type);
      if (!isWanted()) return;
      if (isDrawn) this.address = URL.createObjectURL(file);
      else this.problem = fileWords.picture.tooHeavy;
    } catch (error) {
      if (isWanted()) this.problem = errorText(error);
    }
  }

  #forget(): void {
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = null;
  }

  #onLoad({ target }: Event): void {
    const { naturalWidth: width, naturalHeight: height } = target as HTMLImageElement;
    this.natural = { width, height };
  }

  #onError(): void {
    this.problem = fileWords.picture.unreadable;
  }

  #fit(): void {
    this.zoom = this.zoom === null ? 1 : null;
  }

  #step(by: 1 | -1): void {
    const image = this.querySelector('img');
    const now = this.zoom ?? (image && this.natural?.width ? image.clientWidth / this.natural.width : 1);
    this.zoom = zoomStep(now, by);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') this.#step(1);
    else if (event.key === '-') this.#step(-1);
    else if (event.key === '0') this.zoom = null;
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'file-picture': FilePicture;
  }
}

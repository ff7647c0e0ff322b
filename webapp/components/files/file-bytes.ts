import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import { errorText } from '../../codes/error-words.js';
import { consume, workContext } from '../../state/app/contexts.js';
import { byteSize } from '../../ui/format.js';
import { LightElement } from '../../ui/light-element.js';
import { saveFile } from '../../ui/save-file.js';
import { fileIcon } from './file-icons.js';
import { shownName } from './file-tree.js';
import { loadBytes, loadHead } from './load-bytes.js';
import { fileWords } from './words.js';

const SHOWN = 512;
const PDF = 'application/pdf';
const PER_ROW = 16;

/** A file that is no text: what it is, how large, its first bytes, and a way to have it. Light DOM. */
@customElement('file-bytes')
export class FileBytesView extends LightElement {
  @property() path = '';
  @property({ attribute: false }) version: string | null = null;
  @property({ type: Number }) size = 0;
  /** Changes when the file does. */
  @property() revision = '';

  readonly #work = consume(this, workContext);

  @state() private head: Uint8Array | null = null;
  @state() private problem = '';
  @state() private isLoading = false;
  /** Where the browser finds a PDF that was loaded. */
  @state() private address: string | null = null;

  get repo(): RepoApi {
    return this.#work.value!.repo;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#forget();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('path') || changed.has('version') || changed.has('revision')) void this.#load();
  }

  protected override render(): TemplateResult {
    const { bytes } = fileWords;
    const isPdf = this.head !== null && String.fromCharCode(...this.head.subarray(0, 5)) === '%PDF-';
    return html`<div class="bytes">
      <p class="bytes-what">${fileIcon('file')}<span>${isPdf ? bytes.pdf(byteSize(this.size)) : bytes.binary(byteSize(this.size))}</span></p>
      <div class="bytes-acts">
        ${isPdf ? this.#renderOpen() : nothing}
        <button type="button" class="btn outline" ?disabled=${this.isLoading} @click=${this.#onDownload}>${fileIcon('download')}${fileWords.download}</button>
      </div>
      ${this.problem ? html`<p class="danger-text" role="alert">${this.problem}</p>` : nothing}
      ${this.head && !isPdf ? html`<pre class="hex" tabindex="0" aria-label=${bytes.head}>${hexLines(this.head.subarray(0, SHOWN))}</pre>` : nothing}
    </div>`;
  }

  async #load(): Promise<void> {
    const { path, version, revision } = this;
    this.head = null;
    this.problem = '';
    this.#forget();
    try {
      const head = await loadHead(this);
      if (path === this.path && version === this.version && revision === this.revision) this.head = head;
    } catch (error) {
      this.problem = errorText(error);
    }
  }

  /** The browser's own viewer, in a tab of its own: it never works inside a frame without an origin. */
  #renderOpen(): TemplateResult {
    const { open } = fileWords.bytes;
    if (this.address) {
      return html`<a class="btn primary" target="_blank" rel="noopener" href=${this.address}>${fileIcon('file')}${open}</a>`;
    }
    return html`<button type="button" class="btn primary" ?disabled=${this.isLoading} @click=${this.#onOpen}>${fileIcon('file')}${open}</button>`;
  }

  async #onOpen(): Promise<void> {
    const pieces = await this.#loadAll();
    if (!pieces) return;
    this.address = URL.createObjectURL(new Blob(pieces, { type: PDF }));
    await this.updateComplete;
    this.querySelector<HTMLAnchorElement>('.bytes-acts a')?.click();
  }

  async #onDownload(): Promise<void> {
    const pieces = await this.#loadAll();
    if (pieces) saveFile(shownName(this.path), pieces, 'application/octet-stream');
  }

  /** All of it; null if that failed or nobody wants it any more. */
  async #loadAll(): Promise<Uint8Array<ArrayBuffer>[] | null> {
    this.isLoading = true;
    this.problem = '';
    const { path, revision } = this;
    const isWanted = () => this.isConnected && path === this.path && revision === this.revision;
    try {
      const pieces = await loadBytes(this, () => {}, isWanted);
      return isWanted() ? pieces : null;
    } catch (error) {
      this.problem = errorText(error);
      return null;
    } finally {
      this.isLoading = false;
    }
  }

  #forget(): void {
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = null;
  }
}

/** As `hexdump -C` has it: where, sixteen bytes, and the letters among them. */
function hexLines(bytes: Uint8Array): string {
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at += PER_ROW) {
    const row = [...bytes.subarray(at, at + PER_ROW)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const letters = row.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·')).join('');
    rows.push(`${at.toString(16).padStart(6, '0')}  ${hex.padEnd(PER_ROW * 3 - 1)}  ${letters}`);
  }
  return rows.join('\n');
}

declare global {
  interface HTMLElementTagNameMap {
    'file-bytes': FileBytesView;
  }
}

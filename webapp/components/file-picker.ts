import { ContextConsumer } from '@lit/context';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import type { FoundFile, FoundFiles } from '../../server/protocol/repo.js';
import { RpcError } from '../../server/protocol/rpc-error.js';
import { appContext } from '../state/app-context.js';
import { OpenFileEvent } from './open-file-event.js';
import { visibleText } from './visible-text.js';

const MOST_FILES = 50;

/**
 * A field that finds files of the folder by parts of their names. Light DOM.
 * @fires open-file - A person chose one.
 */
@customElement('file-picker')
export class FilePicker extends LitElement {
  @query('input') private field!: HTMLInputElement;
  @state() private found: FoundFiles | null = null;
  @state() private problem = '';
  @state() private current = 0;
  @state() private isOpen = false;

  readonly #context = new ContextConsumer(this, { context: appContext });
  #run = 0;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override focus(): void {
    this.field.focus();
  }

  protected override render(): TemplateResult {
    const files = this.found?.files ?? [];
    const isOpen = this.isOpen && (files.length > 0 || this.#note !== '');
    return html`<input
        class="picker-field"
        type="text"
        role="combobox"
        aria-label="Find a file"
        aria-autocomplete="list"
        aria-controls="picker-list"
        aria-expanded=${isOpen}
        aria-activedescendant=${isOpen && files.length > 0 ? `picker-${this.current}` : nothing}
        placeholder="Find a file"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        @input=${this.#search}
        @focus=${this.#search}
        @blur=${this.#close}
        @keydown=${this.#onKey}
      />
      <div class="picker-list" id="picker-list" role="listbox" aria-label="Files" ?hidden=${!isOpen}>
        ${files.map((file, n) => this.#renderFile(file, n))}
        ${this.#note ? html`<div class="picker-note" role="option" aria-disabled="true" aria-selected="false">${this.#note}</div>` : nothing}
      </div>`;
  }

  protected override updated(): void {
    this.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }

  #renderFile(file: FoundFile, n: number): TemplateResult {
    return html`<div
      class="picker-file"
      role="option"
      id="picker-${n}"
      aria-selected=${n === this.current}
      @pointerdown=${(event: Event) => event.preventDefault()}
      @click=${() => this.#choose(file)}
    ><bdi>${renderPath(file)}</bdi></div>`;
  }

  /** What a person should know about the list. */
  get #note(): string {
    if (this.problem) return this.problem;
    if (!this.found) return '';
    const { files, total, complete, leftOut } = this.found;
    if (files.length === 0)
      return complete ? 'No file has such a name.' : 'No such file so far; the folder is still being listed.';
    if (total > files.length) return `${(total - files.length).toLocaleString()} more: go on typing.`;
    return leftOut > 0 ? `${leftOut} files are left out, because their names are not text.` : '';
  }

  readonly #search = async (): Promise<void> => {
    const run = ++this.#run;
    this.isOpen = true;
    try {
      const found = await this.#context.value?.repo.find_files(this.field.value, MOST_FILES);
      if (run !== this.#run || !found) return;
      this.problem = '';
      this.found = found;
      this.current = 0;
    } catch (error) {
      if (run === this.#run) this.problem = RpcError.from(error).message;
    }
  };

  readonly #close = (): void => {
    this.isOpen = false;
  };

  #choose({ path }: FoundFile): void {
    this.isOpen = false;
    this.field.value = '';
    this.dispatchEvent(new OpenFileEvent(path, null));
  }

  #onKey(event: KeyboardEvent): void {
    const files = this.found?.files ?? [];
    if (event.isComposing) return;
    if (event.key === 'Escape' && this.isOpen) {
      this.isOpen = false;
    } else if (event.key === 'Enter' && this.isOpen && files[this.current]) {
      this.#choose(files[this.current]!);
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && files.length > 0) {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      this.current = (this.current + step + files.length) % files.length;
      this.isOpen = true;
    } else {
      return;
    }
    event.preventDefault();
  }
}

/** The path with the letters that fit; what would hide or turn others is a sign. */
function renderPath({ path, positions }: FoundFile): unknown[] {
  const hits = new Set(positions);
  const parts: { text: string; isHit: boolean }[] = [];
  for (let n = 0; n < path.length; n += 1) {
    const last = parts.at(-1);
    const isHit = hits.has(n);
    if (last && last.isHit === isHit) last.text += path[n];
    else parts.push({ text: path[n]!, isHit });
  }
  const shown = (text: string) => visibleText(text).replaceAll('\n', '␊').replaceAll('\t', '␉');
  return parts.map(({ text, isHit }) => (isHit ? html`<mark>${shown(text)}</mark>` : shown(text)));
}

declare global {
  interface HTMLElementTagNameMap {
    'file-picker': FilePicker;
  }
}

import { html, nothing, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import type { FoundFile, FoundFiles } from '../../../server/protocol/api/repo.js';
import { errorText } from '../../codes/error-words.js';
import { consume, workContext } from '../../state/app/contexts.js';
import { readPlace } from '../../state/work/tree-paths.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { OpenFileEvent } from '../../ui/open-file-event.js';
import { lineSigns, visibleText } from '../../ui/visible-text.js';
import { fileIcon } from './file-icons.js';
import { fileWords } from './words.js';

const MOST_FILES = 50;

/** Fired when a person chose a folder; bubbles to whoever shows the tree. */
export class FolderChosenEvent extends Event {
  static readonly type = 'folder-chosen';
  readonly path: string;

  constructor(path: string) {
    super(FolderChosenEvent.type, { bubbles: true });
    this.path = path;
  }
}

/**
 * A field that finds files and folders by parts of their names; `:12`, `:12:5` or `#L3-L9` behind one goes there. Light DOM.
 * @fires open-file - A person chose a file.
 * @fires folder-chosen - A person chose a folder.
 */
@customElement('file-picker')
export class FilePicker extends LightElement {
  @query('input') private field!: HTMLInputElement;
  @state() private found: FoundFiles | null = null;
  @state() private problem = '';
  @state() private current = 0;
  @state() private isOpen = false;

  readonly #work = consume(this, workContext);
  #run = 0;
  /** The list is for other words than those in the field now. */
  #isBehind = false;
  /** Enter was pressed meanwhile; it means the first of the list to come. */
  #takesFirst = false;

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
        aria-label=${fileWords.find}
        aria-autocomplete="list"
        aria-controls="picker-list"
        aria-expanded=${isOpen}
        aria-activedescendant=${isOpen && files.length > 0 ? `picker-${this.current}` : nothing}
        placeholder=${fileWords.find}
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        @input=${this.#search}
        @focus=${this.#search}
        @blur=${this.#close}
        @keydown=${this.#onKey}
      />
      <div class="picker-list" id="picker-list" role="listbox" aria-label=${fileWords.found} ?hidden=${!isOpen}>
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
    >${file.path.endsWith('/') ? icon('folder') : fileIcon('file')}<bdi>${renderPath(file)}</bdi></div>`;
  }

  /** What a person should know about the list. */
  get #note(): string {
    if (this.problem) return this.problem;
    if (!this.found) return '';
    const { files, total, complete, leftOut } = this.found;
    if (files.length === 0) return complete ? fileWords.noMatches : fileWords.noMatchesYet;
    if (total > files.length) return fileWords.more(total - files.length);
    return leftOut > 0 ? fileWords.leftOut(leftOut) : '';
  }

  readonly #search = async (): Promise<void> => {
    const run = ++this.#run;
    this.isOpen = true;
    this.#isBehind = true;
    this.#takesFirst = false;
    try {
      const { path, line } = readPlace(this.field.value);
      const wanted = line === null ? this.field.value : path;
      const found = await this.#work.value?.repo.find_files(wanted, MOST_FILES, true);
      if (run !== this.#run || !found) return;
      this.problem = '';
      this.found = found;
      this.current = 0;
      this.#isBehind = false;
      const [first] = found.files;
      if (this.#takesFirst && first) this.#choose(first);
    } catch (error) {
      if (run !== this.#run) return;
      this.#isBehind = false;
      this.problem = errorText(error);
    }
  };

  readonly #close = (): void => {
    this.isOpen = false;
    this.#takesFirst = false;
  };

  #choose({ path }: FoundFile): void {
    const { line, to, column } = readPlace(this.field.value);
    this.#close();
    this.field.value = '';
    if (path.endsWith('/')) this.dispatchEvent(new FolderChosenEvent(path.slice(0, -1)));
    else this.dispatchEvent(new OpenFileEvent(path, line, { ...(to && { to }), ...(column && { column }) }));
  }

  #onKey(event: KeyboardEvent): void {
    const files = this.found?.files ?? [];
    if (event.isComposing) return;
    if (event.key === 'Escape' && (this.isOpen || this.field.value !== '')) {
      this.#close();
      this.field.value = '';
    } else if (event.key === 'Enter' && this.isOpen && this.#isBehind) {
      this.#takesFirst = true;
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
  const shown = (text: string) => visibleText(lineSigns(text));
  return parts.map(({ text, isHit }) => (isHit ? html`<mark>${shown(text)}</mark>` : shown(text)));
}

declare global {
  interface HTMLElementTagNameMap {
    'file-picker': FilePicker;
  }
  interface HTMLElementEventMap {
    'folder-chosen': FolderChosenEvent;
  }
}

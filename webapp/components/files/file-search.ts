import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { follow } from '../../state/base/follow.js';
import { number } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { label } from '../../ui/visible-text.js';
import type { LinePattern } from '../../worker/find-lines.js';
import { fileIcon } from './file-icons.js';
import type { FileSearch, FileSearchState } from './search-file.js';
import { fileWords } from './words.js';

/** Fired when a person looks for something, or for nothing any more; bubbles to the file view. */
export class SearchFileEvent extends Event {
  static readonly type = 'search-file';
  /** Null when the search is closed. */
  readonly pattern: LinePattern | null;

  constructor(pattern: LinePattern | null) {
    super(SearchFileEvent.type, { bubbles: true });
    this.pattern = pattern;
  }
}

const WAYS = [
  { key: 'isCase', picture: 'caseSensitive', name: fileWords.search.caseSensitive, letter: 'c' },
  { key: 'isWord', picture: 'wholeWord', name: fileWords.search.word, letter: 'w' },
  { key: 'isRegex', picture: 'regex', name: fileWords.search.regex, letter: 'r' },
] as const;

/**
 * The field that looks for something in the file that is shown. Light DOM.
 * @fires search-file - A person looks for something else, or closed it.
 */
@customElement('file-search')
export class FileSearchBar extends LightElement {
  @property({ attribute: false }) search!: FileSearch;

  @query('input') private field!: HTMLInputElement;

  readonly #found = follow(this, () => this.search);

  override focus(): void {
    this.field?.focus();
    this.field?.select();
  }

  protected override firstUpdated(): void {
    this.focus();
  }

  protected override render(): TemplateResult {
    const found = this.#found.value!;
    const hasHits = found.hits.length > 0;
    return html`<div class="file-bar" role="search" @keydown=${this.#onKey}>
      <span class="bar-field">
        <input
          dir="auto"
          type="text"
          aria-label=${fileWords.search.name}
          placeholder=${fileWords.search.open}
          .value=${found.pattern.text}
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          aria-invalid=${found.trouble?.code === 'bad'}
          @input=${() => this.#look({ text: this.field.value })}
        />
        ${WAYS.map(
          ({ key, picture, name }) =>
            html`<button type="button" class="way" aria-pressed=${found.pattern[key]} aria-label=${name} title=${name} @click=${() => this.#look({ [key]: !found.pattern[key] })}>${fileIcon(picture)}</button>`,
        )}
      </span>
      <span class="bar-count" role="status">${wordsOf(found)}</span>
      <button type="button" class="icon-btn" aria-label=${fileWords.search.previous} title=${fileWords.search.previous} ?disabled=${!hasHits} @click=${() => this.search.step(-1)}>${icon('chevronUp')}</button>
      <button type="button" class="icon-btn" aria-label=${fileWords.search.next} title=${fileWords.search.next} ?disabled=${!hasHits} @click=${() => this.search.step(1)}>${icon('chevronDown')}</button>
      <button type="button" class="icon-btn" aria-label=${fileWords.search.close} title=${fileWords.search.close} @click=${this.#close}>${icon('x')}</button>
      ${found.hasLongLines ? html`<span class="bar-note">${fileWords.search.cut}</span>` : nothing}
    </div>`;
  }

  #look(change: Partial<LinePattern>): void {
    this.dispatchEvent(new SearchFileEvent({ ...this.search.value.pattern, ...change }));
  }

  #close(): void {
    this.dispatchEvent(new SearchFileEvent(null));
  }

  #onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const way = event.altKey ? WAYS.find(({ letter }) => letter === event.key.toLowerCase()) : undefined;
    if (event.key === 'Escape') this.#close();
    else if (event.key === 'Enter' && event.target === this.field) this.search.step(event.shiftKey ? -1 : 1);
    else if (event.key === 'F3') this.search.step(event.shiftKey ? -1 : 1);
    else if (way) this.#look({ [way.key]: !this.search.value.pattern[way.key] });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function wordsOf({ status, trouble, hits, current, isCut, pattern }: FileSearchState): string {
  const { search } = fileWords;
  if (trouble?.code === 'bad') return label(trouble.message, 120);
  if (trouble?.code === 'slow') return search.tooSlow;
  if (pattern.text === '') return '';
  if (hits.length === 0) return status === 'running' ? search.searching : trouble ? search.failed : search.none;
  const counted = isCut || status === 'running' ? search.many : search.count;
  return counted(number(current + 1), number(hits.length));
}

declare global {
  interface HTMLElementTagNameMap {
    'file-search': FileSearchBar;
  }
  interface HTMLElementEventMap {
    'search-file': SearchFileEvent;
  }
}

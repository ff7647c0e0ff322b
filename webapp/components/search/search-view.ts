import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { type FileHit, SEARCH_LIMITS, type SearchQuery } from '../../../server/protocol/api/search.js';
import { errorText } from '../../codes/error-words.js';
import { consume, workContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { type FileHits, type SearchState as Found, SearchStore } from '../../state/history/search-store.js';
import { controls } from '../../styles/controls.js';
import { number } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { OpenFileEvent } from '../../ui/open-file-event.js';
import { repeat } from '../../ui/repeat.js';
import { label, nameLabel, visibleText } from '../../ui/visible-text.js';
import { AskController } from '../files/ask-controller.js';
import { searchStyles } from './search.styles.js';
import { searchWords } from './words.js';

/** A person who types is waited for. */
const TYPING_MS = 200;
const OPTIONS = ['isCase', 'isWord', 'isRegex'] as const;
type Option = (typeof OPTIONS)[number];

/** Search across the files of the folder: hits by file, as they come. */
@customElement('search-view')
export class SearchView extends LitElement {
  static override styles = [controls, searchStyles];

  @state() private options: Readonly<Record<Option, boolean>> = { isCase: false, isWord: false, isRegex: false };
  #text = '';
  #include = '';
  #exclude = '';

  readonly #work = consume(this, workContext);
  readonly #ask = new AskController(this);
  #store: SearchStore | null = null;
  readonly #view = follow(this, () => this.#store);
  readonly #goal = follow(
    this,
    () => this.#work.value?.panel,
    ({ goal }) => goal,
  );
  #typing: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
    this.#store?.clear();
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('.search-field')?.focus();
  }

  protected override willUpdate(): void {
    const repo = this.#work.value?.repo;
    if (repo) this.#store ??= new SearchStore(repo);
  }

  protected override updated(): void {
    if (this.#goal.value !== 'search') return;
    this.focus();
    this.#work.value?.panel.arrive();
  }

  protected override render(): TemplateResult {
    const view = this.#view.value;
    return html`<div class="search-tools" role="search">
        <div class="search-line">
          <input class="picker-field search-field" type="search" dir="auto" maxlength=${SEARCH_LIMITS.textChars} aria-label=${searchWords.search} placeholder=${searchWords.search} @input=${this.#onText} @keydown=${this.#onFieldKey} />
          ${OPTIONS.map((option) => html`<button type="button" class="btn search-option" aria-pressed=${this.options[option]} aria-label=${searchWords.options[option]} title=${searchWords.options[option]} @click=${() => this.#toggle(option)}><span aria-hidden="true">${searchWords.signs[option]}</span></button>`)}
        </div>
        <div class="search-globs">
          <label>${searchWords.include}<input class="picker-field" placeholder=${searchWords.globHint} @input=${this.#onInclude} /></label>
          <label>${searchWords.exclude}<input class="picker-field" @input=${this.#onExclude} /></label>
        </div>
      </div>
      <p class="search-sum" role="status">${view ? sumWords(view) : nothing}</p>
      <div class="work-scroll" role="group" aria-label=${searchWords.results} @keydown=${this.#onKey}>${view ? this.#renderFound(view) : nothing}</div>`;
  }

  #renderFound({ phase, files, failure }: Found): unknown {
    if (failure) return html`<p class="work-empty" role="alert">${label(errorText(failure), 600)}</p>`;
    if (phase === 'idle') return html`<p class="work-empty">${searchWords.none}</p>`;
    if (phase === 'done' && files.length === 0) return html`<p class="work-empty">${searchWords.notFound}</p>`;
    return repeat(
      files,
      ({ path }) => path,
      (file) => this.#renderFile(file),
    );
  }

  #renderFile({ path, hits }: FileHits): TemplateResult {
    return html`<section class="search-file" aria-label=${searchWords.fileHits(nameLabel(path, 300), hits.length)}>
      <h3><bdi>${nameLabel(path, 300)}</bdi><span class="work-count" aria-hidden="true">${number(hits.length)}</span></h3>
      ${hits.map((hit) => this.#renderHit(hit))}
    </section>`;
  }

  #renderHit(hit: FileHit): TemplateResult {
    const attach = searchWords.attach(hit.path, hit.line);
    return html`<div class="search-hit">
      <button type="button" class="search-go" data-path=${hit.path} data-line=${hit.line} @click=${() => this.#open(hit)}>
        <span class="search-n">${hit.line}</span><span class="search-text">${renderMarks(hit)}</span>
      </button>
      <button type="button" class="icon-btn" tabindex="-1" aria-label=${label(attach, 300)} title=${searchWords.attachHint} @click=${() => this.#attach(hit.path, hit.line)}>${icon('plus')}</button>
    </div>`;
  }

  #open({ path, line, ranges }: FileHit): void {
    const column = (ranges[0]?.[0] ?? 0) + 1;
    this.dispatchEvent(new OpenFileEvent(path, line, { column }));
  }

  #attach(path: string, line: number): void {
    const repo = this.#work.value?.repo;
    if (repo) void this.#ask.about(repo, path, { from: line, to: line });
  }

  #toggle(option: Option): void {
    this.options = { ...this.options, [option]: !this.options[option] };
    this.#search(0);
  }

  #search(ms: number): void {
    clearTimeout(this.#typing);
    if (this.#text === '') {
      this.#store?.clear();
      return;
    }
    const query: SearchQuery = {
      text: this.#text,
      ...this.options,
      include: globsOf(this.#include),
      exclude: globsOf(this.#exclude),
    };
    this.#typing = setTimeout(() => void this.#store?.search(query), ms);
  }

  #onText({ target }: InputEvent): void {
    this.#text = (target as HTMLInputElement).value;
    this.#search(TYPING_MS);
  }

  #onInclude({ target }: InputEvent): void {
    this.#include = (target as HTMLInputElement).value;
    this.#search(TYPING_MS);
  }

  #onExclude({ target }: InputEvent): void {
    this.#exclude = (target as HTMLInputElement).value;
    this.#search(TYPING_MS);
  }

  #onFieldKey(event: KeyboardEvent): void {
    if (event.key === 'Enter') this.#search(0);
    else if (event.key === 'ArrowDown') this.renderRoot.querySelector<HTMLElement>('.search-go')?.focus();
    else return;
    event.preventDefault();
  }

  /** Arrows go from hit to hit, and one letter puts a hit into the message. */
  #onKey(event: KeyboardEvent): void {
    const places = [...this.renderRoot.querySelectorAll<HTMLElement>('.search-go')];
    const at = places.indexOf(this.shadowRoot?.activeElement as HTMLElement);
    const hit = places[at];
    if (!hit || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'a') this.#attach(hit.dataset.path ?? '', Number(hit.dataset.line));
    else if (event.key === 'ArrowDown') places[at + 1]?.focus();
    else if (event.key === 'ArrowUp') (places[at - 1] ?? this).focus();
    else return;
    event.preventDefault();
  }
}

function renderMarks({ text, ranges }: FileHit): unknown {
  const parts: unknown[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    if (from < at) continue;
    parts.push(spaced(text.slice(at, from)), html`<mark>${spaced(text.slice(from, to))}</mark>`);
    at = to;
  }
  return [...parts, spaced(text.slice(at))];
}

/** A part of a line as it is, spaces at its ends included: what is next to it goes on there. */
function spaced(text: string): string {
  return visibleText(text.replace(/\s/g, ' '), true);
}

function sumWords({ phase, files, count, isCut }: Found): string {
  if (phase === 'running' && count === 0) return searchWords.searching;
  if (count === 0) return '';
  const found = searchWords.found(count, files.length);
  return isCut ? `${found}. ${searchWords.cut}` : found;
}

function globsOf(text: string): string[] {
  return text
    .split(/,(?![^{]*\})/)
    .map((glob) => glob.trim())
    .filter(Boolean)
    .slice(0, SEARCH_LIMITS.globs);
}

declare global {
  interface HTMLElementTagNameMap {
    'search-view': SearchView;
  }
}

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { UserActEvent } from '../../state/app/acts.js';
import { consume, pageContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { controls } from '../../styles/controls.js';
import '../agents/freedom-banner.js';
import { fuzzyFind } from '../../ui/fuzzy-find.js';
import { icon } from '../../ui/icon.js';
import { RowPointer } from './row-pointer.js';
import { SETTINGS_ROWS, type SettingsRow } from './settings-rows.js';
import { SETTINGS_SECTIONS, type SettingsSection } from './settings-sections.js';
import { settingsViewStyles } from './settings-view.styles.js';
import { settingsWords } from './words.js';

/** So many rows are shown of a search. */
const MOST_FOUND = 30;

/**
 * All that a person can set, one page for each concern, in place of the session. What is changed holds at once.
 * @fires user-act - The person goes to another page or back to the session.
 */
@customElement('settings-view')
export class SettingsView extends LitElement {
  static override styles = [controls, settingsViewStyles];

  /** The page that the address names; an unknown one means the first. */
  @property() section = '';

  @state() private page: HTMLElement | null = null;
  @state() private failure: string | null = null;
  /** What is looked for in all pages. */
  @state() private query = '';

  readonly #context = consume(this, pageContext);
  readonly #row = follow(this, () => this.#context.value?.settings.row);
  readonly #pointer = new RowPointer();

  /** For the key that goes from one part of the page to the next. */
  override focus(): void {
    this.shadowRoot?.querySelector<HTMLElement>('[aria-current]')?.focus();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('resize', this.#showCurrent);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('resize', this.#showCurrent);
    this.#pointer.forget();
  }

  protected override firstUpdated(): void {
    this.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('section')) void this.#open(this.#current());
  }

  /** On a phone the names of the pages are wider than the screen. */
  protected override updated(changed: PropertyValues<this>): void {
    this.#point();
    if (!changed.has('section')) return;
    // Anyone who goes to another page by its address or a command is on that page, not on the old one's name.
    if (this.shadowRoot?.activeElement?.matches('nav a') || document.activeElement === document.body) this.focus();
    this.#showCurrent();
  }

  /** Where the names of the pages don't fit, the current one is in sight, also after the window was turned. */
  readonly #showCurrent = (): void => {
    this.shadowRoot?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };

  /** Goes to the row that the address points at, as soon as its page shows it. */
  #point(): void {
    if (this.page?.localName === this.#current().tag) this.#pointer.point(this.page, this.#row.value ?? null);
  }

  protected override render(): TemplateResult {
    const current = this.#current();
    return html`
      <header>
        <button class="icon-btn" type="button" aria-label=${settingsWords.back} title=${settingsWords.back} @click=${this.#leave}>
          ${icon('arrowLeft')}
        </button>
        <h1>${settingsWords.settings}</h1>
      </header>
      <freedom-banner></freedom-banner>
      <div class="body">
        <div class="side">
          ${this.#renderSearch()}
          ${this.query.trim() === '' ? html`<nav aria-label=${settingsWords.settings}>${SETTINGS_SECTIONS.map((section) => this.#renderLink(section, section === current))}</nav>` : this.#renderFound()}
        </div>
        <section aria-labelledby="page-title">
          <div class="page">
            <h2 id="page-title">${current.title}</h2>
            ${this.failure ? this.#renderFailure(this.failure) : (this.page ?? nothing)}
          </div>
        </section>
      </div>
    `;
  }

  #renderLink({ id, title, icon: picture }: SettingsSection, isCurrent: boolean): TemplateResult {
    const open = (event: Event) => {
      event.preventDefault();
      this.dispatchEvent(new UserActEvent({ type: 'open_settings', section: id }));
    };
    return html`<a class="btn" href="#/settings/${id}" aria-current=${isCurrent ? 'page' : nothing} @click=${open}>
      ${icon(picture)} ${title}
    </a>`;
  }

  #renderSearch(): TemplateResult {
    const look = (event: Event) => {
      this.query = (event.target as HTMLInputElement).value;
    };
    return html`<search>
      <label class="search">
        ${icon('search')}
        <input
          dir="auto"
          type="search"
          placeholder=${settingsWords.search.name}
          aria-label=${settingsWords.search.name}
          maxlength="100"
          .value=${this.query}
          @input=${look}
          @keydown=${this.#onSearchKey}
        />
      </label>
    </search>`;
  }

  #renderFound(): TemplateResult {
    const found = this.#found();
    const text =
      found.length === 0 ? settingsWords.search.none(this.query.trim()) : settingsWords.search.found(found.length);
    return html`<nav class="found" aria-label=${settingsWords.search.results}>
      <p role="status" class=${found.length === 0 ? 'none' : 'vh'}>${text}</p>
      ${found.map((row) => this.#renderRow(row))}
    </nav>`;
  }

  #renderRow(row: SettingsRow): TemplateResult {
    const page = SETTINGS_SECTIONS.find(({ id }) => id === row.section);
    const open = (event: Event) => {
      event.preventDefault();
      this.#show(row);
    };
    return html`<a class="btn" href="#/settings/${row.section}/${row.key}" @click=${open}>
      <span>${row.name}</span> <small>${page?.title}</small>
    </a>`;
  }

  #found(): SettingsRow[] {
    const pages = SETTINGS_SECTIONS.map(({ id, title }): SettingsRow => ({ section: id, key: '', name: title }));
    const by = {
      words: ({ name }: SettingsRow) => name,
      about: ({ help }: SettingsRow) => help ?? '',
      limit: MOST_FOUND,
    };
    return fuzzyFind(this.query, [...SETTINGS_ROWS, ...pages], by).map(({ item }) => item);
  }

  /** The first one is what Enter means; Escape gives the pages back. */
  #onSearchKey(event: KeyboardEvent): void {
    const [first] = this.#found();
    if (event.key === 'Enter' && this.query.trim() !== '' && first) this.#show(first);
    else if (event.key === 'Escape' && this.query !== '') this.query = '';
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #show({ section, key }: SettingsRow): void {
    this.query = '';
    this.#pointer.forget();
    this.dispatchEvent(new UserActEvent({ type: 'open_settings', section, ...(key === '' ? {} : { row: key }) }));
    // The address may name the row already.
    this.requestUpdate();
  }

  #renderFailure(sentence: string): TemplateResult {
    return html`<p class="failure" role="alert">${icon('circleAlert')} ${sentence}</p>
      <button class="btn outline" type="button" @click=${() => this.#open(this.#current())}>${settingsWords.tryAgain}</button>`;
  }

  #current(): SettingsSection {
    return SETTINGS_SECTIONS.find(({ id }) => id === this.section) ?? SETTINGS_SECTIONS[0]!;
  }

  async #open(section: SettingsSection): Promise<void> {
    this.failure = null;
    try {
      await section.load();
      if (section === this.#current()) this.page = document.createElement(section.tag);
    } catch {
      this.failure = settingsWords.loadFailed;
    }
  }

  #leave(): void {
    this.dispatchEvent(new UserActEvent({ type: 'close_settings' }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'settings-view': SettingsView;
  }
}

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { UserActEvent } from '../state/acts.js';
import { controls } from '../styles/controls.js';
import './freedom-banner.js';
import { icon } from './icon.js';
import { SETTINGS_SECTIONS, type SettingsSection } from './settings-sections.js';
import { settingsViewStyles } from './settings-view.styles.js';

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

  /** For the key that goes from one part of the page to the next. */
  override focus(): void {
    this.shadowRoot?.querySelector<HTMLElement>('[aria-current]')?.focus();
  }

  protected override firstUpdated(): void {
    this.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('section')) void this.#open(this.#current());
  }

  /** On a phone the names of the pages are wider than the screen. */
  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('section')) return;
    this.shadowRoot?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  protected override render(): TemplateResult {
    const current = this.#current();
    return html`
      <header>
        <button class="icon-btn" type="button" aria-label="Back to the session" title="Back to the session" @click=${this.#leave}>
          ${icon('arrowLeft')}
        </button>
        <h1>Settings</h1>
      </header>
      <freedom-banner></freedom-banner>
      <div class="body">
        <nav aria-label="Settings">${SETTINGS_SECTIONS.map((section) => this.#renderLink(section, section === current))}</nav>
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

  #renderFailure(sentence: string): TemplateResult {
    return html`<p class="failure" role="alert">${icon('circleAlert')} ${sentence}</p>
      <button class="btn outline" type="button" @click=${() => this.#open(this.#current())}>Try again</button>`;
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
      this.failure = 'This page of the settings could not be loaded. The server may be gone; its terminal says more.';
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

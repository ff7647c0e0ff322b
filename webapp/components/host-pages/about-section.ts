import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { errorText } from '../../codes/error-words.js';
import { UserActEvent } from '../../state/app/acts.js';
import { controls } from '../../styles/controls.js';
import { settings } from '../../styles/settings.js';
import { byteSize } from '../../ui/format.js';
import { label } from '../../ui/visible-text.js';
import { formStyles } from './form.styles.js';
import { HostController } from './host-controller.js';
import { hostWords } from './words.js';

/**
 * The page of the settings about AcDeck itself.
 * @fires user-act - The person copies what a bug report needs.
 */
@customElement('about-section')
export class AboutSection extends LitElement {
  static override styles = [
    controls,
    settings,
    formStyles,
    css`
      dl.group {
        display: grid;
        grid-template-columns: minmax(6rem, auto) minmax(0, 1fr);
        gap: var(--s2) var(--s4);
        margin: 0;
        padding: var(--s3) var(--s4);
      }

      dt {
        color: var(--text-2);
        overflow-wrap: anywhere;
      }

      dd {
        margin: 0;
        overflow-wrap: anywhere;
      }

      pre {
        max-height: 20rem;
        margin: 0;
        padding: var(--s3) var(--s4);
        overflow: auto;
        border-top: 1px solid var(--line);
        font: 400 var(--t-xs) / 1.5 var(--mono);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
    `,
  ];

  /** Null while nobody wants to read them. */
  @state() private licences: string | null = null;
  @state() private failure: string | null = null;

  readonly #host = new HostController(this, ({ agents }) => agents.map(({ version }) => version));

  protected override render(): TemplateResult {
    const words = hostWords.aboutPage;
    const problem = this.failure ?? this.#host.failure;
    return html`
      ${problem ? html`<p class="error" role="alert">${problem}</p>` : nothing}
      <div data-key="versions">
        <h3>${words.versions}</h3>
        <dl class="group" tabindex="-1">
          ${this.#versions().map(([name, version]) => html`<dt>${name}</dt><dd translate="no">${version}</dd>`)}
        </dl>
      </div>
      <div class="group">
        <div class="row" data-key="diagnostics">
          <div class="about"><span class="name">${words.diagnostics}</span><span class="help">${words.diagnosticsHelp}</span></div>
          <button class="btn outline" type="button" ?disabled=${!this.#host.info} @click=${this.#copy}>${words.copy}</button>
        </div>
      </div>
      <div class="group" data-key="licences">
        <div class="row">
          <div class="about"><span class="name">${words.licences}</span><span class="help">${words.licencesHelp}</span></div>
          <button class="btn outline" type="button" ?disabled=${this.licences !== null} @click=${this.#showLicences}>${words.showLicences}</button>
        </div>
        ${this.licences === null ? nothing : html`<pre tabindex="0" aria-label=${words.licences}>${this.licences}</pre>`}
      </div>
    `;
  }

  #versions(): [name: string, version: string][] {
    const words = hostWords.aboutPage;
    const { info, app } = this.#host;
    if (!info) return [];
    const agents = (app?.agents ?? []).filter(({ health }) => health.state !== 'missing');
    return [
      [words.acdeck, info.version],
      [words.node, info.node],
      [words.system, info.platform],
      [words.browser, navigator.userAgent],
      ...agents.map(({ name, version }): [string, string] => [
        label(name, 60),
        version ? label(version, 60) : words.noVersion,
      ]),
    ];
  }

  #copy(): void {
    const { info } = this.#host;
    if (!info) return;
    const { history, uploads, other } = info.sizes;
    const { data } = hostWords;
    const sizes = [
      [data.history, byteSize(history)],
      [data.uploads, byteSize(uploads)],
      [data.other, byteSize(other)],
    ];
    const text = [...this.#versions(), ...sizes].map(([name, value]) => `${name}: ${value}`).join('\n');
    this.dispatchEvent(new UserActEvent({ type: 'copy', text }));
  }

  async #showLicences(): Promise<void> {
    try {
      this.licences = (await this.#host.queries?.get_licences()) ?? hostWords.aboutPage.noLicences;
      this.failure = null;
    } catch (error) {
      this.failure = errorText(error);
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'about-section': AboutSection;
  }
}

import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { HostSettings, SettingsUpdate } from '../../../server/protocol/api/config.js';
import { errorText } from '../../codes/error-words.js';
import { consume, outboxContext } from '../../state/app/contexts.js';
import { isStartable } from '../../state/server/startable.js';
import { controls } from '../../styles/controls.js';
import { settings } from '../../styles/settings.js';
import { label } from '../../ui/visible-text.js';
import { renderRow } from '../settings/rows/render-row.js';
import { type RowParts, renderSettings } from '../settings/rows/render-settings.js';
import { ConfigController } from './config-controller.js';
import { formStyles } from './form.styles.js';
import { linesOf } from './text-field.js';
import { hostWords } from './words.js';

/** The page of the settings for what holds on this computer: how AcDeck starts, and what sessions may use. */
@customElement('computer-section')
export class ComputerSection extends LitElement {
  static override styles = [
    controls,
    settings,
    formStyles,
    css`
      .row > select {
        flex: 0 1 16rem;
        width: 100%;
      }
    `,
  ];

  @state() private failure: string | null = null;

  readonly #config = new ConfigController(this);
  readonly #outbox = consume(this, outboxContext);

  protected override render(): TemplateResult | typeof nothing {
    const host = this.#config.info?.host;
    const problem = this.failure ?? this.#config.failure;
    const alert = problem ? html`<p class="error" role="alert">${problem}</p>` : nothing;
    if (!host) return html`${alert}`;
    const words = hostWords.computer;
    const parts: RowParts = {
      values: host,
      change: (change) => void this.#set(change),
      refuse: (sentence) => {
        this.failure = sentence;
      },
    };
    return html`
      ${alert}
      <div>
        <h3>${words.start}</h3>
        <div class="group">
          ${this.#renderAgent('agent', { name: words.agent, help: words.agentHelp, none: words.lastUsed, value: host.agent }, (agent) => ({ agent }))}
          ${renderSettings('computer/start', parts)}
        </div>
      </div>
      <div>
        <h3>${words.sessions}</h3>
        <div class="group">${renderSettings('computer/sessions', parts)} ${this.#renderFolders(host)}</div>
      </div>
      <div>
        <h3>${words.commit}</h3>
        <div class="group">
          ${this.#renderAgent('commitMessages', { name: words.commitAgent, help: words.commitHelp, none: words.commitDefault, value: host.commitMessages.agent }, (agent) => ({ commitMessages: { ...host.commitMessages, agent } }))}
          ${this.#renderModel(host)}
        </div>
      </div>
    `;
  }

  #renderAgent(
    key: string,
    row: { name: string; help: string; none: string; value: string | null },
    change: (agent: string | null) => SettingsUpdate,
  ): TemplateResult {
    const agents = (this.#config.app?.agents ?? []).filter(isStartable);
    const isListed = row.value === null || agents.some(({ id }) => id === row.value);
    const choose = (event: Event) => this.#set(change((event.target as HTMLSelectElement).value || null));
    return renderRow(
      key,
      row,
      html`<select id=${key} @change=${choose}>
        <option value="" .selected=${row.value === null}>${row.none}</option>
        ${isListed ? nothing : html`<option value=${row.value} selected>${label(row.value ?? '', 60)}</option>`}
        ${agents.map(({ id, name }) => html`<option value=${id} .selected=${id === row.value}>${label(name, 60)}</option>`)}
      </select>`,
    );
  }

  #renderModel({ commitMessages }: HostSettings): TemplateResult {
    const words = hostWords.computer;
    const set = (event: Event) => {
      const model = (event.target as HTMLInputElement).value.trim() || null;
      void this.#set({ commitMessages: { ...commitMessages, model } });
    };
    return renderRow(
      'commitModel',
      { name: words.commitModel, help: words.commitModelHelp },
      html`<input id="commitModel" class="input" autocomplete="off" spellcheck="false" .value=${commitMessages.model ?? ''} @change=${set} />`,
    );
  }

  #renderFolders({ additionalDirectories }: HostSettings): TemplateResult {
    const words = hostWords.computer;
    const set = (event: Event) => this.#setFolders(linesOf((event.target as HTMLTextAreaElement).value));
    return renderRow(
      'additionalDirectories',
      { name: words.folders, help: words.foldersHelp },
      html`<textarea id="additionalDirectories" class="input mono" rows="2" spellcheck="false" .value=${additionalDirectories.join('\n')} @change=${set}></textarea>`,
    );
  }

  #setFolders(additionalDirectories: string[]): void {
    if (additionalDirectories.every((path) => /^(\/|~\/|~$)/.test(path))) void this.#set({ additionalDirectories });
    else this.failure = hostWords.needFullPath;
  }

  async #set(change: SettingsUpdate): Promise<void> {
    try {
      await this.#outbox.value?.sendSecret('Settings', 'update', change);
      this.failure = null;
    } catch (error) {
      this.failure = errorText(error);
      this.requestUpdate();
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'computer-section': ComputerSection;
  }
}

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { HostSettings, SettingsUpdate } from '../../../server/protocol/api/config.js';
import { errorText } from '../../codes/error-words.js';
import { isStartable } from '../../state/server/startable.js';
import { controls } from '../../styles/controls.js';
import { settings } from '../../styles/settings.js';
import { label } from '../../ui/visible-text.js';
import { ConfigController } from './config-controller.js';
import { formStyles } from './form.styles.js';
import { linesOf } from './text-field.js';
import { hostWords } from './words.js';

/** A settings file may also say `all`, which means the same as `local` as long as no other device can connect. */
const SHELLS = ['off', 'local'] as const;

/** The page of the settings for what holds on this computer: how AcDeck starts, and what sessions may use. */
@customElement('computer-section')
export class ComputerSection extends LitElement {
  static override styles = [controls, settings, formStyles];

  @state() private failure: string | null = null;

  readonly #config = new ConfigController(this);

  protected override render(): TemplateResult | typeof nothing {
    const host = this.#config.info?.host;
    const problem = this.failure ?? this.#config.failure;
    const alert = problem ? html`<p class="error" role="alert">${problem}</p>` : nothing;
    if (!host) return html`${alert}`;
    const words = hostWords.computer;
    return html`
      ${alert}
      <div>
        <h3>${words.start}</h3>
        <div class="group">
          ${this.#renderAgent('agent', { name: words.agent, help: words.agentHelp, none: words.lastUsed, value: host.agent }, (agent) => ({ agent }))}
          ${this.#renderText('port', { name: words.port, help: words.portHelp, value: String(host.port ?? '') }, (text) => this.#setPort(text))}
          <div class="row" data-key="open">
            <div class="about"><label class="name" for="open">${words.open}</label><span class="help">${words.openHelp}</span></div>
            <input id="open" class="switch" type="checkbox" role="switch" .checked=${host.open} @change=${(event: Event) => this.#set({ open: (event.target as HTMLInputElement).checked })} />
          </div>
        </div>
      </div>
      <div>
        <h3>${words.sessions}</h3>
        <div class="group">${this.#renderShell(host)} ${this.#renderFolders(host)}</div>
      </div>
      <div>
        <h3>${words.commit}</h3>
        <div class="group">
          ${this.#renderAgent('commitMessages', { name: words.commitAgent, help: words.commitHelp, none: words.commitDefault, value: host.commitMessages.agent }, (agent) => ({ commitMessages: { ...host.commitMessages, agent } }))}
          ${this.#renderText('commitModel', { name: words.commitModel, help: words.commitModelHelp, value: host.commitMessages.model ?? '' }, (model) => this.#set({ commitMessages: { ...host.commitMessages, model: model || null } }))}
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
    return html`<div class="row" data-key=${key}>
      <div class="about"><label class="name" for=${key}>${row.name}</label><span class="help">${row.help}</span></div>
      <select id=${key} class="input" @change=${choose}>
        <option value="" .selected=${row.value === null}>${row.none}</option>
        ${isListed ? nothing : html`<option value=${row.value} selected>${label(row.value ?? '', 60)}</option>`}
        ${agents.map(({ id, name }) => html`<option value=${id} .selected=${id === row.value}>${label(name, 60)}</option>`)}
      </select>
    </div>`;
  }

  #renderText(
    key: string,
    row: { name: string; help: string; value: string },
    change: (text: string) => void,
  ): TemplateResult {
    const set = (event: Event) => change((event.target as HTMLInputElement).value.trim());
    return html`<div class="row" data-key=${key}>
      <div class="about"><label class="name" for=${key}>${row.name}</label><span class="help">${row.help}</span></div>
      <input id=${key} class="input" autocomplete="off" spellcheck="false" .value=${row.value} @change=${set} />
    </div>`;
  }

  #renderShell({ shell }: HostSettings): TemplateResult {
    const words = hostWords.computer;
    const chosen = shell === 'off' ? 'off' : 'local';
    const choose = (event: Event) =>
      this.#set({ shell: (event.target as HTMLSelectElement).value as HostSettings['shell'] });
    return html`<div class="row" data-key="shell">
      <div class="about"><label class="name" for="shell">${words.shell}</label><span class="help">${words.shellHelp}</span></div>
      <select id="shell" class="input" @change=${choose}>
        ${SHELLS.map((value) => html`<option value=${value} .selected=${value === chosen}>${words.shells[value]}</option>`)}
      </select>
    </div>`;
  }

  #renderFolders({ additionalDirectories }: HostSettings): TemplateResult {
    const words = hostWords.computer;
    const set = (event: Event) => this.#setFolders(linesOf((event.target as HTMLTextAreaElement).value));
    return html`<div class="row" data-key="additionalDirectories">
      <div class="about"><label class="name" for="folders">${words.folders}</label><span class="help">${words.foldersHelp}</span></div>
      <textarea id="folders" class="input mono" rows="2" spellcheck="false" .value=${additionalDirectories.join('\n')} @change=${set}></textarea>
    </div>`;
  }

  #setPort(text: string): void {
    const port = text === '' ? null : Number(text);
    if (port !== null && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) this.failure = hostWords.needPort;
    else void this.#set({ port });
  }

  #setFolders(additionalDirectories: string[]): void {
    if (additionalDirectories.every((path) => /^(\/|~\/|~$)/.test(path))) void this.#set({ additionalDirectories });
    else this.failure = hostWords.needFullPath;
  }

  async #set(change: SettingsUpdate): Promise<void> {
    try {
      await this.#config.port?.update(change);
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

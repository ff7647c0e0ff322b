import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { McpSettings } from '../../../server/protocol/api/config.js';
import { errorText } from '../../codes/error-words.js';
import { consume, outboxContext } from '../../state/app/contexts.js';
import { controls } from '../../styles/controls.js';
import { settings, settingsList } from '../../styles/settings.js';
import { icon } from '../../ui/icon.js';
import { repeat } from '../../ui/repeat.js';
import { label } from '../../ui/visible-text.js';
import { ConfigController } from './config-controller.js';
import { formStyles } from './form.styles.js';
import './mcp-form.js';
import { hostWords } from './words.js';

/** The page of the settings with the MCP servers that agents are given. */
@customElement('mcp-section')
export class McpSection extends LitElement {
  static override styles = [
    controls,
    settings,
    settingsList,
    formStyles,
    css`
      li + li {
        border-top: 1px solid var(--line);
      }
    `,
  ];

  /** The server that is being changed, a new one, or none. */
  @state() private editing: { name: string | null } | null = null;
  @state() private failure: string | null = null;

  readonly #config = new ConfigController(this);
  readonly #outbox = consume(this, outboxContext);

  protected override render(): TemplateResult {
    const words = hostWords.mcp;
    const { info } = this.#config;
    const servers = info?.mcpServers ?? [];
    const problem = this.failure ?? this.#config.failure;
    return html`
      ${problem ? html`<p class="error" role="alert">${problem}</p>` : nothing}
      <div data-key="mcpServers">
        <div class="head">
          <h3 id="servers">${words.servers}</h3>
          <button class="btn outline" type="button" ?disabled=${!info} @click=${() => this.#edit(null)}>${icon('plus')} ${words.add}</button>
        </div>
        <p class="help">${words.help}</p>
        ${this.editing?.name === null ? this.#renderForm(null) : nothing}
        ${
          servers.length === 0
            ? this.editing
              ? nothing
              : html`<p class="none">${words.none}</p>`
            : html`<ul class="group" aria-labelledby="servers">
                ${repeat(
                  servers,
                  ({ name }) => name,
                  (server) =>
                    html`<li data-entry=${server.name}>${this.editing?.name === server.name ? this.#renderForm(server) : this.#renderServer(server)}</li>`,
                )}
              </ul>`
        }
      </div>
      ${this.#renderOfFolder(info?.ofFolder.mcpServers ?? [])}
    `;
  }

  #renderServer(server: McpSettings): TemplateResult {
    const name = label(server.name, 100);
    const what = server.kind === 'stdio' ? [server.command, ...server.args].join(' ') : server.url;
    return html`<div class="row">
      <div class="about">
        <span class="name">${name}</span>
        <span class="help">${hostWords.mcp.kinds[server.kind]} · <code>${label(what, 200)}</code></span>
      </div>
      <button class="btn outline" type="button" aria-label=${hostWords.about(hostWords.edit, name)} @click=${() => this.#edit(server.name)}>${hostWords.edit}</button>
      <button class="btn outline" type="button" aria-label=${hostWords.about(hostWords.remove, name)} @click=${() => this.#remove(server.name)}>${hostWords.remove}</button>
    </div>`;
  }

  #renderOfFolder(names: readonly string[]): TemplateResult | typeof nothing {
    if (names.length === 0) return nothing;
    return html`<div>
      <h3>${hostWords.mcp.ofFolder}</h3>
      <p class="help">${hostWords.mcp.ofFolderHelp}</p>
      <ul class="group">${names.map((name) => html`<li class="row"><span class="name">${label(name, 100)}</span></li>`)}</ul>
    </div>`;
  }

  #renderForm(server: McpSettings | null): TemplateResult {
    return html`<mcp-form .server=${server} @form-closed=${() => this.#edit(undefined)}></mcp-form>`;
  }

  #edit(name: string | null | undefined): void {
    this.failure = null;
    this.editing = name === undefined ? null : { name };
  }

  async #remove(name: string): Promise<void> {
    try {
      await this.#outbox.value?.sendSecret('Settings', 'remove_mcp_server', name);
      this.failure = null;
    } catch (error) {
      this.failure = errorText(error);
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-section': McpSection;
  }
}

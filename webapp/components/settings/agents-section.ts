import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { AgentReport, FolderTrust } from '../../../server/protocol/api/agent-report.js';
import { UserActEvent } from '../../state/app/acts.js';
import { agentsContext, consume, outboxContext, serverContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { appParts } from '../../state/server/app-store.js';
import { controls } from '../../styles/controls.js';
import { settings, settingsList } from '../../styles/settings.js';
import { icon } from '../../ui/icon.js';
import { repeat } from '../../ui/repeat.js';
import './agent-card.js';
import '../host-pages/agent-form.js';
import '../agents/trust-panel.js';
import { errorText } from '../../codes/error-words.js';
import { ConfigController } from '../host-pages/config-controller.js';
import { hostWords } from '../host-pages/words.js';
import { settingsWords } from './words.js';

/** The page of the settings with every agent: how it is doing, how it is started, what it was seen to do. */
@customElement('agents-section')
export class AgentsSection extends LitElement {
  static override styles = [
    controls,
    settings,
    settingsList,
    css`
      trust-panel {
        padding: var(--s4);
        border: 1px solid var(--line);
        border-radius: var(--r-m);
      }

      agent-card.row {
        display: block;
        min-height: 0;
        padding-block: var(--s2);
      }

      .head {
        margin-bottom: var(--s2);
      }

      .failure {
        margin: 0;
      }
    `,
  ];

  @state() private reports: readonly AgentReport[] = [];
  @state() private failure: string | null = null;
  /** The agent that is being changed; without an id a new one. */
  @state() private editing: { id: string | null } | null = null;

  readonly #server = consume(this, serverContext);
  readonly #agents = consume(this, agentsContext);
  readonly #app = follow(this, () => this.#server.value?.app, appParts('agents', 'defaultAgentId', 'trust'));
  readonly #config = new ConfigController(this);
  readonly #outbox = consume(this, outboxContext);
  #known: unknown = null;

  /** Asks anew whenever anything about the agents has changed. */
  protected override willUpdate(_changed: PropertyValues): void {
    const app = this.#app.value;
    if (!app || this.#known === app.agents) return;
    this.#known = app.agents;
    void this.#load();
  }

  protected override render(): TemplateResult {
    const isThere = ({ health }: AgentReport) => health.state !== 'missing' && health.state !== 'untrusted';
    return html`
      ${this.failure ? html`<p class="failure" role="alert">${this.failure}</p>` : nothing}
      ${this.#renderTrust(this.#app.value?.trust ?? null)} ${this.#renderNew()}
      ${this.#renderList('agents', settingsWords.agents.here, this.reports.filter(isThere))}
      ${this.#renderList(
        null,
        settingsWords.agents.notHere,
        this.reports.filter((report) => !isThere(report)),
      )}
    `;
  }

  #renderList(key: string | null, title: string, reports: readonly AgentReport[]): TemplateResult | typeof nothing {
    if (reports.length === 0) return nothing;
    const defaultId = this.#app.value?.defaultAgentId;
    const again = () => this.dispatchEvent(new UserActEvent({ type: 'look_for_agents' }));
    return html`<div data-key=${key ?? nothing}>
      <div class="head">
        <h3>${title}</h3>
        ${key ? nothing : html`<button class="btn" type="button" @click=${again}>${icon('search')} ${settingsWords.agents.checkAgain}</button>`}
      </div>
      <div class="group" role="list">
        ${repeat(
          reports,
          ({ id }) => id,
          (report) => this.#renderAgent(report, report.id === defaultId),
        )}
      </div>
    </div>`;
  }

  #renderAgent(report: AgentReport, isDefault: boolean): TemplateResult {
    const { id, name } = report;
    const own = this.#config.info?.agents.find((agent) => agent.id === id) ?? null;
    const summary = this.#app.value?.agents.find((agent) => agent.id === id);
    const isOfFolder = report.origin === 'folder' || this.#config.info?.ofFolder.agents.includes(id) === true;
    if (this.editing?.id === id) {
      const builtIn = own?.command ? null : { id, name };
      return html`<div class="row" role="listitem" data-entry=${id}>
        <agent-form .agent=${own} .builtIn=${builtIn} @form-closed=${() => this.#edit(undefined)}></agent-form>
      </div>`;
    }
    return html`<agent-card
      class="row"
      role="listitem"
      data-entry=${id}
      .report=${report}
      ?chosen=${isDefault}
      ?outdated=${summary?.isOutdated ?? false}
      ?own=${own !== null}
      ?editable=${!isOfFolder && id !== 'custom'}
      @agent-edit=${() => this.#edit(id)}
      @agent-remove=${() => this.#remove(id)}
    ></agent-card>`;
  }

  #renderNew(): TemplateResult {
    return html`<div data-key="add">
      ${
        this.editing?.id === null
          ? html`<agent-form @form-closed=${() => this.#edit(undefined)}></agent-form>`
          : html`<button class="btn outline" type="button" ?disabled=${!this.#config.info} @click=${() => this.#edit(null)}>${icon('plus')} ${hostWords.agent.add}</button>`
      }
    </div>`;
  }

  #edit(id: string | null | undefined): void {
    this.editing = id === undefined ? null : { id };
  }

  async #remove(id: string): Promise<void> {
    try {
      await this.#outbox.value?.sendSecret('Settings', 'remove_agent', id);
      this.failure = null;
    } catch (error) {
      this.failure = errorText(error);
    }
  }

  #renderTrust(trust: FolderTrust | null): TemplateResult | typeof nothing {
    if (!trust) return nothing;
    if (trust.state !== 'trusted') return html`<trust-panel .trust=${trust}></trust-panel>`;
    const { fingerprint } = trust;
    const distrust = () =>
      this.dispatchEvent(new UserActEvent({ type: 'trust_folder', fingerprint, isTrusted: false }));
    return html`<div class="group">
      <div class="row">
        <div class="about">
          <span class="name">${settingsWords.agents.trusted}</span>
          <span class="help">${settingsWords.agents.trustedHelp}</span>
        </div>
        <button class="btn outline" type="button" @click=${distrust}>${settingsWords.agents.distrust}</button>
      </div>
    </div>`;
  }

  async #load(): Promise<void> {
    try {
      this.reports = (await this.#agents.value?.reports.get_agents()) ?? [];
      this.failure = null;
    } catch (error) {
      this.failure = settingsWords.agents.loadFailed(errorText(error));
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agents-section': AgentsSection;
  }
}

import { ContextConsumer } from '@lit/context';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AgentReport, FolderTrust } from '../../server/protocol/agent-report.js';
import { RpcError } from '../../server/protocol/rpc-error.js';
import { UserActEvent } from '../state/acts.js';
import { appContext } from '../state/app-context.js';
import { StoreController } from '../state/store-controller.js';
import { controls } from '../styles/controls.js';
import { settings } from '../styles/settings.js';
import './agent-card.js';
import './trust-panel.js';

/** The page of the settings with every agent: how it is doing, how it is started, what it was seen to do. */
@customElement('agents-section')
export class AgentsSection extends LitElement {
  static override styles = [
    controls,
    settings,
    css`
      trust-panel {
        padding: var(--s4);
        border: 1px solid var(--line);
        border-radius: var(--r-m);
      }

      agent-card.row {
        display: block;
      }

      .failure {
        margin: 0;
      }
    `,
  ];

  @state() private reports: readonly AgentReport[] = [];
  @state() private failure: string | null = null;

  readonly #context = new ContextConsumer(this, { context: appContext, subscribe: true });
  readonly #app = new StoreController(
    this,
    () => this.#context.value?.app,
    (app) => app,
  );
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
      ${this.#renderTrust(this.#app.value?.trust ?? null)}
      ${this.#renderList('On this machine', this.reports.filter(isThere))}
      ${this.#renderList(
        'Not ready to start',
        this.reports.filter((report) => !isThere(report)),
      )}
      <p class="help">
        Agents of your own are added in the settings file, under “agents”, or for one start with --agent "command --acp".
      </p>
    `;
  }

  #renderList(title: string, reports: readonly AgentReport[]): TemplateResult | typeof nothing {
    if (reports.length === 0) return nothing;
    const defaultId = this.#app.value?.defaultAgentId;
    return html`<div>
      <h3>${title}</h3>
      <div class="group" role="list">
        ${repeat(
          reports,
          ({ id }) => id,
          (report) => html`<agent-card
            class="row"
            role="listitem"
            .report=${report}
            ?chosen=${report.id === defaultId}
          ></agent-card>`,
        )}
      </div>
    </div>`;
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
          <span class="name">You trust this folder</span>
          <span class="help">What it brings may run, until any of it changes.</span>
        </div>
        <button class="btn outline" type="button" @click=${distrust}>Trust it no more</button>
      </div>
    </div>`;
  }

  async #load(): Promise<void> {
    try {
      this.reports = (await this.#context.value?.agents.get_agents()) ?? [];
      this.failure = null;
    } catch (error) {
      this.failure = `The agents could not be asked for: ${RpcError.from(error).message}`;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agents-section': AgentsSection;
  }
}

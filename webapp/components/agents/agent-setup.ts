import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { AgentSummary, AppState } from '../../../server/protocol/api/app-state.js';
import { type UserAct, UserActEvent } from '../../state/app/acts.js';
import { hasNoAgent, helpCommand, otherAgents } from '../../state/server/startable.js';
import { controls } from '../../styles/controls.js';
import { icon } from '../../ui/icon.js';
import { label, visibleText } from '../../ui/visible-text.js';
import { agentWords } from './words.js';

/** So many agents are named; the settings have them all. */
const NAMED = 4;

/**
 * For somebody who has only the agent that plays scenes: how to get another one, or which ones are there.
 * @fires user-act - The person copies a command, looks again or takes an agent.
 */
@customElement('agent-setup')
export class AgentSetup extends LitElement {
  static override styles = [
    controls,
    css`
      :host {
        display: block;
        margin-bottom: var(--s5);
        font: 400 var(--t-sm) / 1.5 var(--font);
      }

      section {
        padding: var(--s3) var(--s4);
        border: 1px solid var(--line);
        border-radius: var(--r-m);
        background: var(--surface);
      }

      p {
        margin: 0;
      }

      .lead {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s1) var(--s2);
      }

      .lead .icon {
        color: var(--accent);
      }

      .lead strong {
        font-weight: 600;
      }

      .lead span {
        color: var(--text-2);
      }

      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s2);
        margin-top: var(--s3);
      }

      .row > .end {
        margin-inline-start: auto;
      }

      .btn[aria-pressed='true'] {
        border-color: var(--accent);
        color: var(--accent);
      }

      .how {
        margin-top: var(--s3);
      }

      .line {
        display: flex;
        align-items: center;
        gap: var(--s2);
        padding: var(--s1) var(--s1) var(--s1) var(--s3);
        border-radius: var(--r-s);
        background: var(--raised);
      }

      code {
        flex: 1;
        min-width: 0;
        font: 400 var(--t-sm) / 1.5 var(--mono);
        overflow-wrap: anywhere;
        user-select: all;
      }

      .note {
        margin-top: var(--s2);
        color: var(--text-3);
        font-size: var(--t-xs);
      }
    `,
  ];

  @property({ attribute: false }) app!: Pick<AppState, 'agents'>;
  /** The one in use. */
  @property({ attribute: false }) agent: AgentSummary | null = null;

  @state() private chosen: string | null = null;

  protected override render(): TemplateResult | typeof nothing {
    if (hasNoAgent(this.app)) return this.#renderMissing();
    const others = otherAgents(this.app, this.agent);
    return others.length > 0 ? this.#renderFound(others) : nothing;
  }

  #renderFound(others: readonly AgentSummary[]): TemplateResult {
    return html`<section aria-label=${agentWords.region}>
      <p class="lead">${icon('bot')}<strong>${agentWords.ready}</strong></p>
      <div class="row">
        ${others.slice(0, NAMED).map(
          ({ id, name }, n) => html`<button
            class="btn ${n === 0 ? 'primary' : 'outline'}"
            type="button"
            @click=${() => this.#act({ type: 'use_agent', agentId: id })}
          >
            ${agentWords.useAgent(label(name, 40))}
          </button>`,
        )}
        ${this.#renderMore()}
      </div>
    </section>`;
  }

  #renderMissing(): TemplateResult {
    const ways = this.app.agents.flatMap((agent) => (commandFor(agent) ? [agent] : []));
    const isAnyThere = this.app.agents.some(({ health }) => health.state === 'crashed');
    const chosen = ways.find(({ id }) => id === this.chosen);
    return html`<section aria-label=${agentWords.region}>
      <p class="lead">
        ${icon('bot')}<strong>${isAnyThere ? agentWords.noneWorks : agentWords.noneFound}</strong>
        <span>${agentWords.setUp}</span>
      </p>
      <div class="row">
        ${ways.slice(0, NAMED).map((agent) => this.#renderWay(agent))} ${this.#renderMore()}
        <button class="btn end" type="button" @click=${() => this.#act({ type: 'look_for_agents' })}>
          ${icon('search')} ${agentWords.checkAgain}
        </button>
      </div>
      ${chosen ? this.#renderHow(chosen) : nothing}
    </section>`;
  }

  #renderWay({ id, name }: AgentSummary): TemplateResult {
    const isChosen = id === this.chosen;
    const choose = () => {
      this.chosen = isChosen ? null : id;
    };
    return html`<button class="btn outline" type="button" aria-pressed=${isChosen} @click=${choose}>
      ${label(name, 40)}
    </button>`;
  }

  #renderHow(agent: AgentSummary): TemplateResult {
    const command = commandFor(agent)!;
    const node = nodeFor(agent);
    const copy = () => this.#act({ type: 'copy', text: command, what: 'command' });
    return html`<div class="how" role="group" aria-label=${agentWords.install(label(agent.name, 40))}>
      <div class="line">
        <code>${visibleText(command)}</code>
        <button class="btn" type="button" aria-label=${agentWords.copyCommand(label(command, 200))} @click=${copy}>
          ${icon('copy')} ${agentWords.copy}
        </button>
      </div>
      <p class="note">
        ${node ? agentWords.howToWith(node) : agentWords.howTo}
      </p>
    </div>`;
  }

  #renderMore(): TemplateResult {
    const more = () => this.#act({ type: 'open_settings', section: 'agents' });
    return html`<button class="btn" type="button" aria-label=${agentWords.moreAgents} @click=${more}>${agentWords.more}</button>`;
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

function commandFor({ health }: AgentSummary): string | null {
  return health.state === 'missing' ? helpCommand(health.install) : null;
}

/** The version of Node that its package needs. */
function nodeFor({ health }: AgentSummary): string | null {
  return health.state === 'missing' && health.install.kind === 'command' ? (health.install.node ?? null) : null;
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-setup': AgentSetup;
  }
}

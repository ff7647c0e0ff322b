import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import {
  AGENT_FEATURES,
  type AgentFeature,
  type AgentRecord,
  type AgentReport,
} from '../../../server/protocol/api/agent-report.js';
import { own } from '../../../server/protocol/own.js';
import { agentChangeText, featureWords, variableText } from '../../codes/agent-words.js';
import { installText, signInText, troubleText } from '../../codes/trouble-words.js';
import { serverCommand, type UserAct, UserActEvent } from '../../state/app/acts.js';
import { helpCommand } from '../../state/server/startable.js';
import { controls } from '../../styles/controls.js';
import { number } from '../../ui/format.js';
import { label, visibleText } from '../../ui/visible-text.js';
import { renderActButton } from '../controls/act-button.js';
import { agentCardStyles } from './agent-card.styles.js';
import { settingsWords } from './words.js';

type State = AgentReport['health']['state'];

const STATES: Record<State, string> = settingsWords.agents.states;
const RUNS: ReadonlySet<State> = new Set(['starting', 'ready', 'needs_login', 'degraded']);

/**
 * One agent in the settings: its state and what can be done about it, and on request all that is known of it.
 * @fires user-act - The person starts, stops or restarts it, chooses it, signs in or has npx get it.
 * @fires agent-edit - The person wants to change it.
 * @fires agent-remove - The person wants it out of the settings.
 */
@customElement('agent-card')
export class AgentCard extends LitElement {
  static override styles = [controls, agentCardStyles];

  @property({ attribute: false }) report!: AgentReport;
  /** New sessions are begun with it. */
  @property({ type: Boolean }) chosen = false;
  /** The settings want it otherwise than it runs. */
  @property({ type: Boolean }) outdated = false;
  /** The person's settings have it. */
  @property({ type: Boolean }) own = false;
  /** The person's settings may have it. */
  @property({ type: Boolean }) editable = false;

  protected override render(): TemplateResult {
    const { name, version, health } = this.report;
    const message = 'trouble' in health && health.state !== 'stopped' ? troubleText(health.trouble, name) : null;
    const isMissing = health.state === 'missing' && this.#renderInstall() !== nothing;
    const { change } = this.report;
    return html`
      <div class="head">
        <div class="about">
          <span class="name">${label(name, 60)}</span>
          ${version ? html`<span class="version">${label(version, 30)}</span>` : nothing}
          ${this.chosen ? html`<span class="badge">${settingsWords.agents.isDefault}</span>` : nothing}
        </div>
        <span class="state ${health.state}">${own(STATES, health.state) ?? ''}</span>
        <div class="actions">${this.#renderActions()}</div>
      </div>
      ${this.outdated ? html`<p class="message">${settingsWords.agents.outdated}</p>` : nothing}
      ${isMissing ? this.#renderInstall() : message ? html`<p class="message">${visibleText(message)}</p>` : nothing}
      ${change ? html`<p class="message">${visibleText(agentChangeText(change))}</p>` : nothing}
      <details>
        <summary>${settingsWords.agents.details(label(name, 60))}</summary>
        <div class="actions">${this.#renderNpx()} ${this.#renderMore()}</div>
        ${this.#renderFacts()} ${renderMeasuredCard(this.report.cards)}
      </details>
    `;
  }

  get #isStartable(): boolean {
    const { state } = this.report.health;
    return state !== 'missing' && state !== 'untrusted';
  }

  #renderNpx(): TemplateResult | typeof nothing {
    const { id: agentId, npx } = this.report;
    if (this.#isStartable || npx === null) return nothing;
    return this.#renderButton(settingsWords.agents.runWithNpx(label(npx, 100)), { type: 'run_with_npx', agentId });
  }

  #renderActions(): unknown[] {
    const { id: agentId, health } = this.report;
    const { state } = health;
    const words = settingsWords.agents;
    const isStartable = this.#isStartable;
    return [
      state === 'needs_login'
        ? this.#renderButton(settingsWords.agents.signIn, { type: 'open_sign_in', agentId })
        : nothing,
      RUNS.has(state)
        ? this.#renderButton(words.stop, serverCommand('AcpBridge', 'stop_agent', agentId))
        : this.#renderButton(words.start, serverCommand('AcpBridge', 'start_agent', agentId), this.#obstacle),
      this.#renderButton(
        words.restart,
        serverCommand('AcpBridge', 'restart_agent', agentId),
        isStartable && state !== 'idle' && state !== 'stopped' ? null : (this.#obstacle ?? words.notRunning),
      ),
      this.#renderButton(words.log, { type: 'show_logs', agentId }),
    ];
  }

  /** Why it cannot be started; null if it can. */
  get #obstacle(): string | null {
    const { state } = this.report.health;
    if (state === 'missing') return settingsWords.agents.notInstalled;
    return state === 'untrusted' ? settingsWords.agents.notTrusted : null;
  }

  #renderMore(): unknown[] {
    const words = settingsWords.agents;
    const { id: agentId, name } = this.report;
    const fire = (type: string) => () => this.dispatchEvent(new Event(type));
    const button = (text: string, type: string) =>
      html`<button class="btn outline" type="button" aria-label=${words.about(text, label(name, 60))} @click=${fire(type)}>${text}</button>`;
    return [
      this.#isStartable && !this.chosen
        ? this.#renderButton(words.makeDefault, serverCommand('Settings', 'set_default_agent', agentId))
        : nothing,
      this.editable ? button(words.edit, 'agent-edit') : nothing,
      this.own ? button(words.remove, 'agent-remove') : nothing,
    ];
  }

  /** How to get it: a command to copy, or a page to open. */
  #renderInstall(): TemplateResult | typeof nothing {
    const { install } = this.report;
    const command = helpCommand(install);
    if (command !== null)
      return html`<p class="install"><code translate="no">${visibleText(command)}</code> ${this.#renderCopy(command)}</p>`;
    const url = install.kind === 'page' && /^https:\/\//.test(install.url) ? install.url : null;
    if (url === null) return nothing;
    return html`<p class="install"><a href=${url} target="_blank" rel="noopener noreferrer">${settingsWords.agents.howToInstall}</a> <small translate="no">${label(url, 80)}</small></p>`;
  }

  #renderFacts(): TemplateResult {
    const { command, origin, install, login, home, envHints } = this.report;
    const where = origin ? ` ${settingsWords.agents.origins[origin]}` : '';
    return html`<dl>
      ${command ? renderFact(settingsWords.agents.command, html`<code>${visibleText(command)}</code>${where}`) : nothing}
      ${this.#renderHelp(settingsWords.agents.toInstall, installText(install), helpCommand(install))}
      ${this.#renderHelp(settingsWords.agents.toSignIn, signInText(login), helpCommand(login))}
      ${home ? renderFact(settingsWords.agents.data, html`<code>${visibleText(home)}</code>`) : nothing}
      ${this.#renderTasks()}
      ${Object.entries(envHints).map(([name, use]) => renderFact(name, variableText(use)))}
    </dl>`;
  }

  /** Whether it can work with other agents, and whether anybody is asked. */
  #renderTasks(): unknown {
    const { agents } = settingsWords;
    const { takesNoTools, neverAsks } = this.report;
    return [
      renderFact(agents.tasks, takesNoTools ? agents.takesTasksOnly : agents.givesTasks),
      neverAsks ? renderFact(agents.requests, agents.neverAsks) : nothing,
    ];
  }

  #renderHelp(name: string, help: string, command: string | null): TemplateResult | typeof nothing {
    if (help === '') return nothing;
    return renderFact(name, html`${visibleText(help)} ${command === null ? nothing : this.#renderCopy(command)}`);
  }

  #renderCopy(text: string): TemplateResult {
    const copy = () => this.#act({ type: 'copy', text });
    return html`<button class="btn link" type="button" aria-label=${settingsWords.agents.copyText(text)} @click=${copy}>${settingsWords.agents.copy}</button>`;
  }

  /** With an obstacle it is greyed out and says why. */
  #renderButton(text: string, act: UserAct, obstacle: string | null = null): TemplateResult {
    const options = {
      name: settingsWords.agents.about(text, label(this.report.name, 60)),
      ...(obstacle === null ? {} : { isDisabled: true, hint: obstacle }),
    };
    return renderActButton('outline', text, act, (event) => this.dispatchEvent(event), options);
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

function renderFact(name: string, value: unknown): TemplateResult {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** What the newest version of an agent says that it can do and was seen to do, next to the version before. */
function renderMeasuredCard(cards: readonly AgentRecord[]): TemplateResult {
  const [card, before] = cards;
  if (!card) return html`<p class="none">${settingsWords.agents.neverRan}</p>`;
  const known = AGENT_FEATURES.filter((feature) => isKnown(card, feature) || (before && isKnown(before, feature)));
  return html`<table>
      <caption>
        ${before ? settingsWords.agents.measuredBefore(label(card.version, 30), label(before.version, 30)) : settingsWords.agents.measured(label(card.version, 30))}
      </caption>
      <thead>
        <tr>
          <th scope="col">${settingsWords.agents.feature}</th>
          <th scope="col">${settingsWords.agents.advertised}</th>
          <th scope="col">${settingsWords.agents.observed}</th>
        </tr>
      </thead>
      <tbody>
        ${known.map((feature) => renderFeature(feature, card, before))}
      </tbody>
    </table>
    ${card.tripwires > 0 ? renderTripwires(card.tripwires) : nothing}`;
}

function renderFeature(feature: AgentFeature, card: AgentRecord, before: AgentRecord | undefined): TemplateResult {
  const isSaid = card.advertised.includes(feature);
  const wasSaid = before?.advertised.includes(feature) ?? isSaid;
  const isLost = !isSaid && wasSaid;
  const said = isSaid
    ? wasSaid
      ? settingsWords.agents.yes
      : settingsWords.agents.yesNew
    : isLost
      ? settingsWords.agents.noLonger
      : settingsWords.agents.never;
  const seen = own(card.seen, feature) ?? 0;
  return html`<tr>
    <th scope="row">${featureWords[feature]}</th>
    <td class=${isLost ? 'lost' : ''}>${said}</td>
    <td>${seen > 0 ? settingsWords.agents.times(number(seen)) : settingsWords.agents.notYet}</td>
  </tr>`;
}

function renderTripwires(count: number): TemplateResult {
  return html`<p class="lost">${settingsWords.agents.unasked(count)}</p>`;
}

function isKnown({ advertised, seen }: AgentRecord, feature: AgentFeature): boolean {
  return advertised.includes(feature) || seen[feature] !== undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-card': AgentCard;
  }
}

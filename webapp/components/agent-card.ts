import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { AgentReport } from '../../server/protocol/agent-report.js';
import { type UserAct, UserActEvent } from '../state/acts.js';
import { controls } from '../styles/controls.js';
import { agentCardStyles } from './agent-card.styles.js';
import { helpCommand } from './help-command.js';
import { renderMeasuredCard } from './render-measured-card.js';
import { label, visibleText } from './visible-text.js';

type State = AgentReport['health']['state'];

const WORDS: Record<State, string> = {
  idle: 'Not started',
  starting: 'Starting',
  ready: 'Ready',
  needs_login: 'Needs sign-in',
  degraded: 'In trouble',
  crashed: 'Crashed',
  missing: 'Not installed',
  untrusted: 'Not trusted',
};

const ORIGINS: Record<NonNullable<AgentReport['origin']>, string> = {
  machine: 'found on this machine',
  folder: 'comes with this folder',
  npx: 'by npx, as you chose',
};

/**
 * One agent in the settings: its state and what can be done about it, and on request all that is known of it.
 * @fires user-act - The person restarts it, chooses it, signs in or has npx get it.
 */
@customElement('agent-card')
export class AgentCard extends LitElement {
  static override styles = [controls, agentCardStyles];

  @property({ attribute: false }) report!: AgentReport;
  /** New sessions are begun with it. */
  @property({ type: Boolean }) chosen = false;

  protected override render(): TemplateResult {
    const { name, version, health } = this.report;
    const message = 'message' in health ? health.message : null;
    return html`
      <div class="head">
        <div class="about">
          <span class="name">${label(name, 60)}</span>
          ${version ? html`<span class="version">${label(version, 30)}</span>` : nothing}
          ${this.chosen ? html`<span class="badge">For new sessions</span>` : nothing}
        </div>
        <span class="state ${health.state}">${WORDS[health.state] ?? ''}</span>
        <div class="actions">${this.#renderActions()}</div>
      </div>
      ${message ? html`<p class="message">${visibleText(message)}</p>` : nothing}
      ${this.report.changes.map((change) => html`<p class="message">${visibleText(change)}</p>`)}
      ${this.#renderNpx()}
      <details>
        <summary>Details of ${label(name, 60)}</summary>
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
    const run = this.#renderButton(`Run with npx (downloads ${npx})`, { type: 'run_with_npx', agentId });
    return html`<div class="actions npx">${run}</div>`;
  }

  #renderActions(): unknown[] {
    const { id: agentId, health } = this.report;
    const { state } = health;
    const isStartable = this.#isStartable;
    return [
      state === 'needs_login' ? this.#renderButton('Sign in', { type: 'open_sign_in', agentId }) : nothing,
      isStartable && !this.chosen
        ? this.#renderButton('Use for new sessions', { type: 'set_default_agent', agentId })
        : nothing,
      isStartable && state !== 'idle' ? this.#renderButton('Restart', { type: 'restart_agent', agentId }) : nothing,
    ];
  }

  #renderFacts(): TemplateResult {
    const { command, origin, install, login, home, envHints } = this.report;
    const where = origin ? ` ${ORIGINS[origin]}` : '';
    return html`<dl>
      ${command ? renderFact('Command', html`<code>${visibleText(command)}</code>${where}`) : nothing}
      ${renderFact('To install', html`${visibleText(install)} ${this.#renderCopy(install)}`)}
      ${renderFact('To sign in', html`${visibleText(login)} ${this.#renderCopy(login)}`)}
      ${home ? renderFact('Its own data', html`<code>${visibleText(home)}</code>`) : nothing}
      ${Object.entries(envHints).map(([name, help]) => renderFact(name, help))}
    </dl>`;
  }

  #renderCopy(sentence: string): TemplateResult | typeof nothing {
    const text = helpCommand(sentence);
    if (!text) return nothing;
    const copy = () => this.#act({ type: 'copy', text });
    return html`<button class="btn link" type="button" aria-label="Copy ${text}" @click=${copy}>Copy</button>`;
  }

  #renderButton(text: string, act: UserAct): TemplateResult {
    const name = `${text}: ${this.report.name}`;
    return html`<button class="btn outline" type="button" aria-label=${label(name, 200)} @click=${() => this.#act(act)}>
      ${label(text, 120)}
    </button>`;
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

function renderFact(name: string, value: unknown): TemplateResult {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-card': AgentCard;
  }
}

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { AgentSummary } from '../../server/protocol/app-state.js';
import { type UserAct, UserActEvent } from '../state/acts.js';
import type { StageView, StartupView, WorkStage } from '../state/startup-store.js';
import { controls } from '../styles/controls.js';
import { duration } from './format.js';
import { icon } from './icon.js';
import type { IconName } from './icons.js';
import { NowController } from './now-controller.js';
import { startupOverlayStyles } from './startup-overlay.styles.js';
import { label, visibleText } from './visible-text.js';

/** So long on one step deserves a reason and something to do. */
const LONG_MS = 5_000;

const ICONS: Record<StageView['state'], IconName> = {
  waiting: 'circle',
  running: 'circleDot',
  done: 'circleCheck',
  failed: 'circleAlert',
};

const REASONS: Record<WorkStage, string> = {
  server: 'The server is still reading its settings and the last session.',
  agent: 'The agent’s program is being started. The first start after an install or an update takes longest.',
  initialize: 'The agent runs but has not answered yet. Some take up to 20 seconds, more on a busy machine.',
  session: 'The agent is opening the session. It may be signing in or reading the project.',
};

/**
 * How far the agent's start is, over the transcript and never over the composer.
 * @fires user-act - The person restarts the agent, takes another one, or puts this away.
 */
@customElement('startup-overlay')
export class StartupOverlay extends LitElement {
  static override styles = [controls, startupOverlayStyles];

  @property({ attribute: false }) startup!: StartupView;
  @property({ attribute: false }) agent: AgentSummary | null = null;
  /** Agents that could be used instead. */
  @property({ attribute: false }) others: readonly AgentSummary[] = [];

  readonly #now = new NowController(this, () => this.startup.outcome === 'running');

  protected override render(): TemplateResult {
    const { stages, outcome, percent } = this.startup;
    const running = stages.find(({ state }) => state === 'running');
    const isLong = running?.startedAt != null && this.#now.value - running.startedAt >= LONG_MS;
    return html`<section class="card" aria-label="Starting">
      <h2>${this.#headline()}</h2>
      <div
        class="track"
        role="progressbar"
        aria-label="Start"
        aria-valuemin="0"
        aria-valuemax="100"
        aria-valuenow=${Math.round(percent)}
      >
        <span class=${outcome} style="transform: scaleX(${percent / 100})"></span>
      </div>
      ${
        // A tab that comes after a failure was not told the steps before it.
        stages.every(({ state }) => state === 'waiting')
          ? nothing
          : html`<ol>
              ${stages.map((stage) => this.#renderStage(stage))}
            </ol>`
      }
      ${isLong && outcome === 'running' ? html`<p class="reason">${REASONS[running.stage]}</p>` : nothing}
      ${outcome === 'failed' ? html`<p class="reason failed" role="alert">${visibleText(this.startup.message)}</p>` : nothing}
      ${isLong || outcome === 'failed' ? this.#renderActions() : nothing}
      ${outcome === 'running' ? html`<p class="note">You can already write. Your message is sent when the agent is ready.</p>` : nothing}
    </section>`;
  }

  #headline(): string {
    const name = label(this.agent?.name ?? 'the agent', 60);
    if (this.startup.outcome === 'ready') return 'Ready';
    if (this.startup.outcome !== 'failed') return `Starting ${name}`;
    return this.#needsSignIn ? `${name} needs you to sign in` : `${name} did not start`;
  }

  #renderStage(view: StageView): TemplateResult {
    const { stage, state, startedAt, endedAt } = view;
    const isRunning = state === 'running';
    const end = isRunning ? this.#now.value : endedAt;
    const elapsed = startedAt === null || end === null ? '' : duration(end - startedAt);
    return html`<li class=${state}>
      ${icon(ICONS[state])}
      <span class="name">${isRunning && this.startup.message ? label(this.startup.message, 160) : this.#nameOf(stage)}</span>
      <span class="vh">, ${state}</span>
      <span class="time">${elapsed}</span>
    </li>`;
  }

  #nameOf(stage: WorkStage): string {
    const version = this.agent?.version ? ` ${label(this.agent.version, 20)}` : '';
    return {
      server: 'Server',
      agent: 'Agent’s program',
      initialize: `First words with the agent${version}`,
      session: 'Session',
    }[stage];
  }

  get #needsSignIn(): boolean {
    return this.agent?.health.state === 'needs_login';
  }

  #renderActions(): TemplateResult {
    const { agent } = this;
    return html`<div class="actions">
      ${agent && this.#needsSignIn ? this.#renderButton('Sign in', { type: 'open_sign_in', agentId: agent.id }, 'primary') : nothing}
      ${agent ? this.#renderNpx(agent) : nothing}
      ${agent && !this.#cannotStart ? this.#renderButton('Restart the agent', { type: 'restart_agent', agentId: agent.id }) : nothing}
      ${this.others
        .slice(0, 2)
        .map(({ id, name }) => this.#renderButton(`Use ${label(name, 40)}`, { type: 'new_session', agentId: id }))}
      <button class="btn" type="button" @click=${() => this.#act({ type: 'dismiss_startup' })}>Hide</button>
    </div>`;
  }

  /** A restart would find no more than the start did. */
  get #cannotStart(): boolean {
    return this.agent?.health.state === 'untrusted';
  }

  #renderNpx({ id, health }: AgentSummary): TemplateResult | typeof nothing {
    const packages = 'npx' in health ? health.npx : undefined;
    if (!packages) return nothing;
    return this.#renderButton(`Run it with npx (downloads ${packages})`, { type: 'run_with_npx', agentId: id });
  }

  #renderButton(text: string, act: UserAct, look: 'outline' | 'primary' = 'outline'): TemplateResult {
    return html`<button class="btn ${look}" type="button" @click=${() => this.#act(act)}>${text}</button>`;
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'startup-overlay': StartupOverlay;
  }
}

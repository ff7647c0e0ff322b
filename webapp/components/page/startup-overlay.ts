import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { AgentSummary } from '../../../server/protocol/api/app-state.js';
import { troubleText } from '../../codes/trouble-words.js';
import { serverCommand, type UserAct, UserActEvent } from '../../state/app/acts.js';
import { helpCommand } from '../../state/server/startable.js';
import type { StageView, StartupView, WorkStage } from '../../state/server/startup-store.js';
import { controls } from '../../styles/controls.js';
import { duration } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { NowController } from '../../ui/now-controller.js';
import { label, visibleText } from '../../ui/visible-text.js';
import { renderActButton } from '../controls/act-button.js';
import { startupOverlayStyles } from './startup-overlay.styles.js';
import { startupStepText } from './startup-words.js';
import { frameWords } from './words.js';

/** So long on one step deserves a reason and something to do. */
const LONG_MS = 5_000;

const ICONS: Record<StageView['state'], IconName> = {
  waiting: 'circle',
  running: 'circleDot',
  done: 'circleCheck',
  failed: 'circleAlert',
};

/** So many other agents get a button; the last of them always works. */
const MOST_OTHERS = 3;

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
    return html`<section class="card" aria-label=${frameWords.startup.region}>
      <h2>${this.#headline()}</h2>
      <div
        class="track"
        role="progressbar"
        aria-label=${frameWords.startup.progress}
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
      ${isLong && outcome === 'running' ? html`<p class="reason">${frameWords.startup.reasons[running.stage]}</p>` : nothing}
      ${outcome === 'failed' ? html`<p class="reason failed" role="alert">${this.#trouble}</p>` : nothing}
      ${isLong || outcome === 'failed' ? html`${this.#renderActions()} ${this.#renderOthers()}` : nothing}
      ${outcome === 'running' && !isLong ? html`<p class="note">${frameWords.startup.typeAlready}</p>` : nothing}
    </section>`;
  }

  #headline(): string {
    const name = label(this.agent?.name ?? frameWords.theAgent, 60);
    if (this.startup.outcome === 'ready') return frameWords.startup.ready;
    if (this.startup.outcome !== 'failed') return frameWords.startup.starting(name);
    const { state } = this.agent?.health ?? {};
    if (state === 'missing') return frameWords.startup.missing(name);
    return this.#needsSignIn ? frameWords.startup.needsSignIn(name) : frameWords.startup.failed(name);
  }

  #renderStage(view: StageView): TemplateResult {
    const { stage, state, startedAt, endedAt } = view;
    const isRunning = state === 'running';
    const end = isRunning ? this.#now.value : endedAt;
    const elapsed = startedAt === null || end === null ? '' : duration(end - startedAt);
    return html`<li class=${state}>
      ${icon(ICONS[state])}
      <span class="name">${isRunning ? label(startupStepText(stage, this.startup.detail), 160) : this.#nameOf(stage)}</span>
      <span class="vh">${frameWords.startup.states[state]}</span>
      <span class="time">${elapsed}</span>
    </li>`;
  }

  get #trouble(): string {
    const { trouble } = this.startup.detail;
    return trouble ? visibleText(troubleText(trouble, this.agent?.name)) : '';
  }

  #nameOf(stage: WorkStage): string {
    const { version } = this.agent ?? {};
    if (stage === 'initialize' && version) return frameWords.startup.connectTo(label(version, 20));
    return frameWords.startup.stages[stage];
  }

  get #needsSignIn(): boolean {
    return this.agent?.health.state === 'needs_login';
  }

  #renderActions(): TemplateResult {
    const { agent } = this;
    return html`<div class="actions">
      ${agent && this.#needsSignIn ? this.#renderButton(frameWords.signIn, { type: 'open_sign_in', agentId: agent.id }, 'primary') : nothing}
      ${agent ? this.#renderInstall(agent) : nothing}
      ${agent && !this.#cannotStart ? this.#renderButton(this.#again, serverCommand('AcpBridge', 'restart_agent', agent.id)) : nothing}
      ${agent && this.#hasLog ? this.#renderButton(frameWords.banners.showLog, { type: 'show_logs', agentId: agent.id }) : nothing}
      <button class="btn" type="button" @click=${() => this.#act({ type: 'dismiss_startup' })}>${frameWords.startup.hide}</button>
    </div>`;
  }

  /** The others take over what was written for this one. */
  #renderOthers(): TemplateResult | typeof nothing {
    const { others } = this;
    if (others.length === 0) return nothing;
    const shown = others.length <= MOST_OTHERS ? others : [...others.slice(0, MOST_OTHERS - 1), others.at(-1)!];
    return html`<div class="others" role="group" aria-label=${frameWords.startup.others}>
      <p>${frameWords.startup.useAnother}</p>
      <div class="actions">
        ${shown.map(({ id, name }) => this.#renderButton(frameWords.banners.useAgent(label(name, 40)), { type: 'use_agent', agentId: id }))}
        ${
          others.length > shown.length
            ? html`<button class="btn" type="button" @click=${() => this.#act({ type: 'open_settings', section: 'agents' })}>
                ${frameWords.startup.moreAgents}
              </button>`
            : nothing
        }
      </div>
    </div>`;
  }

  /** A restart would find no more than the start did. */
  get #cannotStart(): boolean {
    return this.agent?.health.state === 'untrusted';
  }

  get #again(): string {
    return this.startup.outcome === 'failed' ? frameWords.banners.tryAgain : frameWords.startup.restart;
  }

  /** What was never started has said nothing. */
  get #hasLog(): boolean {
    const { state } = this.agent?.health ?? {};
    return state !== 'missing' && state !== 'untrusted';
  }

  #renderInstall({ id, health }: AgentSummary): unknown {
    const command = health.state === 'missing' ? helpCommand(health.install) : null;
    const packages = 'npx' in health ? health.npx : undefined;
    return [
      command ? this.#renderButton(frameWords.banners.copyCommand, { type: 'copy', text: command }) : nothing,
      packages
        ? this.#renderButton(frameWords.banners.runWithNpx(packages), { type: 'run_with_npx', agentId: id })
        : nothing,
    ];
  }

  #renderButton(text: string, act: UserAct, look: 'outline' | 'primary' = 'outline'): TemplateResult {
    return renderActButton(look, text, act, (event) => this.dispatchEvent(event));
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

import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Turn } from '../../../server/protocol/transcript/transcript.js';
import { sessionCommand, type UserAct, UserActEvent } from '../../state/app/acts.js';
import { controls } from '../../styles/controls.js';
import { wholeDuration } from '../../ui/format.js';
import { ServerNowController } from './server-now-controller.js';
import { conversationWords } from './words.js';

/** Silence of this length is worth a word. */
const QUIET_MS = 30_000;

/**
 * The last line of a running turn: that it works, for how long, and whether it has gone quiet.
 * @fires user-act - The person ends a silence, or wants to know its reason.
 */
@customElement('turn-status')
export class TurnStatus extends LitElement {
  static override styles = [
    controls,
    css`
    :host {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0 var(--s3);
      min-height: 28px;
      color: var(--text-3);
      font: 400 var(--t-sm) / 1.4 var(--font);
      font-variant-numeric: tabular-nums;
    }

    .bar {
      width: 28px;
      height: 2px;
      border-radius: 1px;
      background: var(--accent);
    }

    .bar.breathing {
      animation: breathe 1.8s var(--ease) infinite alternate;
    }

    @keyframes breathe {
      from {
        opacity: 0.25;
        transform: scaleX(0.5);
      }
    }

    @media (prefers-reduced-motion: reduce) {
      .bar.breathing {
        animation: none;
      }
    }
  `,
  ];

  @property({ attribute: false }) turn!: Turn;
  @property({ attribute: false }) lastOutputAt: number | null = null;
  /** What is being done, in a few words; empty if nobody knows. */
  @property() activity = '';
  /** Text is being written: it shows by itself that something happens. */
  @property({ type: Boolean }) writing = false;
  /** A thought is being written. */
  @property({ type: Boolean }) thinking = false;
  /** Somebody has to answer before it goes on. */
  @property({ type: Boolean }) waiting = false;

  /** There is no connection: nobody knows whether it still works. */
  @property({ type: Boolean }) stale = false;

  readonly #now = new ServerNowController(this, () => true);

  protected override render(): TemplateResult {
    const isBreathing = !this.writing && !this.waiting && !this.stale;
    return html`<span class="bar ${isBreathing ? 'breathing' : ''}"></span><span>${this.#words()}</span>${this.#renderWays()}`;
  }

  /** What a person can do about a silence. */
  #renderWays(): TemplateResult | typeof nothing {
    if (!this.#isQuiet()) return nothing;
    const act = (what: UserAct) => () => this.dispatchEvent(new UserActEvent(what));
    return html`<button class="btn link" type="button" @click=${act(sessionCommand('AcpBridge', 'cancel'))}>${conversationWords.stop}</button>
      <button class="btn link" type="button" @click=${act({ type: 'show_logs' })}>${conversationWords.showLog}</button>`;
  }

  #isQuiet(): boolean {
    if (this.stale || this.waiting || this.turn.status !== 'running') return false;
    const now = this.#now.value;
    return now - (this.lastOutputAt ?? now) >= QUIET_MS;
  }

  #words(): string {
    const now = this.#now.value;
    const { status, startedAt } = this.turn;
    if (this.stale) return conversationWords.offline;
    if (status === 'cancelling') return conversationWords.stopping;
    if (this.waiting) return conversationWords.waitingForAnswer;
    if (this.#isQuiet()) {
      const quiet = wholeDuration(now - (this.lastOutputAt ?? now));
      return this.activity ? conversationWords.quietWhile(quiet, this.activity) : conversationWords.quiet(quiet);
    }
    if (startedAt === null) return this.thinking ? conversationWords.thinking : conversationWords.working;
    const elapsed = wholeDuration(Math.max(1_000, now - startedAt));
    return this.thinking ? conversationWords.thinkingFor(elapsed) : conversationWords.workingFor(elapsed);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'turn-status': TurnStatus;
  }
}

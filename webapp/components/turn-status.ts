import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Turn } from '../../server/protocol/transcript.js';
import { duration } from './format.js';
import { ServerNowController } from './server-now-controller.js';

/** Silence of this length is worth a word. */
const QUIET_MS = 30_000;

/** The last line of a running turn: that it works, for how long, and whether it has gone quiet. */
@customElement('turn-status')
export class TurnStatus extends LitElement {
  static override styles = css`
    :host {
      display: flex;
      align-items: center;
      gap: var(--s3);
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
  `;

  @property({ attribute: false }) turn!: Turn;
  @property({ attribute: false }) lastOutputAt: number | null = null;
  /** What is being done, in a few words; empty if nobody knows. */
  @property() activity = '';
  /** Text is being written: it shows by itself that something happens. */
  @property({ type: Boolean }) writing = false;
  /** Somebody has to answer before it goes on. */
  @property({ type: Boolean }) waiting = false;

  /** There is no connection: nobody knows whether it still works. */
  @property({ type: Boolean }) stale = false;

  readonly #now = new ServerNowController(this, () => true);

  protected override render(): TemplateResult {
    const isBreathing = !this.writing && !this.waiting && !this.stale;
    return html`<span class="bar ${isBreathing ? 'breathing' : ''}"></span><span>${this.#words()}</span>`;
  }

  #words(): string {
    const now = this.#now.value;
    const { status, startedAt } = this.turn;
    if (this.stale) return 'Waiting for the connection';
    if (status === 'cancelling') return 'Stopping…';
    if (this.waiting) return 'Waiting for your answer';
    const quiet = now - (this.lastOutputAt ?? now);
    if (quiet >= QUIET_MS) {
      const what = this.activity ? `${this.activity} is still running` : 'nothing has come from the agent';
      return `Quiet for ${duration(quiet)} — ${what}`;
    }
    const elapsed = startedAt === null ? '' : duration(Math.max(1_000, now - startedAt)).replace(/\.\d/, '');
    return `Working… ${elapsed}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'turn-status': TurnStatus;
  }
}

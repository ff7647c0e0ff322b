import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Usage } from '../../server/protocol/transcript.js';
import { compactNumber } from './format.js';

const RADIUS = 7;
const ROUND = 2 * Math.PI * RADIUS;
const FULL = 0.85;

/** How much of its context the agent has used, as it says itself. */
@customElement('context-meter')
export class ContextMeter extends LitElement {
  static override styles = css`
    :host {
      display: inline-flex;
      align-items: center;
      gap: 6px;
      padding-inline: var(--s1);
      color: var(--text-3);
      font: 400 var(--t-xs) / 1 var(--font);
      font-variant-numeric: tabular-nums;
    }

    svg {
      width: 18px;
      height: 18px;
      rotate: -90deg;
    }

    circle {
      fill: none;
      stroke: var(--line);
      stroke-width: 2.5;
    }

    .used {
      stroke: var(--text-3);
      stroke-linecap: round;
    }

    .full .used {
      stroke: var(--warn);
    }
  `;

  @property({ attribute: false }) usage!: Usage;

  protected override render(): TemplateResult {
    const { used, size } = this.usage;
    const share = size > 0 ? Math.min(1, used / size) : 0;
    const percent = Math.round(share * 100);
    return html`<span
        role="meter"
        aria-label="Context used"
        aria-valuemin="0"
        aria-valuemax="100"
        aria-valuenow=${percent}
        aria-valuetext=${this.#words(percent)}
        title=${this.#words(percent)}
        class=${share >= FULL ? 'full' : ''}
      >
        <svg viewBox="0 0 18 18" aria-hidden="true">
          <circle cx="9" cy="9" r=${RADIUS}></circle>
          <circle class="used" cx="9" cy="9" r=${RADIUS} stroke-dasharray="${share * ROUND} ${ROUND}"></circle>
        </svg>
      </span>
      <span aria-hidden="true">${percent}%</span>`;
  }

  #words(percent: number): string {
    const { used, size, cost } = this.usage;
    const money = cost ? `, ${cost.amount.toFixed(2)} ${cost.currency}` : '';
    return `${percent} % of the context used: ${compactNumber(used)} of ${compactNumber(size)} tokens${money}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'context-meter': ContextMeter;
  }
}

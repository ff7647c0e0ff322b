import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { PlanEntry } from '../../../server/protocol/transcript/entries.js';
import { dockElement } from '../../styles/dock.js';
import { number } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { label } from '../../ui/visible-text.js';
import { renderSteps } from '../conversation/render-plan.js';
import { transcriptEntryStyles } from '../conversation/transcript-entry.styles.js';
import { dockWords } from './words.js';

/** How far the running turn is in its plan: one line, which opens. */
@customElement('plan-dock')
export class PlanDock extends LitElement {
  static override styles = [
    dockElement,
    transcriptEntryStyles,
    css`
      .dock-head {
        width: 100%;
        border: 0;
        border-radius: var(--r-m);
        background: none;
        color: inherit;
        font: inherit;
        text-align: start;
        cursor: pointer;
      }

      .dock-text {
        color: var(--text-2);
      }

      .track {
        flex: none;
        width: 72px;
        height: 4px;
        overflow: hidden;
        border-radius: 2px;
        background: var(--line);
      }

      .track span {
        display: block;
        height: 100%;
        border-radius: 2px;
        background: var(--accent);
        transform-origin: left;
        transition: transform var(--d-slow) var(--ease-out);
      }

      .steps {
        max-height: 30dvh;
        padding: 0 var(--s3) var(--s2) calc(var(--s3) + var(--s5));
        overflow: auto;
      }
    `,
  ];

  @property({ attribute: false }) plan!: PlanEntry;

  @state() private isOpen = false;

  protected override render(): TemplateResult {
    const { steps } = this.plan;
    const done = steps.filter(({ status }) => status === 'completed').length;
    const current = steps.find(({ status }) => status === 'in_progress');
    const share = steps.length === 0 ? 0 : done / steps.length;
    return html`<div class="dock" role="group" aria-label=${dockWords.plan}>
      <button class="dock-head" type="button" aria-expanded=${this.isOpen} @click=${this.#onToggle}>
        ${icon('listChecks')}<span class="dock-title">${dockWords.planProgress(number(done), number(steps.length))}</span>
        <span class="dock-text">${current ? label(current.content, 200) : nothing}</span>
        <span class="track" aria-hidden="true"><span style="transform: scaleX(${share})"></span></span>
        ${icon(this.isOpen ? 'chevronDown' : 'chevronUp')}
      </button>
      ${this.isOpen ? renderSteps(steps) : nothing}
    </div>`;
  }

  #onToggle(): void {
    this.isOpen = !this.isOpen;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'plan-dock': PlanDock;
  }
}

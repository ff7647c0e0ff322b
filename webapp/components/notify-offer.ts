import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { type UserAct, UserActEvent } from '../state/acts.js';
import { controls } from '../styles/controls.js';
import { dock } from '../styles/dock.js';
import { icon } from './icon.js';
import { askToNotify } from './notify-state.js';

/**
 * Offers messages of the system to somebody who would have wanted one.
 * @fires user-act - The person took the offer or refused it.
 */
@customElement('notify-offer')
export class NotifyOffer extends LitElement {
  static override styles = [
    controls,
    dock,
    css`
      :host {
        display: block;
      }

      .dock {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s1) var(--s2);
        padding: var(--s1) var(--s2) var(--s1) var(--s3);
      }

      .dock > .icon {
        color: var(--text-3);
      }

      p {
        flex: 1 1 14rem;
        margin: 0;
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<div class="dock" role="group" aria-label="Notifications">
      ${icon('bell')}
      <p>Be told when the agent has finished or needs you, while this page is hidden?</p>
      <button class="btn outline" type="button" @click=${this.#accept}>Notify me</button>
      <button class="btn" type="button" @click=${() => this.#act({ type: 'answer_offer', isWanted: false })}>No thanks</button>
    </div>`;
  }

  async #accept(): Promise<void> {
    const isAllowed = await askToNotify();
    this.#act({ type: 'answer_offer', isWanted: isAllowed });
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'notify-offer': NotifyOffer;
  }
}

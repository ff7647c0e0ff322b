import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { type UserAct, UserActEvent } from '../../state/app/acts.js';
import { dockElement } from '../../styles/dock.js';
import { icon } from '../../ui/icon.js';
import { askToNotify } from '../../ui/notify-state.js';
import { dockWords } from './words.js';

/**
 * Offers messages of the system to somebody who would have wanted one.
 * @fires user-act - The person took the offer or refused it.
 */
@customElement('notify-offer')
export class NotifyOffer extends LitElement {
  static override styles = [
    dockElement,
    css`
      .dock {
        gap: var(--s1) var(--s2);
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
    return html`<div class="dock dock-line" role="group" aria-label=${dockWords.notifications}>
      ${icon('bell')}
      <p>${dockWords.notifyOffer}</p>
      <button class="btn outline" type="button" @click=${this.#accept}>${dockWords.notifyMe}</button>
      <button class="btn" type="button" @click=${() => this.#act({ type: 'answer_offer', isWanted: false })}>${dockWords.noThanks}</button>
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

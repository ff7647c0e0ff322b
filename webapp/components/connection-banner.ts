import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { UserActEvent } from '../state/acts.js';
import type { Connection } from '../state/connection-store.js';
import { icon } from './icon.js';
import { NowController } from './now-controller.js';
import { label } from './visible-text.js';

/**
 * A lost connection in a sentence, when it has lasted long enough for one. Light DOM.
 * @fires user-act - The person wants to try now.
 */
@customElement('connection-banner')
export class ConnectionBanner extends LitElement {
  @property({ attribute: false }) connection!: Connection;

  readonly #now = new NowController(this, () => this.connection.retryAt !== null);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { fuss, state } = this.connection;
    if (fuss !== 'banner' || state === 'live') return nothing;
    return html`<div class="banner warning" role="status">
      ${icon('unplug')}<span>${this.#words()}</span>
      <button class="btn link" type="button" @click=${this.#onRetry}>Retry now</button>
    </div>`;
  }

  #words(): unknown {
    const { state, message, isServerGone } = this.connection;
    if (state === 'offline') return 'This device is offline. What you write is kept and sent later.';
    if (state === 'stopped') {
      return html`${label(message ?? '', 160) || 'The server was stopped.'} Start it again with <code>acdeck</code> and this
        page comes back by itself.`;
    }
    if (isServerGone) {
      return html`AcDeck does not answer. If it is not running, start it with <code>acdeck</code>. ${this.#wait()}`;
    }
    return `Reconnecting… ${this.#wait()}`;
  }

  #wait(): string {
    const { retryAt } = this.connection;
    const seconds = retryAt === null ? 0 : Math.ceil((retryAt - this.#now.value) / 1000);
    return seconds > 0 ? `Next try in ${seconds} s.` : '';
  }

  #onRetry(): void {
    this.dispatchEvent(new UserActEvent({ type: 'retry_connection' }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'connection-banner': ConnectionBanner;
  }
}

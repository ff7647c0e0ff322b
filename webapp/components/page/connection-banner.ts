import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { UserActEvent } from '../../state/app/acts.js';
import type { Connection } from '../../state/server/connection-store.js';
import { banner } from '../../styles/banner.js';
import { controls } from '../../styles/controls.js';
import { wholeDuration } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { NowController } from '../../ui/now-controller.js';
import { withCode } from '../../ui/sentence-parts.js';
import { label } from '../../ui/visible-text.js';
import { frameWords } from './words.js';

/**
 * A lost connection in a sentence, when it has lasted long enough for one.
 * @fires user-act - The person wants to try now.
 */
@customElement('connection-banner')
export class ConnectionBanner extends LitElement {
  static override styles = [
    controls,
    banner,
    css`
      :host {
        display: block;
      }
    `,
  ];

  @property({ attribute: false }) connection!: Connection;

  readonly #now = new NowController(this, () => this.connection.retryAt !== null);

  protected override render(): TemplateResult | typeof nothing {
    const { fuss, state } = this.connection;
    if (fuss !== 'banner' || state === 'live') return nothing;
    return html`<div class="banner warning" role="status">
      ${icon('unplug')}<span>${this.#words()}</span>
      <button class="btn link" type="button" @click=${this.#onRetry}>${frameWords.lost.retryNow}</button>
    </div>`;
  }

  #words(): unknown {
    const { state, message, isServerGone, isImpostor } = this.connection;
    if (isImpostor) {
      return [withCode(frameWords.lost.impostor), ' ', this.#wait()];
    }
    if (state === 'offline') return frameWords.lost.offline;
    if (state === 'stopped') {
      return [label(message ?? '', 160) || frameWords.lost.stopped, ' ', withCode(frameWords.lost.startAgain)];
    }
    if (isServerGone) {
      return [withCode(frameWords.lost.noAnswer), ' ', this.#wait()];
    }
    return `${frameWords.lost.reconnecting} ${this.#wait()}`;
  }

  #wait(): string {
    const { retryAt } = this.connection;
    const seconds = retryAt === null ? 0 : Math.ceil((retryAt - this.#now.value) / 1000);
    return seconds > 0 ? frameWords.lost.nextTry(wholeDuration(seconds * 1000)) : '';
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

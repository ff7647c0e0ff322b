import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { UserActEvent } from '../../state/app/acts.js';
import { controls } from '../../styles/controls.js';
import { renderLogo } from '../../ui/logo.js';
import { withCode } from '../../ui/sentence-parts.js';
import { frameWords } from './words.js';

/**
 * What a browser without credentials sees: why, and how to get in.
 * @fires user-act - The person wants to try again.
 */
@customElement('signed-out-screen')
export class SignedOutScreen extends LitElement {
  static override styles = [
    controls,
    css`
      :host {
        display: grid;
        height: 100%;
        padding: var(--s5);
        overflow: auto;
        place-items: safe center;
        font: 400 var(--t-md) / var(--lh) var(--font);
      }

      main {
        width: min(100%, 30rem);
      }

      .logo {
        width: 44px;
        height: 44px;
      }

      h1 {
        margin: var(--s4) 0 var(--s2);
        font: 600 var(--t-xl) / 1.25 var(--font);
        letter-spacing: -0.015em;
      }

      p {
        margin: 0 0 var(--s3);
        color: var(--text-2);
      }

      ul {
        display: grid;
        gap: var(--s3);
        margin: 0 0 var(--s5);
        padding: var(--s4);
        border: 1px solid var(--line);
        border-radius: var(--r-m);
        background: var(--surface);
        list-style: none;
      }

      code {
        padding: 2px 6px;
        border-radius: 4px;
        background: var(--raised);
        font: 400 0.875em var(--mono);
      }
    `,
  ];

  @property() message = '';

  protected override render(): TemplateResult {
    return html`<main>
      ${renderLogo()}
      <h1>${frameWords.signedOut.title}</h1>
      <p>${this.message} ${frameWords.signedOut.why}</p>
      <ul>
        <li>${withCode(frameWords.signedOut.run)}</li>
        <li>${withCode(frameWords.signedOut.link)}</li>
      </ul>
      <button class="btn primary" type="button" @click=${this.#onRetry}>${frameWords.signedOut.tryAgain}</button>
    </main>`;
  }

  #onRetry(): void {
    this.dispatchEvent(new UserActEvent({ type: 'retry_connection' }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'signed-out-screen': SignedOutScreen;
  }
}

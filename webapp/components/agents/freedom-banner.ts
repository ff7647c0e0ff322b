import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { consume, serverContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { banner } from '../../styles/banner.js';
import { controls } from '../../styles/controls.js';
import { icon } from '../../ui/icon.js';
import { agentWords } from './words.js';

/** Says, where no session is on screen, that everything is allowed in some. */
@customElement('freedom-banner')
export class FreedomBanner extends LitElement {
  static override styles = [
    controls,
    banner,
    css`
      .banner {
        font: 400 var(--t-sm) / 1.4 var(--font);
      }
    `,
  ];

  readonly #server = consume(this, serverContext);
  readonly #count = follow(
    this,
    () => this.#server.value?.app,
    (app) => Object.keys(app?.allowAll ?? {}).length,
  );

  protected override render(): TemplateResult | typeof nothing {
    const count = this.#count.value ?? 0;
    if (count === 0) return nothing;
    return html`<div class="banner warning" role="status">
      ${icon('shieldAlert')}<span>${agentWords.allowAllOn(count)}</span>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'freedom-banner': FreedomBanner;
  }
}

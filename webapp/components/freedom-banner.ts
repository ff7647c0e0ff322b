import { ContextConsumer } from '@lit/context';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { appContext } from '../state/app-context.js';
import { StoreController } from '../state/store-controller.js';
import { controls } from '../styles/controls.js';
import { icon } from './icon.js';

/** Says, where no session is on screen, that everything is allowed in some. */
@customElement('freedom-banner')
export class FreedomBanner extends LitElement {
  static override styles = [
    controls,
    css`
      .banner {
        display: flex;
        align-items: center;
        justify-content: center;
        gap: var(--s2);
        min-height: 40px;
        padding: var(--s2) var(--gutter);
        background: var(--warn-soft);
        color: var(--text);
        font: 400 var(--t-sm) / 1.4 var(--font);
      }

      .icon {
        color: var(--warn);
      }
    `,
  ];

  readonly #context = new ContextConsumer(this, { context: appContext, subscribe: true });
  readonly #count = new StoreController(
    this,
    () => this.#context.value?.app,
    (app) => Object.keys(app?.allowAll ?? {}).length,
  );

  protected override render(): TemplateResult | typeof nothing {
    const count = this.#count.value ?? 0;
    if (count === 0) return nothing;
    return html`<div class="banner" role="status">
      ${icon('shieldAlert')}<span>Allow all is on in ${count} ${count === 1 ? 'session' : 'sessions'}.</span>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'freedom-banner': FreedomBanner;
  }
}

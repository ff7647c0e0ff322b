import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Toast, ToastStore } from '../../state/app/toast-store.js';
import { follow } from '../../state/base/follow.js';
import { controls } from '../../styles/controls.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { repeat } from '../../ui/repeat.js';
import { label } from '../../ui/visible-text.js';
import { frameWords } from './words.js';

const ICONS: Record<Toast['tone'], IconName> = {
  info: 'info',
  success: 'circleCheck',
  warning: 'triangleAlert',
  error: 'circleAlert',
};

/** Messages that go away by themselves, below the top bar and above everything. */
@customElement('toast-region')
export class ToastRegion extends LitElement {
  static override styles = [
    controls,
    css`
      :host {
        position: fixed;
        top: calc(96px + env(safe-area-inset-top));
        left: 50%;
        z-index: 10;
        display: grid;
        gap: var(--s2);
        width: max-content;
        max-width: min(28rem, 100vw - 2 * var(--s4));
        pointer-events: none;
        translate: -50% 0;
      }

      .toast {
        display: flex;
        align-items: center;
        gap: var(--s2);
        min-height: 40px;
        margin-inline: auto;
        padding: var(--s1) var(--s2) var(--s1) var(--s3);
        border: 1px solid var(--line);
        border-radius: var(--r-m);
        background: var(--surface);
        box-shadow: var(--e2);
        color: var(--text);
        font: 400 var(--t-sm) / 1.4 var(--font);
        pointer-events: auto;
        animation: enter var(--d-med) var(--ease-out);
      }

      @keyframes enter {
        from {
          opacity: 0;
          transform: translateY(-6px);
        }
      }

      .toast > span {
        padding-inline-end: var(--s1);
        overflow-wrap: anywhere;
      }

      .info > .icon {
        color: var(--info);
      }

      .success > .icon {
        color: var(--ok);
      }

      .warning > .icon {
        color: var(--warn);
      }

      .error > .icon {
        color: var(--danger);
      }

      .action {
        color: var(--accent);
      }

      .icon-btn {
        width: 28px;
        min-height: 28px;
      }

      @media (pointer: coarse) {
        .icon-btn {
          width: 44px;
          min-height: 44px;
        }
      }
    `,
  ];

  @property({ attribute: false }) store!: ToastStore;

  readonly #toasts = follow(this, () => this.store);

  protected override render(): unknown {
    return repeat(
      this.#toasts.value ?? [],
      ({ id, about }) => about ?? id,
      (toast) => this.#renderToast(toast),
    );
  }

  #renderToast({ id, text, tone, action }: Toast): TemplateResult {
    return html`<div class="toast ${tone}" role=${tone === 'error' || tone === 'warning' ? 'alert' : 'status'}>
      ${icon(ICONS[tone])}<span>${label(text, 400)}</span>
      ${
        action
          ? html`<button class="btn action" type="button" @click=${() => this.#run(id, action)}>${action.label}</button>`
          : nothing
      }
      <button class="icon-btn" type="button" aria-label=${frameWords.dismiss} @click=${() => this.store.dismiss(id)}>${icon('x')}</button>
    </div>`;
  }

  #run(id: number, action: NonNullable<Toast['action']>): void {
    action.run();
    this.store.dismiss(id);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'toast-region': ToastRegion;
  }
}

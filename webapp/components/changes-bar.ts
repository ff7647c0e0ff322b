import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { FileEdit } from '../../server/protocol/edits.js';
import { UserActEvent } from '../state/acts.js';
import { changesByFile } from '../state/file-changes.js';
import { controls } from '../styles/controls.js';
import { dock } from '../styles/dock.js';
import { icon } from './icon.js';
import { LineCounts } from './line-counts.js';
import { renderCount } from './render-count.js';

const KEYS = /Mac|iP(ad|hone)/.test(navigator.platform) ? '⌘⇧D' : 'Ctrl+Shift+D';

/** How much the agent has changed lately, in one line, with the way to the review. */
@customElement('changes-bar')
export class ChangesBar extends LitElement {
  static override styles = [
    controls,
    dock,
    css`
      :host {
        display: block;
      }

      .count-plus {
        color: var(--ok);
        font-variant-numeric: tabular-nums;
      }

      .count-minus {
        color: var(--danger);
        font-variant-numeric: tabular-nums;
      }

      .btn {
        margin-inline-end: calc(-1 * var(--s2));
      }

      kbd {
        color: var(--text-3);
      }

      @media (pointer: coarse), (max-width: 699px) {
        kbd {
          display: none;
        }
      }
    `,
  ];

  @property({ attribute: false }) edits: readonly FileEdit[] = [];
  /** The changes are not of the turn that came last. */
  @property({ type: Boolean, attribute: 'is-earlier' }) isEarlier = false;

  readonly #counts = new LineCounts(this);

  protected override render(): TemplateResult {
    const changes = changesByFile(this.edits);
    const files = `${changes.length} ${changes.length === 1 ? 'file' : 'files'}`;
    return html`<div class="dock" role="group" aria-label="Changes">
      <div class="dock-head">
        ${icon('fileDiff')}<span class="dock-title">${files}</span>
        ${renderCount(this.#counts.of(changes.flatMap(({ parts }) => parts)))}
        ${this.isEarlier ? html`<span class="dock-note">in an earlier turn</span>` : ''}
        <span class="dock-end">
          <button class="btn" type="button" @click=${this.#onReview}>Review <kbd>${KEYS}</kbd></button>
        </span>
      </div>
    </div>`;
  }

  #onReview(): void {
    this.dispatchEvent(new UserActEvent({ type: 'show_work', tab: 'changes' }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'changes-bar': ChangesBar;
  }
}

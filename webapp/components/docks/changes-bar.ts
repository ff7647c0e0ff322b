import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { FileEdit } from '../../../server/protocol/transcript/edits.js';
import { UserActEvent } from '../../state/app/acts.js';
import { changesByFile } from '../../state/session/file-changes.js';
import { dockElement } from '../../styles/dock.js';
import { icon } from '../../ui/icon.js';
import { LineCounts, renderCount } from '../changes/line-counts.js';
import { dockWords } from './words.js';

const KEYS = /Mac|iP(ad|hone)/.test(navigator.platform) ? '⌘⇧D' : 'Ctrl+Shift+D';

/** How much the agent has changed lately, in one line, with the way to the review. */
@customElement('changes-bar')
export class ChangesBar extends LitElement {
  static override styles = [
    dockElement,
    css`
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

    return html`<div class="dock" role="group" aria-label=${dockWords.changes}>
      <div class="dock-head">
        ${icon('fileDiff')}<span class="dock-title">${dockWords.files(changes.length)}</span>
        ${renderCount(this.#counts.of(changes.flatMap(({ parts }) => parts)))}
        ${this.isEarlier ? html`<span class="dock-note">${dockWords.earlier}</span>` : ''}
        <span class="dock-end">
          <button class="btn" type="button" @click=${this.#onReview}>${dockWords.review} <kbd>${KEYS}</kbd></button>
        </span>
      </div>
    </div>`;
  }

  #onReview(): void {
    this.dispatchEvent(new UserActEvent({ type: 'show_work', tab: 'changes', changes: 'turn' }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'changes-bar': ChangesBar;
  }
}

import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { SessionSummary } from '../../../server/protocol/api/app-state.js';
import { type UserAct, UserActEvent } from '../../state/app/acts.js';
import { controls } from '../../styles/controls.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { markAct } from './render-session-row.js';
import { listWords } from './words.js';

/**
 * What can be done to the sessions that a person has chosen.
 * @fires user-act - It is done to all of them.
 * @fires choose-all - All that are shown shall be chosen.
 * @fires choose-none - Choosing has ended.
 */
@customElement('selection-bar')
export class SelectionBar extends LitElement {
  static override styles = [
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s1);
        padding: var(--s2) var(--s3);
        border-top: 1px solid var(--line);
        background: var(--surface);
        font-size: var(--t-xs);
      }

      .count {
        display: flex;
        flex: 1 0 100%;
        align-items: center;
        justify-content: space-between;
      }
    `,
  ];

  @property({ attribute: false }) chosen: readonly SessionSummary[] = [];
  /** How many there are to choose from. */
  @property({ type: Number }) all = 0;

  protected override render(): TemplateResult {
    const ids = this.chosen.map(({ id }) => id);
    const isPinned = this.#areAll(({ pinnedAt }) => pinnedAt !== undefined);
    const isArchived = this.#areAll(({ archivedAt }) => archivedAt !== undefined);
    const isUnread = this.#areAll(({ unread }) => unread === true);
    const words = listWords;
    return html`
      <span class="count">
        <span role="status">${words.chosen(this.chosen.length)}</span>
        <button class="icon-btn" type="button" aria-label=${words.selectNone} title=${words.selectNone} @click=${() => this.#end()}>
          ${icon('x')}
        </button>
      </span>
      <button class="btn" type="button" ?disabled=${this.all === 0} @click=${() => this.dispatchEvent(new Event('choose-all'))}>
        ${words.selectAll}
      </button>
      ${this.#renderAct(isPinned ? 'pinOff' : 'pin', isPinned ? words.unpin : words.pin, markAct(ids, { pinned: !isPinned }))}
      ${this.#renderAct(
        isArchived ? 'archiveArrowUp' : 'archive',
        isArchived ? words.unarchive : words.archive,
        markAct(ids, { archived: !isArchived }),
      )}
      ${this.#renderAct(
        isUnread ? 'messageSquare' : 'messageSquareDot',
        isUnread ? words.markRead : words.markUnread,
        markAct(ids, { unread: !isUnread }),
      )}
      ${this.#renderAct('trash', words.delete, { type: 'delete_sessions', sessionIds: ids })}
    `;
  }

  #areAll(holds: (session: SessionSummary) => boolean): boolean {
    return this.chosen.length > 0 && this.chosen.every(holds);
  }

  #renderAct(picture: IconName, name: string, act: UserAct): TemplateResult {
    const run = () => {
      this.dispatchEvent(new UserActEvent(act));
      this.#end();
    };
    return html`<button class="icon-btn" type="button" ?disabled=${this.chosen.length === 0} aria-label=${name} title=${name} @click=${run}>
      ${icon(picture)}
    </button>`;
  }

  #end(): void {
    this.dispatchEvent(new Event('choose-none'));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'selection-bar': SelectionBar;
  }
}

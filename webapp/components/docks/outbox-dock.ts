import type { ContentBlock } from '@agentclientprotocol/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { promptWords } from '../../../server/protocol/transcript/reduce-turn.js';
import { type UserAct, UserActEvent } from '../../state/app/acts.js';
import type { OutboxCommand } from '../../state/session/outbox-store.js';
import { dockElement } from '../../styles/dock.js';
import { icon } from '../../ui/icon.js';
import { label } from '../../ui/visible-text.js';
import { dockWords } from './words.js';

/**
 * Prompts that the server does not have yet: waiting for the connection, or refused.
 * @fires user-act - The person sends one again, copies it or throws it away.
 */
@customElement('outbox-dock')
export class OutboxDock extends LitElement {
  static override styles = [
    dockElement,
    css`
      .row {
        flex-wrap: wrap;
      }

      .dock-text {
        flex-basis: 12rem;
      }

      .why {
        flex-basis: 100%;
        padding-inline-start: var(--s5);
        color: var(--danger);
        font-size: var(--t-xs);
      }

      .failed > .icon {
        color: var(--danger) !important;
      }
    `,
  ];

  @property({ attribute: false }) commands: readonly OutboxCommand[] = [];

  protected override render(): TemplateResult {
    return html`<div class="dock" role="group" aria-label=${dockWords.notSent}>${this.commands.map((command) => this.#renderRow(command))}</div>`;
  }

  #renderRow({ cmdId, args, failure }: OutboxCommand): TemplateResult {
    const text = promptWords(args[1] as ContentBlock[]);
    return html`<div class="dock-head row ${failure ? 'failed' : ''}">
      ${icon(failure ? 'circleAlert' : 'circleDashed')}
      <span class="dock-text">${label(text, 300)}</span>
      <span class="dock-note">${failure ? dockWords.notSent : dockWords.waitingToSend}</span>
      <span class="dock-end">
        ${
          failure
            ? html`<button class="btn" type="button" @click=${() => this.#act({ type: 'retry_command', cmdId })}>${dockWords.retry}</button>`
            : nothing
        }
        <button class="btn" type="button" @click=${() => this.#act({ type: 'copy', text })}>${dockWords.copy}</button>
        <button class="icon-btn" type="button" aria-label=${dockWords.discard} title=${dockWords.discard} @click=${() => this.#act({ type: 'discard_command', cmdId })}>
          ${icon('x')}
        </button>
      </span>
      ${failure ? html`<span class="why">${label(failure, 400)}</span>` : nothing}
    </div>`;
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'outbox-dock': OutboxDock;
  }
}

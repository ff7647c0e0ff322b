import type { ContentBlock } from '@agentclientprotocol/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { textOf } from '../../server/protocol/reduce-turn.js';
import { type UserAct, UserActEvent } from '../state/acts.js';
import type { Command } from '../state/outbox-store.js';
import { controls } from '../styles/controls.js';
import { dock } from '../styles/dock.js';
import { icon } from './icon.js';
import { label } from './visible-text.js';

/**
 * Prompts that the server does not have yet: waiting for the connection, or refused.
 * @fires user-act - The person sends one again, copies it or throws it away.
 */
@customElement('outbox-dock')
export class OutboxDock extends LitElement {
  static override styles = [
    controls,
    dock,
    css`
      :host {
        display: block;
      }

      .row {
        flex-wrap: wrap;
      }

      .text {
        flex: 1 1 12rem;
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
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

  @property({ attribute: false }) commands: readonly Command[] = [];

  protected override render(): TemplateResult {
    return html`<div class="dock" role="group" aria-label="Not sent">${this.commands.map((command) => this.#renderRow(command))}</div>`;
  }

  #renderRow({ cmdId, args, failure }: Command): TemplateResult {
    const text = textOf(args[1] as ContentBlock[]);
    return html`<div class="dock-head row ${failure ? 'failed' : ''}">
      ${icon(failure ? 'circleAlert' : 'circleDashed')}
      <span class="text">${label(text, 300)}</span>
      <span class="dock-note">${failure ? 'Not sent' : 'Waiting to send'}</span>
      <span class="dock-end">
        ${
          failure
            ? html`<button class="btn" type="button" @click=${() => this.#act({ type: 'retry_command', cmdId })}>Retry</button>`
            : nothing
        }
        <button class="btn" type="button" @click=${() => this.#act({ type: 'copy', text })}>Copy</button>
        <button class="icon-btn" type="button" aria-label="Discard" title="Discard" @click=${() => this.#act({ type: 'discard_command', cmdId })}>
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

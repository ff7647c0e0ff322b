import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { AgentHealth } from '../../../server/protocol/api/app-state.js';
import type { Connection } from '../../state/server/connection-store.js';
import { frameWords } from './words.js';

/** What keeps an agent from answering, though the connection is fine. */
const AGENT_WORDS: Partial<Record<AgentHealth['state'], string>> = frameWords.agentStates;

/** How the connection is, in a dot and a word; where that is fine, how the agent is. */
@customElement('connection-badge')
export class ConnectionBadge extends LitElement {
  static override styles = css`
    :host {
      display: inline-flex;
      align-items: center;
      gap: 6px;
      color: var(--text-3);
      font: 400 var(--t-xs) / 1 var(--font);
      white-space: nowrap;
    }

    .dot {
      width: 7px;
      height: 7px;
      border-radius: 50%;
      background: var(--text-3);
    }

    .live .dot {
      background: var(--ok);
    }

    .starting .dot,
    .needs_login .dot,
    .degraded .dot,
    .slow .dot,
    .reconnecting .dot,
    .connecting .dot {
      background: var(--warn);
    }

    .crashed .dot,
    .missing .dot,
    .untrusted .dot,
    .offline .dot,
    .stopped .dot,
    .signed_out .dot {
      border: 2px solid var(--danger);
      background: none;
    }

    span[role] {
      display: inline-flex;
      align-items: center;
      gap: 6px;
    }
  `;

  @property({ attribute: false }) connection!: Connection;
  /** How the agent is that would answer; null where none is known. */
  @property({ attribute: false }) health: AgentHealth | null = null;

  protected override render(): TemplateResult {
    const { state, fuss } = this.connection;
    // A loss that lasts a blink is none.
    const shown = state === 'reconnecting' && fuss === 'none' ? 'live' : state;
    const trouble = shown === 'live' && this.health ? AGENT_WORDS[this.health.state] : undefined;
    if (trouble) {
      return html`<span role="status" aria-label=${frameWords.agentStatus(trouble)} class=${this.health!.state}>
        <span class="dot"></span>${trouble}
      </span>`;
    }
    const word = frameWords.connection[shown];
    return html`<span role="status" aria-label=${frameWords.connectionStatus(word)} class=${shown}>
      <span class="dot"></span>${word}
    </span>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'connection-badge': ConnectionBadge;
  }
}

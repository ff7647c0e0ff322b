import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Connection } from '../state/connection-store.js';

const WORDS: Record<Connection['state'], string> = {
  connecting: 'Connecting',
  live: 'Live',
  slow: 'Slow',
  reconnecting: 'Reconnecting',
  offline: 'Offline',
  signed_out: 'Signed out',
  stopped: 'Stopped',
};

/** How the connection is, in a dot and a word. */
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

    .slow .dot,
    .reconnecting .dot,
    .connecting .dot {
      background: var(--warn);
    }

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

  protected override render(): TemplateResult {
    const { state, fuss } = this.connection;
    // A loss that lasts a blink is none.
    const shown = state === 'reconnecting' && fuss === 'none' ? 'live' : state;
    return html`<span role="status" aria-label="Connection: ${WORDS[shown]}" class=${shown}>
      <span class="dot"></span>${WORDS[shown]}
    </span>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'connection-badge': ConnectionBadge;
  }
}

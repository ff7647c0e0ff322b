import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { UserEntry } from '../../../server/protocol/transcript/entries.js';
import { promptWords } from '../../../server/protocol/transcript/reduce-turn.js';
import { FoldController } from '../../state/app/fold-controller.js';
import { controls } from '../../styles/controls.js';
import { timeOf } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { label, visibleText } from '../../ui/visible-text.js';
import { renderContentBlock } from '../content/content-block.js';
import { renderMessageBar } from '../messages/message-bar.js';
import { conversationWords } from './words.js';

const userMessageStyles = css`
  user-message {
    display: flex;
    flex-direction: row-reverse;
    gap: var(--s2);
    align-items: flex-end;
    min-width: 0;
  }

  .said {
    max-width: min(85%, 40rem);
    padding: var(--s2) var(--s4);
    border-radius: var(--r-l) var(--r-l) var(--s1) var(--r-l);
    background: var(--accent-soft);
    color: var(--text);
  }

  .said.folded .typed {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 10;
  }

  .typed {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .told {
    margin-top: var(--s2);
    padding-top: var(--s2);
    border-top: 1px solid var(--line-strong);
    color: var(--text-2);
    font-size: var(--t-sm);
  }

  .told summary {
    cursor: pointer;
  }

  .said-by {
    display: flex;
    gap: var(--s1);
    align-items: center;
    color: var(--text-2);
    font-size: var(--t-sm);
  }

  .said-more {
    margin-top: var(--s1);
  }

  .said-time {
    flex: none;
    color: var(--text-3);
    font-size: var(--t-xs);
    opacity: 0;
    transition: opacity var(--d-fast) var(--ease);
  }

  user-message:hover .said-time,
  user-message:focus-within .said-time {
    opacity: 1;
  }

  .said-late {
    flex: none;
    color: var(--text-3);
    font-size: var(--t-xs);
  }

  @media (hover: none) {
    .said-time {
      opacity: 1;
    }
  }
`;

const LONG_LINES = 12;
const LONG_CHARS = 900;

/** What a person sent, as it was typed. Light DOM. */
@customElement('user-message')
export class UserMessage extends LightElement {
  static override styles = [controls, userMessageStyles];

  @property({ attribute: false }) entry!: UserEntry;
  /** The server does not have it, and should. */
  @property({ type: Boolean, attribute: 'is-late' }) isLate = false;

  /** Whether a person can write in the session. */
  @property({ type: Boolean, attribute: 'is-writable' }) isWritable = false;

  readonly #fold = new FoldController(this, () => this.entry.id);

  protected override render(): TemplateResult {
    const { content, at, context, by } = this.entry;
    const time = timeOf(at, Date.now());
    const isLong = isLongText(promptWords(content));
    const isOpen = this.#fold.isOpen(false);
    return html`
      <h3 class="vh">${by?.kind === 'session' ? conversationWords.fromAt(label(by.agent, 60), time) : conversationWords.youAt(time)}</h3>
      <div class="said ${isLong && !isOpen ? 'folded' : ''}">
        ${by?.kind === 'session' ? html`<div class="said-by">${icon('bot')} ${label(by.agent, 60)}</div>` : nothing}
        ${content.map((block) => renderContentBlock(block, 'user'))}
        ${
          isLong
            ? html`<button class="btn link said-more" type="button" aria-expanded=${isOpen} @click=${() => this.#fold.choose(!isOpen)}>
                ${isOpen ? conversationWords.showLess : conversationWords.showAll}
              </button>`
            : nothing
        }
        ${
          context
            ? html`<details class="told">
                <summary>${by?.kind === 'session' ? conversationWords.senderNote : conversationWords.sentAlong}</summary>
                <p class="typed">${visibleText(context.trim())}</p>
              </details>`
            : nothing
        }
      </div>
      ${renderMessageBar(this.entry, this.isWritable)}
      ${
        this.isLate
          ? html`<span class="said-late" role="status">${conversationWords.sending}</span>`
          : html`<span class="said-time" aria-hidden="true">${time}</span>`
      }
    `;
  }
}

function isLongText(text: string): boolean {
  return text.length > LONG_CHARS || text.split('\n').length > LONG_LINES;
}

declare global {
  interface HTMLElementTagNameMap {
    'user-message': UserMessage;
  }
}

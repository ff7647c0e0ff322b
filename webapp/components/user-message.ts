import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { UserEntry } from '../../server/protocol/entries.js';
import { textOf } from '../../server/protocol/reduce-turn.js';
import { FoldController } from '../state/fold-controller.js';
import { controls } from '../styles/controls.js';
import { adoptStyles } from './adopt-styles.js';
import { renderContentBlock } from './content-block.js';
import { timeOf } from './format.js';
import { visibleText } from './visible-text.js';

const styles = css`
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

  @media (hover: none) {
    .said-time {
      display: none;
    }
  }
`;

const LONG_LINES = 12;
const LONG_CHARS = 900;

/** What a person sent, as it was typed. Light DOM. */
@customElement('user-message')
export class UserMessage extends LitElement {
  @property({ attribute: false }) entry!: UserEntry;

  readonly #fold = new FoldController(this, () => this.entry.id);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, controls);
    adoptStyles(this, styles);
  }

  protected override render(): TemplateResult {
    const { content, at, context } = this.entry;
    const time = timeOf(at, Date.now());
    const isLong = isLongText(textOf(content));
    const isOpen = this.#fold.isOpen(false);
    return html`
      <h3 class="vh">You, ${time}</h3>
      <div class="said ${isLong && !isOpen ? 'folded' : ''}">
        ${content.map((block) => renderContentBlock(block, 'user'))}
        ${
          isLong
            ? html`<button class="btn link said-more" type="button" aria-expanded=${isOpen} @click=${() => this.#fold.choose(!isOpen)}>
                ${isOpen ? 'Show less' : 'Show all'}
              </button>`
            : nothing
        }
        ${
          context
            ? html`<details class="told">
                <summary>Sent along: a summary of the earlier session</summary>
                <p class="typed">${visibleText(context.trim())}</p>
              </details>`
            : nothing
        }
      </div>
      <span class="said-time" aria-hidden="true">${time}</span>
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

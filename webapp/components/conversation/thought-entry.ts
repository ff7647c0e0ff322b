import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TextEntry } from '../../../server/protocol/transcript/entries.js';
import { promptWords } from '../../../server/protocol/transcript/reduce-turn.js';
import { FoldController } from '../../state/app/fold-controller.js';
import { controls } from '../../styles/controls.js';
import { duration } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { label } from '../../ui/visible-text.js';
import { renderContentBlock } from '../content/content-block.js';
import { toolCardStyles } from './tool-card.styles.js';
import { conversationWords } from './words.js';

const thoughtEntryStyles = css`
  thought-entry {
    display: block;
  }

  .thought-body {
    color: var(--text-2);
    font-size: var(--t-sm);
  }

  .tool-target.thought-glimpse {
    color: var(--text-3);
  }
`;

/** What the agent thought: folded away, with the time that it took. Light DOM. */
@customElement('thought-entry')
export class ThoughtEntry extends LightElement {
  static override styles = [controls, toolCardStyles, thoughtEntryStyles];

  @property({ attribute: false }) entry!: TextEntry;

  readonly #fold = new FoldController(this, () => this.entry.id);

  protected override render(): TemplateResult {
    const { content, open } = this.entry;
    const isOpen = this.#fold.isOpen(false);
    return html`
      <h3 class="vh">${conversationWords.thought}</h3>
      <button class="tool-line" type="button" aria-expanded=${isOpen} @click=${() => this.#fold.choose(!isOpen)}>
        ${icon('brain')}<span class="tool-verb">${this.#title()}</span>
        ${open && !isOpen ? html`<span class="tool-target thought-glimpse" aria-hidden="true">${lastLine(promptWords(content))}</span>` : nothing}
        <span class="tool-end">${icon('chevronRight')}</span>
      </button>
      ${
        isOpen
          ? html`<div class="tool-body thought-body">${content.map((block) => renderContentBlock(block, 'agent', open))}</div>`
          : nothing
      }
    `;
  }

  #title(): string {
    const { open, at, endedAt } = this.entry;
    // That it goes on is reported below the last entry.
    if (open) return conversationWords.thought;
    const ms = endedAt === null ? 0 : endedAt - at;
    return ms < 1_000 ? conversationWords.thoughtBriefly : conversationWords.thoughtFor(duration(ms));
  }
}

/** What is being thought just now. */
function lastLine(text: string): string {
  const line = text.trimEnd().split('\n').at(-1) ?? '';
  return label(line.replace(/[*_`#]/g, ''), 300);
}

declare global {
  interface HTMLElementTagNameMap {
    'thought-entry': ThoughtEntry;
  }
}

import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TextEntry } from '../../server/protocol/entries.js';
import { FoldController } from '../state/fold-controller.js';
import { controls } from '../styles/controls.js';
import { adoptStyles } from './adopt-styles.js';
import { renderContentBlock } from './content-block.js';
import { duration } from './format.js';
import { icon } from './icon.js';
import { toolCardStyles } from './tool-card.styles.js';

const styles = css`
  thought-entry {
    display: block;
  }

  .thought-body {
    color: var(--text-2);
    font-size: var(--t-sm);
  }
`;

/** What the agent thought: folded away, with the time that it took. Light DOM. */
@customElement('thought-entry')
export class ThoughtEntry extends LitElement {
  @property({ attribute: false }) entry!: TextEntry;

  readonly #fold = new FoldController(this, () => this.entry.id);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, controls);
    adoptStyles(this, toolCardStyles);
    adoptStyles(this, styles);
  }

  protected override render(): TemplateResult {
    const { content, open } = this.entry;
    const isOpen = this.#fold.isOpen(false);
    return html`
      <h3 class="vh">Thought</h3>
      <button class="tool-line" type="button" aria-expanded=${isOpen} @click=${() => this.#fold.choose(!isOpen)}>
        ${icon('brain')}<span class="tool-verb">${this.#title()}</span>
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
    if (open) return 'Thinking…';
    const ms = endedAt === null ? 0 : endedAt - at;
    return ms < 1_000 ? 'Thought briefly' : `Thought for ${duration(ms)}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'thought-entry': ThoughtEntry;
  }
}

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Entry, TextEntry } from '../../server/protocol/entries.js';
import type { UserActEvent } from '../state/acts.js';
import { controls } from '../styles/controls.js';
import { adoptStyles } from './adopt-styles.js';
import { renderContentBlock } from './content-block.js';
import type { EntryPlace } from './entry-place.js';
import { renderCompaction, renderError, renderMark, renderNotice } from './render-event-entry.js';
import { renderPlan, renderQuestion, renderTerminal } from './render-work-entry.js';
import './thought-entry.js';
import './tool-card.js';
import { toolCardStyles } from './tool-card.styles.js';
import { transcriptEntryStyles } from './transcript-entry.styles.js';
import './user-message.js';

/** One entry of the transcript, by its kind. An unchanged entry costs nothing. Light DOM. */
@customElement('transcript-entry')
export class TranscriptEntry extends LitElement {
  @property({ attribute: false }) entry!: Entry;
  @property({ attribute: false }) place!: EntryPlace;
  @property({ type: Boolean, attribute: 'is-newest-edit' }) isNewestEdit = false;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, controls);
    adoptStyles(this, toolCardStyles);
    adoptStyles(this, transcriptEntryStyles);
  }

  protected override willUpdate(): void {
    const { entry } = this;
    this.dataset.kind = entry.kind;
    this.toggleAttribute('data-embedded', entry.kind === 'terminal' && entry.embedded);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { entry, place } = this;
    switch (entry.kind) {
      case 'user':
        return html`<user-message .entry=${entry}></user-message>`;
      case 'agent':
        return renderAgent(entry, place.agentName);
      case 'thought':
        return html`<thought-entry .entry=${entry}></thought-entry>`;
      case 'tool':
        return html`<tool-card .entry=${entry} folder=${place.folder} ?is-newest-edit=${this.isNewestEdit}></tool-card>`;
      case 'terminal':
        return entry.embedded ? nothing : renderTerminal(entry);
      default:
        return this.#renderRest(entry);
    }
  }

  #renderRest(entry: Entry): TemplateResult | typeof nothing {
    const act = this.#act;
    switch (entry.kind) {
      case 'plan':
        return renderPlan(entry);
      case 'question':
        return renderQuestion(entry);
      case 'compaction':
        return renderCompaction(entry);
      case 'notice':
        return renderNotice(entry, this.place, act);
      case 'error':
        return renderError(entry, this.place, act);
      case 'mark':
        return renderMark(entry, this.place, act);
      default:
        return nothing;
    }
  }

  readonly #act = (event: UserActEvent): void => {
    this.dispatchEvent(event);
  };
}

function renderAgent({ content, open, continues }: TextEntry, agentName: string): TemplateResult {
  return html`${continues ? nothing : html`<h3 class="vh">${agentName}</h3>`}
    <div class="answer" aria-busy=${open}>
      ${content.map((block, n) => renderContentBlock(block, 'agent', open && n === content.length - 1))}
    </div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'transcript-entry': TranscriptEntry;
  }
}

import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Permission } from '../../../server/protocol/transcript/entries.js';
import { actorName, voidReasonText } from '../../codes/reason-words.js';
import { ruleNameText } from '../../codes/rule-words.js';
import { answerName } from '../../state/app/news.js';
import { oddCharacters } from '../../styles/odd-characters.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { renderExact } from '../../ui/marked-text.js';
import { sentenceWith } from '../../ui/sentence-parts.js';
import { label, oneLine } from '../../ui/visible-text.js';
import { renderRequest, renderWarnings } from './render-request.js';
import { requestStyles } from './request.styles.js';
import { requestParts } from './request-parts.js';
import { requestWords } from './words.js';

/** What was asked about a call, below what it brought. */
const askedRequestStyles = css`
  asked-request {
    display: block;
  }

  .asked-line {
    display: inline-flex;
    gap: var(--s1);
    align-items: center;
    min-height: max(24px, var(--tap) - 8px);
    padding: 0;
    border: 0;
    border-radius: var(--r-s);
    background: none;
    color: var(--text-3);
    font: 400 var(--t-xs) / 1.5 var(--font);
    text-align: start;
    cursor: pointer;
  }

  .asked-line:hover {
    color: var(--text);
  }

  .asked-line .icon {
    font-size: 13px;
    transition: rotate var(--d-fast) var(--ease);
  }

  .asked-line[aria-expanded="true"] .icon {
    rotate: 90deg;
  }

  .asked-body {
    padding: var(--s1) 0 var(--s2);
  }

  .asked-body .request-box {
    max-height: 26rem;
    overflow: auto;
    background: var(--surface);
  }

  .asked-title {
    padding-bottom: var(--s1);
    color: var(--text-2);
    font-size: var(--t-xs);
    overflow-wrap: anywhere;
  }
`;

/** What was asked about a call, whole, and what was answered, by whom. Light DOM. */
@customElement('asked-request')
export class AskedRequest extends LightElement {
  static override styles = [requestStyles, oddCharacters, askedRequestStyles];

  @property({ attribute: false }) permission!: Permission;
  @property() folder = '';
  @state() private isOpen = false;

  protected override render(): TemplateResult {
    const { outcome } = this.permission;
    if (outcome.status === 'pending') return html`<div class="tool-note">${requestWords.waiting}</div>`;
    return html`<button
        class="asked-line"
        type="button"
        aria-expanded=${this.isOpen}
        @click=${() => {
          this.isOpen = !this.isOpen;
        }}
      >
        ${icon('chevronRight')}<span>${this.#outcome()}</span>
      </button>
      ${this.isOpen ? this.#renderAsked() : nothing}`;
  }

  #outcome(): string {
    const { outcome } = this.permission;
    if (outcome.status === 'pending') return '';
    if (outcome.status === 'voided') return requestWords.notAnswered(label(voidReasonText(outcome.reason)));
    const [answer, who] = [answerName(this.permission), label(actorName(outcome.by))];
    if (outcome.stored === undefined) return requestWords.answered(answer, who);
    return requestWords.answeredAndStored(answer, who, label(ruleNameText(outcome.stored)));
  }

  #renderAsked(): TemplateResult {
    const parts = requestParts(this.permission, this.folder);
    return html`<div class="asked-body">
      <div class="asked-title">${sentenceWith(requestWords.asked, html`<bdi>${renderExact(oneLine(parts.title, 300))}</bdi>`)}</div>
      ${parts.subtitle === null ? nothing : html`<div class="asked-title"><bdi>${renderExact(parts.subtitle)}</bdi></div>`}
      ${renderWarnings(parts)}${renderRequest(parts, this.folder)}
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'asked-request': AskedRequest;
  }
}

import type { Diff } from '@agentclientprotocol/sdk';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { adoptStyles } from '../components/adopt-styles.js';
import { visibleText } from '../components/visible-text.js';
import { computeDiff, type DiffLine, knownDiff, type LineDiff } from './line-diff.js';
import { shortPath } from './tool-input.js';

const styles = css`
  diff-view {
    display: block;
    min-width: 0;
  }

  .diff-head {
    display: flex;
    gap: var(--s2);
    align-items: baseline;
    padding: var(--s1) var(--s3);
    border-bottom: 1px solid var(--line);
    color: var(--text-2);
    font: 500 var(--t-xs) / 1.7 var(--mono);
    overflow-wrap: anywhere;
  }

  .diff-stat {
    margin-inline-start: auto;
    white-space: nowrap;
    font: 500 var(--t-xs) / 1.7 var(--mono);
  }

  .diff-stat .plus {
    color: var(--ok);
  }

  .diff-stat .minus {
    color: var(--danger);
  }

  .diff-lines {
    margin: 0;
    padding: var(--s1) 0;
    font: 400 var(--t-xs) / var(--lh-code) var(--mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    tab-size: 4;
  }

  .diff-line {
    display: grid;
    grid-template-columns: 3.5em 1.5em 1fr;
    padding-inline-end: var(--s3);
  }

  .diff-line > :first-child {
    color: var(--text-3);
    text-align: end;
    user-select: none;
  }

  .diff-line > :nth-child(2) {
    color: var(--text-2);
    text-align: center;
    user-select: none;
  }

  .diff-line.added {
    background: var(--add-bg);
  }

  .diff-line.removed {
    background: var(--del-bg);
  }

  .diff-gap {
    padding: 2px var(--s3);
    color: var(--text-3);
    text-align: center;
    user-select: none;
  }
`;

const SIGNS = { same: ' ', added: '+', removed: '−', gap: '' } as const;

/** What a file was and what it becomes, as lines with their signs. Light DOM. */
@customElement('diff-view')
export class DiffView extends LitElement {
  @property({ attribute: false }) diff!: Diff;
  /** The folder that paths are shortened from. */
  @property() folder = '';

  @state() private lines: LineDiff | null = null;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, styles);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('diff')) return;
    this.lines = knownDiff(this.diff) ?? null;
    if (!this.lines) void this.#compute(this.diff);
  }

  protected override render(): TemplateResult {
    return html`
      <div class="diff-head">
        <span>${visibleText(shortPath(this.diff.path, this.folder))}</span>
        ${this.diff.oldText === null || this.diff.oldText === undefined ? html`<span>new file</span>` : null}
        ${this.lines ? renderStat(this.lines) : null}
      </div>
      <div class="diff-lines">${this.lines?.lines.map(renderLine)}</div>
      ${this.lines?.hidden ? html`<div class="diff-gap">${this.lines.hidden} more lines</div>` : null}
    `;
  }

  async #compute(diff: Diff): Promise<void> {
    const lines = await computeDiff(diff);
    if (diff === this.diff) this.lines = lines;
  }
}

/** How many lines came and went. */
export function renderStat({ added, removed }: Pick<LineDiff, 'added' | 'removed'>): TemplateResult {
  return html`<span class="diff-stat"
    ><span class="plus" aria-label="${added} lines added">+${added}</span>
    ${removed > 0 ? html`<span class="minus" aria-label="${removed} lines removed">−${removed}</span>` : nothing}</span
  >`;
}

function renderLine({ kind, text, number }: DiffLine): TemplateResult {
  if (kind === 'gap') return html`<div class="diff-gap" aria-label="Unchanged lines left out">⋯</div>`;
  return html`<div class="diff-line ${kind}"
    ><span aria-hidden="true">${number}</span><span>${SIGNS[kind]}</span><span>${visibleText(text)}</span></div
  >`;
}

declare global {
  interface HTMLElementTagNameMap {
    'diff-view': DiffView;
  }
}

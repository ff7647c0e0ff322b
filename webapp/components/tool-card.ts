import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { contentOf } from '../../server/protocol/call-content.js';
import type { Permission, ToolEntry } from '../../server/protocol/entries.js';
import { isFinal } from '../../server/protocol/reduce-tool.js';
import { FoldController } from '../state/fold-controller.js';
import { actorName, answerName } from '../state/news.js';
import '../tool-views/diff-stat.js';
import { controls } from '../styles/controls.js';
import { renderRawOutput, renderToolContent, renderToolInput } from '../tool-views/registry.js';
import { summarise, type ToolSummary, timeTaken, wasRejected } from '../tool-views/summarise.js';
import { adoptStyles } from './adopt-styles.js';
import { duration } from './format.js';
import { icon } from './icon.js';
import { toolCardStyles } from './tool-card.styles.js';
import { label } from './visible-text.js';

/** How many lines of a running command are shown below its line. */
const TAIL_LINES = 3;

/** A tool call in one line, which opens. Light DOM. */
@customElement('tool-card')
export class ToolCard extends LitElement {
  @property({ attribute: false }) entry!: ToolEntry;
  /** The folder that paths are shortened from. */
  @property() folder = '';
  /** The newest edit shows what it changed without being asked. */
  @property({ type: Boolean, attribute: 'is-newest-edit' }) isNewestEdit = false;

  readonly #fold = new FoldController(this, () => this.entry.id);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, controls);
    adoptStyles(this, toolCardStyles);
  }

  protected override willUpdate(_changed: PropertyValues): void {
    this.dataset.tone = summarise(this.entry, this.folder).tone;
    this.toggleAttribute('data-running', !isFinal(this.entry.status));
  }

  protected override render(): TemplateResult {
    const { entry } = this;
    const summary = summarise(entry, this.folder);
    const isOpen = this.#fold.isOpen(this.#opensByItself());
    return html`
      <h3 class="vh">Tool call: ${summary.verb} ${summary.target}</h3>
      <button class="tool-line" type="button" aria-expanded=${isOpen} @click=${() => this.#fold.choose(!isOpen)}>
        ${icon(summary.icon)} ${renderWords(summary)} ${this.#renderStats()}
        ${summary.result ? html`<span class="tool-result">${summary.result}</span>` : nothing} ${renderAnswerer(entry)}
        <span class="tool-end">${this.#renderTime()}${icon('chevronRight')}</span>
      </button>
      ${isOpen ? this.#renderBody() : this.#renderTail()}
    `;
  }

  /** A failure wants to be seen, unless a person said no; so does the newest change. */
  #opensByItself(): boolean {
    const { status } = this.entry;
    return (status === 'failed' && !wasRejected(this.entry)) || this.isNewestEdit;
  }

  #renderBody(): TemplateResult {
    const { entry, folder } = this;
    const place = { folder };
    return html`<div class="tool-body">
      <div class="tool-box">${renderToolInput(entry.toolKind, entry)}${renderToolContent(contentOf(entry), place)}${
        entry.content.length === 0 ? renderRawOutput(entry.rawOutput) : nothing
      }</div>
      ${entry.unasked ? renderUnasked() : nothing} ${entry.permissions.map(renderPermission)} ${this.#isEmpty() ? renderEmpty(entry) : this.#isMute() ? renderMute() : nothing}
    </div>`;
  }

  #isEmpty(): boolean {
    const { content, rawOutput, rawInput, permissions } = this.entry;
    return content.length === 0 && rawOutput === null && rawInput === null && permissions.length === 0;
  }

  /** A command ran, and what it printed was not told. */
  #isMute(): boolean {
    const { toolKind, status, content, rawOutput } = this.entry;
    return toolKind === 'execute' && status === 'completed' && content.length === 0 && rawOutput === null;
  }

  /** The last lines of a command while it runs. */
  #renderTail(): TemplateResult | typeof nothing {
    if (isFinal(this.entry.status)) return nothing;
    const terminal = this.entry.content.find((item) => item.type === 'terminal');
    if (terminal?.type !== 'terminal') return nothing;
    return html`<div class="tool-body tail">
      <session-terminal terminal-id=${terminal.terminalId} lines=${TAIL_LINES}></session-terminal>
    </div>`;
  }

  #renderStats(): unknown {
    return contentOf(this.entry).map((item) =>
      item.type === 'diff' ? html`<diff-stat .diff=${item}></diff-stat>` : nothing,
    );
  }

  #renderTime(): TemplateResult | typeof nothing {
    const ms = timeTaken(this.entry);
    return ms === null || ms < 50 ? nothing : html`<span>${duration(ms)}</span>`;
  }
}

function renderWords({ verb, target, isCode }: ToolSummary): TemplateResult {
  return html`${verb ? html`<span class="tool-verb">${verb}</span> ` : nothing}<span
      class="tool-target ${isCode ? 'code' : ''}"
      ><bdi>${target}</bdi></span
    >`;
}

/** Who allowed or refused what. */
function renderPermission(permission: Permission): TemplateResult {
  const { outcome } = permission;
  if (outcome.status === 'pending') return html`<div class="tool-note">Waiting for your permission</div>`;
  if (outcome.status === 'voided') return html`<div class="tool-note">Not answered: ${label(outcome.reason)}</div>`;
  const stored = outcome.stored === undefined ? '' : ` · stored the rule “${label(outcome.stored)}”`;
  return html`<div class="tool-note">${label(answerName(permission))} · ${label(actorName(outcome.by))}${stored}</div>`;
}

/** What answered in the place of a person, or that nobody was asked, on the line itself. */
function renderAnswerer({ permissions, unasked }: ToolEntry): TemplateResult | typeof nothing {
  if (unasked) return html`<span class="tool-flag">${icon('shieldAlert')} not asked</span>`;
  const outcome = permissions.at(-1)?.outcome;
  if (outcome?.status !== 'answered' || (outcome.by.kind !== 'rule' && outcome.by.kind !== 'allow_all')) return nothing;
  return html`<span class="tool-by" title=${label(actorName(outcome.by))}
    >${icon('shieldCheck')} ${outcome.by.kind === 'rule' ? 'by rule' : 'allow all'}</span
  >`;
}

function renderUnasked(): TemplateResult {
  return html`<div class="tool-note flag">
    The agent did this without asking, although its mode says that it asks. Look at what it changed.
  </div>`;
}

function renderMute(): TemplateResult {
  return html`<div class="tool-note">The agent did not tell what the command printed.</div>`;
}

function renderEmpty({ title }: ToolEntry): TemplateResult {
  return html`<div class="tool-note">${label(title) || 'The agent told nothing more about this call.'}</div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'tool-card': ToolCard;
  }
}

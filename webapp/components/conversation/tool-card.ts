import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Actor, WrittenFile } from '../../../server/protocol/events.js';
import { contentOf, withoutNoise } from '../../../server/protocol/transcript/call-content.js';
import type { ToolEntry } from '../../../server/protocol/transcript/entries.js';
import { isFinal, wasRejected } from '../../../server/protocol/transcript/reduce-tool.js';
import { FoldController } from '../../state/app/fold-controller.js';
import { LightElement } from '../../ui/light-element.js';
import { sentenceWith } from '../../ui/sentence-parts.js';
import { toolWords } from '../tools/words.js';
import '../tools/diff-stat.js';
import { controls } from '../../styles/controls.js';
import { renderInput } from '../request/render-request.js';
import { requestStyles } from '../request/request.styles.js';
import { inputParts } from '../request/request-parts.js';
import { renderRawOutput, renderToolContent } from '../tools/registry.js';
import { summarise, type ToolSummary, timeTaken } from '../tools/summarise.js';
import '../request/asked-request.js';
import './delegation-card.js';
import { actorName } from '../../codes/reason-words.js';
import { byteSize, duration } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { label, nameLabel } from '../../ui/visible-text.js';
import { toolCardStyles } from './tool-card.styles.js';
import { conversationWords } from './words.js';

/** How many lines of a running command are shown below its line. */
const TAIL_LINES = 3;

/** A tool call in one line, which opens. Light DOM. */
@customElement('tool-card')
export class ToolCard extends LightElement {
  static override styles = [controls, toolCardStyles, requestStyles];

  @property({ attribute: false }) entry!: ToolEntry;
  /** The folder that paths are shortened from. */
  @property() folder = '';
  /** Whose call it is, for what is said about it. */
  @property({ attribute: 'agent-name' }) agentName = conversationWords.theAgent;
  /** The newest edit shows what it changed without being asked. */
  @property({ type: Boolean, attribute: 'is-newest-edit' }) isNewestEdit = false;

  readonly #fold = new FoldController(this, () => this.entry.id);

  protected override willUpdate(_changed: PropertyValues): void {
    this.dataset.tone = summarise(this.entry, this.folder).tone;
    this.toggleAttribute('data-running', !isFinal(this.entry.status));
  }

  protected override render(): TemplateResult {
    const { entry } = this;
    const summary = summarise(entry, this.folder);
    const isOpen = this.#fold.isOpen(this.#opensByItself());
    return html`
      <h3 class="vh">${toolWords.named(summary.verb, summary.target)}</h3>
      <button class="tool-line" type="button" aria-expanded=${isOpen} @click=${() => this.#fold.choose(!isOpen)}>
        ${icon(summary.icon)} ${renderWords(summary)} ${this.#renderStats()}
        ${summary.result ? html`<span class="tool-result">${summary.result}</span>` : nothing} ${renderAnswerer(entry)}
        <span class="tool-end">${this.#renderTime()}${icon('chevronRight')}</span>
      </button>
      ${entry.mayRunOn ? this.#renderRunningOn() : nothing} ${isOpen ? this.#renderBody() : this.#renderTail()}
      ${entry.delegations?.map((id) => html`<delegation-card delegation-id=${id}></delegation-card>`)}
    `;
  }

  /** A failure wants to be seen, unless a person said no; so does the newest change. */
  #opensByItself(): boolean {
    const { status } = this.entry;
    return (status === 'failed' && !wasRejected(this.entry)) || this.isNewestEdit;
  }

  #renderBody(): TemplateResult {
    const { entry, folder } = this;
    const content = withoutNoise(entry, contentOf(entry));
    const input = renderInput(inputParts(entry, content, folder), folder);
    const output = entry.content.length === 0 ? renderRawOutput(entry.rawOutput) : nothing;
    // Two boxes of words need to be told apart; a diff or a terminal needs no heading.
    const isApart = input !== nothing && (output !== nothing || content.some(({ type }) => type === 'content'));
    return html`<div class="tool-body">
      <div class="tool-box">${input}${isApart ? html`<div class="request-name">${conversationWords.output}</div>` : nothing}${renderToolContent(content, { folder })}${output}</div>
      ${entry.written?.map(renderUntold)} ${entry.unasked ? renderUnasked() : nothing} ${entry.permissions.map((permission) => html`<asked-request .permission=${permission} folder=${folder}></asked-request>`)} ${this.#isEmpty() ? renderEmpty(entry) : this.#isMute() ? renderMute() : nothing}
    </div>`;
  }

  /** Stop ends what runs through us; what the agent runs by itself is its own. */
  #renderRunningOn(): TemplateResult {
    return html`<div class="tool-note flag below">
      ${conversationWords.runsOn(label(this.agentName, 60))}
    </div>`;
  }

  #isEmpty(): boolean {
    const { content, rawOutput, rawInput, permissions, written } = this.entry;
    if (written?.length) return false;
    return content.length === 0 && rawOutput === null && rawInput === null && permissions.length === 0;
  }

  /** A command ran, and its output was not reported. */
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
    // Nobody knows how long it took, or whether it has ended.
    const ms = this.entry.mayRunOn ? null : timeTaken(this.entry);
    return ms === null || ms < 50 ? nothing : html`<span>${duration(ms)}</span>`;
  }
}

function renderWords({ verb, target, isCode }: ToolSummary): TemplateResult {
  return html`${verb ? html`<span class="tool-verb">${verb}</span> ` : nothing}<span
      class="tool-target ${isCode ? 'code' : ''}"
      ><bdi>${target}</bdi></span
    >`;
}

/** What answered in the place of a person, or that nobody was asked, on the line itself. */
function renderAnswerer({ permissions, unasked }: ToolEntry): TemplateResult | typeof nothing {
  if (unasked) return html`<span class="tool-flag">${icon('shieldAlert')} ${conversationWords.notAsked}</span>`;
  const outcome = permissions.at(-1)?.outcome;
  const words = outcome?.status === 'answered' ? answererWords(outcome.by) : null;
  if (outcome?.status !== 'answered' || words === null) return nothing;
  return html`<span class="tool-by" title=${label(actorName(outcome.by))}>${icon('shieldCheck')} ${words}</span>`;
}

/** What is said of an answer that no person gave; null where one did, and where AcDeck gave a no: that has its own words. */
function answererWords(by: Actor): string | null {
  if (by.kind === 'rule') return conversationWords.byRule;
  if (by.kind === 'allow_all') return conversationWords.byAllowAll;
  const isYes = by.kind === 'server' && (by.reason?.code === 'attached_file' || by.reason?.code === 'own_tool');
  return isYes ? conversationWords.byAcDeck : null;
}

function renderUnasked(): TemplateResult {
  return html`<div class="tool-note flag">
    ${conversationWords.didUnasked}
  </div>`;
}

/** A file that was written through us and is not shown. */
function renderUntold({ path, isNew, bytes, untold }: WrittenFile): TemplateResult | typeof nothing {
  if (!untold) return nothing;
  const say =
    untold !== 'large'
      ? conversationWords.wroteUnread
      : isNew
        ? conversationWords.createdLarge
        : conversationWords.wroteLarge;
  const shown = html`<bdi>${nameLabel(path, 300)}</bdi>`;
  return html`<div class="tool-note">${sentenceWith((slot) => say(slot, byteSize(bytes)), shown)}</div>`;
}

function renderMute(): TemplateResult {
  return html`<div class="tool-note">${conversationWords.noOutput}</div>`;
}

function renderEmpty({ title }: ToolEntry): TemplateResult {
  return html`<div class="tool-note">${label(title) || conversationWords.nothingMore}</div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'tool-card': ToolCard;
  }
}

import type { Diff, ToolCallContent } from '@agentclientprotocol/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { own } from '../../../server/protocol/own.js';
import { factsOfDiff } from '../../../server/protocol/shown-diff.js';
import { lateElement } from '../../ui/late-element.js';
import { visibleText } from '../../ui/visible-text.js';
import { renderContentBlock } from '../content/content-block.js';
import './session-terminal.js';
import { outputText } from './tool-input.js';
import { toolWords } from './words.js';

const needTerminalOutput = lateElement(() => import('../content/terminal-output.js'));
const needDiffView = lateElement(() => import('../content/diff-view.js'));

/** What a view may need besides the thing itself. */
export interface ViewPlace {
  readonly folder: string;
  /** Where a person decides on what is shown, nothing is left for a further press. */
  readonly isWhole?: boolean;
}

type ContentView = (content: ToolCallContent, place: ViewPlace) => TemplateResult | typeof nothing;

/** How each kind of content that a tool call brings is drawn. A new kind is a new line here. */
const CONTENT_VIEWS: { readonly [kind: string]: ContentView } = {
  content: (item) => (item.type === 'content' ? renderContentBlock(item.content, 'tool') : nothing),
  diff: (item, place) => (item.type === 'diff' ? renderDiff(item, place) : nothing),
  terminal: (item) =>
    item.type === 'terminal' ? html`<session-terminal terminal-id=${item.terminalId}></session-terminal>` : nothing,
};

/** Contents of a tool call, each in its own view; what we do not know is left out rather than guessed. */
export function renderToolContent(content: readonly ToolCallContent[], place: ViewPlace): unknown[] {
  return content.map((item) => own(CONTENT_VIEWS, item.type)?.(item, place) ?? nothing);
}

/** What a tool gave back where it brought no content: its own words if it has some, else the bare fields. */
export function renderRawOutput(rawOutput: unknown): TemplateResult | typeof nothing {
  if (rawOutput === null || rawOutput === undefined || rawOutput === '') return nothing;
  const text = outputText(rawOutput);
  if (text !== null) {
    needTerminalOutput();
    return html`<terminal-output .text=${text}></terminal-output>`;
  }
  return html`<pre class="plain">${visibleText(JSON.stringify(rawOutput, null, 2))}</pre>`;
}

function renderDiff(diff: Diff, { folder, isWhole = false }: ViewPlace): TemplateResult {
  const { path, oldText, newText } = diff;
  const { firstLine = 1 } = factsOfDiff(diff);
  needDiffView();
  return html`<diff-view path=${path} folder=${folder} ?is-whole=${isWhole} .oldText=${oldText ?? null} .newText=${newText} .firstLine=${firstLine}></diff-view>`;
}

/** A command, whole, one line of it per line. */
export function renderCommand(command: string, name = toolWords.command): TemplateResult {
  return html`<pre class="command" tabindex="0" aria-label=${name}><bdi>${visibleText(command)}</bdi></pre>`;
}

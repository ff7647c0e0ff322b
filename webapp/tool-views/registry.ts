import type { Diff, ToolCallContent, ToolKind } from '@agentclientprotocol/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import type { ToolEntry } from '../../server/protocol/entries.js';
import { renderContentBlock } from '../components/content-block.js';
import { needElement } from '../components/late-elements.js';
import { visibleText } from '../components/visible-text.js';
import './session-terminal.js';
import { commandOf, outputText, textField } from './tool-input.js';

/** What a view may need besides the thing itself. */
export interface ViewPlace {
  readonly folder: string;
}

type ContentView = (content: ToolCallContent, place: ViewPlace) => TemplateResult | typeof nothing;
type InputView = (entry: Pick<ToolEntry, 'rawInput' | 'title'>) => TemplateResult | typeof nothing;

/** How each kind of content that a tool call brings is drawn. A new kind is a new line here. */
const CONTENT_VIEWS: { readonly [kind: string]: ContentView } = {
  content: (item) => (item.type === 'content' ? renderContentBlock(item.content, 'tool') : nothing),
  diff: (item, { folder }) => (item.type === 'diff' ? renderDiff(item, folder) : nothing),
  terminal: (item) =>
    item.type === 'terminal' ? html`<session-terminal terminal-id=${item.terminalId}></session-terminal>` : nothing,
};

/** How what a tool was given is drawn, by the tool's kind; most need nothing, since their line says it. */
const INPUT_VIEWS: { readonly [K in ToolKind]?: InputView } = {
  execute: ({ rawInput }) => {
    const command = commandOf(rawInput);
    return command === null ? nothing : renderCommand(command);
  },
  other: ({ rawInput }) => {
    const patch = textField(rawInput, 'patch', 'diff', 'input');
    return patch === null ? nothing : renderCommand(patch, 'Input');
  },
};

/** Contents of a tool call, each in its own view; what we do not know is left out rather than guessed. */
export function renderToolContent(content: readonly ToolCallContent[], place: ViewPlace): unknown[] {
  return content.map((item) => CONTENT_VIEWS[item.type]?.(item, place) ?? nothing);
}

export function renderToolInput(
  kind: ToolKind,
  entry: Pick<ToolEntry, 'rawInput' | 'title'>,
): TemplateResult | typeof nothing {
  return INPUT_VIEWS[kind]?.(entry) ?? nothing;
}

/** What a tool gave back where it brought no content: its own words if it has some, else the bare fields. */
export function renderRawOutput(rawOutput: unknown): TemplateResult | typeof nothing {
  if (rawOutput === null || rawOutput === undefined || rawOutput === '') return nothing;
  const words = outputText(rawOutput);
  if (words !== null) {
    needElement('terminal-output');
    return html`<terminal-output .text=${words}></terminal-output>`;
  }
  return html`<pre class="plain">${visibleText(JSON.stringify(rawOutput, null, 2))}</pre>`;
}

function renderDiff({ path, oldText, newText }: Diff, folder: string): TemplateResult {
  needElement('diff-view');
  return html`<diff-view path=${path} folder=${folder} .oldText=${oldText ?? null} .newText=${newText}></diff-view>`;
}

/** A command, whole, one line of it per line. */
export function renderCommand(command: string, name = 'Command'): TemplateResult {
  return html`<pre class="command" tabindex="0" aria-label=${name}><bdi>${visibleText(command)}</bdi></pre>`;
}

import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Token, Tokens } from 'marked';
import { own } from '../../server/protocol/own.js';
import { appendText } from './append-text.js';
import type { DetailsToken } from './details.js';
import { type InlineContext, renderInline } from './render-inline.js';
import { markdownWords } from './words.js';

/** One block as a template. `live` is the one being written. */
export function renderBlock(token: Token, live: boolean): unknown {
  const context: InlineContext = { live, inLink: false };
  switch (token.type) {
    case 'paragraph':
      return html`<p dir="auto">${renderInline(token.tokens, context)}</p>`;
    case 'heading':
      return renderHeading(token as Tokens.Heading, context);
    case 'code':
      return html`<code-block .code=${token.text} .info=${token.lang ?? ''} ?streaming=${live}></code-block>`;
    case 'list':
      return renderList(token as Tokens.List, live);
    case 'blockquote':
      return renderQuote(token as Tokens.Blockquote, live);
    case 'table':
      return renderTable(token as Tokens.Table, context);
    case 'hr':
      return html`<hr />`;
    case 'html':
      return html`<p class="md-html">${appendText(token.text.trimEnd())}</p>`;
    case 'details':
      return renderDetails(token as unknown as DetailsToken, live);
    case 'maths':
      return html`<math-view .source=${token.source} block></math-view>`;
    case 'footnote':
      return renderNote(token as Tokens.Generic, live);
    case 'text':
      return renderInline('tokens' in token && token.tokens ? token.tokens : [token], context);
    default:
      return nothing;
  }
}

function renderBlocks(tokens: readonly Token[], live: boolean): unknown[] {
  return tokens
    .filter((token) => token.type !== 'space')
    .map((token, index, all) => renderBlock(token, live && index === all.length - 1));
}

/** A message is below the page's own headings, so its first level is the page's third. */
function renderHeading(token: Tokens.Heading, context: InlineContext): TemplateResult {
  const inner = renderInline(token.tokens, context);
  switch (token.depth) {
    case 1:
      return html`<h3 class="md-h1" dir="auto">${inner}</h3>`;
    case 2:
      return html`<h4 class="md-h2" dir="auto">${inner}</h4>`;
    case 3:
      return html`<h5 class="md-h3" dir="auto">${inner}</h5>`;
    default:
      return html`<h6 class="md-h4" dir="auto">${inner}</h6>`;
  }
}

function renderList(list: Tokens.List, live: boolean): TemplateResult {
  const items = list.items.map((item, index) => {
    const liveItem = live && index === list.items.length - 1;
    return guard([item, list.loose, liveItem], () => renderItem(item, list.loose, liveItem));
  });
  if (!list.ordered) return html`<ul>${items}</ul>`;
  return html`<ol start=${list.start === 1 || list.start === '' ? nothing : list.start}>${items}</ol>`;
}

function renderItem(item: Tokens.ListItem, loose: boolean, live: boolean): TemplateResult {
  const inner = renderBlocks(loose ? item.tokens.map(asParagraph) : item.tokens, live);
  if (!item.task) return html`<li dir="auto">${inner}</li>`;
  const [mark, word] = item.checked ? ['☑', markdownWords.done] : ['☐', markdownWords.toDo];
  return html`<li class="md-task" dir="auto"><span class="md-box" role="img" aria-label=${word}>${mark}</span>${inner}</li>`;
}

/** Whether a list is loose is known only at its end, after its first items have been read. */
function asParagraph(token: Token): Token {
  return token.type === 'text' ? ({ ...token, type: 'paragraph' } as Token) : token;
}

const ALERT = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** A quotation, or what begins like one and is a remark of a known kind. */
function renderQuote({ tokens }: Tokens.Blockquote, live: boolean): TemplateResult {
  const [first, ...rest] = tokens;
  const kind = first?.type === 'paragraph' ? ALERT.exec(first.raw)?.[1]?.toLowerCase() : undefined;
  if (kind === undefined) return html`<blockquote>${renderBlocks(tokens, live)}</blockquote>`;
  return html`<div class="md-alert" data-alert=${kind} role="note">
    <p class="md-alert-title">${own(markdownWords.alerts, kind)}</p>
    ${renderBlocks([withoutMarker(first as Tokens.Paragraph), ...rest], live)}
  </div>`;
}

function withoutMarker(paragraph: Tokens.Paragraph): Token {
  const [marker, ...others] = paragraph.tokens;
  const text = (marker as Tokens.Text).text?.replace(ALERT, '') ?? '';
  const left = others[0]?.type === 'br' ? others.slice(1) : others;
  const tokens = text === '' ? left : [{ ...marker, type: 'text', raw: text, text } as Token, ...others];
  return tokens.length === 0 ? ({ type: 'space', raw: '' } as Token) : { ...paragraph, tokens };
}

function renderDetails({ summary, tokens, isOpen }: DetailsToken, live: boolean): TemplateResult {
  return html`<details class="md-details" ?open=${isOpen}>
    <summary dir="auto">${summary.length === 0 ? markdownWords.details : renderInline(summary, { live: false, inLink: true })}</summary>
    ${renderBlocks(tokens, live)}
  </details>`;
}

function renderNote(token: Tokens.Generic, live: boolean): TemplateResult {
  return html`<div class="md-note" data-note=${token.label} tabindex="-1">
    <button class="md-note-back" type="button" data-note-back=${token.label} aria-label=${markdownWords.backToFootnote(token.label)}>${token.label}</button>
    <div class="md-note-text">${renderBlocks(token.tokens ?? [], live)}</div>
  </div>`;
}

/** Pressing one is handled by the element around. */
const TABLE_TOOLS = html`<div class="md-table-tools">
  <button class="md-table-copy" type="button" data-copy-table="markdown">${markdownWords.copyTable}</button>
  <button class="md-table-copy" type="button" data-copy-table="csv">${markdownWords.copyCsv}</button>
</div>`;

/** A table that scrolls inside itself, so that a wide one never widens the page. */
function renderTable(table: Tokens.Table, context: InlineContext): TemplateResult {
  const rows = table.rows.map((row, index) => {
    const live = context.live && index === table.rows.length - 1;
    return html`<tr>${row.map((cell) => html`<td dir="auto" data-align=${cell.align ?? nothing}>${renderInline(cell.tokens, { ...context, live })}</td>`)}</tr>`;
  });
  const quiet = { ...context, live: false };
  return html`<div class="md-table-box"><div class="md-table" role="group" aria-label=${markdownWords.table} tabindex="0"><table>
    <thead><tr>${table.header.map((cell) => html`<th scope="col" dir="auto" data-align=${cell.align ?? nothing}>${renderInline(cell.tokens, quiet)}</th>`)}</tr></thead>
    <tbody>${rows}</tbody>
  </table></div>${context.live ? nothing : TABLE_TOOLS}</div>`;
}

import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Token, Tokens } from 'marked';
import { appendText } from './append-text.js';
import { type InlineContext, renderInline } from './render-inline.js';
import { renderTable } from './render-table.js';

/** One block as a template. `live` is the one being written. */
export function renderBlock(token: Token, live: boolean): unknown {
  const context: InlineContext = { live, inLink: false };
  switch (token.type) {
    case 'paragraph':
      return html`<p>${renderInline(token.tokens, context)}</p>`;
    case 'heading':
      return renderHeading(token as Tokens.Heading, context);
    case 'code':
      return html`<code-block .code=${token.text} .info=${token.lang ?? ''} ?streaming=${live}></code-block>`;
    case 'list':
      return renderList(token as Tokens.List, live);
    case 'blockquote':
      return html`<blockquote>${renderBlocks(token.tokens ?? [], live)}</blockquote>`;
    case 'table':
      return renderTable(token as Tokens.Table, context);
    case 'hr':
      return html`<hr />`;
    case 'html':
      return html`<p class="md-html">${appendText(token.text.trimEnd())}</p>`;
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

/** A message stands below the page's own headings, so its first level is the page's third. */
function renderHeading(token: Tokens.Heading, context: InlineContext): TemplateResult {
  const inner = renderInline(token.tokens, context);
  switch (token.depth) {
    case 1:
      return html`<h3 class="md-h1">${inner}</h3>`;
    case 2:
      return html`<h4 class="md-h2">${inner}</h4>`;
    case 3:
      return html`<h5 class="md-h3">${inner}</h5>`;
    default:
      return html`<h6 class="md-h4">${inner}</h6>`;
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
  if (!item.task) return html`<li>${inner}</li>`;
  const [mark, word] = item.checked ? ['☑', 'Done:'] : ['☐', 'To do:'];
  return html`<li class="md-task"><span class="md-box" role="img" aria-label=${word}>${mark}</span>${inner}</li>`;
}

/** Whether a list is loose is known only at its end, after its first items have been read. */
function asParagraph(token: Token): Token {
  return token.type === 'text' ? ({ ...token, type: 'paragraph' } as Token) : token;
}

function renderNote(token: Tokens.Generic, live: boolean): TemplateResult {
  return html`<div class="md-note" data-note=${token.label} tabindex="-1">
    <button class="md-note-back" type="button" data-note-back=${token.label} aria-label="Back to note mark ${token.label}">${token.label}</button>
    <div class="md-note-text">${renderBlocks(token.tokens ?? [], live)}</div>
  </div>`;
}

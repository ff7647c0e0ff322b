import { html, nothing, type TemplateResult } from 'lit';
import type { Tokens } from 'marked';
import { type InlineContext, renderInline } from './render-inline.js';

/** A table that scrolls inside itself, so that a wide one never widens the page. */
export function renderTable(table: Tokens.Table, context: InlineContext): TemplateResult {
  const rows = table.rows.map((row, index) => {
    const live = context.live && index === table.rows.length - 1;
    return html`<tr>${row.map((cell) => html`<td data-align=${cell.align ?? nothing}>${renderInline(cell.tokens, { ...context, live })}</td>`)}</tr>`;
  });
  const quiet = { ...context, live: false };
  return html`<div class="md-table" role="group" aria-label="Table" tabindex="0"><table>
    <thead><tr>${table.header.map((cell) => html`<th scope="col" data-align=${cell.align ?? nothing}>${renderInline(cell.tokens, quiet)}</th>`)}</tr></thead>
    <tbody>${rows}</tbody>
  </table></div>`;
}

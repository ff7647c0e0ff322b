import type { Token, Tokens } from 'marked';
import { decodeReferences } from '../../markdown/character-references.js';
import { lexBlocks, normalizeLines } from '../../markdown/lex-blocks.js';
import { imageSource, safeLink } from '../../markdown/safe-link.js';

/** Text as a page shows it, and nothing else. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Markdown as HTML for a file: only the tags below, and only addresses that lead to the web or to a mail. */
export function markdownHtml(text: string): string {
  return blocks(lexBlocks(normalizeLines(text)).tokens);
}

function blocks(tokens: readonly Token[] | undefined): string {
  return (tokens ?? []).map(block).join('');
}

function block(token: Token): string {
  switch (token.type) {
    case 'space':
    case 'def':
      return '';
    case 'paragraph':
      return `<p dir="auto">${inline(token.tokens)}</p>`;
    case 'heading':
      return `<h${headingLevel(token.depth)}>${inline(token.tokens)}</h${headingLevel(token.depth)}>`;
    case 'code':
      return `<pre><code>${escapeHtml(token.text)}</code></pre>`;
    case 'blockquote':
      return `<blockquote>${blocks(token.tokens)}</blockquote>`;
    case 'list':
      return list(token as Tokens.List);
    case 'table':
      return table(token as Tokens.Table);
    case 'hr':
      return '<hr>';
    case 'maths':
      return `<pre><code>${escapeHtml(String(token.source ?? token.raw))}</code></pre>`;
    case 'footnote':
      return `<p>[${escapeHtml(String(token.label))}]</p>${blocks(token.tokens)}`;
    case 'text':
      return 'tokens' in token && token.tokens ? inline(token.tokens) : escapeHtml(decodeReferences(token.text));
    default:
      // HTML of an agent is words.
      return `<p>${escapeHtml(token.raw)}</p>`;
  }
}

function headingLevel(depth: number): number {
  return Math.min(6, depth + 2);
}

function list({ ordered, start, items }: Tokens.List): string {
  const inner = items.map(
    ({ task, checked, tokens }) => `<li>${task ? (checked ? '☑ ' : '☐ ') : ''}${blocks(tokens)}</li>`,
  );
  if (!ordered) return `<ul>${inner.join('')}</ul>`;
  return `<ol start="${Number(start) || 1}">${inner.join('')}</ol>`;
}

function table({ header, rows }: Tokens.Table): string {
  const row = (cells: Tokens.TableCell[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell.tokens)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${row(header, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
}

function inline(tokens: readonly Token[] | undefined): string {
  return (tokens ?? []).map(inlineToken).join('');
}

function inlineToken(token: Token): string {
  switch (token.type) {
    case 'text':
      if ('tokens' in token && token.tokens) return inline(token.tokens);
      return escapeHtml(token.escaped ? token.text : decodeReferences(token.text));
    case 'escape':
      return escapeHtml(token.text);
    case 'strong':
      return `<strong>${inline(token.tokens)}</strong>`;
    case 'em':
      return `<em>${inline(token.tokens)}</em>`;
    case 'del':
      return `<del>${inline(token.tokens)}</del>`;
    case 'codespan':
      return `<code>${escapeHtml(token.text)}</code>`;
    case 'br':
      return '<br>';
    case 'link': {
      const safe = safeLink(token.href, '');
      if (!safe) return inline(token.tokens);
      return `<a href="${escapeHtml(safe.href)}" rel="noopener noreferrer nofollow">${inline(token.tokens)}</a>`;
    }
    case 'image': {
      const source = imageSource(token.href);
      const alt = escapeHtml(token.text);
      return source.kind === 'inline' && source.src.startsWith('data:')
        ? `<img src="${escapeHtml(source.src)}" alt="${alt}">`
        : `[${alt}]`;
    }
    default:
      return escapeHtml(token.raw);
  }
}

import type { Token } from 'marked';
import { lexBlocks, normalizeLines } from '../../markdown/lex-blocks.js';
import { imageSource, safeLink } from '../../markdown/safe-link.js';

/**
 * Markdown in which no viewer finds HTML or an address that runs something: blocks that have one are written so that their
 * signs are only signs, and all others stay as they are.
 */
export function harmlessMarkdown(text: string): string {
  const { tokens } = lexBlocks(normalizeLines(text));
  // What the grammar gave up on, or reads as an address for later, isn't a token of its own.
  const raws = tokens.map((token) => (isHarmless(token) ? token.raw : disarm(token.raw)));
  return raws.join('');
}

function isHarmless(token: Token): boolean {
  if (token.type === 'code' || token.type === 'codespan') return true;
  if (token.type === 'html') return false;
  if (token.type === 'def') return isFollowable(token.href);
  if (token.type === 'link') return isFollowable(token.href) && all(token.tokens);
  // A picture from the web would be asked for by whoever opens the file.
  if (token.type === 'image') return imageSource(token.href).kind !== 'remote' && isFollowable(token.href);
  if (token.type === 'text' && !('tokens' in token) && token.escaped && token.raw.length > 1_000)
    return !/[<]/.test(token.raw);
  if (token.type === 'list') return token.items.every((item: Token) => isHarmless(item));
  if (token.type === 'table') {
    const cells = [...token.header, ...token.rows.flat()] as { tokens: Token[] }[];
    return cells.every((cell) => all(cell.tokens));
  }
  return all('tokens' in token ? token.tokens : undefined);
}

function all(tokens: readonly Token[] | undefined): boolean {
  return (tokens ?? []).every(isHarmless);
}

/** To the web, to a mail, or to a place in the folder, which has no scheme. */
function isFollowable(href: string): boolean {
  return safeLink(href, '') !== null || /^[\w./#@%+~-]+$/.test(href);
}

/** Each sign that begins HTML, an address or a link is only a sign. */
function disarm(raw: string): string {
  return raw.replace(/[<&]/g, (sign) => (sign === '<' ? '&lt;' : '&amp;')).replace(/\]([([:])/g, '\\]$1');
}

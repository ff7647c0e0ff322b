import type { Links, Token } from 'marked';
import { own, setOwn } from '../../server/protocol/own.js';
import { noteKey } from './footnotes.js';

const LABEL = /\[((?:\\[\s\S]|[^[\]\\]){1,999})\]/g;

/** Knows which finished blocks use a name that has no address yet. */
export class LinkWatch {
  readonly #waiting = new Map<string, Set<number>>();

  /** Notes the names that the block at `index` may refer to. */
  add(token: Token, index: number): void {
    if (token.type === 'code' || !token.raw.includes('[')) return;
    for (const match of token.raw.matchAll(LABEL)) {
      const label = normalize(match[1]!);
      const blocks = this.#waiting.get(label) ?? new Set();
      this.#waiting.set(label, blocks.add(index));
    }
  }

  /** Enters the definitions inside `token` into `links`; gives the blocks that waited for one of them. */
  definedBy(token: Token, links: Links): Set<number> {
    const waiting = new Set<number>();
    for (const { label, link } of definitionsIn(token)) {
      if (own(links, label)) continue;
      setOwn(links, label, link);
      for (const index of this.#waiting.get(label) ?? []) waiting.add(index);
      this.#waiting.delete(label);
    }
    return waiting;
  }
}

interface Definition {
  label: string;
  link: Links[string];
}

/** Definitions may stand inside quotes, items and notes. */
function definitionsIn(token: Token): Definition[] {
  if (token.type === 'def') return [{ label: token.tag, link: { href: token.href, title: token.title } }];
  const own = token.type === 'footnote' ? [{ label: noteKey(token.label), link: { href: '', title: '' } }] : [];
  return [...own, ...blocksIn(token).flatMap(definitionsIn)];
}

function blocksIn(token: Token): Token[] {
  if (token.type === 'list') return token.items;
  const holdsBlocks = ['footnote', 'blockquote', 'list_item'].includes(token.type);
  return holdsBlocks && 'tokens' in token ? (token.tokens ?? []) : [];
}

/** As marked compares names. */
function normalize(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase().toLowerCase();
}

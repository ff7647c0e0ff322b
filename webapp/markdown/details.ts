import type { TokenizerThis, Tokens } from 'marked';

/** A part that opens when its line is pressed. */
export interface DetailsToken {
  type: 'details';
  raw: string;
  isOpen: boolean;
  summary: Tokens.Generic[];
  tokens: Tokens.Generic[];
}

const START = /^ {0,3}<details( open)?>\s*(?:<summary>([^\n]*?)<\/summary>)?/i;
const TAG = /<(\/?)details(?: open)?>/gi;
/** While it is being written, a longer one is shown as it is. */
const LONGEST_OPEN = 8_000;

/** Reads `<details>` with nothing but `open` in its tag, once its end is there; any other one stays text. */
export function readDetails(this: TokenizerThis, src: string): Tokens.Generic | undefined {
  const start = START.exec(src);
  const end = start ? endOfDetails(src) : -1;
  if (!start || end < 0) return undefined;
  const inner = src.slice(start[0].length, end).replace(/<\/details>\s*$/i, '');
  const [line = ''] = /^[ \t]*\n?/.exec(src.slice(end)) ?? [];
  const summary: Tokens.Generic[] = [];
  this.lexer.inline(start[2] ?? '', summary);
  const tokens = this.lexer.blockTokens(`${inner.trim()}\n`, []);
  return { type: 'details', raw: src.slice(0, end) + line, isOpen: start[1] !== undefined, summary, tokens };
}

/** Whether a text begins with one whose end may still come. */
export function isOpenDetails(text: string): boolean {
  return text.length < LONGEST_OPEN && START.test(text) && endOfDetails(text) < 0;
}

/** Where the first one ends, with those inside of it; -1 if it doesn't. */
function endOfDetails(src: string): number {
  let depth = 0;
  for (const match of src.matchAll(TAG)) {
    depth += match[1] === '/' ? -1 : 1;
    if (depth === 0) return match.index + match[0].length;
  }
  return -1;
}

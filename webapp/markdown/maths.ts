import type { Tokens } from 'marked';

/** A formula as it is written: in a line of text, or on lines of its own. */
export interface MathsToken extends Tokens.Generic {
  type: 'maths';
  source: string;
  isBlock: boolean;
}

/** Longer formulas stay text: no author writes them, and reading one costs more than a line of text may. */
const LONGEST = 2_000;

// A blank line ends every block, so that half-read text and whole text agree on where a formula ends.
const BLOCK =
  /^ {0,3}(?:\$\$((?:(?!\$\$|\n[ \t]*\n)[\s\S])+)\$\$|\\\[((?:(?!\\\]|\n[ \t]*\n)[\s\S])+)\\\])[ \t]*(?:\n+|$)/;
const OPEN_BLOCK =
  /^ {0,3}(?:\$\$(?!(?:(?!\n[ \t]*\n)[\s\S])*\$\$)|\\\[(?!(?:(?!\n[ \t]*\n)[\s\S])*\\\]))(?![\s\S]*\n[ \t]*\n)/;
const DISPLAY = /^\$\$((?:(?!\$\$)[\s\S])+)\$\$/;
// As pandoc reads it: no space inside the marks, no word right after them; so prices and shell variables stay text.
const DOLLARS = /^\$(?![\s$])((?:\\.|[^$\\\n])*[^\s$\\])\$(?![\w$])/;
const BRACKETS = /^\\\(((?:(?!\\\)|\n)[\s\S])+)\\\)/;

/** Reads `$$…$$` and `\[…\]` that are on lines of their own. */
export function readMathsBlock(src: string): MathsToken | undefined {
  const match = BLOCK.exec(src);
  return match ? asToken(match[0], match[1] ?? match[2]!, true) : undefined;
}

/** Reads `$…$`, `\(…\)` and `$$…$$` in running text. */
export function readMaths(src: string): MathsToken | undefined {
  const display = DISPLAY.exec(src);
  if (display) return asToken(display[0], display[1]!, true);
  const match = DOLLARS.exec(src) ?? BRACKETS.exec(src);
  return match ? asToken(match[0], match[1]!, false) : undefined;
}

/** Where in running text the next formula may begin; a dollar inside a word is none. */
export function startOfMaths(src: string): number | undefined {
  const at = src.search(/(?<![\w$\\])\$|\\\(/);
  return at < 0 ? undefined : at;
}

/** Whether a growing text begins with a formula whose end is still to come. */
export function isOpenMaths(src: string): boolean {
  return OPEN_BLOCK.test(src) && src.length <= LONGEST;
}

function asToken(raw: string, source: string, isBlock: boolean): MathsToken | undefined {
  if (source.trim() === '' || source.length > LONGEST) return undefined;
  return { type: 'maths', raw, source: source.trim(), isBlock };
}

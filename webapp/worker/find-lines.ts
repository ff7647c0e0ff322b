/** What is looked for in the lines of a file. */
export interface LinePattern {
  readonly text: string;
  readonly isCase: boolean;
  readonly isRegex: boolean;
  readonly isWord: boolean;
}

/** Where it stands: the line counted from 0, and `[start, end)` in it. */
export interface LineHit {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

/** The pattern as an expression; null if nothing is looked for. Throws if the expression is none. */
export function patternOf({ text, isCase, isRegex, isWord }: LinePattern): RegExp | null {
  if (text === '') return null;
  const source = isRegex ? text : text.replace(SYNTAX, '\\$&');
  const whole = isWord ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source;
  return new RegExp(whole, isCase ? 'gu' : 'giu');
}

/** All places in these lines, at most so many; empty ones do not count. */
export function findInLines(lines: readonly string[], pattern: LinePattern, most: number): LineHit[] {
  const expression = patternOf(pattern);
  const hits: LineHit[] = [];
  if (!expression) return hits;
  for (const [line, text] of lines.entries()) {
    for (const match of text.matchAll(expression)) {
      if (match[0] === '') continue;
      hits.push({ line, start: match.index, end: match.index + match[0].length });
      if (hits.length >= most) return hits;
    }
  }
  return hits;
}

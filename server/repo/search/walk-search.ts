import type { FileHit, SearchQuery } from '../../protocol/api/search.js';
import { cutLine } from './cut-line.js';

/** The expression that a query means. Throws with the browser's words for one that is wrong. */
export function expressionOf({ text, isRegex, isWord, isCase }: SearchQuery): RegExp {
  const body = isRegex ? text : text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const whole = isWord ? `(?<![\\p{L}\\p{N}_])(?:${body})(?![\\p{L}\\p{N}_])` : body;
  return new RegExp(whole, isCase ? 'gu' : 'giu');
}

/** The lines of a file with what is looked for. */
export function hitsIn(path: string, text: string, expression: RegExp, most: number): FileHit[] {
  const hits: FileHit[] = [];
  for (const [n, line] of text.split('\n').entries()) {
    if (hits.length >= most) break;
    const ranges = [...line.matchAll(expression)]
      .slice(0, 50)
      .map((match): [number, number] => [match.index, match.index + match[0].length])
      .filter(([from, to]) => to > from);
    if (ranges.length > 0) hits.push({ path, line: n + 1, ...cutLine(line, ranges) });
  }
  return hits;
}

import { requestWords } from './words.js';
/** A stretch of text, or how much nothing was in its place. */
export type FoldedPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'blank'; readonly words: string };

/** So many blank lines in a row, or blanks in a line, are counted instead of shown. */
const LINES = 3;
const GAPS = new RegExp(`((?:^|(?<=\\n))(?:[^\\S\\n]*\\n){${LINES},})|([^\\S\\n]{60,})`, 'g');

/** Takes the room away that text could use to push its end out of sight, and says how much it was. */
export function foldBlank(text: string): FoldedPiece[] {
  const pieces: FoldedPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(GAPS)) {
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) });
    const isLines = match[1] !== undefined;
    const said = isLines
      ? requestWords.blankLines(match[0].split('\n').length - 1)
      : requestWords.blanks(match[0].length);
    pieces.push({ kind: 'blank', words: said });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}

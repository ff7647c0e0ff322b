import { cutNote } from '../protocol/transcript/left-out.js';

/** Cuts text to a number of characters and says so where it was cut. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return wholeCharacters(text.slice(0, limit)) + cutNote(text.length - limit);
}

/** Cuts a name to a number of characters, with the usual three dots. */
export function cutName(text: string, limit: number): string {
  return text.length <= limit ? text : `${wholeCharacters(text.slice(0, limit - 1))}…`;
}

/** Cuts text into pieces of at most `limit` characters, none of which ends inside of a character. */
export function piecesOf(text: string, limit: number): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const piece = start + limit >= text.length ? text.slice(start) : wholeCharacters(text.slice(start, start + limit));
    pieces.push(piece);
    start += piece.length;
  }
  return pieces;
}

/** Drops half of a surrogate pair at the end. */
function wholeCharacters(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

import { codeName, inspectText, type TextPiece } from './hidden-characters.js';

/**
 * Text that a person decides on: what would hide, move or turn other characters is shown as its own sign, and a
 * letter that only looks like another one is named behind it.
 */
export function visibleText(text: string, isCode = false): string {
  return inspectText(text.replace(/\r\n/g, '\n'), isCode).map(signOf).join('');
}

/** How a piece is shown where nothing but letters can be. */
export function signOf({ text, oddness }: TextPiece): string {
  if (oddness === null) return text;
  if (oddness === 'alike') return `${text}⟨${codeName(text)}⟩`;
  return text < ' ' ? String.fromCharCode(0x2400 + text.charCodeAt(0)) : `⟨${codeName(text)}⟩`;
}

/** One line of text for a label: no line breaks, no control characters, no more than so many letters. */
export function label(text: string, most = 200): string {
  return cut(visibleText(text.replace(/\s+/g, ' ').trim()), most);
}

/** The same as it came, for anyone who marks what deceives in it. */
export function oneLine(text: string, most = 200): string {
  return cut(text.replace(/\s+/g, ' ').trim(), most);
}

/** A name or a path on one line: a line break or a tab in it is a sign like any other, and no blank. */
export function nameLabel(name: string, most = 200): string {
  return cut(visibleText(lineSigns(name)), most);
}

/** Text with a sign in the place of each character that would break its line or indent it. */
export function lineSigns(text: string): string {
  return text.replace(/[\t-\r]/g, (sign) => String.fromCharCode(0x2400 + sign.charCodeAt(0)));
}

function cut(line: string, most: number): string {
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** Characters that take no room, or turn the direction of reading. */
const NO_ROOM =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164' +
  '\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}';
/** Also those that break lines, or choose how the character before them is drawn. */
const UNSEEN = `${NO_ROOM}\\u2028\\u2029\\ufe00-\\ufe0f`;
const HIDDEN = new RegExp(`[${NO_ROOM}]`, 'gu');
/** Nearly all text; nothing in it deceives. */
const PLAIN = /^[\t\n\u0020-\u007e]*$/;
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** Blanks that aren't blanks to a shell, and strokes, dots and colons that are not what they seem. */
const ODD_IN_CODE =
  '\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\u2010-\\u2015\\u2024\\u2044\\u2212\\u2215\\u2236\\u29f8\\u037e\\u0589\\u05c3\\ua789\\u3002\\uff01-\\uff61\\u2018-\\u201f\\u2032\\u2033\\u{1d400}-\\u{1d7ff}';
const CONTROLS = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f';
const SUSPECTS = new RegExp(`[${CONTROLS}${UNSEEN}]`, 'gu');
const SEEN_IN_CODE = new RegExp(`^(?!\\s)[${ODD_IN_CODE}]$`, 'u');
const SUSPECTS_IN_CODE = new RegExp(`[${CONTROLS}${UNSEEN}${ODD_IN_CODE}]`, 'gu');
const LETTERS = /[\p{L}\p{M}]+/gu;
/** Letters of other scripts that are drawn as Latin ones are. */
const ALIKE = /[\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u13a0-\u13f4\uab70-\uabbf]/u;
const GREEK_ALIKE = /[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺαγικνορυχϲϳ]/u;
/** Cyrillic letters that a Latin word could be spelled with. */
const CYRILLIC_LATIN = /^[асеорхуіјѕԁԛԝһѵԍпкгмтвнАВЕКМНОРСТУХІЈЅҮԌ]+$/u;
const HOST = /\b[a-z][a-z\d+.-]*:\/\/(?:[^\s/?#@'"]*@)?([^\s/?#:'"]+)/giu;

/** A piece of text; `oddness` says what is wrong with it, if it is one character that deceives. */
export interface TextPiece {
  readonly text: string;
  readonly oddness: 'hidden' | 'alike' | null;
}

/** Without characters that take no room or turn the direction of reading: with them a name can look like another one. */
export function stripHidden(text: string): string {
  return text.replace(HIDDEN, '');
}

/** True when some of it may be shown in another order than it is stored. */
export function turnsDirection(text: string): boolean {
  return TURNING.test(text);
}

/**
 * Takes text apart so that every character that cannot be seen, or is not the one that it looks like, is a piece of
 * its own. In code, also blanks, quotes and strokes that are not those of ASCII, and hosts in other scripts, are odd.
 */
export function inspectText(text: string, isCode = false): TextPiece[] {
  if (PLAIN.test(text)) return piecesOf(text, new Map());
  const odd = new Map<number, TextPiece>();
  for (const { 0: character, index } of text.matchAll(isCode ? SUSPECTS_IN_CODE : SUSPECTS)) {
    if (isPartOfEmoji(text, character, index)) continue;
    odd.set(index, { text: character, oddness: SEEN_IN_CODE.test(character) ? 'alike' : 'hidden' });
  }
  for (const { 0: word, index } of text.matchAll(LETTERS)) markWord(word, index, isCode, odd);
  if (isCode)
    for (const match of text.matchAll(HOST)) markHost(match[1]!, match.index + match[0].lastIndexOf(match[1]!), odd);
  return piecesOf(text, odd);
}

/** Whether a host is spelled with other letters than those of ASCII, also in the disguise that DNS uses. */
export function isForeignHost(host: string): boolean {
  return /[^\u0020-\u007e]/.test(host) || /(?:^|\.)xn--/i.test(host);
}

/** Whether some of a text deceives. */
export function isOdd(text: string, isCode = false): boolean {
  return inspectText(text, isCode).some(({ oddness }) => oddness !== null);
}

/** U+200B, for anyone who wants to look it up. */
export function codeName(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Letters of another script in a word that has Latin ones too, or in code a word that only looks Latin. */
function markWord(word: string, start: number, isCode: boolean, odd: Map<number, TextPiece>): void {
  const isMixed = /[A-Za-z]/.test(word);
  if (!isMixed && !(isCode && CYRILLIC_LATIN.test(word))) return;
  let at = start;
  for (const letter of word) {
    const isGreek = letter >= '\u0370' && letter <= '\u03ff';
    if (isGreek ? GREEK_ALIKE.test(letter) : ALIKE.test(letter)) odd.set(at, { text: letter, oddness: 'alike' });
    at += letter.length;
  }
}

function markHost(host: string, start: number, odd: Map<number, TextPiece>): void {
  let at = start;
  for (const letter of host) {
    if (letter > '\u007f' && !odd.has(at)) odd.set(at, { text: letter, oddness: 'alike' });
    at += letter.length;
  }
}

/** Emoji are joined and dressed by characters that hide nothing there. */
function isPartOfEmoji(text: string, character: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 4), index);
  if (character === '\ufe0f') return /(?:\p{Extended_Pictographic}|[#*\d])$/u.test(before);
  if (character !== '\u200d') return false;
  const after = text.slice(index + 1, index + 3);
  return (
    /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u.test(before) &&
    /^\p{Extended_Pictographic}|^[♀♂⚕]/u.test(after)
  );
}

function piecesOf(text: string, odd: ReadonlyMap<number, TextPiece>): TextPiece[] {
  if (odd.size === 0) return text === '' ? [] : [{ text, oddness: null }];
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const [index, piece] of [...odd].sort(([a], [b]) => a - b)) {
    if (index > end) pieces.push({ text: text.slice(end, index), oddness: null });
    pieces.push(piece);
    end = index + piece.text.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), oddness: null });
  return pieces;
}

const ESC = '\u001b';
const BEL = '\u0007';

/** Escape sequences of terminals: CSI, OSC and its like up to their end, and the two-character ones. */
const ESCAPES = new RegExp(
  [
    `(?:${ESC}\\[|\u009b)[0-?]*[ -/]*[@-~]`,
    `${ESC}[\\]PX^_][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)?`,
    `${ESC}[ -/]*[0-~]`,
  ].join('|'),
  'g',
);
/** Controls but tab and newline, and the marks that turn the direction of text. */
const CONTROLS = new RegExp(`[${'\u0000-\u0008\u000b-\u001f\u007f-\u009f'}\u202a-\u202e\u2066-\u2069]`, 'g');

/** Text of an agent as it may be shown: no colours, no cursor moves, no direction tricks; lines and tabs stay. */
export function stripControl(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(ESCAPES, '').replace(CONTROLS, '');
}

const COLOURS = new RegExp(`(?:${ESC}\\[|\u009b)[\\d;]*m`, 'g');
const BARE_CONTROLS = new RegExp(`[${'\u0000-\u0008\u000b-\u001f\u007f-\u009f'}]`, 'g');

/**
 * Text that a person may decide on, such as a command in a title: colours go, and controls without what they would
 * have swallowed. Whatever else deceives stays, for the page to mark.
 */
export function keepWords(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(COLOURS, '').replace(BARE_CONTROLS, '');
}

/** Text as it may be shown, on one line, for names and titles. */
export function cleanLine(text: string): string {
  return stripControl(text).replace(/\s+/g, ' ').trim();
}

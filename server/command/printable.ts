/** Control characters, and the marks that turn the direction of text around. */
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** One line that is safe in a terminal, no matter what a folder, an agent or an error is called. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (char) => (/\s/.test(char) ? ' ' : '\ufffd'));
}

/** Control characters (line breaks and tabs aside) and those that hide or turn what follows. */
const DECEIVING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass unseen
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

/** Text that a person decides upon: what would hide, move or turn other characters is shown as a sign of its own. */
export function visibleText(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(DECEIVING, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}

/** One line of text for a label: no line breaks, no control characters, no more than so many letters. */
export function label(text: string, most = 200): string {
  const line = visibleText(text.replace(/\s+/g, ' ').trim());
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

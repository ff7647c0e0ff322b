/** A line of a terminal: its text, and whether it goes on from the line before. */
export interface ScreenLine {
  readonly text: string;
  readonly isWrapped: boolean;
}

const ADDRESS = /https?:\/\/[^\s"'<>`\p{C}]+/giu;

/** The last web address that a terminal shows, though it may have been broken at the edge; null if there is none. */
export function addressIn(lines: readonly ScreenLine[]): string | null {
  const text = lines.map((line, n) => (line.isWrapped || n === 0 ? line.text : `\n${line.text}`)).join('');
  const found = text
    .match(ADDRESS)
    ?.at(-1)
    ?.replace(/[.,;:!?)\]}]+$/, '');
  return found && found.length <= 4_000 && URL.canParse(found) ? found : null;
}

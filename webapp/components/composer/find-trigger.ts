/** A word that is being typed and asks for suggestions: `@` files, `/` commands, `#` sessions. */
export interface Trigger {
  readonly sign: '@' | '/' | '#';
  readonly query: string;
  /** Where the word is in the text, the sign included. */
  readonly start: number;
  readonly end: number;
}

const MOST_CHARS = 200;

/** The trigger that the caret is in, or null. A command begins the text; the others begin a word. */
export function findTrigger(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - MOST_CHARS - 1), caret);
  const found =
    (caret === before.length && /^(\/)(\S*)$/.exec(before)) || /(?:^|[\s([{"'`])([@#])([^\s@#]*)$/.exec(before);
  if (!found) return null;
  const query = found[2]!;
  return { sign: found[1] as Trigger['sign'], query, start: caret - query.length - 1, end: caret };
}

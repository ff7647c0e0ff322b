/** Replaces a value that is nested too deeply to be kept. */
export const TOO_DEEP = '[left out: too deeply nested]';

const CUT = / … \[([\d,]+) characters left out\]$/;
const LARGE = /^\[.{1,200} left out: too large\]$/;

/** Ends a text that was cut. */
export function cutNote(characters: number): string {
  return ` … [${characters.toLocaleString('en')} characters left out]`;
}

/** Stands for something that is too large to be kept. */
export function tooLargeNote(what: string): string {
  return `[${what} left out: too large]`;
}

/**
 * What was left out of a value that an agent sent, because it was too large to be kept: how many characters are known
 * to be missing, and whether there is more of which nobody knows how much. Null if it is whole.
 */
export function missingFrom(value: unknown): { characters: number; isMore: boolean } | null {
  let [characters, isMore] = [0, false];
  const look = (item: unknown): void => {
    if (typeof item === 'string') {
      const cut = CUT.exec(item);
      if (cut) characters += Number(cut[1]!.replaceAll(',', ''));
      else if (item === TOO_DEEP || LARGE.test(item)) isMore = true;
    } else if (typeof item === 'object' && item !== null) for (const part of Object.values(item)) look(part);
  };
  look(value);
  return characters > 0 || isMore ? { characters, isMore } : null;
}

/** What agents call their options and choices is cut to this. */
export const LABEL_CHARS = 100;

export const MOST_ITEMS = 5_000;
const MOST_ID_CHARS = 1_000;

/** A name by which things are found again, or null; numbers are taken for what they look like. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' && value.length <= MOST_ID_CHARS ? value : null;
}

export function stringField(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A number that can count something, or null. */
export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

/** One of the known words, or null. */
export function wordOf<W extends string>(value: unknown, words: readonly W[]): W | null {
  return words.includes(value as W) ? (value as W) : null;
}

/** The good items of a list; bad ones are skipped. Null if it isn't a list. */
export function listOf<T>(value: unknown, read: (item: unknown) => T | null): T[] | null {
  if (!Array.isArray(value)) return null;
  return value.slice(0, MOST_ITEMS).flatMap((item) => {
    const good = read(item);
    return good === null ? [] : [good];
  });
}

/** Leaves out the fields that have nothing to say, so that nothing overwrites what is known. */
export function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], null | undefined> } {
  const kept = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(kept) as { [K in keyof T]: Exclude<T[K], null | undefined> };
}

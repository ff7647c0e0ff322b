import { go } from 'fuzzysort';

/** Something that was found, with the places of its words' letters that were looked for. */
export interface Found<T> {
  readonly item: T;
  readonly marks: readonly number[];
}

/**
 * The items whose words hold the letters of the query, the best first and equals in their own order; `about` may hold
 * them too, unmarked. All of them for a query without letters.
 */
export function fuzzyFind<T>(
  query: string,
  items: readonly T[],
  by: { words(item: T): string; about?(item: T): string; limit?: number },
): Found<T>[] {
  const placed = items.map((item, place) => ({ item, place }));
  const results = go(query.trim(), placed, {
    keys: [({ item }) => by.words(item), ({ item }) => by.about?.(item) ?? ''],
    threshold: 0.35,
    // Of equals the library keeps any; so it keeps all, and the limit comes after the order.
    limit: Number.POSITIVE_INFINITY,
  });
  return [...results]
    .sort((a, b) => b.score - a.score || a.obj.place - b.obj.place)
    .slice(0, by.limit)
    .map((result) => ({ item: result.obj.item, marks: result[0]?.indexes ?? [] }));
}

import { go } from 'fuzzysort';

/** Something that was found, with the places in its words where the letters stand. */
export interface Found<T> {
  readonly item: T;
  readonly marks: [start: number, end: number][];
}

/** The items whose words hold the letters of the query, the best first; `about` may hold them too, unmarked. */
export function fuzzyFind<T>(
  query: string,
  items: readonly T[],
  by: { words(item: T): string; about?(item: T): string; limit: number },
): Found<T>[] {
  const results = go(query.trim(), items, {
    keys: [(item: T) => by.words(item), (item: T) => by.about?.(item) ?? ''],
    threshold: 0.35,
    limit: by.limit,
  });
  return results.map((result) => ({ item: result.obj, marks: rangesOf(result[0]?.indexes ?? []) }));
}

/** Neighbours among the marked characters, joined. */
function rangesOf(indexes: readonly number[]): [start: number, end: number][] {
  const ranges: [number, number][] = [];
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === index) last[1] = index + 1;
    else ranges.push([index, index + 1]);
  }
  return ranges;
}

/**
 * Which entry has which key, newest last. Immutable: layers grow by joining neighbours of like size,
 * so that there are few of them and a key is copied only as often as the number of entries doubles.
 */
export type KeyIndex = readonly ReadonlyMap<string, number>[];

/** The number that was last given to a key, or -1. */
export function findKey(index: KeyIndex, key: string): number {
  for (let i = index.length - 1; i >= 0; i--) {
    const n = index[i]!.get(key);
    if (n !== undefined) return n;
  }
  return -1;
}

export function addKey(index: KeyIndex, key: string, n: number): KeyIndex {
  const layers: ReadonlyMap<string, number>[] = [...index, new Map([[key, n]])];
  while (layers.length > 1 && layers.at(-1)!.size >= layers.at(-2)!.size) {
    const newer = layers.pop()!;
    const older = layers.pop()!;
    const joined = new Map(older);
    for (const [other, number] of newer) joined.set(other, number);
    layers.push(joined);
  }
  return layers;
}

/** The index of entries in order, as if they had been added one by one; those without a key have null. */
export function keysOf(entries: readonly (readonly [key: string | null, n: number])[]): KeyIndex {
  return entries.reduce<KeyIndex>((index, [key, n]) => (key === null ? index : addKey(index, key, n)), []);
}

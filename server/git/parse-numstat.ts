/** How many lines came and went; null for what has none. */
export interface ChangeCounts {
  readonly added: number | null;
  readonly removed: number | null;
}

/** Reads the records of `diff --numstat -z`: the counts by path, whose bytes are kept as a Latin-1 string. */
export function parseNumstat(records: readonly Buffer[]): Map<string, ChangeCounts> {
  const counts = new Map<string, ChangeCounts>();
  for (let n = 0; n < records.length; n++) {
    const [, added, removed, path] = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(records[n]!.toString('latin1')) ?? [];
    if (added === undefined || removed === undefined || path === undefined) continue;
    // What was moved leaves the path empty; then come the old and the new one.
    const name = path === '' ? records[n + 2]?.toString('latin1') : path;
    if (path === '') n += 2;
    if (name !== undefined) counts.set(name, { added: countOf(added), removed: countOf(removed) });
  }
  return counts;
}

function countOf(text: string): number | null {
  return text === '-' ? null : Number(text);
}

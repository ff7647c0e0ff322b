/** Lines that both sides share, then lines that only the old one has, then lines that only the new one has. */
export type LineRun = [same: number, removed: number, added: number];

/** Reads the heads of `diff -U0`; what follows the last run is the same on both sides. */
export function parseRuns(bytes: Buffer): LineRun[] {
  const runs: LineRun[] = [];
  let oldAt = 0;
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start);
    const stop = end < 0 ? bytes.length : end;
    // A line of a file begins with a sign or a space here, so none can look like a head.
    if (bytes[start] === 0x40) {
      const head = bytes.subarray(start, Math.min(stop, start + 100)).toString('latin1');
      const [, from = '0', removed = '1', added = '1'] = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(head) ?? [];
      const drop = Number(removed);
      // Without lines of its own, a place is told as the line before it.
      const at = drop === 0 ? Number(from) : Number(from) - 1;
      runs.push([at - oldAt, drop, Number(added)]);
      oldAt = at + drop;
    }
    start = stop + 1;
  }
  return runs;
}

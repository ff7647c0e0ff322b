import type { DiffResult, DiffRun } from './diff-result.js';

/** Lines that stay, go and come, in turns; what follows the last is the same. */
export type RunCounts = readonly [same: number, removed: number, added: number];

/** A diff whose lines somebody else has compared; which words differ is not known yet. `oldLines` is how many the old side has. */
export function diffFromRuns(lineRuns: readonly RunCounts[], oldLines: number): DiffResult {
  const runs: DiffRun[] = [];
  let [left, added, removed] = [oldLines, 0, 0];
  for (const [same, goes, comes] of lineRuns) {
    if (same > 0) runs.push({ same, removed: 0, added: 0, words: [] });
    if (goes + comes > 0) runs.push({ same: 0, removed: goes, added: comes, words: [] });
    left -= same + goes;
    added += comes;
    removed += goes;
  }
  if (left > 0) runs.push({ same: left, removed: 0, added: 0, words: [] });
  return { runs, added, removed, coarse: false };
}

import { diffArrays } from 'diff';
import type { DiffResult, DiffRun } from './diff-result.js';
import { markRuns } from './mark-runs.js';
import { splitLines } from './split-lines.js';

/** More edits than this are not worth the time: nobody reads such a diff line by line. */
const MOST_EDITS = 2500;

interface Piece {
  readonly kind: 'same' | 'removed' | 'added';
  readonly count: number;
}

/** Compares two texts by lines, and changed lines by words. */
export function computeDiff(oldText: string, newText: string): DiffResult {
  const before = splitLines(oldText);
  const after = splitLines(newText);
  // A line end that is missing at the end of one text only is a change of its last line.
  const oldKeys = withEnd(before, oldText);
  const newKeys = withEnd(after, newText);
  const changes = diffArrays(oldKeys, newKeys, { maxEditLength: MOST_EDITS });
  const pieces = changes ? changes.map(pieceOf) : replaceMiddle(oldKeys, newKeys);
  const runs = markRuns(joinRuns(pieces), before, after);
  const added = runs.reduce((sum, run) => sum + run.added, 0);
  const removed = runs.reduce((sum, run) => sum + run.removed, 0);
  return { runs, added, removed, coarse: !changes };
}

function withEnd(lines: readonly string[], text: string): string[] {
  return text === '' || text.endsWith('\n') ? [...lines] : [...lines.slice(0, -1), `${lines.at(-1)}\n`];
}

function pieceOf(change: { added: boolean; removed: boolean; count: number }): Piece {
  return { kind: change.added ? 'added' : change.removed ? 'removed' : 'same', count: change.count };
}

function replaceMiddle(before: readonly string[], after: readonly string[]): Piece[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return [
    { kind: 'same', count: start },
    { kind: 'removed', count: before.length - start - end },
    { kind: 'added', count: after.length - start - end },
    { kind: 'same', count: end },
  ];
}

/** A removal and an addition that touch become one run. */
function joinRuns(pieces: readonly Piece[]): DiffRun[] {
  const runs: { same: number; removed: number; added: number; words: [] }[] = [];
  for (const { kind, count } of pieces) {
    if (count === 0) continue;
    const last = runs.at(-1);
    const joins = last && (kind === 'same') === last.same > 0;
    const run = joins ? last : { same: 0, removed: 0, added: 0, words: [] as [] };
    run[kind] += count;
    if (!joins) runs.push(run);
  }
  return runs;
}

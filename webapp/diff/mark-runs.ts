import { diffArrays } from 'diff';
import type { DiffResult, DiffRun } from './diff-result.js';
import { markWords } from './mark-words.js';
import { splitLines } from './split-lines.js';

/** Word marks are for reading; a rewrite of thousands of lines is not read by words. */
const MOST_PAIRS = 2000;
/** Within one run, more edits than this are not worth the time. */
const MOST_EDITS = 500;

/** What is asked of a diff whose lines are known. */
export interface MarkAsk {
  readonly oldText: string;
  readonly newText: string;
  readonly diff: DiffResult;
  /** Lines that differ in white space only count as the same. */
  readonly hidesSpace: boolean;
}

/** Says for each changed pair of lines which words differ. */
export function markDiff({ oldText, newText, diff, hidesSpace }: MarkAsk): DiffResult {
  const [before, after] = [splitLines(oldText), splitLines(newText)];
  const runs = hidesSpace ? hideSpace(diff.runs, before, after) : diff.runs;
  const sum = (key: 'added' | 'removed') => runs.reduce((total, run) => total + run[key], 0);
  return { ...diff, runs: markRuns(runs, before, after), added: sum('added'), removed: sum('removed') };
}

/** Runs with the words that differ in them. */
export function markRuns(runs: readonly DiffRun[], before: readonly string[], after: readonly string[]): DiffRun[] {
  let [oldAt, newAt, budget] = [0, 0, MOST_PAIRS];
  return runs.map((run) => {
    const pairs = Math.min(run.removed, run.added, budget);
    const words = Array.from({ length: pairs }, (_, i) => markWords(before[oldAt + i]!, after[newAt + i]!));
    budget -= pairs;
    oldAt += run.same + run.removed;
    newAt += run.same + run.added;
    return { ...run, words };
  });
}

/** The same runs without changes of white space, as `git diff -w` shows them: such lines stay in their place. */
function hideSpace(runs: readonly DiffRun[], before: readonly string[], after: readonly string[]): DiffRun[] {
  const result: { same: number; removed: number; added: number; words: [] }[] = [];
  const push = (kind: 'same' | 'removed' | 'added', count: number) => {
    if (count === 0) return;
    const last = result.at(-1);
    const joins = last && (kind === 'same') === last.same > 0;
    const run = joins ? last : { same: 0, removed: 0, added: 0, words: [] as [] };
    run[kind] += count;
    if (!joins) result.push(run);
  };
  let [oldAt, newAt] = [0, 0];
  for (const { same, removed, added } of runs) {
    push('same', same);
    [oldAt, newAt] = [oldAt + same, newAt + same];
    const bare = (lines: readonly string[], from: number, count: number) =>
      lines.slice(from, from + count).map((line) => line.replace(/\s+/g, ''));
    const [old, now] = [bare(before, oldAt, removed), bare(after, newAt, added)];
    const pieces = diffArrays(old, now, { maxEditLength: MOST_EDITS });
    if (pieces) for (const piece of pieces) push(kindOf(piece), piece.count);
    else {
      push('removed', removed);
      push('added', added);
    }
    [oldAt, newAt] = [oldAt + removed, newAt + added];
  }
  return result;
}

function kindOf({ added, removed }: { added: boolean; removed: boolean }): 'same' | 'removed' | 'added' {
  if (added) return 'added';
  return removed ? 'removed' : 'same';
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { spliceLines } from '../../server/git/splice-lines.js';
import { seeded } from '../../server/testing/seeded.rig.js';
import { computeDiff } from './compute-diff.js';
import type { DiffResult } from './diff-result.js';
import { diffFromRuns } from './from-runs.js';
import { allPicks, hunksOf, type LinePicks, NO_PICKS, picksInside, type Splice, splicesFor } from './pick-lines.js';
import { splitLines } from './split-lines.js';

const line = fc.constantFrom('a', 'b', 'c', 'd', 'const x = 1;', '');
const text = fc.array(line, { maxLength: 14 }).map((lines) => lines.map((each) => `${each}\n`).join(''));

/** What the server makes of splices. */
const spliced = (from: string, other: string, splices: readonly Splice[]) =>
  spliceLines(Buffer.from(from), Buffer.from(other), splices)?.toString();

/** Lines of both sides, each with a sign for whether it is there: the lines that stay in place, and those that were picked. */
function linesLeft(diff: DiffResult, [before, after]: readonly [string[], string[]], picks: LinePicks): string[] {
  const left: string[] = [];
  let [oldAt, newAt] = [0, 0];
  for (const { same, removed, added } of diff.runs) {
    left.push(...before.slice(oldAt, oldAt + same));
    [oldAt, newAt] = [oldAt + same, newAt + same];
    for (let i = 0; i < removed; i += 1) if (!picks.old.has(oldAt + i)) left.push(before[oldAt + i]!);
    for (let i = 0; i < added; i += 1) if (picks.new.has(newAt + i)) left.push(after[newAt + i]!);
    [oldAt, newAt] = [oldAt + removed, newAt + added];
  }
  return left;
}

const picked = (diff: DiffResult, seed: readonly boolean[]): LinePicks => {
  const all = allPicks(diff);
  let n = 0;
  const some = (lines: ReadonlySet<number>) => new Set([...lines].filter(() => seed[n++ % Math.max(1, seed.length)]));
  return { old: some(all.old), new: some(all.new) };
};

describe('picked lines', () => {
  it('[CH20] are all of a side with every line picked, and none of it without', (t) => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = computeDiff(before, after);
        assert.equal(spliced(before, after, splicesFor(diff, allPicks(diff), 'forward')), after);
        assert.equal(spliced(after, before, splicesFor(diff, allPicks(diff), 'back')), before);
        assert.deepEqual(splicesFor(diff, NO_PICKS, 'forward'), []);
      }),
      seeded(t, 150),
    );
  });

  it('[CH20] take exactly the picked lines and leave the others, for any choice', (t) => {
    fc.assert(
      fc.property(text, text, fc.array(fc.boolean(), { minLength: 1 }), (before, after, seed) => {
        const diff = computeDiff(before, after);
        const picks = picked(diff, seed);
        const result = spliced(before, after, splicesFor(diff, picks, 'forward'));
        const model = linesLeft(diff, [splitLines(before), splitLines(after)], picks);
        assert.deepEqual(splitLines(result!).toSorted(), model.toSorted());
      }),
      seeded(t, 150),
    );
  });

  it('[CH20] stand in the place of the lines that they replace', () => {
    const diff = diffFromRuns([[1, 3, 3]], 5);
    const splices = splicesFor(diff, { old: new Set([2]), new: new Set([2]) }, 'forward');
    assert.equal(spliced('0\n1\n2\n3\n4\n', '0\nA\nB\nC\n4\n', splices), '0\n1\nB\n3\n4\n');
    const added = splicesFor(diff, { old: new Set(), new: new Set([1, 2]) }, 'forward');
    assert.equal(spliced('0\n1\n2\n3\n4\n', '0\nA\nB\nC\n4\n', added), '0\n1\n2\n3\nA\nB\n4\n');
    const before = splicesFor(diff, { old: new Set([2]), new: new Set([1, 2, 3]) }, 'forward');
    assert.equal(spliced('0\n1\n2\n3\n4\n', '0\nA\nB\nC\n4\n', before), '0\n1\nA\nB\nC\n3\n4\n');
  });

  it('[CH21] fall into hunks where more than eight lines stay between changes', () => {
    const runs = [
      [2, 1, 1],
      [8, 0, 2],
      [9, 1, 0],
    ] as const;
    const hunks = hunksOf(diffFromRuns(runs, 30));
    assert.deepEqual(
      hunks.map(({ old, new: now }) => [old, now]),
      [
        [
          [2, 9],
          [2, 11],
        ],
        [
          [20, 1],
          [22, 0],
        ],
      ],
    );
    const all = allPicks(diffFromRuns(runs, 30));
    assert.deepEqual([...picksInside(hunks[0]!, all).new], [2, 11, 12]);
    assert.deepEqual(picksInside(hunks[1]!, all), allPicks(diffFromRuns(runs, 30), hunks[1]!));
  });

  it('[CH20] of 100,000 lines are told in one change, soon', () => {
    const diff = diffFromRuns([[0, 0, 100_000]], 0);
    assert.deepEqual(splicesFor(diff, allPicks(diff), 'forward'), [{ at: 0, drop: 0, take: [0, 100_000] }]);
  });
});

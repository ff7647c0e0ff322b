import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GraphRow } from '../../../server/protocol/api/history.js';
import { GraphLanes, type LanedRow } from './graph-lanes.js';

const row = (oid: string, ...parents: string[]): GraphRow => {
  return { oid, parents, subject: oid, author: '', at: 0, refs: [] };
};

/** Gives rows their lanes, in pieces as they come. */
function lanesOf(rows: readonly GraphRow[]): LanedRow[] {
  const lanes = new GraphLanes();
  return rows.map((each) => lanes.add(each));
}

/** A history with branches and merges, the newest first. */
function randomHistory(seed: number, count: number): GraphRow[] {
  let state = seed;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
  return Array.from({ length: count }, (_, n) => {
    const left = count - 1 - n;
    const parents = left === 0 ? [] : [n + 1 + next(Math.min(left, 4))];
    if (left > 3 && next(3) === 0) parents.push(n + 1 + next(Math.min(left, 9)));
    return row(`c${n}`, ...new Set(parents.map((parent) => `c${parent}`)));
  });
}

describe('the lanes of a graph', () => {
  it('[HI20] keep a line in one lane, and lead a branch away and back', () => {
    const laned = lanesOf([row('m', 'a', 'b'), row('b', 'r'), row('a', 'r'), row('r')]);
    assert.deepEqual(
      laned.map(({ lane, isContinued, lines }) => [lane, isContinued, lines.map(({ from, to }) => [from, to])]),
      [
        [
          0,
          false,
          [
            [0, 0],
            [0, 1],
          ],
        ],
        [
          1,
          true,
          [
            [1, 1],
            [0, 0],
          ],
        ],
        [
          0,
          true,
          [
            [0, 1],
            [1, 1],
          ],
        ],
        [1, true, []],
      ],
    );
  });

  it('[HI20] lead from every commit to each of its parents, in any history', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const rows = randomHistory(seed, 120);
      const laned = lanesOf(rows);
      const rowOf = new Map(rows.map(({ oid }, n) => [oid, n]));
      for (const [n, { row: commit, lines, lane, width }] of laned.entries()) {
        assert.ok(lane < width && lines.every(({ from, to }) => from < width && to < width));
        for (const parent of commit.parents) {
          const end = rowOf.get(parent)!;
          const starts = lines.filter(({ from }) => from === lane).map(({ to }) => to);
          // One of the lines that begin here reaches the parent's own place, row by row.
          const isLed = starts.some((start) => {
            let at = start;
            for (let below = n + 1; below < end; below++) {
              const goesOn = laned[below]!.lines.find(({ from, to }) => from === at && to === at);
              if (!goesOn) return false;
              at = goesOn.to;
            }
            return at === laned[end]!.lane;
          });
          assert.ok(isLed, `seed ${seed}: ${commit.oid} to ${parent}`);
        }
      }
    }
  });

  it('[HI20] draw a parent that came before its child without a line', () => {
    const laned = lanesOf([row('parent'), row('child', 'parent')]);
    assert.deepEqual(laned[1]!.lines, []);
  });
});

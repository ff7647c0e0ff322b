import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  DRAWN_ROWS,
  indexOf,
  MOST_ROWS,
  type RowWindow,
  wholeWindow,
  windowAbove,
  windowAround,
  windowAtEnd,
  windowBelow,
  windowHeld,
} from './row-window.js';

/** Rows of one to three entries each. */
const rowsUpTo = (count: number, first = 0) => {
  const starts: number[] = [];
  for (let n = first; starts.length < count; n += 1 + (starts.length % 3)) starts.push(n);
  return starts;
};
const shown = ({ from, to }: RowWindow, starts: readonly number[]) => starts.filter((n) => n >= from && n < to);

describe('the rows on the page', () => {
  it('[SP3] are never more than a page can bear, and end with the newest', () => {
    let window = wholeWindow;
    for (let count = 1; count < 2_000; count += 7) {
      const starts = rowsUpTo(count);
      window = windowAtEnd(window, starts);
      const drawn = shown(window, starts);
      assert.ok(drawn.length <= MOST_ROWS && drawn.length >= Math.min(count, DRAWN_ROWS), `${count}: ${drawn.length}`);
      assert.equal(drawn.at(-1), starts.at(-1));
    }
  });

  it('[SP3] stay while a person reads, however much comes', () => {
    const before = rowsUpTo(MOST_ROWS);
    let window = windowAtEnd(wholeWindow, before);
    const read = shown(window, before);
    for (let count = MOST_ROWS; count < 3_000; count += 50) {
      const starts = rowsUpTo(count);
      window = windowHeld(window, starts);
      const drawn = shown(window, starts);
      assert.deepEqual(drawn.slice(0, read.length), read);
      assert.ok(drawn.length <= MOST_ROWS);
    }
  });

  it('[SP3] reach the first row upwards and the last one downwards, each step beside the one before', () => {
    const starts = rowsUpTo(1_000, 30);
    let window = windowAtEnd(wholeWindow, starts);
    const met = new Set(shown(window, starts));
    while (window.from > starts[0]!) {
      const next = windowAbove(window, starts);
      assert.ok(next.from < window.from && next.to > window.from, 'what is read stays on the page');
      window = next;
      for (const n of shown(window, starts)) met.add(n);
      assert.ok(shown(window, starts).length <= MOST_ROWS);
    }
    assert.equal(met.size, starts.length);
    while (window.to !== Number.POSITIVE_INFINITY) {
      const next = windowBelow(window, starts);
      assert.ok(next.to > window.to && next.from < window.to, 'what is read stays on the page');
      window = next;
      assert.ok(shown(window, starts).length <= MOST_ROWS);
    }
    assert.equal(shown(window, starts).at(-1), starts.at(-1));
  });

  it('[SP3] can be those around any entry', () => {
    const starts = rowsUpTo(1_000);
    for (const n of [0, 1, 5, 700, 1_500, starts.at(-1)!]) {
      const row = starts[indexOf(starts, n + 1) - 1]!;
      const drawn = shown(windowAround(n, starts), starts);
      assert.ok(drawn.includes(row), `${n} is in ${drawn[0]}…${drawn.at(-1)}`);
      assert.ok(drawn.length <= MOST_ROWS);
    }
  });
});

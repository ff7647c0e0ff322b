import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DayLine } from './day-line.js';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();

describe('the line between days', () => {
  it('[MS13] is above the first entry of each day, and not above what is of today', () => {
    const days = new DayLine();
    const times = [at(15, 23, 59), at(16, 0), at(16, 12), at(17, 0), at(17, 9)];
    const [first, second, , third] = times;
    for (let round = 0; round < 2; round++) {
      days.restart(at(17, 10));
      assert.deepEqual(
        times.map((time) => days.begins(time)),
        [first, second, null, third, null],
      );
    }
    days.restart(at(17, 10));
    assert.deepEqual([days.begins(at(17, 1)), days.begins(at(17, 2))], [null, null]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TraceShelf } from './log-requests.js';

describe('a trace on its way', () => {
  it('[DG10] comes in parts, is what it was when it was asked for, and is gone when it was fetched', () => {
    const shelf = new TraceShelf();
    const lines = Array.from({ length: 10 }, (_, n) => String(n).repeat(200_000));
    const first = shelf.put('a.jsonl', lines);
    const got = [...first.lines];
    for (let { next } = first; next !== null; ) {
      const page = shelf.page(first.traceId, next);
      got.push(...page.lines);
      next = page.next;
    }
    assert.deepEqual(got, lines);
    assert.ok(first.lines.length < 5);
    assert.throws(() => shelf.page(first.traceId, 0), { name: 'not_found' });
  });

  it('[DG10] gives way to newer ones', () => {
    const shelf = new TraceShelf();
    const big = ['x'.repeat(600_000), 'y'];
    const ids = [1, 2, 3, 4].map((n) => shelf.put(`${n}`, big).traceId);
    assert.throws(() => shelf.page(ids[0]!, 1), { name: 'not_found' });
    assert.deepEqual(shelf.page(ids[3]!, 1).lines, ['y']);
  });
});

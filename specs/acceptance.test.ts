import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BUDGETS } from './bench/budgets.js';
import { readSources } from './read-sources.js';

/** What was promised, by rule; a budget may be tighter, never looser. */
const PROMISED = {
  UX2: 500,
  UX4: 50,
  UX5: 3_000,
  'UX5-task': 100,
  UX7: 1_000,
  'UX7-heap': 120,
  'UX7-dom': 8_000,
  UX15: 100,
  UX17: 50,
  UX23: 100,
  UX25: 300,
} as const;

describe('the budgets of the benchmark', () => {
  it('[BN5] are there for every rule that speaks of one, as promised', async () => {
    const [page] = await readSources(['specs'], (path) => path === 'specs/acceptance.md');
    const rules = [...page!.text.matchAll(/^- \*\*(UX\d+)\*\* .*\bbudgets?\b/gm)].map((match) => match[1]!);
    assert.deepEqual([...new Set(Object.keys(PROMISED).map((id) => id.split('-')[0]))], rules);
    for (const [id, most] of Object.entries(PROMISED))
      assert.ok(BUDGETS[id as keyof typeof PROMISED].limit <= most, `${id} is at most ${most}`);
  });
});

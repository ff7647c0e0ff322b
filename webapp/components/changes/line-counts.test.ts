import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReactiveControllerHost } from 'lit';
import { type LineCount, LineCounts } from './line-counts.js';

/** An element that asks for these counts whenever it is drawn, until it has them. */
async function drawUntilCounted(parts: { oldText: string | null; newText: string }[]): Promise<LineCount> {
  let draw = () => {};
  const host = { addController: () => {}, requestUpdate: () => draw() } as unknown as ReactiveControllerHost;
  const counts = new LineCounts(host);
  for (let drawings = 0; drawings <= parts.length; drawings++) {
    const isDue = new Promise<void>((resolve) => {
      draw = resolve;
    });
    const count = counts.of(parts);
    counts.hostUpdated();
    if (count) return count;
    await isDue;
  }
  throw new Error('It was drawn once for every part, and is not counted yet.');
}

describe('counts of lines', () => {
  it('[WP6] sum what comes and goes over all parts', async () => {
    const parts = [
      { oldText: 'a\nb\n', newText: 'a\nc\nd\n' },
      { oldText: null, newText: 'new\n' },
      { oldText: 'a\nb\n', newText: 'a\n' },
      { oldText: 'gone\n', newText: 'a\n' },
    ];
    assert.deepEqual(await drawUntilCounted(parts), { added: 4, removed: 3 });
  });

  it('[WP6] come to an end for more changes than anybody reads', async () => {
    const parts = Array.from({ length: 700 }, (_, n) => ({ oldText: null, newText: `${n}\n` }));
    assert.deepEqual(await drawUntilCounted(parts), { added: 700, removed: 0 });
  });
});

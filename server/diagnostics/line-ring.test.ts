import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LineRing } from './line-ring.js';
import { NewestRing } from './newest-ring.js';

const texts = (ring: LineRing, after: number | null, limit = 100) =>
  ring.page(after, limit).lines.map(({ text }) => text);

describe('the lines that are kept', () => {
  it('[DG4] are the newest, up to a count and a size', () => {
    const ring = new LineRing({ count: 3, size: 1_000_000 }, () => 7);
    for (let n = 1; n <= 10; n++) ring.push('say', String(n));
    assert.deepEqual(ring.page(null, 100), {
      lines: [8, 9, 10].map((seq) => ({ seq, at: 7, kind: 'say', text: String(seq) })),
      next: 10,
      isCut: false,
    });
    const small = new LineRing({ count: 1_000, size: 100 });
    for (let n = 0; n < 50; n++) small.push('say', 'x'.repeat(30));
    assert.equal(small.page(null, 1_000).lines.length, 3);
  });

  it('[DG4] hold little memory for what is gone', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const ring = new NewestRing<{ seq: number; bytes: Uint8Array }>({ count: 100_000, size: 1_000_000 });
    collect();
    const before = process.memoryUsage().arrayBuffers;
    for (let seq = 1; seq <= 5_000; seq++) ring.push({ seq, bytes: new Uint8Array(10_000) }, 10_000);
    // What one collection finds, the next one gives back.
    collect();
    collect();
    const held = process.memoryUsage().arrayBuffers - before;
    assert.equal(ring.after(0).length, 100);
    assert.ok(held < 4_000_000, `${held} bytes are held for a million`);
  });

  it('[DG4] can be followed page by page, and tell when some were missed', () => {
    const ring = new LineRing({ count: 4, size: 1_000_000 });
    for (let n = 1; n <= 3; n++) ring.push('say', String(n));
    assert.deepEqual(texts(ring, 1, 1), ['2']);
    assert.deepEqual(ring.page(3, 10), { lines: [], next: 3, isCut: false });
    for (let n = 4; n <= 9; n++) ring.push('say', String(n));
    assert.deepEqual(texts(ring, 3), ['6', '7', '8', '9']);
    assert.deepEqual([ring.page(3, 10).isCut, ring.page(5, 10).isCut], [true, false]);
    assert.deepEqual(ring.page(99, 10).lines, [], 'one who knows more than there is gets nothing');
  });

  it('[DG5] hold no escapes, and no secret that is coloured', () => {
    const ring = new LineRing({ count: 10, size: 10_000 });
    ring.push('stderr', '\u001b[31mError:\u001b[0m \u001b]0;title\u0007sk-\u001b[1mlive-0123456789abcdef\u001b[0m');
    assert.equal(ring.page(null, 10).lines[0]!.text, 'Error: [hidden]');
  });

  it('[DG5] hold no secret, also where a line is cut', () => {
    const ring = new LineRing({ count: 10, size: 100_000 });
    ring.push('stderr', `${'y '.repeat(1_995)} sk-${'a1'.repeat(20)}`);
    ring.push('stderr', 'x'.repeat(100_000));
    const [secret, long] = ring.page(null, 10).lines;
    assert.ok(!secret!.text.includes('sk-a1') && long!.text.length < 4_100);
  });
});

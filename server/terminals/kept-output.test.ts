import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../testing/seeded.rig.js';
import { KeptOutput } from './kept-output.js';

const piece = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    '\n',
    '\x1b[?1049h',
    '\x1b[?1049l',
    '\x1b[?2004h',
    '\x1b[?25l',
    '\x1b[?25h',
    '\x1b[31m',
    '\x1b[?1;1006h',
  ),
);

/** What holds after all of `text`, by reading it from its start. */
function modesAfter(text: string): Set<string> {
  const on = new Set(['25', '7']);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  for (const [, modes = '', sign] of text.matchAll(/\x1b\[\?([\d;]+)([hl])/g)) {
    for (const mode of modes.split(';'))
      if (sign === 'h') on.add(mode);
      else on.delete(mode);
  }
  return on;
}

describe('what is kept of a terminal', () => {
  it('[TM6] is its end, and with the modes before that it says all that the whole does', (t) => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
        const kept = new KeptOutput(200);
        const whole = pieces.join('');
        for (const text of pieces) kept.append(text);
        const text = kept.from(kept.offset, Number.MAX_SAFE_INTEGER);
        assert.equal(kept.end, whole.length);
        assert.equal(whole.slice(kept.offset), text);
        assert.ok(text.length <= 250 + 40, 'bounded');
        assert.deepEqual(modesAfter(kept.modes + text), modesAfter(whole));
      }),
      seeded(t, 100),
    );
  });

  it('[TM6] begins at the start of a line or of a sequence', () => {
    for (const row of ['line of words\n', '\x1b[31mred']) {
      const kept = new KeptOutput(1_000);
      for (let n = 0; n < 500; n++) kept.append(row);
      assert.ok(kept.offset > 0);
      assert.ok(kept.from(kept.offset, 20).startsWith(row), row);
    }
    const flat = new KeptOutput(1_000);
    flat.append('x'.repeat(20_000));
    assert.equal(flat.end - flat.offset, 1_000, 'without a better place it is cut where it must be');
  });
});

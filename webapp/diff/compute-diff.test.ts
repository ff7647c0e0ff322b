import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../../server/testing/seeded.rig.js';
import { computeDiff } from './compute-diff.js';
import { splitLines } from './split-lines.js';

const line = fc.constantFrom('', 'a', 'b', 'const a = 1;', 'const a = 2;', '\r', 'x\r', '}', 'ü 日本');
const text = fc.tuple(fc.array(line, { maxLength: 12 }), fc.boolean()).map(([lines, ends]) => {
  return lines.join('\n') + (ends && lines.length > 0 ? '\n' : '');
});

/** The new text, made from the old one by the runs alone. */
function replay(oldText: string, newText: string): string[] {
  const [before, after] = [splitLines(oldText), splitLines(newText)];
  let [oldAt, newAt] = [0, 0];
  return computeDiff(oldText, newText).runs.flatMap((run) => {
    const kept = before.slice(oldAt, oldAt + run.same);
    const added = after.slice(newAt + run.same, newAt + run.same + run.added);
    oldAt += run.same + run.removed;
    newAt += run.same + run.added;
    return [...kept, ...added];
  });
}

describe('computeDiff', () => {
  it('[F1] gives runs that turn any text into any other', (t) => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        assert.deepEqual(replay(a, b), splitLines(b));
        const { runs, added, removed } = computeDiff(a, b);
        assert.equal(
          runs.reduce((sum, run) => sum + run.same + run.removed, 0),
          splitLines(a).length,
        );
        assert.equal(added + removed === 0, a === b);
      }),
      seeded(t, 150),
    );
  });

  it('[F1] counts lines', () => {
    const { added, removed, coarse } = computeDiff('a\nb\nc\n', 'a\nx\ny\nc\n');
    assert.deepEqual({ added, removed, coarse }, { added: 2, removed: 1, coarse: false });
  });

  it('[F2] marks the words that differ in lines that pair up', () => {
    const [, run] = computeDiff('a\nawait sleep(50);\n', 'a\nawait until(ready);\n').runs;
    const [marks] = run!.words;
    assert.deepEqual(
      marks!.old.map(([from, to]) => 'await sleep(50);'.slice(from, to)),
      ['sleep', '50'],
    );
    assert.deepEqual(
      marks!.new.map(([from, to]) => 'await until(ready);'.slice(from, to)),
      ['until', 'ready'],
    );
  });

  it('[F2] marks nothing in lines that have nothing in common', () => {
    const [run] = computeDiff('one two three\n', 'quite another line of text\n').runs;
    assert.deepEqual(run!.words, [{ old: [], new: [] }]);
  });

  it('[F7] replaces the middle of texts too different to compare', () => {
    const lines = (word: string) => Array.from({ length: 3_000 }, (_, n) => `${word} ${n}`).join('\n');
    const diff = computeDiff(`same\n${lines('old')}\nend\n`, `same\n${lines('new')}\nend\n`);
    assert.deepEqual([diff.coarse, diff.removed, diff.added, diff.runs[0]?.same], [true, 3_000, 3_000, 1]);
  });
});

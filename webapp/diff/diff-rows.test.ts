import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { computeDiff } from './compute-diff.js';
import { type DiffPart, layOutDiff, markPieces } from './diff-rows.js';

const numbered = (count: number, change: (n: number) => string = String) =>
  Array.from({ length: count }, (_, n) => `${change(n)}\n`).join('');
const inline = { split: false, shown: new Map<number, number>() };

/** `same 4:4`, `removed 5:`, or `gap 12`. */
function told(parts: readonly DiffPart[]): string[] {
  const place = (n: number) => (n < 0 ? '' : n + 1);
  return parts.flatMap((part) => {
    if (part.kind === 'gap') return [`gap ${part.hidden}`];
    if (part.kind === 'hunk') return [`hunk ${part.n}`];
    return part.rows.map((row) =>
      row.map((line) => (line ? `${line.kind} ${place(line.old)}:${place(line.new)}` : 'none')).join(' | '),
    );
  });
}

describe('layOutDiff', () => {
  const before = numbered(30);
  const after = numbered(30, (n) => (n === 14 ? 'changed' : String(n)));

  it('[F3] keeps three lines around a change and folds the rest', () => {
    assert.deepEqual(told(layOutDiff(computeDiff(before, after), inline)), [
      'gap 11',
      'same 12:12',
      'same 13:13',
      'same 14:14',
      'removed 15:',
      'added :15',
      'same 16:16',
      'same 17:17',
      'same 18:18',
      'gap 12',
    ]);
  });

  it('[CH21] begins each hunk with a line of its own, after what is folded before it', () => {
    const twice = numbered(30, (n) => (n === 2 || n === 27 ? 'changed' : String(n)));
    const parts = told(layOutDiff(computeDiff(before, twice), { ...inline, hasHunks: true }));
    assert.deepEqual(
      parts.filter((part) => !part.startsWith('same')),
      ['hunk 0', 'removed 3:', 'added :3', 'gap 18', 'hunk 1', 'removed 28:', 'added :28'],
    );
    const open = told(
      layOutDiff(computeDiff(before, twice), { ...inline, shown: new Map([[2, 100]]), hasHunks: true }),
    );
    assert.deepEqual(open.slice(open.indexOf('hunk 1') - 1, open.indexOf('hunk 1') + 5), [
      'same 24:24',
      'hunk 1',
      'same 25:25',
      'same 26:26',
      'same 27:27',
      'removed 28:',
    ]);
  });

  it('[F3] shows more of a gap when asked, and all of it in the end', () => {
    const diff = computeDiff(
      numbered(400),
      numbered(400, (n) => (n === 200 ? 'x' : String(n))),
    );
    const gaps = (more: number) =>
      layOutDiff(diff, { split: false, shown: new Map([[0, more]]) }).flatMap((part) =>
        part.kind === 'gap' && part.run === 0 ? [part.hidden] : [],
      );
    assert.deepEqual([gaps(0), gaps(100), gaps(200)], [[197], [97], []]);
  });

  it('[F3] never folds what takes no more room than the fold', () => {
    const diff = computeDiff(
      numbered(9),
      numbered(9, (n) => (n === 0 || n === 8 ? 'x' : String(n))),
    );
    assert.ok(!told(layOutDiff(diff, inline)).some((row) => row.startsWith('gap')));
  });

  it('[F6] puts old and new next to each other side by side', () => {
    const diff = computeDiff('a\nb\nc\n', 'a\nx\n');
    assert.deepEqual(told(layOutDiff(diff, { ...inline, split: true })), [
      'same 1:1 | same 1:1',
      'removed 2: | added :2',
      'removed 3: | none',
    ]);
  });

  it('[F5] shows a new file as additions', () => {
    assert.deepEqual(told(layOutDiff(computeDiff('', 'a\nb'), inline)), ['added :1', 'added :2']);
  });

  it('[F7] cuts many rows into chunks', () => {
    const parts = layOutDiff(computeDiff('', numbered(5_000)), inline);
    assert.equal(parts.length, 100);
    assert.ok(parts.every((part) => part.kind === 'rows' && part.rows.length === 50));
    assert.equal(new Set(parts.map(({ key }) => key)).size, 100);
  });
});

describe('markPieces', () => {
  it('[F9] cuts coloured pieces at the marks and loses nothing', () => {
    const pieces = [
      { text: 'await ', kind: 'keyword' },
      { text: 'sleep(50)', kind: '' },
    ];
    assert.deepEqual(markPieces(pieces, [[2, 8]]), [
      { text: 'aw', kind: 'keyword', marked: false },
      { text: 'ait ', kind: 'keyword', marked: true },
      { text: 'sl', kind: '', marked: true },
      { text: 'eep(50)', kind: '', marked: false },
    ]);
  });
});

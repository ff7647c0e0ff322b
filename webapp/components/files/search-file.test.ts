import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FileSlice } from '../../../server/protocol/api/repo.js';
import { findInLines, type LinePattern } from '../../worker/find-lines.js';
import { markSpans } from './mark-spans.js';
import { FileSearch } from './search-file.js';

const pattern = (text: string, ways: Partial<LinePattern> = {}): LinePattern => {
  return { text, isCase: false, isRegex: false, isWord: false, ...ways };
};
/** A worker in the same thread. */
const worker = {
  ask: async (_task: string, { lines, pattern: wanted, most }: never) => findInLines(lines, wanted, most),
} as never;

/** A file of which a call gives so many lines at most. */
function reader(lines: readonly string[], most = 2_000) {
  const asked: number[] = [];
  const read_file = async (path: string, from: number, count: number): Promise<FileSlice> => {
    asked.push(from);
    const part = lines.slice(from - 1, from - 1 + Math.min(count, most));
    return { path, from, lines: part, total: lines.length, size: 1, revision: 'r', kind: 'text', cut: 0 };
  };
  return { asked, read_file };
}

describe('a search in a file', () => {
  const found = (text: string, wanted: LinePattern) =>
    findInLines(text.split('\n'), wanted, 100).map(({ line, start, end }) => [line, start, end]);

  it('[FI10] matches letters, case, whole words and expressions', () => {
    const text = 'Foo foo\nfoobar (foo)\n';
    assert.equal(found(text, pattern('foo')).length, 4);
    assert.equal(found(text, pattern('foo', { isCase: true })).length, 3);
    assert.deepEqual(found(text, pattern('foo', { isWord: true })), [
      [0, 0, 3],
      [0, 4, 7],
      [1, 8, 11],
    ]);
    assert.deepEqual(found(text, pattern('(foo)')), [[1, 7, 12]], 'signs are letters');
    assert.deepEqual(found(text, pattern('fo+b', { isRegex: true })), [[1, 0, 4]]);
    assert.deepEqual(found('x', pattern('y*', { isRegex: true })), [], 'nothing is no match');
    assert.deepEqual(found('Äpfel äpfel', pattern('ÄPFEL', { isWord: true })).length, 2);
  });

  it('[FI10] goes through pieces that nobody has fetched, and from match to match', async () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => (n % 1_000 === 7 ? 'needle' : 'hay'));
    const file = reader(lines, 900);
    const search = new FileSearch(worker);
    await search.look(file, 'a', pattern('needle'), 2_500);
    assert.deepEqual(
      search.value.hits.map(({ line }) => line),
      [7, 1_007, 2_007, 3_007, 4_007],
    );
    assert.deepEqual([file.asked.length, search.value.current, search.value.status], [6, 3, 'done']);
    search.step(1);
    search.step(1);
    assert.equal(search.value.current, 0, 'after the last comes the first');
    search.step(-1);
    assert.equal(search.value.current, 4);
    await search.look(file, 'a', pattern('needle'), 4_900);
    assert.equal(search.value.current, 0, 'all stand before');
    await search.look(file, 'a', pattern('a'), 0);
    assert.equal(search.value.isCut, false);
  });

  it('[FI10] counts no more than anybody would go through', async () => {
    const file = reader(Array.from({ length: 30_000 }, () => 'a'));
    const search = new FileSearch(worker);
    await search.look(file, 'a', pattern('a'), 0);
    assert.deepEqual([search.value.hits.length, search.value.isCut], [10_000, true]);
    assert.ok(file.asked.length <= 6, 'the rest is not fetched');
  });

  it('[FI11] says what is wrong with an expression, and gives one up that takes too long', async () => {
    const search = new FileSearch({ ask: () => Promise.reject(new Error('too long')) });
    const code = (): string | undefined => search.value.trouble?.code;
    await search.look(reader(['a']), 'a', pattern('(', { isRegex: true }), 0);
    assert.equal(code(), 'bad');
    await search.look(reader(['a']), 'a', pattern('(a+)+$', { isRegex: true }), 0);
    assert.equal(code(), 'slow');
    const broken = { read_file: () => Promise.reject(new Error('gone')) };
    await search.look(broken, 'a', pattern('a'), 0);
    assert.equal(code(), 'unread');
  });

  it('[FI10] of another pattern ends the one before', async () => {
    const search = new FileSearch(worker);
    const file = reader(Array.from({ length: 9_000 }, () => 'ab'));
    const first = search.look(file, 'a', pattern('a'), 0);
    await search.look(file, 'a', pattern('b'), 0);
    await first;
    assert.deepEqual([search.value.pattern.text, search.value.hits.length], ['b', 9_000]);
  });

  it('[FI10] marks its matches across colours', () => {
    const spans = [
      { text: 'const ', kind: 'keyword' },
      { text: 'one', kind: '' },
    ] as never;
    assert.deepEqual(
      markSpans(spans, [
        { start: 3, end: 8, kind: 'hit' },
        { start: 8, end: 9, kind: 'current' },
      ]).map(({ text, kind, mark }) => [text, kind, mark]),
      [
        ['con', 'keyword', null],
        ['st ', 'keyword', 'hit'],
        ['on', '', 'hit'],
        ['e', '', 'current'],
      ],
    );
  });
});

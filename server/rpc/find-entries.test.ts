import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Entry } from '../protocol/transcript/entries.js';
import { chunk, ended, entriesAfter, prompt, text, tool } from '../protocol/transcript/transcript.rig.js';
import { findEntries } from './find-entries.js';

const reader = (entries: readonly Entry[]) => (before: number, limit: number) => {
  const first = Math.max(0, before - limit);
  return { epoch: 'e', seq: 0, first, entries: entries.slice(first, before) };
};
const output = { type: 'content', content: text('The Needle is in this output') };
const TALK = entriesAfter(
  ...[
    prompt('Where is the needle?', 'p1'),
    tool('t', { title: 'Search', content: [output] }),
    chunk('Nowhere.'),
    ended(),
  ],
  ...[prompt('Look again', 'p2'), chunk(`${'hay '.repeat(100)}NEEDLE ${'hay '.repeat(100)}`), ended()],
);

describe('finding in a conversation', () => {
  it('[MS15] finds a part of a word in messages, titles and output, in any case', () => {
    const { first, hits } = findEntries('needLE', TALK.length, reader(TALK));
    assert.equal(first, 0);
    assert.deepEqual(
      hits.map(({ entry, kind }) => [entry, kind]),
      [
        [0, 'user'],
        [1, 'tool'],
        [4, 'agent'],
      ],
    );
    assert.match(hits[2]!.snippet, /^…(hay )+NEEDLE hay/);
    assert.ok(hits[2]!.snippet.length <= 161);
    assert.deepEqual(findEntries('pin', TALK.length, reader(TALK)), { first: 0, hits: [] });
    assert.deepEqual(findEntries('.*', TALK.length, reader(TALK)).hits, [], 'a query is words, and not a pattern');
  });

  it('[MS16] lists what people wrote, if nothing is looked for', () => {
    assert.deepEqual(
      findEntries(null, TALK.length, reader(TALK)).hits.map(({ entry, snippet }) => [entry, snippet]),
      [
        [0, 'Where is the needle?'],
        [3, 'Look again'],
      ],
    );
  });

  it('[MS15] looks through a long session in parts, and misses nothing', () => {
    const long = entriesAfter(
      ...Array.from({ length: 3_000 }, (_, n) => prompt(n % 7 ? 'hay' : `needle ${n}`, `p${n}`)),
    );
    const found: number[] = [];
    let parts = 0;
    for (let before = long.length; before > 0; parts++) {
      const part = findEntries('needle', before, reader(long));
      assert.ok(part.first < before);
      found.unshift(...part.hits.map(({ entry }) => entry));
      before = part.first;
    }
    assert.ok(parts > 1);
    assert.deepEqual(
      found,
      Array.from({ length: 429 }, (_, n) => n * 7),
    );
  });
});

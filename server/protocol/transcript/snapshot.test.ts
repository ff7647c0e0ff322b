import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '../limits.js';
import type { SessionEvent } from '../session/session-event.js';
import { dropEntriesBefore, endOf, entriesOf, entryAt, entryListOf, findEntry, prependEntries } from './entry-list.js';
import { snapshotOf, transcriptFrom } from './snapshot.js';
import { chunk, ended, prompt, tool, transcriptOf } from './transcript.rig.js';

const turns = (count: number): SessionEvent[] =>
  Array.from({ length: count }, (_, i) => [prompt(`p${i}`, `p${i}`), tool(`t${i}`), chunk(`a${i}`), ended()]).flat();

describe('snapshots', () => {
  it('[T60] gives back the transcript it was taken from', () => {
    const t = transcriptOf(...turns(5));
    assert.deepEqual(transcriptFrom(JSON.parse(JSON.stringify(snapshotOf(t)))), t);
  });

  it('[T60] carries the newest turns only', () => {
    const t = transcriptOf(...turns(LIMITS.snapshotTurns + 10));
    const snapshot = snapshotOf(t);
    assert.equal(snapshot.first + snapshot.entries.length, endOf(t.entries));
    assert.equal(snapshot.entries[0]?.turn, t.turn.n - LIMITS.snapshotTurns + 1);
  });

  it('[T60] stays within its size but is never empty', () => {
    const big = (promptId: string) => prompt('x'.repeat(LIMITS.snapshotBytes), promptId);
    assert.equal(snapshotOf(transcriptOf(big('a'), big('b'))).entries.length, 1);
  });

  it('[T61] takes older entries only where they fit', () => {
    const all = entriesOf(transcriptOf(...turns(40)).entries);
    const window = entryListOf(100, all.slice(100));
    assert.deepEqual(entriesOf(prependEntries(window, 30, all.slice(30, 100))), all.slice(30));
    assert.equal(prependEntries(window, 30, all.slice(30, 99)), window);
  });

  it('[T62] keeps numbers and keys when old entries go', () => {
    const list = transcriptOf(...turns(60)).entries;
    const short = dropEntriesBefore(list, 130);
    assert.equal(short.first, 128);
    assert.deepEqual(entryAt(short, 150), entryAt(list, 150));
    assert.equal(entryAt(short, 10), undefined);
    assert.equal(findEntry(short, 'tool:t59'), findEntry(list, 'tool:t59'));
    assert.equal(findEntry(short, 'tool:t0'), -1);
    assert.equal(endOf(short), endOf(list));
  });
});

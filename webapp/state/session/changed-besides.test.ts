import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangedFile } from '../../../server/protocol/api/changes.js';
import type { Entry } from '../../../server/protocol/transcript/entries.js';
import { type EntryList, entryListOf } from '../../../server/protocol/transcript/entry-list.js';
import { changedBesides, spanOfTurn } from './changed-besides.js';

const file = (path: string, change: Partial<ChangedFile> = {}): ChangedFile => ({
  ...{ path, renamedFrom: null, kind: 'changed', index: '.', worktree: 'M', added: 1, removed: 0 },
  ...{ isModeChange: false, revision: path, writtenAt: 0, isSavedHere: false },
  attributes: { generated: false, lfs: false },
  ...change,
});
const list = (...entries: object[]): EntryList => entryListOf(0, entries as Entry[]);
const entries = list(
  { kind: 'user', turn: 1, at: 1_000 },
  { kind: 'tool', toolKind: 'edit', turn: 1, at: 1_100, endedAt: 1_200 },
  { kind: 'tool', toolKind: 'execute', turn: 1, at: 2_000, endedAt: 3_000 },
  { kind: 'terminal', turn: 1, at: 4_000, endedAt: null, by: { device: 'd' } },
  { kind: 'user', turn: 2, at: 9_000 },
);

describe('files changed besides the agent’s edits', () => {
  it('[CH68] say by whom, as far as anybody can know', () => {
    const files = [
      file('edited', { writtenAt: 1_150 }),
      file('saved', { writtenAt: 2_500, isSavedHere: true }),
      file('by-sed', { writtenAt: 2_500 }),
      file('by-shell', { writtenAt: 4_500 }),
      file('elsewhere', { writtenAt: 1_500 }),
      file('gone', { writtenAt: null, worktree: 'D' }),
      file('inner', { writtenAt: 1_500, kind: 'nested' }),
      file('before', { writtenAt: 500 }),
      file('later', { writtenAt: 9_500 }),
    ];
    const span = spanOfTurn(entries, 1)!;
    assert.deepEqual(span, { from: 1_000, to: 9_000 });
    const found = changedBesides(files, entries, span, (path) => path === 'edited');
    assert.deepEqual(
      found.map(({ file: { path }, origin }) => [path, origin]),
      [
        ['saved', 'saved'],
        ['by-sed', 'command'],
        ['by-shell', 'shell'],
        ['elsewhere', 'unknown'],
      ],
    );
    assert.deepEqual(spanOfTurn(entries, 2), { from: 9_000, to: Number.POSITIVE_INFINITY });
    assert.equal(spanOfTurn(entries, 3), null);
  });
});

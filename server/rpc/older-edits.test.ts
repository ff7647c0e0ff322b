import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { Entry } from '../protocol/transcript/entries.js';
import { answered, asked, entriesAfter, prompt, tool, toolUpdate } from '../protocol/transcript/transcript.rig.js';
import { editsBefore } from './older-edits.js';

const diff = (path: string, newText: string) => ({ type: 'diff' as const, path, oldText: null, newText });
const edit = (id: string, newText = id, status = 'completed') =>
  tool(id, { kind: 'edit', status, content: [diff(`/w/${id}`, newText)] });

/** Reads entries as a session would. */
const reader = (entries: readonly Entry[]) => (before: number, limit: number) => {
  const first = Math.max(0, before - limit);
  return { epoch: 'e', seq: 0, first, entries: entries.slice(first, before) };
};
const edited = (entries: readonly Entry[], before = entries.length) => {
  const { first, edits } = editsBefore(before, reader(entries));
  return { first, paths: edits.map(({ path }) => path) };
};

describe('edits of entries that a tab has not loaded', () => {
  it('[WP1] are those that were made, oldest first, before a number', () => {
    const entries = entriesAfter(
      prompt('hi'),
      edit('a'),
      edit('failed', 'x', 'failed'),
      tool('read', { kind: 'read', status: 'completed' }),
      tool('gone', { kind: 'delete', status: 'completed', locations: [{ path: '/w/gone' }] }),
      edit('b'),
    );
    assert.deepEqual(edited(entries), { first: 0, paths: ['/w/a', '/w/gone', '/w/b'] });
    assert.deepEqual(edited(entries, 2), { first: 0, paths: ['/w/a'] });
  });

  it('[WP1] are not those that wait for a person or were refused', () => {
    const toolCall = { toolCallId: 't', kind: 'edit', content: [diff('/w/t', 'x')] } satisfies ToolCallUpdate;
    const waiting = [prompt('hi'), asked('q', toolCall)];
    assert.deepEqual(edited(entriesAfter(...waiting)).paths, []);
    const refused = [...waiting, answered('q', 'no'), toolUpdate('t', { status: 'failed' })];
    assert.deepEqual(edited(entriesAfter(...refused)).paths, []);
    const allowed = [...waiting, answered('q', 'yes'), toolUpdate('t', { status: 'completed' })];
    assert.deepEqual(edited(entriesAfter(...allowed)).paths, ['/w/t']);
  });

  it('[WP1] come in answers of a limited size, each of which says how far it goes', () => {
    const large = 'x'.repeat(300_000);
    const entries = entriesAfter(prompt('hi'), edit('a', large), edit('b', large), edit('c', large), edit('d', large));
    assert.deepEqual(edited(entries), { first: 3, paths: ['/w/c', '/w/d'] });
    assert.deepEqual(edited(entries, 3), { first: 1, paths: ['/w/a', '/w/b'] });
    const many = Array.from({ length: 2_500 }, (_, n) => edit(`m${n}`)) as Parameters<typeof entriesAfter>;
    const answer = edited(entriesAfter(...many));
    assert.deepEqual([answer.first, answer.paths.length], [500, 2_000]);
  });
});

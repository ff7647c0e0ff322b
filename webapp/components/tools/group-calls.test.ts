import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SessionEvent } from '../../../server/protocol/session/session-event.js';
import { asked, chunk, entriesAfter, prompt, tool } from '../../../server/protocol/transcript/transcript.rig.js';
import { groupCalls, summariseGroup } from './group-calls.js';

const read = (id: string, path: string, status = 'completed') =>
  tool(id, { kind: 'read', status, locations: [{ path: `/w/${path}` }] });
const search = (id: string) => tool(id, { kind: 'search', status: 'completed', rawInput: { pattern: id } });

/** What each row holds: an entry's kind, or the ids of the calls of a group. */
function rowsAfter(...events: SessionEvent[]): (string | string[])[] {
  return groupCalls(entriesAfter(...events)).map((row) =>
    'calls' in row ? row.calls.map(({ toolCallId }) => toolCallId) : row.entry.kind,
  );
}

describe('calls that only look around', () => {
  it('[TG1] are one row where two or more follow each other', () => {
    assert.deepEqual(rowsAfter(prompt('x'), read('a', 'a.ts'), chunk('I see.'), search('b'), read('c', 'c.ts')), [
      'user',
      'tool',
      'agent',
      ['b', 'c'],
    ]);
  });

  it('[TG2] stand alone where one failed, is a question, or belongs to another turn', () => {
    assert.deepEqual(rowsAfter(read('a', 'a.ts'), read('b', 'b.ts', 'failed'), read('c', 'c.ts')), [
      'tool',
      'tool',
      'tool',
    ]);
    assert.deepEqual(rowsAfter(read('a', 'a.ts'), read('b', 'b.ts'), asked('q', { toolCallId: 'b' })), [
      'tool',
      'tool',
    ]);
    assert.deepEqual(
      rowsAfter(read('a', 'a.ts'), tool('b', { kind: 'edit', status: 'completed' }), read('c', 'c.ts')),
      ['tool', 'tool', 'tool'],
    );
  });

  it('[TG1] keep their name while more of them come', () => {
    const [before] = groupCalls(entriesAfter(read('a', 'a.ts'), read('b', 'b.ts')));
    const [after] = groupCalls(entriesAfter(read('a', 'a.ts'), read('b', 'b.ts'), search('c')));
    assert.equal(before?.id, after?.id);
  });

  it('[TG3] are told by how many files and searches they were, and what is looked at now', () => {
    const told = (...events: SessionEvent[]) => {
      const [row] = groupCalls(entriesAfter(...events));
      assert.ok(row && 'calls' in row);
      const { verb, target, current } = summariseGroup(row.calls, '/w');
      return [verb, target, current];
    };
    assert.deepEqual(told(read('a', 'a.ts'), read('b', 'a.ts'), read('c', 'c.ts'), search('d')), [
      'Explored',
      '2 files, 1 search',
      '',
    ]);
    assert.deepEqual(told(search('a'), search('b'), read('c', 'src/c.ts', 'in_progress')), [
      'Exploring',
      '1 file, 2 searches',
      'src/c.ts',
    ]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FileEdit } from '../../server/protocol/edits.js';
import { entryListOf } from '../../server/protocol/entry-list.js';
import { ended, entriesAfter, prompt, tool } from '../../server/protocol/transcript.rig.js';
import { EDITORS, editorAddress } from './editors.js';
import { changesByFile, loadedEdits, newestEdits } from './file-changes.js';
import { MemoryStorage } from './memory-storage.rig.js';
import { OlderEditsStore } from './older-edits-store.js';
import type { SessionStore } from './session-store.js';
import { WorkStore } from './work-store.js';

const made = (path: string, oldText: string | null, newText: string): FileEdit => {
  return { entryId: 'e1', turn: 1, path, oldText, newText };
};
const edit = (id: string) =>
  tool(id, {
    kind: 'edit',
    status: 'completed',
    content: [{ type: 'diff', path: `/w/${id}`, oldText: null, newText: id }],
  });

describe('changes', () => {
  it('[WP2] of one file are one where their texts follow, and stand apart where not', () => {
    const edits = [made('a', null, '1'), made('b', 'x', 'y'), made('a', '1', '2'), made('a', 'part', 'other')];
    assert.deepEqual(changesByFile(edits), [
      {
        path: 'a',
        parts: [
          { oldText: null, newText: '2' },
          { oldText: 'part', newText: 'other' },
        ],
        isDeleted: false,
        edits: 3,
      },
      { path: 'b', parts: [{ oldText: 'x', newText: 'y' }], isDeleted: false, edits: 1 },
    ]);
  });

  it('[WP2] that end with a deletion say so', () => {
    const [change] = changesByFile([made('a', null, '1'), { ...made('a', null, ''), isDeleted: true }]);
    assert.deepEqual([change?.isDeleted, change?.parts.length], [true, 1]);
  });

  it('[WP3] are those of the newest turn that made some, or all', () => {
    const events = [prompt('1'), edit('a'), ended(), prompt('2'), edit('b'), edit('c'), ended(), prompt('3'), ended()];
    const entries = entryListOf(0, entriesAfter(...(events as [(typeof events)[0]])));
    const paths = (edits: FileEdit[]) => edits.map(({ path }) => path);
    assert.deepEqual(paths(newestEdits(entries)), ['/w/b', '/w/c']);
    assert.deepEqual(paths(loadedEdits(entries)), ['/w/a', '/w/b', '/w/c']);
  });
});

describe('changes from before the loaded part', () => {
  /** A session of which the first nine entries are not here. */
  const session = { sessionId: 's1', epoch: 'e', value: { transcript: { entries: { first: 9 } } } } as SessionStore;

  it('[WP1] are asked for until the beginning, once', async () => {
    const asked: number[] = [];
    const answers = [
      { first: 4, edits: [made('b', null, 'b')] },
      { first: 0, edits: [made('a', null, 'a')] },
    ];
    const older = new OlderEditsStore({
      get_changes: async (_sessionId, _epoch, before) => {
        asked.push(before);
        return answers[asked.length - 1]!;
      },
    });
    await older.load(session);
    await older.load(session);
    assert.deepEqual(
      [asked, older.value.status, older.value.edits.map(({ path }) => path)],
      [[9, 4], 'whole', ['a', 'b']],
    );
  });

  it('[WP3] that are too many or cannot be had are said to be missing', async () => {
    const large = made('a', null, 'x'.repeat(5_000_000));
    const many = new OlderEditsStore({
      get_changes: async (_sessionId, _epoch, before) => ({ first: before - 1, edits: [large] }),
    });
    await many.load(session);
    assert.deepEqual([many.value.status, many.value.edits.length], ['partial', 2]);
    const broken = new OlderEditsStore({ get_changes: () => Promise.reject(new Error('gone')) });
    await broken.load(session);
    assert.equal(broken.value.status, 'failed');
  });
});

describe('the address of a file in an editor', () => {
  it('[WP14] names the path, whatever it holds, and the line', () => {
    const [editor] = EDITORS;
    assert.equal(editorAddress(editor!, '/w/a b#?%.ts', 7), 'vscode://file/w/a%20b%23%3F%25.ts:7');
    assert.equal(editorAddress(editor!, 'a.ts', null), null);
    assert.equal(editorAddress(editor!, '/w/\ud800.ts', null), null);
  });
});

describe('what the work panel shows', () => {
  it('[WP17] outlives a reload, and odd memories are borne', () => {
    const storage = new MemoryStorage();
    const work = new WorkStore(storage);
    work.openFile('src/a.ts', 7);
    work.choose('session');
    assert.deepEqual(new WorkStore(storage).value, work.value);
    assert.deepEqual(work.value, {
      tab: 'files',
      scope: 'session',
      file: { path: 'src/a.ts', line: 7 },
      isFollowing: false,
    });
    for (const odd of ['{', 'null', '{"tab":"x","file":7}']) {
      storage.setItem('acdeck.work', odd);
      assert.deepEqual(new WorkStore(storage).value, { tab: null, scope: 'turn', file: null, isFollowing: true });
    }
  });
});

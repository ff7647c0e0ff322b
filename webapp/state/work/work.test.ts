import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FileEdit } from '../../../server/protocol/transcript/edits.js';
import { entryListOf } from '../../../server/protocol/transcript/entry-list.js';
import { ended, entriesAfter, prompt, tool } from '../../../server/protocol/transcript/transcript.rig.js';
import { MemoryStorage } from '../base/memory-storage.rig.js';
import { changesByFile, loadedEdits, newestEdits } from '../session/file-changes.js';
import { OlderEditsStore } from '../session/older-edits-store.js';
import type { SessionStore } from '../session/session-store.js';
import { EDITORS, editorAddress } from './editors.js';
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
    const part = (oldText: string | null, newText: string) => ({ oldText, newText, firstLine: 1 });
    const edited = { deed: 'edited', movedFrom: null } as const;
    assert.deepEqual(changesByFile(edits), [
      { path: 'a', ...edited, parts: [part(null, '2'), part('part', 'other')], edits: 3 },
      { path: 'b', ...edited, parts: [part('x', 'y')], edits: 1 },
    ]);
    const placed = [
      { ...made('a', 'x', 'y'), firstLine: 3 },
      { ...made('a', 'y', 'z'), firstLine: 9 },
    ];
    assert.equal(changesByFile(placed)[0]?.parts.length, 2, 'the same words in another place are another change');
  });

  it('[WP31] say what became of a file', () => {
    const bare = { ...made('a', null, ''), untold: 'none' as const };
    const gone = { ...bare, isDeleted: true as const };
    const made1 = { ...made('a', null, '1'), isNew: true as const };
    const moved = { ...bare, path: 'b', movedFrom: 'a' };
    const told = (...edits: FileEdit[]) =>
      changesByFile(edits).map(({ path, deed, movedFrom, parts, untold }) => ({
        path,
        deed,
        movedFrom,
        parts: parts.length,
        untold,
      }));
    const change = (path: string, deed: string, more: object = {}) => ({
      path,
      deed,
      movedFrom: null,
      parts: 1,
      untold: undefined,
      ...more,
    });
    assert.deepEqual(told(made1), [change('a', 'created')]);
    assert.deepEqual(told(made1, made('a', '1', '2')), [change('a', 'created')]);
    assert.deepEqual(told(made('a', '1', '2')), [change('a', 'edited')]);
    assert.deepEqual(told(made1, gone), [change('a', 'deleted')]);
    assert.deepEqual(told(gone), [change('a', 'deleted', { parts: 0, untold: 'none' })]);
    assert.deepEqual(told(gone, made1), [change('a', 'edited', { untold: 'none' })]);
    assert.deepEqual(told(moved), [change('b', 'moved', { movedFrom: 'a', parts: 0, untold: 'none' })]);
    assert.deepEqual(told(made('a', '1', '2'), moved), [change('b', 'moved', { movedFrom: 'a' })]);
    assert.deepEqual(told(moved, made('b', '1', '2')), [change('b', 'moved', { movedFrom: 'a', untold: 'none' })]);
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
    assert.deepEqual(new WorkStore(storage).value, work.value);
    assert.deepEqual(work.value, {
      tab: 'files',
      goal: null,
      file: { path: 'src/a.ts', line: 7 },
      historyPath: null,
      commit: null,
      isFollowing: false,
      terminal: null,
    });
    for (const odd of ['{', 'null', '{"tab":"x","file":7}']) {
      storage.setItem('acdeck.work', odd);
      assert.deepEqual(new WorkStore(storage).value, {
        tab: null,
        goal: null,
        file: null,
        historyPath: null,
        commit: null,
        isFollowing: true,
        terminal: null,
      });
    }
  });
});

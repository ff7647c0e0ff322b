import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askedContent, contentOf, withoutNoise } from './call-content.js';
import { editsOf, plannedEdits } from './edits.js';
import type { ToolEntry } from './entries.js';
import { asked, entriesAfter, tool, toolUpdate } from './transcript.rig.js';

const diff = (newText: string, path = '/w/a') => ({ type: 'diff' as const, path, oldText: 'a', newText });
const words = { type: 'content' as const, content: { type: 'text' as const, text: 'done' } };

describe('what a call brought', () => {
  const contentAfter = (...events: Parameters<typeof entriesAfter>) =>
    contentOf(entriesAfter(...events).find((entry) => entry.kind === 'tool') as ToolEntry);

  it('[TG5] keeps the change that was only in the question', () => {
    const events = [
      tool('t', { kind: 'edit' }),
      asked('q', { toolCallId: 't', content: [diff('old')] }),
      asked('r', { toolCallId: 't', content: [diff('new')] }),
      toolUpdate('t', { status: 'completed', content: [words] }),
    ];
    assert.deepEqual(contentAfter(...events), [diff('new'), words]);
  });

  it('[TG5] is the call’s own change where it told one', () => {
    const events = [
      asked('q', { toolCallId: 't', content: [diff('asked')] }),
      toolUpdate('t', { status: 'completed', content: [diff('made')] }),
    ];
    assert.deepEqual(contentAfter(...events), [diff('made')]);
    assert.deepEqual(contentAfter(tool('t', { content: [words] })), [words]);
  });

  it('[TG6] is the change that was asked for, where the call then tells only a part of it', () => {
    const whole = { ...diff('one\nTWO\nthree\n'), oldText: 'one\ntwo\nthree\n' };
    const after = (told: object) =>
      contentAfter(
        asked('q', { toolCallId: 't', content: [whole] }),
        toolUpdate('t', { status: 'completed', content: [told] } as never),
      );
    const part = { ...diff('TWO'), oldText: 'two' };
    assert.deepEqual(after(part), [whole]);
    assert.deepEqual(after({ ...part, path: 'a' }), [whole], 'by a relative path');
    const otherwise = { ...part, newText: 'zwei' };
    assert.deepEqual(after(otherwise), [otherwise], 'what was made is not what was asked');
    const placed = { ...part, _meta: { firstLine: 2 } };
    assert.deepEqual(after(placed), [placed], 'where the part is known, it is the newer truth');
  });

  it('[RA35] is what an edit was given, where the agent shows no change', () => {
    const done = { ...words, content: { ...words.content, text: ' 1 above\n-2 x\n+2 y' } };
    const entry = (rawInput: object, fields: object = {}) =>
      entriesAfter(
        tool('t', { kind: 'edit', rawInput, locations: [{ path: '/w/a' }] }),
        toolUpdate('t', { status: 'completed', content: [done], ...fields } as never),
      )[0] as ToolEntry;
    const change = (oldText: string | null, newText: string) => [oldText, newText];
    const inputs: [object, unknown[]][] = [
      [{ path: '/w/a', content: 'x y\n' }, [change(null, 'x y\n')]],
      [{ file_path: '/w/a', content: '' }, [change(null, '')]],
      [
        {
          path: '/w/a',
          edits: [
            { oldText: 'x', newText: 'y' },
            { oldText: 'z', newText: '' },
          ],
        },
        [change('x', 'y'), change('z', '')],
      ],
      [{ filePath: '/w/a', old_string: 'x', new_string: 'y' }, [change('x', 'y')]],
      [{ path: '/w/a', before: 'x', after: 'y' }, [change('x', 'y')]],
      [{ content: 'without a file' }, []],
      [{ path: '/w/a', edits: 'none' }, []],
      [{ path: '/w/a', old_string: 'x' }, []],
    ];
    for (const [rawInput, changes] of inputs) {
      const told = JSON.stringify(rawInput);
      const edits = editsOf(entry(rawInput));
      assert.deepEqual(
        edits.map(({ oldText, newText }) => change(oldText, newText)),
        changes,
        told,
      );
      for (const edit of edits)
        assert.deepEqual([edit.path, edit.isNew, edit.firstLine], ['/w/a', undefined, null], told);
      assert.deepEqual(editsOf(entry(rawInput, { status: 'failed' })), [], told);
      assert.deepEqual(editsOf(entry(rawInput, { kind: 'read' })), [], told);
      const own = { type: 'diff', path: '/w/a', oldText: 'o', newText: 'n' };
      assert.deepEqual(
        editsOf(entry(rawInput, { content: [own] })).map(({ oldText }) => oldText),
        ['o'],
        told,
      );
    }
  });

  it('[TG7] is the change that only a patch in the input tells, with the lines that it names', () => {
    const envelope =
      '*** Begin Patch\n*** Update File: a.ts\n-x\n+y\n*** Add File: b.ts\n+new\n*** Delete File: c\n*** Update File: d\n*** Move to: e\n*** End Patch';
    const unified = '--- a/a.ts\n+++ b/a.ts\n@@ -7,1 +7,2 @@\n x\n+y\n';
    const entry = (fields: object) => entriesAfter(tool('t', { status: 'completed', ...fields }))[0] as ToolEntry;
    for (const rawInput of [{ input: envelope }, { patch: envelope }, { path: 'a.ts', diff: envelope }, envelope]) {
      const edits = plannedEdits(entry({ rawInput })).map(({ path, oldText, newText, ...facts }) => {
        const { entryId: _id, turn: _turn, ...rest } = facts;
        return { path, oldText, newText, ...rest };
      });
      assert.deepEqual(edits, [
        { path: 'a.ts', oldText: 'x\n', newText: 'y\n', firstLine: null },
        { path: 'b.ts', oldText: null, newText: 'new\n', isNew: true },
        { path: 'c', oldText: null, newText: '', untold: 'none', isDeleted: true },
        { path: 'e', oldText: null, newText: '', untold: 'none', movedFrom: 'd' },
      ]);
    }
    assert.deepEqual(contentOf(entry({ rawInput: { patch: unified } })), [
      { type: 'diff', path: 'a.ts', oldText: 'x\n', newText: 'x\ny\n', _meta: { firstLine: 7 } },
    ]);
    const told = entry({ rawInput: { patch: unified }, content: [diff('told')] });
    assert.deepEqual(contentOf(told), [diff('told')], 'a change of its own says it better');
    assert.deepEqual(contentOf(entry({ rawInput: { patch: 'no\npatch' } })), []);
  });

  it('[TG8] is shown without words that only say that the change was made', () => {
    const says = (text: string) => ({ type: 'content' as const, content: { type: 'text' as const, text } });
    const left = (text: string, fields: object = {}) => {
      const [entry] = entriesAfter(
        tool('t', { kind: 'edit', status: 'completed', content: [diff('b'), says(text)], ...fields }),
      );
      return withoutNoise(entry as ToolEntry, contentOf(entry as ToolEntry)).length - 1;
    };
    const noise = [
      'Edit applied successfully.',
      'The file /w/a has been updated successfully.',
      'Successfully wrote to a.ts, file updated',
      'File created successfully at: /w/a',
      'Changes applied',
    ];
    for (const text of noise) assert.equal(left(text), 0, text);
    for (const text of [
      'Error: not applied',
      'The file has 3 lint errors',
      'Edit applied.\nBut the tests fail.',
      'Done',
    ]) {
      assert.equal(left(text), 1, text);
    }
    assert.equal(left(noise[0]!, { status: 'failed' }), 1);
    const [bare] = entriesAfter(tool('t', { status: 'completed', content: [says(noise[0]!)] }));
    assert.equal(withoutNoise(bare as ToolEntry, contentOf(bare as ToolEntry)).length, 1, 'it is all that there is');
  });

  it('[WP31] names what becomes of files, also where no text tells it', () => {
    const edits = (fields: object) =>
      plannedEdits(entriesAfter(tool('t', { status: 'completed', ...fields }))[0] as ToolEntry).map(
        ({ entryId: _id, turn: _turn, oldText: _old, newText: _new, ...facts }) => facts,
      );
    assert.deepEqual(edits({ kind: 'delete', locations: [{ path: '/w/a' }] }), [
      { path: '/w/a', isDeleted: true, untold: 'none' },
    ]);
    assert.deepEqual(edits({ kind: 'delete', rawInput: { path: 'a' } }), [
      { path: 'a', isDeleted: true, untold: 'none' },
    ]);
    assert.deepEqual(edits({ kind: 'delete', content: [{ ...diff(''), path: '/w/a' }] }), [
      { path: '/w/a', isDeleted: true },
    ]);
    const moves = [
      { rawInput: { source: 'a', destination: 'b' } },
      { rawInput: { from: 'a', to: 'b' } },
      { rawInput: { old_path: 'a', new_path: 'b' } },
      { locations: [{ path: 'a' }, { path: 'b' }] },
    ];
    for (const move of moves) {
      assert.deepEqual(
        edits({ kind: 'move', ...move }),
        [{ path: 'b', movedFrom: 'a', untold: 'none' }],
        JSON.stringify(move),
      );
    }
    assert.deepEqual(edits({ kind: 'edit', content: [{ ...diff('x'), oldText: null }] }), [
      { path: '/w/a', isNew: true },
    ]);
    const picture = { ...diff('\u0089PNG\0\0'), oldText: '\u0089PNG\0' };
    assert.deepEqual(edits({ kind: 'edit', content: [picture] }), [{ path: '/w/a', untold: 'binary' }]);
  });

  it('[RG5] is part of the request, in which it was frozen', () => {
    const asks = (...content: object[]) => {
      const events = [tool('t', { content: [words] }), asked('q', { toolCallId: 't', content } as never)];
      const later = toolUpdate('t', { content: [diff('later')] });
      const entry = entriesAfter(...events, later).at(-1) as ToolEntry;
      return askedContent(entry.permissions[0]!);
    };
    const please = { type: 'content', content: { type: 'text', text: 'May I?' } };
    assert.deepEqual(asks(please), [please, words]);
    assert.deepEqual(asks(words), [words]);
    assert.deepEqual(asks(diff('new')), [diff('new'), words]);
    assert.deepEqual(asks(), [words]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { diffFromRuns } from './from-runs.js';
import { markDiff } from './mark-runs.js';

describe('a diff whose lines git has compared', () => {
  it('[CH22] gets marks for the words that differ', () => {
    const marked = markDiff({
      oldText: 'a\nlet x = one;\n',
      newText: 'a\nlet x = two;\n',
      diff: diffFromRuns([[1, 1, 1]], 2),
      hidesSpace: false,
    });
    assert.deepEqual(
      marked.runs.map(({ words }) => words),
      [[], [{ old: [[8, 11]], new: [[8, 11]] }]],
    );
  });

  it('[CH23] shows no change of white space if nobody wants to see it', () => {
    const oldText = 'if (a) {\nb();\nc();\n}\n';
    const newText = 'if (a) {\n  b();\n  d();\n\n}\n';
    const diff = diffFromRuns([[1, 2, 3]], 4);
    const shown = markDiff({ oldText, newText, diff, hidesSpace: true });
    assert.deepEqual(
      shown.runs.map(({ same, removed, added }) => [same, removed, added]),
      [
        [2, 0, 0],
        [0, 1, 2],
        [1, 0, 0],
      ],
    );
    assert.deepEqual([shown.added, shown.removed], [2, 1]);
  });
});

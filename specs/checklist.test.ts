import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSources } from './read-sources.js';

const ROW = /^\| *(\d+) *\| *(.+?) *\| *(.+?) *\|$/gm;
const RULE = /^[A-Z]+\d+$/;
const REASON = /^not applicable: \w+/;

describe('the ACP checklist', () => {
  it('[X12] names for each of its hundred items rules that there are, or why it does not apply', async () => {
    const specs = await readSources(['specs'], (path) => /^specs\/[^/]+\.md$/.test(path));
    const rules = new Set(
      specs.flatMap(({ text }) => [...text.matchAll(/^- \*\*([A-Z]+\d+)\*\* /gm)].map(([, id]) => id!)),
    );
    const { text } = specs.find(({ path }) => path === 'specs/acp-checklist.md')!;
    const rows = [...text.matchAll(ROW)].map(([, n, , shownBy]) => ({ n: Number(n), shownBy: shownBy! }));
    assert.deepEqual(
      rows.map(({ n }) => n),
      Array.from({ length: 100 }, (_, i) => i + 1),
    );
    const isShown = (shownBy: string) =>
      REASON.test(shownBy) || shownBy.split(' ').every((id) => RULE.test(id) && rules.has(id));
    assert.deepEqual(
      rows.filter(({ shownBy }) => !isShown(shownBy)),
      [],
    );
  });
});

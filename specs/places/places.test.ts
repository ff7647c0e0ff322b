import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { ROOT } from '../project-root.js';
import { applyEdit, removeEdit } from './apply.js';
import { EXAMPLES } from './examples.js';

describe('a small addition', () => {
  const copy = mkdtempSync(join(tmpdir(), 'acdeck-places-'));
  after(() => rmSync(copy, { recursive: true }));
  const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');

  for (const { kind, most, edits } of EXAMPLES) {
    it(`[X47] of ${kind} touches ${most} places at most, which are there`, () => {
      assert.ok(edits.length <= most, `${edits.length} places`);
      for (const { file } of edits) {
        mkdirSync(dirname(join(copy, file)), { recursive: true });
        cpSync(join(ROOT, file), join(copy, file));
      }
      for (const edit of edits) applyEdit(copy, edit);
      for (const edit of edits) removeEdit(copy, edit);
      for (const { file } of edits)
        assert.equal(readFileSync(join(copy, file), 'utf8'), readFileSync(join(ROOT, file), 'utf8'));
    });

    it(`[X47] of ${kind} has its steps in CONTRIBUTING, one for each place and one to write the pages`, () => {
      const part = guide.split(`### …${kind}\n`)[1]?.split('\n#')[0] ?? '';
      const steps = part.split('\n').filter((line) => /^\d+\. /.test(line));
      assert.ok(steps.length > 0 && steps.length <= most + 1, `${kind} has ${steps.length} steps`);
    });
  }
});

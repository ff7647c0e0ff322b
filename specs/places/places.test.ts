import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { ROOT } from '../project-root.js';
import { applyEdit, removeEdit } from './apply.js';
import { EXAMPLES, placesOf } from './examples.js';

describe('a small addition', () => {
  const copy = mkdtempSync(join(tmpdir(), 'acdeck-places-'));
  after(() => rmSync(copy, { recursive: true }));
  const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');

  for (const example of EXAMPLES) {
    const { kind, most, edits } = example;
    const places = placesOf(example);

    it(`[X47] of ${kind} touches ${most} places at most, which are there`, () => {
      assert.ok(places.length <= most, `${places.length} places`);
      for (const file of places) {
        mkdirSync(dirname(join(copy, file)), { recursive: true });
        cpSync(join(ROOT, file), join(copy, file));
      }
      for (const edit of edits) applyEdit(copy, edit);
      for (const edit of edits) removeEdit(copy, edit);
      for (const file of places)
        assert.equal(readFileSync(join(copy, file), 'utf8'), readFileSync(join(ROOT, file), 'utf8'));
    });

    it(`[X47] of ${kind} has its steps in CONTRIBUTING, one for each place and one to write the pages`, () => {
      const part = guide.split(`### …${kind}\n`)[1]?.split('\n#')[0] ?? '';
      const steps = part.split('\n').filter((line) => /^\d+\. /.test(line));
      assert.ok(steps.length > 0 && steps.length <= most + 1, `${kind} has ${steps.length} steps`);
    });
  }
});

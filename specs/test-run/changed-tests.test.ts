import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testsFor } from './changed-tests.js';
import { ImportGraph } from './import-graph.js';

const SOURCES = {
  'server/a/a.ts': '',
  'server/a/a.test.ts': "import { a } from './a.js';\n'[QA1] does'",
  'server/a/agent.mjs': '',
  'server/a/agent.test.ts': "const file = new URL('./agent.mjs', import.meta.url);",
  'server/b.ts': "import { a } from './a/a.js';",
  'server/b.test.ts': "import { b } from './b.js';\n'[QB1] does'",
  'server/c.test.ts': "import type { A } from './a/a.js';\n'[QC1] does'",
  'webapp/e.ts': '',
  'webapp/page.ts': "import './e.js';",
  'webapp/page.browser-test.ts': "import './page.js';\n'[QE1] does'",
  'specs/read-sources.ts': '',
  'specs/words.test.ts': "import { readSources } from './read-sources.js';",
  'specs/test-run/choose.ts': "import { readSources } from '../read-sources.js';",
  'specs/test-run/choose.test.ts': "import './choose.js';",
  'specs/e2e/a.test.ts': "'[QA7] does'",
  'specs/e2e/b.test.ts': "'[QB7] does'",
  'specs/e2e/e.test.ts': "'[QE7] does'",
  'specs/e2e/journey.test.ts': '',
};
const sources = Object.entries(SOURCES).map(([path, text]) => ({ path, text }));
const tests = sources.filter(({ path }) => /test\.ts$/.test(path));
const chosen = (...changed: string[]) => testsFor(changed, tests, new ImportGraph(sources)).map(({ file }) => file);

describe('tests for a change', () => {
  it('[TR60] [TR61] import what changed, or show rules of the same page, or read all sources', () => {
    assert.deepEqual(chosen('server/a/a.ts'), [
      'server/a/a.test.ts',
      'server/b.test.ts',
      'specs/words.test.ts',
      'specs/e2e/a.test.ts',
      'specs/e2e/journey.test.ts',
    ]);
  });

  it('[TR60] are itself and what reads it, if a test changed', () => {
    assert.deepEqual(chosen('specs/e2e/b.test.ts'), ['specs/words.test.ts', 'specs/e2e/b.test.ts']);
    assert.deepEqual(chosen('server/c.test.ts'), ['server/c.test.ts', 'specs/words.test.ts']);
  });

  it('[TR60] are near if they changed, or import what changed themselves', () => {
    const near = (...changed: string[]) =>
      testsFor(changed, tests, new ImportGraph(sources)).flatMap(({ file, isNear }) => (isNear ? [file] : []));
    assert.deepEqual(near('server/a/a.ts'), ['server/a/a.test.ts']);
    assert.deepEqual(near('webapp/page.browser-test.ts', 'server/b.ts'), [
      'server/b.test.ts',
      'webapp/page.browser-test.ts',
    ]);
  });

  it('[TR60] include those of the runner only if it changed', () => {
    assert.ok(chosen('specs/test-run/choose.ts').includes('specs/test-run/choose.test.ts'));
    assert.ok(!chosen('server/a/a.ts').includes('specs/test-run/choose.test.ts'));
  });

  it('[TR60] start or read what changed', () => {
    assert.ok(chosen('server/a/agent.mjs').includes('server/a/agent.test.ts'));
  });

  it('[TR61] are found by way of others, if no test is near', () => {
    assert.deepEqual(chosen('webapp/e.ts'), [
      'webapp/page.browser-test.ts',
      'specs/words.test.ts',
      'specs/e2e/e.test.ts',
      'specs/e2e/journey.test.ts',
    ]);
  });

  it('[TR62] are all, if what everything is made with has changed', () => {
    assert.equal(chosen('package.json', 'server/b.ts').length, tests.length);
  });

  it('[TR63] are chosen for a reason that is told', () => {
    const why = new Map(
      testsFor(['server/a/a.ts'], tests, new ImportGraph(sources)).map(({ file, why }) => [file, why]),
    );
    assert.equal(why.get('server/b.test.ts'), 'it imports server/a/a.ts');
    assert.equal(why.get('specs/e2e/a.test.ts'), 'it shows QA rules, as server/a/a.test.ts does for server/a/a.ts');
  });
});

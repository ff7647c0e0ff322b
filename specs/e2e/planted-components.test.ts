import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '../project-root.js';
import { judgeRun } from '../test-run/judge-run.js';
import { countOf } from '../test-run/progress.js';
import type { RunRecord } from '../test-run/test-record.js';

const run = promisify(execFile);
// In a piece of its own, so that the names of planted tests are not taken for names of this file's.
const IT = 'it';
const TESTS = [
  `import { expect } from '@open-wc/testing';`,
  `import { until } from '/webapp/ui/mount.rig.ts';`,
  `${IT}('[Q1] expects', () => { expect(1).to.equal(1); expect([]).to.be.empty; });`,
  `${IT}('[Q2] waits', () => until(() => true, 'that'));`,
  `describe('a deep one', () => ${IT}('[Q3] is accessible', async () => { await expect(document.body).to.be.accessible({ ignoredRules: ['region', 'document-title', 'html-has-lang'] }); }));`,
  `${IT}('[Q4] is empty', () => {});`,
  `${IT}('[Q5] expects nothing of it', () => { expect(1); });`,
  `${IT}.skip('[Q6] is skipped', () => { expect(1).to.equal(1); });`,
  `describe.skip('idle', () => { ${IT}('[Q7] is in a skipped suite', () => { expect(1).to.equal(1); }); });`,
  `${IT}('[Q8] fails', () => { expect(1).to.equal(2); });`,
  `// ${IT}('[Q9] is commented out', () => { expect(1).to.equal(1); });`,
];

describe('component tests that show nothing', () => {
  // Within the project, from which the runner serves every file.
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'planted-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  let record: RunRecord;
  let problems: string[];

  before(async () => {
    for (const name of ['specs', 'webapp']) mkdirSync(join(folder, name));
    const rules = Array.from({ length: 9 }, (_, n) => `- **Q${n + 1}** A rule.\n`);
    writeFileSync(join(folder, 'specs/q.md'), rules.join(''));
    writeFileSync(join(folder, 'webapp/q.browser-test.ts'), TESTS.join('\n'));
    const files = `${relative(ROOT, folder)}/webapp/*.browser-test.ts`;
    const settings = JSON.stringify({ files: [files], root: folder });
    const config = join(folder, 'wtr.config.mjs');
    writeFileSync(
      config,
      `import { settingsFor } from '${ROOT}specs/wtr.config.mjs';\nexport default settingsFor(${settings});\n`,
    );
    const file = join(folder, 'record.json');
    const env = { ...process.env, TEST_RUN_RECORD: file };
    // It fails, as one of its tests does.
    const words = [join(ROOT, 'node_modules/@web/test-runner/dist/bin.js'), '--config', config];
    await assert.rejects(run(process.execPath, words, { cwd: ROOT, env }));
    record = JSON.parse(readFileSync(file, 'utf8')) as RunRecord;
    problems = (await judgeRun(folder, record.tests)).problems.filter((line) => line.startsWith('specs/'));
  });

  it('[X14] are told apart from those that expect something, or wait for it', () => {
    const showing = record.tests.filter(({ outcome, assertions }) => outcome === 'passed' && assertions > 0);
    assert.deepEqual(
      showing.map(({ name }) => name),
      ['[Q1] expects', '[Q2] waits', '[Q3] is accessible'],
    );
    const counts = (['passed', 'failed', 'skipped'] as const).map((outcome) => countOf(record.tests, outcome));
    assert.deepEqual(counts, [5, 1, 2]);
  });

  it('[X14] [X15] [X16] fail the rules that rest on them, each with its reason', () => {
    const why = (id: string, reason: string) =>
      `specs/q.md: rule ${id} is shown by no test: webapp/q.browser-test.ts: ${reason}`;
    assert.deepEqual(problems, [
      why('Q4', '"[Q4] is empty" asserts nothing'),
      why('Q5', '"[Q5] expects nothing of it" asserts nothing'),
      why('Q6', '"[Q6] is skipped" was skipped (it does not say why)'),
      why('Q7', '"[Q7] is in a skipped suite" was skipped (it does not say why)'),
      why('Q8', '"[Q8] fails" failed'),
      why('Q9', 'its test is commented out'),
    ]);
  });
});

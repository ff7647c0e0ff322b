import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '../read-sources.js';
import { RECORDS } from './test-record.js';

const run = promisify(execFile);
const TSX = join(ROOT, 'node_modules/tsx/dist/loader.mjs');
const IMPORTS = "import assert from 'node:assert/strict';\nimport { describe, it } from 'node:test';\n";
// In a piece of its own, so that the names of planted tests are not taken for names of this file's.
const IT = 'it';
const BODY = '() => assert.equal(1 + 1, 2)';

interface Outcome {
  code: number | null;
  output: string;
}

/** A project of its own, run and judged by the real steps of `npm test`. Its rules are those that its tests name. */
class TinyProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'acdeck-planted-'));

  constructor(rules: readonly string[], tests: Record<string, string>) {
    for (const name of ['specs', 'server']) mkdirSync(join(this.folder, name));
    writeFileSync(join(this.folder, 'specs/q.md'), rules.map((id) => `- **${id}** A rule.\n`).join(''));
    for (const [name, text] of Object.entries(tests))
      writeFileSync(join(this.folder, 'server', `${name}.test.ts`), IMPORTS + text);
  }

  suite(...more: string[]): Promise<Outcome> {
    return this.#step('specs/run-node-tests.ts', '--suite', 'server', ...more, 'server');
  }

  judge(): Promise<Outcome> {
    return this.#step('specs/test-run/check-run.ts', 'server');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #step(script: string, ...args: string[]): Promise<Outcome> {
    // The runner of this very test has left its mark here, by which another would take itself for a part of it.
    const { NODE_TEST_CONTEXT: _ours, ...env } = process.env;
    const words = ['--import', TSX, join(ROOT, script), ...args];
    const { code, signal, stdout, stderr } = await run(process.execPath, words, { cwd: this.folder, env }).then(
      (done) => ({ ...done, code: 0, signal: null }),
      (failed: { code: number | null; signal: string | null; stdout: string; stderr: string }) => failed,
    );
    return { code, output: `${stdout}${stderr}${signal ? `ended by ${signal}` : ''}` };
  }
}

describe('a project whose rule is shown', () => {
  const eventually = JSON.stringify(join(ROOT, 'specs/e2e/eventually.rig.ts'));
  const project = new TinyProject(['Q1'], {
    q: [
      `import { eventually } from ${eventually};`,
      `${IT}('[Q1] two', async () => { assert.ok(1); await assert.rejects(Promise.reject(new Error())); });`,
      `${IT}('[Q1] waits', () => eventually(() => 1, (n) => n === 1, 'one').then(() => {}));`,
      `describe('deep', () => describe('deeper', () => ${IT}('[Q1] three', () => [1, 2, 3].map((n) => assert.ok(n)))));`,
    ].join('\n'),
  });
  after(() => project.remove());

  it('[X19] is not judged when only a part of it ran', async () => {
    assert.equal((await project.suite('--test-name-pattern', 'two')).code, 0);
    const { code, output } = await project.judge();
    assert.equal(code, 1);
    assert.match(output, /^The rules were not judged: there is no complete run of server\. `npm test` runs all\.$/m);
  });

  it('[X14] passes, with every assertion counted and none of that printed', async () => {
    const suite = await project.suite();
    assert.equal(suite.code, 0, suite.output);
    assert.doesNotMatch(suite.output, /assertions/);
    const record = JSON.parse(readFileSync(join(project.folder, RECORDS, 'server.json'), 'utf8'));
    assert.deepEqual(
      record.tests.map(({ name, outcome, assertions }: Record<string, unknown>) => [name, outcome, assertions]),
      [
        ['[Q1] two', 'passed', 2],
        ['[Q1] waits', 'passed', 1],
        ['[Q1] three', 'passed', 3],
      ],
    );
    const { code, output } = await project.judge();
    assert.equal(code, 0, output);
    assert.match(output, /^rules: 1 shown by tests that passed, 0 measured by the benchmark$/m);
    assert.match(output, /\nnode tests in 1 files: 3 passed, 0 failed, 0 skipped, 0 to do, \d+ s\n$/);
  });
});

describe('a project whose rules are shown by nothing', () => {
  const planted: [what: string, id: string, tests: string, why: string][] = [
    ['a commented-out test', 'Q1', `// ${IT}('[Q1] does', ${BODY});`, 'its test is commented out'],
    [
      'a skipped suite',
      'Q2',
      `describe.skip('idle', () => { ${IT}('[Q2] does', ${BODY}); });`,
      'its test did not run, and the suite "idle" was skipped',
    ],
    [
      'a skipped test',
      'Q3',
      `${IT}('[Q3] does', { skip: true }, ${BODY});`,
      '"[Q3] does" was skipped (it does not say why)',
    ],
    [
      'a test that skips itself',
      'Q4',
      `${IT}('[Q4] does', (t) => t.skip('moody'));`,
      '"[Q4] does" was skipped (moody)',
    ],
    ['a test still to do', 'Q5', `${IT}.todo('[Q5] does');`, '"[Q5] does" is still to do'],
    ['a test that fails', 'Q6', `${IT}('[Q6] does', () => { assert.ok(1 > 2); });`, '"[Q6] does" failed'],
    ['an empty body', 'Q7', `${IT}('[Q7] does', () => {});`, '"[Q7] does" asserts nothing'],
    ['no body', 'Q8', `${IT}('[Q8] does');`, '"[Q8] does" asserts nothing'],
    [
      'a body without an assertion',
      'Q9',
      `${IT}('[Q9] does', () => { if (Date.now() < 0) throw new Error(); });`,
      '"[Q9] does" asserts nothing',
    ],
  ];
  const ids = planted.map(([, id]) => id);
  const texts = planted.map(([, id, tests]): [string, string] => [id.toLowerCase(), tests]);
  const project = new TinyProject(ids, { ...Object.fromEntries(texts), q0: `${IT}('[Q0] does', ${BODY});` });
  let suite: Outcome;
  let judged: Outcome;
  before(async () => {
    suite = await project.suite();
    judged = await project.judge();
  });
  after(() => project.remove());

  for (const [what, id, , why] of planted) {
    it(`[X14] [X15] [X16] fails with ${what}`, () => {
      const sentence = `specs/q.md: rule ${id} is shown by no test: server/${id.toLowerCase()}.test.ts: ${why}`;
      assert.ok(judged.output.split('\n').includes(sentence), judged.output);
    });
  }

  it('[X16] fails with the id of no rule, and with tests that assert nothing', () => {
    assert.equal(judged.code, 1, judged.output);
    const others = judged.output
      .split('\n')
      .filter((line) => line.startsWith('server/'))
      .sort();
    assert.deepEqual(others, [
      'server/q0.test.ts: "[Q0] does" names Q0, which is no rule',
      'server/q1.test.ts: it holds no test that runs',
      'server/q7.test.ts: "[Q7] does" passed without asserting anything',
      'server/q8.test.ts: "[Q8] does" passed without asserting anything',
      'server/q9.test.ts: "[Q9] does" passed without asserting anything',
    ]);
    assert.match(judged.output, /^14 problems$/m);
  });

  it('[X45] ends with what failed, where and why', () => {
    const [, end = ''] = suite.output.split('\nfailed tests:\n');
    assert.match(end, /^✖ server\/q6\.test\.ts: \[Q6\] does\n {4}q6\.test\.ts:3: \S/);
    assert.doesNotMatch(end, /q[0-57-9]\.test/);
  });

  it('[X14] is told where an assertion failed as if nobody had counted it', () => {
    assert.equal(suite.code, 1, suite.output);
    const firstFrame = /AssertionError[\s\S]*?\n\s+at ([^\n]*)/.exec(suite.output)?.[1];
    assert.match(firstFrame ?? '', /\/server\/q6\.test\.ts:3:/);
  });
});

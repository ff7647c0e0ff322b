import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ROOT } from '../project-root.js';
import type { RunRecord } from './test-record.js';
import { type Outcome, TinyProject } from './tiny-project.rig.js';

// In a piece of its own, so that the names of planted tests are not taken for names of this file's.
const IT = 'it';
const BODY = '() => assert.equal(1 + 1, 2)';

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
    const { code, output } = await project.run('--test-name-pattern', 'two');
    assert.equal(code, 0, output);
    assert.doesNotMatch(output, /^rules:/m);
  });

  it('[X14] passes, with every assertion counted and none of that printed', async () => {
    const file = join(project.folder, 'record.json');
    const { code, output } = await project.run('--record', file);
    assert.equal(code, 0, output);
    assert.doesNotMatch(output, /assertions: /);
    const record = JSON.parse(readFileSync(file, 'utf8')) as RunRecord;
    assert.deepEqual(
      record.tests.map(({ name, outcome, assertions }) => [name, outcome, assertions]),
      [
        ['[Q1] two', 'passed', 2],
        ['[Q1] waits', 'passed', 1],
        ['[Q1] three', 'passed', 3],
      ],
    );
    assert.match(output, /^rules: 1 shown by tests that passed, 0 measured by the benchmark$/m);
    assert.match(output, /^server: 3 passed, 0 failed, 0 skipped in 1 files, 6 assertions, \d.* of a processor$/m);
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
  let run: Outcome;
  before(async () => {
    run = await project.run();
  });
  after(() => project.remove());

  for (const [what, id, , why] of planted) {
    it(`[X14] [X15] [X16] fails with ${what}`, () => {
      const sentence = `specs/q.md: rule ${id} is shown by no test: server/${id.toLowerCase()}.test.ts: ${why}`;
      assert.ok(run.output.split('\n').includes(sentence), run.output);
    });
  }

  it('[X16] fails with the id of no rule, and with tests that assert nothing', () => {
    assert.equal(run.code, 1, run.output);
    const others = run.output
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
    assert.match(run.output, /^14 problems$/m);
  });

  it('[X45] ends with what failed, where and why', () => {
    const [, end = ''] = run.output.split('\nfailed tests:\n');
    assert.match(end, /^✖ server\/q6\.test\.ts: \[Q6\] does\n {4}q6\.test\.ts:3: \S/);
    assert.doesNotMatch(end, /q[0-57-9]\.test/);
  });

  it('[X14] is told where an assertion failed as if nobody had counted it', () => {
    assert.equal(run.code, 1, run.output);
    const firstCall = /\n\s+at ([^\n]*)/.exec(run.output)?.[1];
    assert.match(firstCall ?? '', /\/server\/q6\.test\.ts:3:/);
  });
});

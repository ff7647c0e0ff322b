import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { statedRules } from '../spec-rules.js';
import { type Evidence, judgeRules } from './judge-rules.js';
import type { TestOutcome } from './test-record.js';

const rulesOf = (...lines: string[]) => statedRules({ path: 'specs/q.md', text: lines.join('\n') });
const ran = (name: string, more: Partial<TestOutcome> = {}): TestOutcome => ({
  file: 'server/q.test.ts',
  name,
  outcome: 'passed',
  assertions: 1,
  ...more,
});
const judge = (more: Partial<Evidence>) =>
  judgeRules({
    rules: rulesOf('- **Q1** One.'),
    tests: [],
    sources: [],
    hasBudget: () => false,
    isHere: (place) => (place === 'Linux' ? true : place === 'macOS' ? false : null),
    ...more,
  });

describe('the judgement of a run', () => {
  it('[X14] counts a rule as shown by one test that passed and asserted, whatever others did', () => {
    const tests = [ran('[Q1] does'), ran('[Q1] elsewhere', { outcome: 'skipped', why: 'needs macOS' })];
    assert.deepEqual(judge({ tests }), { problems: [], notShownHere: [], shown: 1, measured: 0 });
  });

  const cases: [what: string, outcome: Partial<TestOutcome>, why: string][] = [
    ['skipped', { outcome: 'skipped', why: 'not today' }, 'was skipped (not today)'],
    ['skipped without a word', { outcome: 'skipped' }, 'was skipped (it does not say why)'],
    ['to do', { outcome: 'todo' }, 'is still to do'],
    ['failed', { outcome: 'failed' }, 'failed'],
  ];
  for (const [what, outcome, why] of cases) {
    it(`[X15] takes a test that is ${what} for none, and says so`, () => {
      assert.deepEqual(judge({ tests: [ran('[Q1] does', outcome)] }).problems, [
        `specs/q.md: rule Q1 is shown by no test: server/q.test.ts: "[Q1] does" ${why}`,
      ]);
    });
  }

  it('[X14] says of each test why it shows nothing', () => {
    const tests = [ran('[Q1] does', { outcome: 'todo' }), ran('[Q1] did', { outcome: 'failed' })];
    const [problem] = judge({ tests }).problems;
    assert.match(problem!, /rule Q1 .*"\[Q1\] does" is still to do; .*"\[Q1\] did" failed$/);
  });

  it('[X15] finds in the texts why a test did not run at all', () => {
    const whyFor = (text: string, ...tests: TestOutcome[]) =>
      judge({ tests, sources: [{ path: 'server/q.test.ts', text }] }).problems[0]!.split('by no test: ')[1];
    assert.equal(whyFor(''), 'no test carries its id');
    // In pieces, so that they are not taken for names of this file's tests.
    const test = ['it', "('[Q1] does')"].join('');
    assert.equal(whyFor(`  // ${test}`), 'server/q.test.ts: its test is commented out');
    assert.equal(whyFor(`/*\n * ${test}\n */`), 'server/q.test.ts: its test is commented out');
    assert.equal(whyFor(`if (false) ${test}`), 'server/q.test.ts: its test did not run');
    assert.equal(
      whyFor(test, ran('a suite', { outcome: 'skipped', isSuite: true })),
      'server/q.test.ts: its test did not run, and the suite "a suite" was skipped',
    );
  });

  it('[X16] finds a test that asserts nothing, of a rule or beside others that do', () => {
    const idle = ran('[Q1] idles', { assertions: 0 });
    assert.deepEqual(judge({ tests: [idle] }).problems, [
      'specs/q.md: rule Q1 is shown by no test: server/q.test.ts: "[Q1] idles" asserts nothing',
      'server/q.test.ts: "[Q1] idles" passed without asserting anything',
    ]);
    assert.deepEqual(judge({ tests: [idle, ran('[Q1] does')] }).problems, [
      'server/q.test.ts: "[Q1] idles" passed without asserting anything',
    ]);
  });

  it('[X16] finds a test that carries the id of no rule, or none', () => {
    const tests = [ran('[Q1] does'), ran('[Q1] [Q7] does'), ran('does')];
    assert.deepEqual(judge({ tests }).problems, [
      'server/q.test.ts: "[Q1] [Q7] does" names Q7, which is no rule',
      'server/q.test.ts: "does" names no rule',
    ]);
  });

  it('[X17] lets a rule go without a test away from its place, and says so', () => {
    const shownOn = (place: string) => rulesOf(`- **Q1** One. _(shown on ${place})_`);
    const tests = [ran('[Q1] does', { outcome: 'skipped', why: 'not here' })];
    const elsewhere = judge({ rules: shownOn('macOS'), tests });
    assert.deepEqual(elsewhere.problems, []);
    assert.deepEqual(elsewhere.notShownHere, ['rule Q1 is not shown here: it needs macOS']);
    assert.equal(judge({ rules: shownOn('macOS'), tests: [ran('[Q1] does')] }).shown, 1);
    assert.match(
      judge({ rules: shownOn('Linux'), tests }).problems[0]!,
      /^specs\/q\.md: rule Q1 .* skipped \(not here\)$/,
    );
    assert.match(judge({ rules: shownOn('Mars'), tests }).problems[0]!, /shown on Mars, which is no place we know$/);
  });

  it('[X18] wants a budget for a rule that is measured', () => {
    const rules = rulesOf('- **Q1** One. _(measured by `npm run bench`)_');
    const measured = judge({ rules, hasBudget: (id) => id === 'Q1' });
    assert.deepEqual([measured.problems, measured.measured, measured.shown], [[], 1, 0]);
    assert.deepEqual(judge({ rules }).problems, [
      'specs/q.md: rule Q1 is said to be measured, but the benchmark has no budget for it',
    ]);
  });
});

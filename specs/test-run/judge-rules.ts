import { idsIn, type SourceFile, type StatedRule } from '../spec-rules.js';
import type { TestOutcome } from './test-record.js';

/** What a judgement rests on. */
export interface Evidence {
  rules: readonly StatedRule[];
  /** What every test of a complete run did. */
  tests: readonly TestOutcome[];
  /** The texts of the tests, to say why one did not run. */
  sources: readonly SourceFile[];
  /** Whether the benchmark has a budget for a rule. */
  hasBudget: (id: string) => boolean;
  /** Whether this is a place of which a page says that it shows a rule; null if those words mean none. */
  isHere: (place: string) => boolean | null;
}

export interface Judgement {
  /** Each way in which the run falls short of the rules, as a sentence. */
  problems: string[];
  /** Rules that this machine cannot show, as sentences; no problem. */
  notShownHere: string[];
  shown: number;
  measured: number;
}

/** Holds a complete run against the rules: a rule is shown by a test that passed and asserted something. */
export function judgeRules(evidence: Evidence): Judgement {
  const judgement: Judgement = { problems: [], notShownHere: [], shown: 0, measured: 0 };
  const byId = testsById(evidence.tests);
  for (const rule of evidence.rules) judgeRule(rule, byId.get(rule.id) ?? [], evidence, judgement);
  const known = new Set(evidence.rules.map(({ id }) => id));
  for (const test of evidence.tests) judgement.problems.push(...faultsOf(test, known));
  const ran = new Set(evidence.tests.map(({ file }) => file));
  const idle = evidence.sources.filter(({ path }) => !ran.has(path));
  judgement.problems.push(...idle.map(({ path }) => `${path}: it holds no test that runs`));
  return judgement;
}

function judgeRule(rule: StatedRule, tests: TestOutcome[], evidence: Evidence, judgement: Judgement): void {
  const { id, path, place, isMeasured } = rule;
  const isHere = place === null || evidence.isHere(place);
  if (isHere === null) judgement.problems.push(`${path}: rule ${id} is shown on ${place}, which is no place we know`);
  if (isMeasured) {
    if (evidence.hasBudget(id)) judgement.measured += 1;
    else judgement.problems.push(`${path}: rule ${id} is said to be measured, but the benchmark has no budget for it`);
  } else if (tests.some(isShowing)) {
    judgement.shown += 1;
  } else if (isHere === false) {
    judgement.notShownHere.push(`rule ${id} is not shown here: it needs ${place}`);
  } else {
    const reasons = tests.length > 0 ? tests.map(howItEnded) : whyNoneRan(id, evidence);
    judgement.problems.push(`${path}: rule ${id} is shown by no test: ${reasons.join('; ')}`);
  }
}

function isShowing({ outcome, assertions }: TestOutcome): boolean {
  return outcome === 'passed' && assertions > 0;
}

function howItEnded({ file, name, outcome, why }: TestOutcome): string {
  const test = `${file}: "${name}"`;
  switch (outcome) {
    case 'passed':
      return `${test} asserts nothing`;
    case 'failed':
      return `${test} failed`;
    case 'skipped':
      return `${test} was skipped (${why ?? 'it does not say why'})`;
    case 'todo':
      return `${test} is still to do`;
  }
}

/** The texts tell why a test that someone wrote was not among those that ran. */
function whyNoneRan(id: string, { sources, tests }: Evidence): string[] {
  const holders = sources.filter(({ text }) => text.includes(`[${id}]`));
  if (holders.length === 0) return ['no test carries its id'];
  return holders.map(({ path, text }) => {
    const lines = text.split('\n').filter((line) => line.includes(`[${id}]`));
    if (lines.every((line) => /^\s*(\/\/|\/?\*)/.test(line))) return `${path}: its test is commented out`;
    const suite = tests.find(({ file, isSuite }) => isSuite && file === path);
    if (suite) return `${path}: its test did not run, and the suite "${suite.name}" was skipped`;
    return `${path}: its test did not run`;
  });
}

/** What is wrong with a test whatever others show: it proves nothing, or it speaks of no rule. */
function faultsOf(test: TestOutcome, known: ReadonlySet<string>): string[] {
  if (test.outcome !== 'passed' || test.isSuite) return [];
  const { file, name, assertions } = test;
  const ids = idsIn(name);
  return [
    ...(ids.length === 0 ? [`${file}: "${name}" names no rule`] : []),
    ...ids.filter((id) => !known.has(id)).map((id) => `${file}: "${name}" names ${id}, which is no rule`),
    ...(assertions === 0 ? [`${file}: "${name}" passed without asserting anything`] : []),
  ];
}

function testsById(tests: readonly TestOutcome[]): Map<string, TestOutcome[]> {
  const byId = new Map<string, TestOutcome[]>();
  for (const test of tests) for (const id of idsIn(test.name)) byId.set(id, [...(byId.get(id) ?? []), test]);
  return byId;
}

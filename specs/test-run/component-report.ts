import { writeFileSync } from 'node:fs';
import { format } from 'node:util';
import type { Reporter, TestResult, TestResultError, TestSession, TestSuiteResult } from '@web/test-runner';
import { fromRoot } from './test-files.js';
import type { RunRecord, TestFailure, TestOutcome } from './test-record.js';

/** Code of others, and what the bundler has put around ours. */
const PACKAGES = /\bnode_modules\/(?!\.cache\/)|\bbundle\//;

/** How many assertions each test of a file made, by the file, then by its name after those of its suites. */
export type AssertionCounts = ReadonlyMap<string, Readonly<Record<string, number>>>;

/**
 * Leaves what became of component tests of the project at `root`, or of those whose names match a pattern, in the file that
 * `TEST_RUN_RECORD` names. A run in which no test passed has shown nothing, so it fails.
 */
export function componentReport(root: string, counts: AssertionCounts, pattern = ''): Reporter {
  const recordFile = process.env.TEST_RUN_RECORD;
  const begun = new Map<string, number>();
  const took = new Map<string, number>();
  const read = (session: TestSession) => {
    const file = fromRoot(root, session.testFile);
    const tests = testsOf(session.testResults).filter(([path]) => new RegExp(pattern).test(path));
    return { file, tests, failures: failuresOf(file, session, tests) };
  };
  return {
    start({ sessions }) {
      for (const { testFile } of sessions.all()) begun.set(testFile, performance.now());
      sessions.on('session-status-updated', (session) => {
        const { testFile, status } = session;
        if (status === 'INITIALIZING') begun.set(testFile, performance.now());
        if (status !== 'FINISHED') return;
        took.set(testFile, performance.now() - begun.get(testFile)!);
        const { failures } = read(session);
        if (recordFile && failures.length > 0) process.send?.(failures);
      });
    },
    onTestRunFinished({ sessions }) {
      const record: RunRecord = { tests: [], failures: [], files: [] };
      for (const session of sessions) {
        const { file, tests, failures } = read(session);
        const made = counts.get(session.testFile) ?? {};
        record.tests.push(...tests.map(([path, test]) => outcomeOf(file, test, made[path] ?? 0)));
        record.failures.push(...failures);
        const wallMs = Math.round(took.get(session.testFile) ?? 0);
        record.files.push({ file, suite: 'components', wallMs, cpuMs: wallMs });
      }
      const passed = record.tests.filter(({ outcome }) => outcome === 'passed').length;
      if (recordFile) writeFileSync(recordFile, JSON.stringify(record));
      else console.log(`component tests: ${passed} of ${record.tests.length} passed`);
      if (passed > 0) return;
      console.error('No component test passed: the run counts as failed.');
      process.once('exit', () => {
        process.exitCode = 1;
      });
    },
  };
}

/** The tests of a file, each with its name after those of its suites. */
function testsOf(suite: TestSuiteResult | undefined, path: readonly string[] = []): [path: string, test: TestResult][] {
  if (!suite) return [];
  return [
    ...suite.tests.map((test): [string, TestResult] => [[...path, test.name].join(' > '), test]),
    ...suite.suites.flatMap((inner) => testsOf(inner, [...path, inner.name])),
  ];
}

function outcomeOf(file: string, { name, skipped, passed }: TestResult, assertions: number): TestOutcome {
  return { file, name, outcome: skipped ? 'skipped' : passed ? 'passed' : 'failed', assertions };
}

/** What failed in a file, and what went wrong with the file itself. */
function failuresOf(file: string, session: TestSession, tests: readonly [string, TestResult][]): TestFailure[] {
  const failed = tests.filter(([, { skipped, passed }]) => !skipped && !passed);
  const said = session.logs.map((words) => `\n${format(...words)}`).join('');
  return [
    ...failed.map(([, { name, error }]) => failureOf(file, name, error ?? { message: 'It did not run.' })),
    ...session.errors.map(({ message, stack = '' }) => {
      return failureOf(file, 'the file', { message: message + said, stack: stack + said });
    }),
  ];
}

/** With the line of the test file, and the calls of our own code that led there: the runner has found their sources. */
function failureOf(file: string, name: string, { message, stack = '' }: TestResultError): TestFailure {
  const own = file.replace(/^.*\//, '');
  const calls = [...stack.matchAll(/^ *at .*$/gm)].map(([call]) => call.trim()).filter((call) => !PACKAGES.test(call));
  const line = calls.map((call) => call.split(`${own}:`)[1]).find((rest) => rest !== undefined);
  const where = line === undefined ? '' : `${own}:${Number.parseInt(line, 10)}: `;
  return { file, name, why: where + message, calls };
}

import { readAssertionNote } from './assertion-note.js';
import type { TestBundle } from './bundle-tests.js';
import type { Processes } from './processes.js';
import type { TestNews, ToldTest } from './tell-run.js';
import { suiteOf } from './test-files.js';
import type { RunRecord, TestFailure, TestOutcome } from './test-record.js';

/** So long a process may live when its tests are over: something that one of them left keeps it. */
const LINGER_MS = 10_000;

export interface NodeTests {
  files: readonly string[];
  bundle: TestBundle;
  env: NodeJS.ProcessEnv;
  pattern: string | undefined;
  /** A stuck process must not hold the run for ever. */
  limitMs: number;
  /** Hears what tests say of themselves. */
  note(file: string, message: string): void;
  processes: Processes;
}

/** Runs test files of Node in one process, as they are bundled, and tells what became of them. */
export async function runNodeTests({
  files,
  bundle,
  env,
  pattern,
  limitMs,
  note,
  processes,
}: NodeTests): Promise<RunRecord> {
  const record: RunRecord = { tests: [], failures: [], files: [] };
  /** Of the file that is running; it is told last, as the suite around its tests. */
  let tests: TestOutcome[] = [];
  let failures: ToldTest[] = [];
  let notes: string[] = [];
  let cpuMs = 0;
  const begun = performance.now();
  const { child, output, ended, kill } = processes.start(process.execPath, argumentsFor(files, bundle, pattern), {
    env,
    withIpc: true,
  });
  const closeFile = (file: string, wallMs: number) => {
    record.tests.push(...tests.map((test) => ({ ...test, file })));
    record.failures.push(...failures.map((test) => failureOf(file, test)));
    record.files.push({ file, suite: suiteOf(file), wallMs, cpuMs: wallMs });
    for (const message of notes) note(file, message);
    [tests, failures, notes] = [[], [], []];
  };
  let hasLingered = false;
  let isStuck = false;
  let lingering: NodeJS.Timeout | undefined;
  child.on('message', (news: TestNews) => {
    switch (news.type) {
      case 'test': {
        const { test } = news;
        const isFile = test.depth === 0 && test.isSuite;
        if (!test.isSuite || (test.outcome === 'skipped' && !isFile)) tests.push(outcomeOf(test));
        if (test.failure) failures.push(test);
        if (isFile) closeFile(test.name, test.ms);
        return;
      }
      case 'note': {
        const made = readAssertionNote(news.message);
        // A test's notes come right after its outcome.
        if (made === null) notes.push(news.message);
        else if (tests.length > 0) tests.at(-1)!.assertions = made;
        return;
      }
      case 'end':
        cpuMs = news.cpuMs;
        lingering = setTimeout(() => {
          hasLingered = true;
          for (const file of files) note(file, 'its process did not end by itself');
          kill();
        }, LINGER_MS);
        return;
      default:
        throw new Error(`Unknown news of a test process: ${JSON.stringify(news satisfies never)}`);
    }
  });
  const limit = setTimeout(() => {
    isStuck = true;
    kill();
  }, limitMs);
  const { code, how } = await ended;
  clearTimeout(limit);
  clearTimeout(lingering);
  const wallMs = performance.now() - begun;
  const unfinished = files.filter((file) => !record.files.some((done) => done.file === file));
  for (const file of unfinished) closeFile(file, wallMs);
  if (unfinished.length > 0 || (code !== 0 && !hasLingered && record.failures.length === 0)) {
    const end = isStuck ? `did not end in ${limitMs / 1000} s` : `ended with ${how}`;
    const file = unfinished[0] ?? files[0]!;
    record.failures.push({ file, name: 'the file', why: `Its process ${end}, and said:\n${output()}` });
  }
  shareOut(record, wallMs, cpuMs);
  return record;
}

function argumentsFor(files: readonly string[], bundle: TestBundle, pattern: string | undefined): string[] {
  const scripts = JSON.stringify(files.map((file) => [file, bundle.scriptOf(file)]));
  return [
    '--enable-source-maps',
    ...['--import', bundle.counter, '--test-reporter', bundle.reporter],
    ...(pattern === undefined ? [] : ['--test-name-pattern', pattern]),
    ...[bundle.runner, scripts],
  ];
}

/** The process told what it used as a whole: each file gets its part, and a file alone its start as well. */
function shareOut({ files }: RunRecord, wallMs: number, cpuMs: number): void {
  const whole = files.reduce((sum, file) => sum + file.wallMs, 0) || 1;
  for (const file of files) {
    const part = file.wallMs / whole;
    file.wallMs = Math.round(part * wallMs);
    file.cpuMs = Math.round(part * cpuMs);
  }
}

function outcomeOf({ name, outcome, why, isSuite }: ToldTest): TestOutcome {
  return { file: '', name, outcome, assertions: 0, ...(why ? { why } : {}), ...(isSuite ? { isSuite } : {}) };
}

/** Where in the test file it failed, and the message. */
function failureOf(file: string, { name, failure }: ToldTest): TestFailure {
  const { message, stack } = failure!;
  const own = file.replace(/^.*\//, '');
  const at = stack.indexOf(`/${own}:`);
  const line = at < 0 ? null : /^\d+/.exec(stack.slice(at + own.length + 2));
  const calls = [...stack.matchAll(/^ +at .*$/gm)]
    .map(([call]) => call.trim())
    .filter((call) => !/node:|node_modules/.test(call));
  return { file, name, why: `${line ? `${own}:${line[0]}: ` : ''}${message}`, calls };
}

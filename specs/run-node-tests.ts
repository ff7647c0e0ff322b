/**
 * Runs every Node test below the given folders: `tsx specs/run-node-tests.ts [--test-name-pattern P] folder…`. With
 * `--suite NAME` it also leaves a record of what each test did, for `test:rules`.
 */
import { relative, resolve, sep } from 'node:path';
import { Transform } from 'node:stream';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findFiles } from './find-files.js';
import { readAssertionNote } from './test-run/assertion-note.js';
import { summariseFailures, type TestFailure } from './test-run/summarise-failures.js';
import { type TestOutcome, writeRecord } from './test-run/test-record.js';

const E2E = resolve('specs/e2e');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'test-name-pattern': { type: 'string' },
    concurrency: { type: 'string', default: '2' },
    suite: { type: 'string' },
  },
});

const roots = positionals.map((root) => resolve(root));
const files = (await Promise.all(roots.map(testsBelow))).flat();
if (files.length === 0) {
  console.error(`No *.test.ts file was found below ${positionals.join(', ') || '(no folder was named)'}.`);
  process.exit(1);
}

const tests: TestOutcome[] = [];
const failures: TestFailure[] = [];
const started = performance.now();
const pattern = values['test-name-pattern'];
// Each file gets a process of its own, which inherits these from this one: how to read TypeScript, and now how to count.
process.execArgv.push('--import', new URL('./test-run/count-assertions.ts', import.meta.url).href);
const results = run({
  files,
  concurrency: Number(values.concurrency),
  // Per file: a stuck one must not hold the run for ever, and the longest takes minutes on a busy machine.
  timeout: 1_500_000,
  ...(pattern ? { testNamePatterns: [pattern] } : {}),
});

interface Reported {
  name: string;
  file?: string | undefined;
  details: { type?: string | undefined; error?: Error | undefined };
  skip?: string | boolean | undefined;
  todo?: string | boolean | undefined;
}

results.on('test:fail', (test: Reported) => {
  if (test.skip === undefined && test.todo === undefined) process.exitCode = 1;
  note(test, 'failed');
  noteFailure(test);
});
results.on('test:pass', (test: Reported) => note(test, 'passed'));
// A test's diagnostics come right after its outcome. They are heard here and not where they are printed, which may be
// far behind: what a file has told while it waited for a slower one before it comes all at once.
results.on('test:diagnostic', ({ message, file }: { message: string; file?: string | undefined }) => {
  const made = readAssertionNote(message);
  const test = made === null ? undefined : tests.findLast((one) => one.file === fromRoot(file ?? ''));
  if (test && made !== null) test.assertions = made;
});

/** A suite mostly fails because something in it did, which is counted already; a skipped one hides what is in it. */
function note({ name, file, details, skip, todo }: Reported, outcome: 'passed' | 'failed'): void {
  const isSuite = details.type === 'suite';
  if (isSuite && skip === undefined) return;
  tests.push({
    file: file ? fromRoot(file) : '',
    name,
    outcome: skip !== undefined ? 'skipped' : todo !== undefined ? 'todo' : outcome,
    assertions: 0,
    ...(typeof skip === 'string' && skip !== '' ? { why: skip } : {}),
    ...(isSuite ? { isSuite } : {}),
  });
}

/** A suite whose tests have failed has nothing to add. */
function noteFailure({ name, file, details: { error } }: Reported): void {
  if (!error || Reflect.get(error, 'failureType') === 'subtestsFailed') return;
  const { cause } = error;
  const told = cause instanceof Error ? cause : error;
  const [, where] = /\/([^/()]+\.test\.ts:\d+)/.exec(told.stack ?? '') ?? [];
  const why = `${where ? `${where}: ` : ''}${cause === undefined || cause instanceof Error ? told.message : String(cause)}`;
  failures.push({ file: fromRoot(file ?? ''), name, why });
}

/** Our notes are not for people. */
const withoutNotes = new Transform({
  objectMode: true,
  transform(event: { type: string; data: { message?: string } }, _encoding, next) {
    const isNote = event.type === 'test:diagnostic' && readAssertionNote(event.data.message ?? '') !== null;
    if (isNote) next();
    else next(null, event);
  },
});

const printed = results.pipe(withoutNotes).compose(new spec());
printed.pipe(process.stdout);
printed.once('end', async () => {
  const seconds = Math.round((performance.now() - started) / 1000);
  const passed = count('passed');
  const summary = `${files.length} files: ${passed} passed, ${count('failed')} failed, ${count('skipped')} skipped, ${count('todo')} to do, ${seconds} s`;
  const closing = `node tests in ${summary}`;
  // Part of a suite shows part of what it can, so only a whole one is recorded.
  if (values.suite && !pattern) await writeRecord(process.cwd(), { suite: values.suite, closing, tests });
  if (passed === 0) {
    console.error('No test passed: the run counts as failed.');
    process.exitCode = 1;
  }
  console.log(closing);
  if (failures.length > 0) console.log(summariseFailures(failures));
  // Every file is done. A process that one of them left may still hold a pipe to us, and is not waited for.
  process.exit();
});

function count(outcome: TestOutcome['outcome']): number {
  return tests.filter((test) => test.outcome === outcome && !test.isSuite).length;
}

function fromRoot(file: string): string {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  return relative(process.cwd(), path).split(sep).join('/');
}

/** End-to-end tests need a build and a browser, so they run only when they are asked for by name. */
async function testsBelow(root: string): Promise<string[]> {
  const wantsE2e = !relative(E2E, root).startsWith('..');
  const found = await findFiles(root, (path) => path.endsWith('.test.ts'));
  return wantsE2e ? found : found.filter((path) => !path.startsWith(E2E));
}

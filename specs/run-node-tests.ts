/** Runs every Node test below the given folders: `tsx specs/run-node-tests.ts [--test-name-pattern P] folder…`. */
import { relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { findFiles } from './find-files.js';

const E2E = resolve('specs/e2e');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'test-name-pattern': { type: 'string' }, concurrency: { type: 'string', default: '2' } },
});

const roots = positionals.map((root) => resolve(root));
const files = (await Promise.all(roots.map(testsBelow))).flat();
if (files.length === 0) {
  console.error(`No *.test.ts file was found below ${positionals.join(', ') || '(no folder was named)'}.`);
  process.exit(1);
}

const counts = { passed: 0, failed: 0, skipped: 0, todo: 0 };
const started = performance.now();
const pattern = values['test-name-pattern'];
// Each file gets a process of its own, which inherits from this one how to read TypeScript.
const results = run({
  files,
  concurrency: Number(values.concurrency),
  timeout: 600_000,
  ...(pattern ? { testNamePatterns: [pattern] } : {}),
});
results.on('test:fail', ({ details, skip, todo }) => {
  if (skip !== undefined || todo !== undefined) return;
  process.exitCode = 1;
  // A suite mostly fails because something in it did, which is counted already.
  if (details.type !== 'suite') counts.failed += 1;
});
results.on('test:pass', ({ details, skip, todo }) => {
  if (details.type === 'suite') return;
  counts[skip !== undefined ? 'skipped' : todo !== undefined ? 'todo' : 'passed'] += 1;
});
results.compose(new spec()).pipe(process.stdout);
results.once('end', () => {
  const seconds = Math.round((performance.now() - started) / 1000);
  const { passed, failed, skipped, todo } = counts;
  const summary = `${files.length} files: ${passed} passed, ${failed} failed, ${skipped} skipped, ${todo} to do, ${seconds} s`;
  process.once('exit', () => console.log(`node tests in ${summary}`));
  if (passed > 0) return;
  console.error('No test passed: the run counts as failed.');
  process.exitCode = 1;
});

/** End-to-end tests need a build and a browser, so they run only when they are asked for by name. */
async function testsBelow(root: string): Promise<string[]> {
  const wantsE2e = !relative(E2E, root).startsWith('..');
  const found = await findFiles(root, (path) => path.endsWith('.test.ts'));
  return wantsE2e ? found : found.filter((path) => !path.startsWith(E2E));
}

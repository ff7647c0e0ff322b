/**
 * Runs tests of all suites: `npm test` runs everything and judges the rules, `npm test -- server/git` what is below a
 * folder, `npm test -- server/git/git.test.ts -t GT3` one test of a file.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readSources } from './read-sources.js';
import { type Choice, testsFor } from './test-run/changed-tests.js';
import { writeCosts } from './test-run/costs.js';
import { changedFiles } from './test-run/git-changes.js';
import { ImportGraph } from './test-run/import-graph.js';
import { judgeRun } from './test-run/judge-run.js';
import { countOf, summary } from './test-run/progress.js';
import { runTests } from './test-run/run.js';
import { findTests, IS_TEST, SOURCES, SUITES, suiteOf } from './test-run/test-files.js';
import { watchSources } from './test-run/watch-sources.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    suite: { type: 'string', multiple: true },
    'test-name-pattern': { type: 'string', short: 't' },
    /** Only tests that can notice what has changed since a commit. */
    changed: { type: 'boolean', default: false },
    since: { type: 'string', default: 'HEAD' },
    /** Again for each change, until it is stopped. */
    watch: { type: 'boolean', default: false },
    /** End-to-end tests from the sources, without a build. */
    dev: { type: 'boolean', default: false },
    /** So many seconds a file may take. */
    limit: { type: 'string', default: '600' },
    /** Leaves what became of each test in a file. */
    record: { type: 'string' },
    /** Renews what is known of the cost of each file. */
    costs: { type: 'boolean', default: false },
  },
});

const root = process.cwd();
const pattern = values['test-name-pattern'];
const suites = values.suite ?? SUITES;
const unknown = suites.filter((suite) => !SUITES.some((known) => known === suite));
if (unknown.length > 0) fail(`There is no suite ${unknown.join(', ')}: there are ${SUITES.join(', ')}.`);
const isChosen = values.changed || values.watch;
// Part of the tests shows part of the rules, so only a whole run is judged by them.
const isWhole = positionals.length === 0 && values.suite === undefined && pattern === undefined && !isChosen;

if (values.watch) {
  const changes = watchSources(root);
  console.log('Waiting for changes.');
  for await (const changed of changes) {
    const choices = await noticing(changed);
    if (choices.length > 0) await run(choices);
    console.log('Waiting for changes.');
  }
}
const chosen = values.changed ? await noticing(await changedFiles(root, values.since)) : await asked();
if (values.changed && chosen.length === 0) {
  console.log(`No test can notice what has changed since ${values.since}. --since main compares with another commit.`);
  process.exit(0);
}
if (chosen.length === 0) fail(`There is no test file at ${positionals.join(', ') || root}.`);
process.exit((await run(chosen)) ? 0 : 1);

async function asked(): Promise<Pick<Choice, 'file' | 'isNear'>[]> {
  const files = (await findTests(root, positionals)).filter((file) => suites.includes(suiteOf(file)));
  return files.map((file) => ({ file, isNear: false }));
}

/** The tests that can notice changes of these files; says why those are. */
async function noticing(changed: readonly string[]): Promise<Choice[]> {
  const [tests, graph] = await Promise.all([
    readSources(SOURCES, (path) => IS_TEST.test(path), root),
    ImportGraph.read(root),
  ]);
  const choices = testsFor(changed, tests, graph).filter(({ file }) => suites.includes(suiteOf(file)));
  for (const { file, why } of choices) console.log(`${file}: ${why}`);
  return choices;
}

async function run(chosen: readonly Pick<Choice, 'file' | 'isNear'>[]): Promise<boolean> {
  const begun = performance.now();
  const record = await runTests({
    root,
    files: chosen.map(({ file }) => file),
    urgent: new Set(chosen.filter(({ isNear }) => isNear).map(({ file }) => file)),
    pattern,
    limitMs: Number(values.limit) * 1000,
    isDev: values.dev,
    withCheck: isWhole,
  });
  if (values.record) await writeFile(values.record, JSON.stringify(record));
  if (values.costs) await writeCosts(root, record.files);
  const judgement = isWhole ? await judgeRun(root, record.tests) : { problems: [], lines: [] };
  for (const line of [...judgement.lines, ...judgement.problems]) console.log(line);
  for (const line of summary(record, performance.now() - begun)) console.log(line);
  const passed = countOf(record.tests, 'passed');
  if (passed === 0) console.error('No test passed: the run counts as failed.');
  return passed > 0 && record.failures.length === 0 && judgement.problems.length === 0;
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

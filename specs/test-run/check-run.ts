/**
 * Holds what the suites of `npm test` showed against the rules: `tsx specs/test-run/check-run.ts suite…`, in the folder
 * of the project. Only a complete run can show every rule, so a suite that left no record fails it.
 */
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { BUDGETS } from '../bench/budgets.js';
import { findFiles } from '../find-files.js';
import { type SourceFile, statedRules } from '../spec-rules.js';
import { judgeRules } from './judge-rules.js';
import { isHere } from './places.js';
import { readRecord, type SuiteRecord } from './test-record.js';

const root = process.cwd();
const suites = process.argv.slice(2);
const records = (await Promise.all(suites.map((suite) => readRecord(root, suite)))).filter((found) => found !== null);
const missing = suites.filter((suite) => !records.some((record) => record.suite === suite));

if (missing.length > 0) {
  console.error(`The rules were not judged: there is no complete run of ${missing.join(', ')}. \`npm test\` runs all.`);
  process.exitCode = 1;
} else {
  await judge(records);
}

async function judge(run: readonly SuiteRecord[]): Promise<void> {
  const pages = await textsOf('specs', (path) => /^specs\/[^/]+\.md$/.test(path));
  const folders = ['server', 'webapp', 'specs'];
  const sources = await Promise.all(folders.map((folder) => textsOf(folder, (path) => /[.-]test\.ts$/.test(path))));
  const { problems, notShownHere, shown, measured } = judgeRules({
    rules: pages.flatMap(statedRules),
    tests: run.flatMap(({ tests }) => tests),
    sources: sources.flat(),
    hasBudget: (id) => Object.keys(BUDGETS).some((budget) => budget === id || budget.startsWith(`${id}-`)),
    isHere,
  });
  for (const sentence of notShownHere) console.log(sentence);
  for (const sentence of problems) console.error(sentence);
  if (problems.length > 0) process.exitCode = 1;
  const elsewhere = notShownHere.length > 0 ? `, ${notShownHere.length} not shown here` : '';
  console.log(`rules: ${shown} shown by tests that passed, ${measured} measured by the benchmark${elsewhere}`);
  console.log(problems.length > 0 ? `${problems.length} problems` : 'every rule is accounted for');
  for (const { closing } of run) console.log(closing);
}

async function textsOf(folder: string, isWanted: (path: string) => boolean): Promise<SourceFile[]> {
  const found = await findFiles(join(root, folder), () => true);
  const paths = found.map((path) => relative(root, path).split(sep).join('/')).filter(isWanted);
  return await Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })));
}

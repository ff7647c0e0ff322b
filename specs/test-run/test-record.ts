import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What became of one test, or of a suite that was skipped as a whole. */
export interface TestOutcome {
  /** Its file, from the project's root, with `/`. */
  file: string;
  name: string;
  outcome: 'passed' | 'failed' | 'skipped' | 'todo';
  assertions: number;
  /** Why it was skipped, if the test says so. */
  why?: string;
  isSuite?: true;
}

/** What one of the suites of `npm test` did. */
export interface SuiteRecord {
  suite: string;
  /** The runner's last line, with its counts. */
  closing: string;
  tests: TestOutcome[];
}

/** Where the suites of one `npm test` leave what they did, below the project's root. `npm test` begins with it empty. */
export const RECORDS = 'node_modules/.cache/test-run';

export async function writeRecord(root: string, record: SuiteRecord): Promise<void> {
  await mkdir(join(root, RECORDS), { recursive: true });
  await writeFile(join(root, RECORDS, `${record.suite}.json`), JSON.stringify(record));
}

/** What a suite did, or null when it has not run to its end. */
export async function readRecord(root: string, suite: string): Promise<SuiteRecord | null> {
  try {
    return JSON.parse(await readFile(join(root, RECORDS, `${suite}.json`), 'utf8')) as SuiteRecord;
  } catch {
    return null;
  }
}

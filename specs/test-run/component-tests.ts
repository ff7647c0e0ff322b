import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Processes } from './processes.js';
import type { RunRecord, TestFailure } from './test-record.js';

export interface ComponentTests {
  root: string;
  files: readonly string[];
  pattern: string | undefined;
  /** Where the runner leaves what became of them. */
  recordFile: string;
  /** Hears of failures as soon as their file is through. */
  onFailed(failures: readonly TestFailure[]): void;
  env: NodeJS.ProcessEnv;
  processes: Processes;
}

/** Runs test files of elements in a browser, by the runner's own process. */
export async function runComponentTests(run: ComponentTests): Promise<RunRecord> {
  const { root, files, pattern, recordFile, onFailed, env, processes } = run;
  await mkdir(dirname(recordFile), { recursive: true });
  const begun = performance.now();
  const program = join(root, 'node_modules/@web/test-runner/dist/bin.js');
  const words = [program, '--config', 'specs/wtr.config.mjs', '--files', ...files];
  const { child, output, ended } = processes.start(process.execPath, words, {
    cwd: root,
    withIpc: true,
    env: { ...env, TEST_RUN_RECORD: recordFile, TEST_NAME_PATTERN: pattern },
  });
  child.on('message', (failures) => onFailed(failures as TestFailure[]));
  const { code, how } = await ended;
  const record = (await readFile(recordFile, 'utf8').then(JSON.parse, () => null)) as RunRecord | null;
  const { tests, failures, files: told } = record ?? { tests: [], failures: [], files: [] };
  if (!record || (code !== 0 && failures.length === 0)) {
    const why = `The runner ended with ${how}, and said:\n${output()}`;
    failures.push({ file: files[0]!, name: 'the runner', why });
  }
  return { tests, failures, files: costsOf(told, performance.now() - begun) };
}

/** Several files run at once in one browser, which nobody can ask what a page used: the whole time is shared out. */
function costsOf(told: RunRecord['files'], wallMs: number): RunRecord['files'] {
  const sum = told.reduce((whole, file) => whole + file.wallMs, 0) || 1;
  return told.map(({ file, wallMs: own }) => {
    const part = Math.round((own / sum) * wallMs);
    return { file, suite: 'components', wallMs: part, cpuMs: part };
  });
}

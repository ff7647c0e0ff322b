import { READING } from '../git/git-env.js';
import { GitRunner, WITHOUT_HOOKS } from '../git/git-runner.js';
import { type GroupGuard, watchdogGuard } from '../processes/process-guard.js';
import { FileCollector, type ListedFiles, MADE_FOLDERS } from './listed-files.js';

/** How long git may take, and how long it may say nothing: what a folder has it read may be a pipe without a writer. */
const LIMITS = { wholeMs: 30_000, silentMs: 10_000 };
const OUTPUT_BYTES = 256 * 1024 * 1024;

/** Only names are asked for: a comparison of contents would run the folder's filters. */
const ARGUMENTS = [
  ...WITHOUT_HOOKS,
  'ls-files',
  '--cached',
  '--others',
  '--exclude-standard',
  '-z',
  ...MADE_FOLDERS.map((name) => `--exclude=${name}/`),
];

/** The search for files lives in a thread, which has nobody's guard but its own, and one folder. */
let guard: GroupGuard | null = null;
let known: GitRunner | null = null;

function runnerOf(folder: string): GitRunner {
  guard ??= watchdogGuard();
  if (known?.folder !== folder) known = new GitRunner(folder, { env: process.env, guard });
  return known;
}

interface ListOptions {
  wholeMs?: number;
  silentMs?: number;
  /** Ends git; there is no answer then. */
  signal?: AbortSignal;
}

/** The files that git counts to a folder: those it tracks, and those that are new and not ignored. Null where git has no answer. */
export async function listByGit(folder: string, options: ListOptions = {}): Promise<ListedFiles | null> {
  const { wholeMs, silentMs, signal: stop } = { ...LIMITS, ...options };
  const runner = runnerOf(folder);
  const names = new NameReader();
  const enough = new AbortController();
  const limits = { wholeMs, silentMs, outputBytes: OUTPUT_BYTES };
  const onOutput = (bytes: Buffer) => {
    names.push(bytes);
    if (names.collector.isFull) enough.abort();
  };
  const call = {
    args: ARGUMENTS,
    env: READING,
    limits,
    signal: stop ? AbortSignal.any([stop, enough.signal]) : enough.signal,
    onOutput,
  };
  const result = await runner.run(call).catch(() => null);
  const { collector } = names;
  const { isFull } = collector;
  if (isFull) collector.stopHere();
  const { files } = collector;
  // A folder that git knows nothing of may be one that it ignores as a whole.
  return (result?.exitCode === 0 || isFull) && files.paths.length + files.leftOut > 0 ? files : null;
}

/** Takes names apart that end with a NUL, however they are torn. */
class NameReader {
  readonly collector = new FileCollector();
  #rest: Buffer = Buffer.alloc(0);

  push(bytes: Buffer): void {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    let start = 0;
    for (let end = all.indexOf(0); end >= 0; end = all.indexOf(0, start)) {
      this.collector.add(all.subarray(start, end));
      start = end + 1;
    }
    this.#rest = all.subarray(start);
  }
}

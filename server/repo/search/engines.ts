import { Worker } from 'node:worker_threads';
import { repoFault, troubleOf } from '../../git/repo-fault.js';
import { pathText } from '../../git/split-records.js';
import type { GroupGuard } from '../../processes/process-guard.js';
import { runProgram } from '../../processes/run-program.js';
import type { FileHit, SearchQuery } from '../../protocol/api/search.js';
import type { Clock } from '../../protocol/clock.js';
import { own } from '../../protocol/own.js';
import type { WorkRoot } from '../changes/work-root.js';
import { cutLine, plainRanges } from './cut-line.js';
import { GrepReader } from './grep-reader.js';

const WHOLE_MS = 120_000;
const OUTPUT_BYTES = 256 * 1024 * 1024;
const MEMORY_MB = 256;
/** A line of output that is longer is of no use to a person. */
const LINE_BYTES = 1024 * 1024;
const SAID_CHARS = 1_000;

/** A search that runs. Hits are taken as they come. */
export interface EngineRun {
  readonly root: WorkRoot;
  readonly query: SearchQuery;
  readonly signal: AbortSignal;
  take(hit: FileHit): void;
}

/** What programs need to run. */
export interface EngineParts {
  readonly env: NodeJS.ProcessEnv;
  readonly guard: GroupGuard;
  readonly clock: Clock;
}

/** Looks with ripgrep. Its own settings are left out, so nothing that a folder or a person has set runs. */
export async function searchByRipgrep(program: string, run: EngineRun, parts: EngineParts): Promise<void> {
  const { text, isRegex, isWord, isCase, include, exclude } = run.query;
  const flags = [
    ...['--json', '--no-config', '--hidden', '--no-require-git', '--max-filesize=16M', '--max-columns=0'],
    ...(isRegex ? [] : ['--fixed-strings']),
    ...(isWord ? ['--word-regexp'] : []),
    isCase ? '--case-sensitive' : '--ignore-case',
    ...include.flatMap((glob) => ['--glob', anchored(glob)]),
    ...exclude.flatMap((glob) => ['--glob', `!${anchored(glob)}`]),
    ...['--glob', '!.git'],
  ];
  const known = ['PATH', 'HOME', 'XDG_CONFIG_HOME'].flatMap((name) => {
    const value = own(parts.env, name);
    return value === undefined ? [] : [[name, value]];
  });
  const lines = new LineReader((line) => {
    const hit = readRipgrep(line);
    if (hit) run.take(hit);
  });
  const result = await runProgram({
    command: program,
    args: [...flags, '--regexp', text, '--', '.'],
    cwd: run.root.folder,
    env: { ...Object.fromEntries(known), LC_ALL: 'C.UTF-8' },
    guard: parts.guard,
    clock: parts.clock,
    limits: { wholeMs: WHOLE_MS, outputBytes: OUTPUT_BYTES },
    signal: run.signal,
    onOutput: (bytes) => lines.push(bytes),
  });
  if (result.end === 'too_long') throw repoFault({ code: 'too_slow', seconds: WHOLE_MS / 1000 });
  const said = result.errors.toString('utf8').trim();
  // With 2 it may also only have been unable to read a file.
  const isBad = result.end === 'exit' && result.exitCode === 2 && /regex|pattern|glob/i.test(said);
  if (isBad) throw badPattern(said);
}

/** A glob with a slash in it begins at the root, as it does for git. */
function anchored(glob: string): string {
  const plain = glob.replace(/^\.\//, '/');
  return plain.includes('/') && !plain.startsWith('/') && !plain.startsWith('**') && !/^[^/]*\/$/.test(plain)
    ? `/${plain}`
    : plain;
}

interface RipgrepMatch {
  readonly type: string;
  readonly data?: {
    readonly path?: { readonly text?: string };
    readonly lines?: { readonly text?: string };
    readonly line_number?: number;
    readonly submatches?: readonly { readonly start: number; readonly end: number }[];
  };
}

/** A hit from a line of `--json`; names and lines that are not text are left out. */
function readRipgrep(line: string): FileHit | null {
  if (!line.startsWith('{"type":"match"')) return null;
  const { data } = JSON.parse(line) as RipgrepMatch;
  const [path, text] = [data?.path?.text, data?.lines?.text];
  if (path === undefined || text === undefined) return null;
  const bytes = Buffer.from(text);
  const at = (offset: number) => bytes.toString('utf8', 0, offset).length;
  const isPlain = bytes.length === text.length;
  const ranges = (data?.submatches ?? []).slice(0, 50).map(({ start, end }): [number, number] => {
    return isPlain ? [start, end] : [at(start), at(end)];
  });
  return { path: path.replace(/^\.\//, ''), line: data?.line_number ?? 1, ...cutLine(text, ranges) };
}

/** Looks with git, in a repository or in any folder. */
export async function searchByGit(run: EngineRun, isFit: (path: string) => boolean, isPerl = true): Promise<void> {
  const { root, query, signal } = run;
  const repository = await root.repositoryIfAny();
  const lines = new GrepReader(({ path, line, column, text }) => {
    const inRoot = repository ? repository.outside(path) : path;
    const name = inRoot && pathText(inRoot)?.replace(/^\.\//, '');
    if (!name || !isFit(name)) return;
    // What a pattern has found is not looked for again here: a bad one could take for ever.
    const ranges = query.isRegex ? [] : plainRanges(text, query.text, query.isCase);
    const start = Buffer.from(text).toString('utf8', 0, column - 1).length;
    const cut = cutLine(text, ranges.length > 0 ? ranges : [[start, start]]);
    run.take({ path: name, line, ...cut });
  }, LINE_BYTES);
  const flags = [
    ...['--line-number', '--column', '-z', '-I', '--no-color', '--no-recurse-submodules', '--full-name'],
    query.isRegex ? (isPerl ? '--perl-regexp' : '--extended-regexp') : '--fixed-strings',
    ...(query.isWord ? ['--word-regexp'] : []),
    ...(query.isCase ? [] : ['--ignore-case']),
  ];
  const call = {
    limits: { wholeMs: WHOLE_MS, outputBytes: OUTPUT_BYTES },
    answers: [0, 1],
    signal,
    onOutput: (bytes: Buffer) => lines.push(bytes),
  };
  try {
    if (repository) {
      const args = ['grep', '--untracked', ...flags, '-e', query.text, ...repository.limitArgs];
      await repository.worktree({ ...call, args });
    } else {
      const inFolder = ['grep', '--no-index', '--exclude-standard', ...flags, '-e', query.text, '--', '.'];
      await root.runner.output({ ...call, args: ['-c', 'core.hooksPath=/dev/null', ...inFolder] });
    }
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble?.code === 'stopped' && signal.aborted) return;
    if (trouble?.code === 'git' && isPerl && query.isRegex && /USE_LIBPCRE|Perl-compatible/.test(trouble.output)) {
      return searchByGit(run, isFit, false);
    }
    if (trouble?.code === 'git' && query.isRegex) throw badPattern(trouble.output);
    throw error;
  }
}

/** What the walker is given, and what it says. */
export interface WalkerTask {
  readonly folder: string;
  readonly query: SearchQuery;
}
export type WalkerNews = { hits: FileHit[] } | { problem: string } | { isEnd: true };

/** Looks with a walker of ours, in its own thread, which is ended where an expression takes too long. */
export function searchByWalking(script: URL, run: EngineRun, clock: Clock): Promise<void> {
  const task: WalkerTask = { folder: run.root.folder, query: run.query };
  const worker = new Worker(script, {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  worker.unref();
  return new Promise<void>((resolve, reject) => {
    const cancel = clock.after(WHOLE_MS, () => reject(repoFault({ code: 'too_slow', seconds: WHOLE_MS / 1000 })));
    const stop = () => resolve();
    run.signal.addEventListener('abort', stop);
    worker.on('message', (news: WalkerNews) => {
      if ('hits' in news) for (const hit of news.hits) run.take(hit);
      else if ('problem' in news) reject(badPattern(news.problem));
      else resolve();
    });
    worker.on('error', reject);
    worker.on('exit', () => resolve());
    if (run.signal.aborted) resolve();
    worker.once('exit', () => {
      cancel();
      run.signal.removeEventListener('abort', stop);
    });
  }).finally(() => worker.terminate());
}

function badPattern(said: string): Error {
  return repoFault({ code: 'bad_pattern', said: said.slice(0, SAID_CHARS) });
}

/** Takes bytes apart into lines. */
class LineReader {
  readonly #onLine: (line: string) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(bytes: Buffer): void {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    let at = 0;
    for (let end = all.indexOf(10); end >= 0; end = all.indexOf(10, at)) {
      if (end - at <= LINE_BYTES) this.#onLine(all.toString('utf8', at, end));
      at = end + 1;
    }
    const rest = all.subarray(at);
    // The rest of a line that is too long is dropped with its end.
    this.#rest = rest.length > LINE_BYTES ? Buffer.from(rest.subarray(0, LINE_BYTES + 1)) : Buffer.from(rest);
  }
}

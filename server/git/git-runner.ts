import { stat } from 'node:fs/promises';
import type { GroupGuard } from '../processes/process-guard.js';
import { type RunLimits, type RunPlan, type RunResult, runProgram } from '../processes/run-program.js';
import type { RepoTrouble } from '../protocol/api/repo-trouble.js';
import { type Clock, systemClock } from '../protocol/clock.js';
import { gitEnv, reachingEnv } from './git-env.js';
import { repoFault } from './repo-fault.js';

const OLDEST = [2, 31] as const;
const MEGABYTE = 1024 * 1024;
const OUTPUT_CHARS = 4_000;

/** What a call may take unless it says otherwise. */
export const GIT_LIMITS = {
  read: { wholeMs: 20_000, outputBytes: 64 * MEGABYTE },
  write: { wholeMs: 20_000, outputBytes: 16 * MEGABYTE },
  task: { wholeMs: 600_000, outputBytes: 16 * MEGABYTE },
  network: { wholeMs: 600_000, silentMs: 180_000, outputBytes: 16 * MEGABYTE },
} as const satisfies Record<string, RunLimits>;

/**
 * Said on every call. Hooks come back only where a person has trusted the repository; the others are never wanted: what
 * watches, pages, checks signatures or tidies up by itself.
 */
const ALWAYS = [
  '--no-pager',
  ...[
    'core.fsmonitor=false',
    'core.untrackedCache=false',
    'core.pager=cat',
    'core.askPass=false',
    'log.showSignature=false',
    // A diff would write the index, also in calls that only look.
    'diff.autoRefreshIndex=false',
    // Other repositories in the folder have settings of their own: git never enters one.
    'submodule.recurse=false',
    'submodule.propagateBranches=false',
    'diff.ignoreSubmodules=dirty',
    'diff.submodule=short',
    'status.submoduleSummary=false',
    'fetch.recurseSubmodules=false',
    'push.recurseSubmodules=no',
    'gc.auto=0',
    'maintenance.auto=false',
    'advice.detachedHead=false',
  ].flatMap((setting) => ['-c', setting]),
];
/** Who gives passwords out is asked only on the way to another machine. */
const WITHOUT_HELPERS = ['-c', 'credential.helper='] as const;
export const WITHOUT_HOOKS = ['-c', 'core.hooksPath=/dev/null'] as const;

/** What git runs in. */
export interface GitSurroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly guard: GroupGuard;
  readonly clock?: Clock;
}

/** One call of git. */
export interface GitCall extends Partial<Pick<RunPlan, 'input' | 'signal' | 'onOutput' | 'onErrors' | 'onNotes'>> {
  readonly args: readonly string[];
  /** The folder itself unless it says otherwise. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: RunLimits;
  /** Output that passes its limit is cut there, and is an answer. */
  readonly mayBeCut?: boolean;
  /** It reaches another machine, with what the person has set for that. */
  readonly isReaching?: boolean;
  /** Exit codes that are answers; only 0 unless it says otherwise. */
  readonly answers?: readonly number[];
}

/** The only one who starts git: for one folder, with what every call has in common. */
export class GitRunner {
  readonly folder: string;
  readonly clock: Clock;
  readonly #around: GitSurroundings;
  readonly #env: Record<string, string>;
  #checked: Promise<void> | null = null;

  /** The folder is a real path. */
  constructor(folder: string, around: GitSurroundings) {
    this.folder = folder;
    this.clock = around.clock ?? systemClock;
    this.#around = around;
    this.#env = gitEnv(around.env, folder);
  }

  /** Runs git to its end, whatever that is; rejects if there is no git that could run here. */
  async run(call: GitCall): Promise<RunResult> {
    this.#checked ??= this.#checkVersion();
    try {
      await this.#checked;
    } catch (error) {
      // It may be installed by the next time.
      this.#checked = null;
      throw error;
    }
    return this.#start(call);
  }

  /** The output of a call that must succeed. */
  async output(call: GitCall): Promise<Buffer> {
    const result = await this.run(call);
    const isCut = call.mayBeCut === true && result.end === 'too_much';
    const isAnswer = result.end === 'exit' && (call.answers ?? [0]).includes(result.exitCode ?? -1);
    if (!isAnswer && !isCut) throw repoFault(failureOf(result, call));
    return result.output;
  }

  async #start({
    args,
    cwd = this.folder,
    env = {},
    limits = GIT_LIMITS.read,
    isReaching = false,
    ...rest
  }: GitCall): Promise<RunResult> {
    const { guard } = this.#around;
    const reaching = isReaching ? reachingEnv(this.#around.env) : {};
    const surroundings = { cwd, env: { ...this.#env, ...reaching, ...env }, guard, clock: this.clock, limits };
    const common = [...ALWAYS, ...(isReaching ? [] : WITHOUT_HELPERS)];
    try {
      return await runProgram({ command: 'git', args: [...common, ...args], ...surroundings, ...rest });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'EACCES') throw error;
      // The system says the same of a missing program and a missing folder.
      const isThere = await stat(cwd).then(
        (about) => about.isDirectory(),
        () => false,
      );
      throw repoFault({ code: isThere ? 'no_git' : 'gone' });
    }
  }

  async #checkVersion(): Promise<void> {
    const { output } = await this.#start({ args: ['--version'] });
    const version = /^git version (\S+)/.exec(output.toString('utf8'))?.[1] ?? '?';
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const isNew = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
    if (!isNew) throw repoFault({ code: 'old_git', version, needed: OLDEST.join('.') });
  }
}

/** What a call that failed says about it. */
export function failureOf(
  { end, output, errors }: RunResult,
  { args, limits = GIT_LIMITS.read }: GitCall,
): RepoTrouble {
  const said = errors.toString('utf8').trim();
  if (end === 'too_long') return { code: 'too_slow', seconds: limits.wholeMs / 1000 };
  if (end === 'silent') return { code: 'too_slow', seconds: (limits.silentMs ?? limits.wholeMs) / 1000 };
  if (end === 'stopped') return { code: 'stopped' };
  if (end === 'too_much') return { code: 'too_large', path: '', bytes: limits.outputBytes, most: limits.outputBytes };
  const owned = /detected dubious ownership in repository at '(.*)'/s.exec(said)?.[1];
  if (owned !== undefined) return { code: 'owner', path: owned };
  if (/not a git repository/i.test(said)) return { code: 'not_repo' };
  if (/must be run in a work tree/.test(said)) return { code: 'bare' };
  const lock = /(?:Unable to create|could not lock|cannot lock).*?'([^']*)'/s.exec(said)?.[1];
  if (lock !== undefined && /\.lock'|File exists|Another git process/.test(said)) return { code: 'locked', lock };
  const words = (said || output.toString('utf8').trim()).slice(-OUTPUT_CHARS);
  return { code: 'git', command: args.find((arg) => /^[a-z]/.test(arg)) ?? '', output: words };
}

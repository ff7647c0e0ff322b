import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { partsOf } from '../paths/edit-inside.js';
import { readPlainFile } from '../paths/plain-file.js';
import type { RunResult } from '../processes/run-program.js';
import type { GitOperation } from '../protocol/api/repo-trouble.js';
import { READING, WRITING } from './git-env.js';
import { failureOf, GIT_LIMITS, type GitCall, type GitRunner, WITHOUT_HOOKS } from './git-runner.js';
import { repoFault, troubleOf } from './repo-fault.js';
import {
  type ConfigEntry,
  fingerprintOf,
  type HookFile,
  neutralArgs,
  parseGitConfig,
  programEntries,
  readHooks,
} from './repo-programs.js';
import { WriteQueue } from './write-queue.js';

/** How long a write tries again where another git holds the lock, and how often. */
const LOCK_MS = 2_000;
const LOCK_STEP_MS = 100;

/** Whether a person has said yes to the programs with this print. */
export type IsTrusted = (fingerprint: string) => boolean;

/** What a repository would run by itself. */
export interface RepoPrograms {
  /** Settings of the repository that name programs. */
  readonly keys: readonly ConfigEntry[];
  /** Its own hooks; those of a folder that the person has set for all repositories are the person's. */
  readonly hooks: readonly HookFile[];
  readonly fingerprint: string;
  readonly isTrusted: boolean;
}

/** A call, besides what the profile brings. */
export interface RepoCall extends Omit<GitCall, 'cwd'> {
  /** The call takes paths, and not patterns, in any case, and does not want to hear that it should. */
  readonly isPlain?: boolean;
}

/** What a write may make run: the filters of files, hooks and signing as well, or also what leads to another machine. */
export type WriteKind = 'plain' | 'filters' | 'commit' | 'network';

/** The settings that have a part in each. */
const PARTS: Readonly<Record<Exclude<WriteKind, 'plain'>, RegExp>> = {
  filters: /^filter\./,
  commit: /^(filter|gpg|hook)\.|^core\.hookspath$/,
  network:
    /^(gpg|hook|credential|remote|url|protocol)\.|^core\.(hookspath|sshcommand|gitproxy|askpass|alternaterefscommand)$/,
};

interface KnownConfig {
  readonly print: string;
  readonly entries: readonly ConfigEntry[];
}

/** All repositories of this server: two roots in one of them share its queue of writes. */
const queues = new Map<string, WriteQueue>();

/**
 * A repository as one root sees it. Each call has a profile: *objects* reads only what git has stored and runs nothing;
 * *worktree* reads files too, with the repository's own filters off unless it is trusted; *write* changes something,
 * and is refused if the repository's own programs would have a part in it and nobody trusts them; *network* reaches
 * another machine, which the others never do.
 */
export class Repository {
  /** Where its files begin. */
  readonly top: string;
  /** The root as seen from there: empty, or a path that ends with a slash. */
  readonly prefix: string;
  readonly gitDir: string;
  readonly commonDir: string;
  readonly queue: WriteQueue;
  readonly #runner: GitRunner;
  readonly #isTrusted: IsTrusted;
  #config: KnownConfig | null = null;
  #reading: { readonly print: string; readonly entries: Promise<readonly ConfigEntry[]> } | null = null;

  private constructor(
    runner: GitRunner,
    isTrusted: IsTrusted,
    places: Record<'top' | 'prefix' | 'gitDir' | 'commonDir', string>,
  ) {
    this.#runner = runner;
    this.#isTrusted = isTrusted;
    this.top = places.top;
    this.prefix = places.prefix;
    this.gitDir = places.gitDir;
    this.commonDir = places.commonDir;
    this.queue = queues.get(this.commonDir) ?? new WriteQueue();
    queues.set(this.commonDir, this.queue);
  }

  /** The repository that the runner's folder is in. */
  static async open(runner: GitRunner, isTrusted: IsTrusted): Promise<Repository> {
    const ask = async (...questions: string[]) => {
      const output = await runner.output({ args: [...WITHOUT_HOOKS, 'rev-parse', ...questions], env: READING });
      return output.toString('utf8').replace(/\n$/, '');
    };
    if ((await ask('--is-inside-work-tree')) !== 'true') throw repoFault({ code: 'bare' });
    const questions = ['--show-toplevel', '--absolute-git-dir', '--git-common-dir'];
    const answers = (await ask(...questions)).split('\n');
    // A folder's name may hold a line break: then one question each.
    const isClear = answers.length === questions.length;
    const [shown, gitDir, common] = isClear ? answers : await Promise.all(questions.map((each) => ask(each)));
    if (shown === undefined || gitDir === undefined || common === undefined) throw repoFault({ code: 'not_repo' });
    const top = await realpath(shown);
    if (!(await leadsTo(top, gitDir))) throw repoFault({ code: 'elsewhere', path: top });
    const below = relative(top, runner.folder);
    if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) {
      throw repoFault({ code: 'elsewhere', path: top });
    }
    const prefix = below === '' ? '' : `${below}/`;
    const commonDir = await realpath(resolve(runner.folder, common));
    return new Repository(runner, isTrusted, { top, prefix, gitDir: await realpath(gitDir), commonDir });
  }

  /** What git calls a path that a tab has named; refused where it would lead out of the root. */
  named(path: string): string {
    try {
      partsOf(Buffer.from(path));
    } catch {
      throw repoFault({ code: 'outside', path });
    }
    return `${this.prefix}${path}`;
  }

  /** What git calls a path of the root. */
  inside(path: Buffer): Buffer {
    return this.prefix === '' ? path : Buffer.concat([Buffer.from(this.prefix), path]);
  }

  /** What the root calls a path of git; null if it is not in the root. */
  outside(path: Buffer): Buffer | null {
    const prefix = Buffer.from(this.prefix);
    return path.subarray(0, prefix.length).equals(prefix) ? path.subarray(prefix.length) : null;
  }

  /** The last arguments of a call that is about the root and nothing above it. */
  get limitArgs(): string[] {
    return ['--', this.prefix === '' ? '.' : this.prefix];
  }

  /** Reads what git has stored. */
  objects(call: RepoCall): Promise<Buffer> {
    const literal = call.isPlain ? [] : ['--literal-pathspecs'];
    return this.#succeed({ ...call, args: [...WITHOUT_HOOKS, ...literal, ...call.args] }, READING);
  }

  /** Reads files too. */
  async worktree(call: RepoCall): Promise<Buffer> {
    const args = [...WITHOUT_HOOKS, '--literal-pathspecs', ...(await this.#neutral()), ...call.args];
    return this.#succeed({ ...call, args }, READING);
  }

  /** Writes. Where another git holds the lock, it tries again for a while; the lock is never removed. */
  async write(call: RepoCall, kind: WriteKind = 'plain'): Promise<Buffer> {
    await this.demandTrust(kind);
    const args = [...WITHOUT_HOOKS, '--literal-pathspecs', ...(await this.#neutral()), ...call.args];
    return this.#patiently(() => this.#succeed({ limits: GIT_LIMITS.write, ...call, args }, WRITING));
  }

  /** Writes as git does in a terminal, hooks and all, once they are trusted. */
  async writeWithHooks(call: RepoCall, mayHook: boolean): Promise<RunResult> {
    const { isTrusted, hooks } = await this.programs();
    const isSafe = mayHook && (isTrusted || hooks.length === 0);
    const args = [...(isSafe ? [] : WITHOUT_HOOKS), ...(await this.#neutral()), ...call.args];
    return this.#runner.run({
      limits: GIT_LIMITS.task,
      ...call,
      args,
      cwd: this.top,
      env: { ...WRITING, ...call.env },
    });
  }

  /** Writes as git does in a terminal, once that is trusted, and waits a while where another git holds the lock. */
  async act(call: RepoCall): Promise<RunResult> {
    await this.demandTrust('commit');
    const deadline = this.#runner.clock.now() + LOCK_MS;
    for (;;) {
      const result = await this.writeWithHooks(call, true);
      const isLocked = result.exitCode !== 0 && failureOf(result, call).code === 'locked';
      if (!isLocked || this.#runner.clock.now() >= deadline) return result;
      await this.#waitAStep();
    }
  }

  /** Reaches another machine, with what the person has set for that; the repository's own programs need a yes first. */
  async network(call: RepoCall): Promise<RunResult> {
    await this.demandTrust('network');
    return this.#runner.run({ limits: GIT_LIMITS.network, ...call, isReaching: true, cwd: this.top });
  }

  /** Refuses what the repository's own programs would have a part in, unless they are trusted. */
  async demandTrust(kind: WriteKind, mayHook = true): Promise<void> {
    if (kind === 'plain') return;
    const { keys, hooks, fingerprint, isTrusted } = await this.programs();
    if (isTrusted) return;
    const ran = keys.filter(({ key }) => PARTS[kind].test(key) && (mayHook || !/hook/.test(key)));
    const run = kind !== 'filters' && mayHook ? hooks : [];
    if (ran.length === 0 && run.length === 0) return;
    const names = [...new Set(ran.map(({ key }) => key))];
    throw repoFault({ code: 'untrusted', fingerprint, keys: names, hooks: run.map(({ name }) => name) });
  }

  /** What the repository would run, looked at anew. */
  async programs(): Promise<RepoPrograms> {
    const entries = await this.#entries();
    const keys = programEntries(entries);
    const path = entries.findLast(({ key }) => key === 'core.hookspath');
    const isTheirs = path === undefined || path.scope === 'local' || path.scope === 'worktree';
    const place = path && isTheirs ? resolve(this.top, path.value.replace(/^~(?=\/)/, process.env.HOME ?? '~')) : null;
    const hooks = isTheirs ? await readHooks(place ?? join(this.commonDir, 'hooks')) : [];
    const fingerprint = fingerprintOf(keys, hooks);
    const isTrusted = (keys.length > 0 || hooks.length > 0) && this.#isTrusted(fingerprint);
    return { keys, hooks, fingerprint, isTrusted };
  }

  /** What was begun and not ended, e.g. by a conflict. */
  async operation(): Promise<GitOperation | null> {
    const marks: [string, GitOperation][] = [
      ['rebase-merge', 'rebase'],
      ['rebase-apply', 'rebase'],
      ['MERGE_HEAD', 'merge'],
      ['CHERRY_PICK_HEAD', 'cherry_pick'],
      ['REVERT_HEAD', 'revert'],
      ['BISECT_LOG', 'bisect'],
    ];
    for (const [name, operation] of marks) {
      if (await lstat(join(this.gitDir, name)).catch(() => null)) return operation;
    }
    return null;
  }

  async #neutral(): Promise<string[]> {
    const args = neutralArgs(await this.#entries());
    return args.length === 0 || (await this.programs()).isTrusted ? [] : args;
  }

  /** The settings; read anew when a file that they stand in is another one, or may be. */
  async #entries(): Promise<readonly ConfigEntry[]> {
    const files = [join(this.commonDir, 'config'), join(this.gitDir, 'config.worktree')];
    const stats = await Promise.all(files.map((file) => lstat(file, { bigint: true }).catch(() => null)));
    const print = stats.map((about) => about && `${about.ino}:${about.ctimeNs}:${about.size}`).join(' ');
    if (this.#config?.print === print) return this.#config.entries;
    // Two that ask at the same time need one answer.
    if (this.#reading?.print === print) return this.#reading.entries;
    const reading = { print, entries: this.#readConfig(print) };
    this.#reading = reading;
    return reading.entries.finally(() => {
      if (this.#reading === reading) this.#reading = null;
    });
  }

  async #readConfig(print: string): Promise<readonly ConfigEntry[]> {
    const args = [...WITHOUT_HOOKS, 'config', '--list', '-z', '--show-scope'];
    const entries = parseGitConfig(await this.#succeed({ args }, READING)).filter(({ scope }) => scope !== 'command');
    const reachesOut = entries.some(({ scope, key }) => scope !== 'system' && /^include(if)?\./.test(key));
    this.#config = reachesOut ? null : { print, entries };
    return entries;
  }

  #succeed(call: RepoCall, env: Readonly<Record<string, string>>): Promise<Buffer> {
    return this.#runner.output({ ...call, cwd: this.top, env: { ...env, ...call.env } });
  }

  #waitAStep(): Promise<void> {
    return new Promise((done) => this.#runner.clock.after(LOCK_STEP_MS, done));
  }

  async #patiently<T>(act: () => Promise<T>): Promise<T> {
    const { clock } = this.#runner;
    const deadline = clock.now() + LOCK_MS;
    for (;;) {
      try {
        return await act();
      } catch (error) {
        if (troubleOf(error)?.code !== 'locked' || clock.now() >= deadline) throw error;
        await this.#waitAStep();
      }
    }
  }
}

/** Whether the files at this place are those of this repository, by the `.git` that stands there. */
async function leadsTo(top: string, gitDir: string): Promise<boolean> {
  const place = join(top, '.git');
  const about = await lstat(place).catch(() => null);
  if (!about) return false;
  const target = about.isFile() ? /^gitdir: (.*?)\n?$/s.exec(readPlainFile(place))?.[1] : place;
  const real = target === undefined ? null : await realpath(resolve(top, target)).catch(() => null);
  return real !== null && real === (await realpath(gitDir).catch(() => null));
}

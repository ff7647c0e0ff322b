import { lstat, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { partsOf } from '../paths/edit-inside.js';
import { readPlainFile } from '../paths/plain-file.js';
import type { RunResult } from '../processes/run-program.js';
import type { GitOperation } from '../protocol/api/repo-trouble.js';
import { ELSEWHERE_ONLY, READING, WRITING } from './git-env.js';
import { failureOf, GIT_LIMITS, type GitCall, type GitRunner, WITHOUT_HOOKS } from './git-runner.js';
import { findLeadsOut, findSteps, type RepositoryPlaces } from './leads-out.js';
import { type GuardedAct, type JudgedSetting, judgeSettings, splitKey } from './local-settings.js';
import { demandPlainFiles, demandPlainFilesOf, demandPlainNamed } from './odd-files.js';
import { repoFault, troubleOf } from './repo-fault.js';
import { type ConfigEntry, fingerprintOf, type HookFile, parseGitConfig, readHooks } from './repo-programs.js';
import type { ScreenedDir } from './screened-dir.js';
import { splitRecords } from './split-records.js';
import { WriteQueue } from './write-queue.js';

/** How long a write tries again where another git holds the lock, and how often. */
const LOCK_MS = 2_000;
const LOCK_STEP_MS = 100;

/** Whether a person has said yes to the programs with this print. */
export type IsTrusted = (fingerprint: string) => boolean;

/** What a repository brings that git would act on. */
export interface RepoPrograms {
  /** Settings of the repository that lead to programs, other machines or files elsewhere, and its own files that do. */
  readonly keys: readonly JudgedSetting[];
  /** Its own hooks; those of a folder that the person has set for all repositories are the person's. */
  readonly hooks: readonly HookFile[];
  readonly fingerprint: string;
  readonly isTrusted: boolean;
}

/** A way to a remote. */
export interface Reach {
  /** As git is told it. */
  readonly remote: string;
  /** The machine that it is at, for people; null if it is this one. */
  readonly host: string | null;
  /** What is sent takes other settings than what is fetched. */
  readonly isPush: boolean;
  /** Only the person's own settings count, not those that the repository brings. */
  readonly ownSettings: boolean;
}

/** A call, besides what the profile brings. */
export interface RepoCall extends Omit<GitCall, 'cwd'> {
  /** The call takes paths, and not patterns, in any case, and does not want to hear that it should. */
  readonly isPlain?: boolean;
}

const EVERY_ACT: readonly GuardedAct[] = ['plain', 'filters', 'commit', 'merge', 'network'];

/** The hooks that git runs on the way to another machine. */
const NETWORK_HOOKS = /^(pre-push|reference-transaction)$/;

type GitEnv = Readonly<Record<string, string>>;

interface KnownConfig {
  readonly print: string;
  readonly entries: readonly ConfigEntry[];
}

/** What a repository is opened with. */
export interface RepositoryOptions {
  readonly isTrusted: IsTrusted;
  readonly screened: ScreenedDir;
}

/** All repositories of this server: two roots in one of them share its queue of writes. */
const queues = new Map<string, WriteQueue>();

/**
 * A repository as one root sees it. Each call has a profile: *objects* reads only what git has stored and runs nothing;
 * *worktree* reads files too, with the repository's own filters off unless it is trusted; *write* changes something,
 * and is refused if the repository's own programs would have a part in it and nobody trusts them; *network* reaches
 * another machine, which the others never do. Before it is trusted, git sees only the repository's plain settings.
 */
export class Repository implements RepositoryPlaces {
  /** Where its files begin. */
  readonly top: string;
  /** The root as seen from there: empty, or a path that ends with a slash. */
  readonly prefix: string;
  readonly gitDir: string;
  readonly commonDir: string;
  readonly queue: WriteQueue;
  readonly #runner: GitRunner;
  readonly #isTrusted: IsTrusted;
  readonly #screened: ScreenedDir;
  #config: KnownConfig | null = null;
  #reading: { readonly print: string; readonly entries: Promise<readonly ConfigEntry[]> } | null = null;

  private constructor(
    runner: GitRunner,
    { isTrusted, screened }: RepositoryOptions,
    places: RepositoryPlaces & { readonly prefix: string },
  ) {
    this.#runner = runner;
    this.#isTrusted = isTrusted;
    this.#screened = screened;
    this.top = places.top;
    this.prefix = places.prefix;
    this.gitDir = places.gitDir;
    this.commonDir = places.commonDir;
    this.queue = queues.get(this.commonDir) ?? new WriteQueue();
    queues.set(this.commonDir, this.queue);
  }

  /** The repository that the runner's folder is in. */
  static async open(runner: GitRunner, options: RepositoryOptions): Promise<Repository> {
    await demandPlainFilesOf(runner.folder);
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
    return new Repository(runner, options, { top, prefix, gitDir: await realpath(gitDir), commonDir });
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
  async objects(call: RepoCall): Promise<Buffer> {
    const literal = call.isPlain ? [] : ['--literal-pathspecs'];
    const args = [...WITHOUT_HOOKS, ...literal, ...call.args];
    return this.#view(false, (env) => this.#succeed({ ...call, args }, { ...READING, ...env }));
  }

  /** Reads files too. */
  async worktree(call: RepoCall): Promise<Buffer> {
    const args = [...WITHOUT_HOOKS, '--literal-pathspecs', ...call.args];
    return this.#view(true, (env) => this.#succeed({ ...call, args }, { ...READING, ...env }));
  }

  /** Writes. Where another git holds the lock, it tries again for a while; the lock is never removed. */
  async write(call: RepoCall, kind: GuardedAct = 'plain'): Promise<Buffer> {
    await this.demandTrust(kind);
    const args = [...WITHOUT_HOOKS, '--literal-pathspecs', ...call.args];
    const write = (env: GitEnv) => this.#succeed({ limits: GIT_LIMITS.write, ...call, args }, { ...WRITING, ...env });
    return this.#view(true, (env) => this.#patiently(() => write(env)));
  }

  /** Writes the repository's settings, with commands of git that run nothing else. */
  async writeSettings(call: RepoCall): Promise<RunResult> {
    await this.demandTrust('plain');
    await demandPlainFiles(this);
    const args = [...WITHOUT_HOOKS, ...call.args];
    return this.#runner.run({
      limits: GIT_LIMITS.write,
      ...call,
      args,
      cwd: this.top,
      env: { ...WRITING, ...call.env },
    });
  }

  /** Writes as git does in a terminal, hooks and all, once they are trusted. */
  async writeWithHooks(call: RepoCall, mayHook: boolean): Promise<RunResult> {
    const [hooks, { isTrusted }] = await Promise.all([this.#hooksPlace(), this.programs()]);
    const isSafe = mayHook && (isTrusted || !hooks.isTheirs);
    const args = [...(isSafe ? [] : WITHOUT_HOOKS), ...call.args];
    const outside = await this.#outsideSubmodules();
    const run = (env: GitEnv) => this.#runner.run({ limits: GIT_LIMITS.task, ...call, args, cwd: this.top, env });
    return this.#view(true, (env) => run({ ...WRITING, ...env, ...outside, ...call.env }));
  }

  /** Writes as git does in a terminal, once that is trusted, and waits a while where another git holds the lock. */
  async act(call: RepoCall, kind: 'commit' | 'merge' = 'commit'): Promise<RunResult> {
    await this.demandTrust(kind);
    const deadline = this.#runner.clock.now() + LOCK_MS;
    for (;;) {
      const result = await this.writeWithHooks(call, true);
      const isLocked = result.exitCode !== 0 && failureOf(result, call).code === 'locked';
      if (!isLocked || this.#runner.clock.now() >= deadline) return result;
      await this.#waitAStep();
    }
  }

  /**
   * Reaches another machine, with what the person has set for that. What the repository itself has set counts only when it
   * is trusted, and not when the person goes without.
   */
  async network(call: RepoCall, reach: Reach): Promise<RunResult> {
    await this.demandReach(reach);
    const { isTrusted } = await this.programs();
    await demandPlainFiles(this);
    const plan = { limits: GIT_LIMITS.network, ...call, isReaching: true, cwd: this.top };
    if (isTrusted && !reach.ownSettings) return this.#runner.run(plan);
    const { isTheirs } = await this.#hooksPlace();
    const args = [...(isTheirs ? WITHOUT_HOOKS : []), ...call.args];
    // Another remote could be one that git takes missing objects from.
    const isMeant = ({ key }: ConfigEntry) => splitKey(key).section !== 'remote' || concerns(key, reach);
    const run = (env: GitEnv) => this.#runner.run({ ...plan, args, env: { ...ELSEWHERE_ONLY, ...env, ...call.env } });
    return this.#behindScreen(run, isMeant);
  }

  /** Refuses what the repository's own programs would have a part in, unless they are trusted. */
  async demandTrust(kind: GuardedAct, mayHook = true): Promise<void> {
    const { keys, hooks, fingerprint, isTrusted } = await this.programs();
    if (isTrusted) return;
    const ran = keys.filter((entry) => asksFor(entry, kind) && (mayHook || !/hook/.test(entry.key)));
    const run = (kind === 'commit' || kind === 'merge') && mayHook ? hooks : [];
    if (ran.length > 0 || run.length > 0) throw untrusted(fingerprint, ran, run);
  }

  /** Refuses to reach a remote if the repository's own settings or hooks would have a part in it, unless they are trusted or left out. */
  async demandReach(reach: Reach): Promise<void> {
    const { keys, hooks, fingerprint, isTrusted } = await this.programs();
    if (isTrusted) return;
    const asking = keys.filter((entry) => asksFor(entry, 'network') && concerns(entry.key, reach));
    // These can't be left out: they are where the remote is, and where git writes what it fetched.
    const firm = asking.filter(({ key, isPlain }) => isPlain || key.startsWith('.git'));
    const run = hooks.filter(({ name }) => NETWORK_HOOKS.test(name));
    const [named, ran] = reach.ownSettings ? [firm, []] : [asking, run];
    if (named.length === 0 && ran.length === 0) return;
    throw untrusted(fingerprint, named, ran, { host: reach.host, canGoWithout: firm.length === 0 });
  }

  /** The settings that git has here, the person's own among them. */
  async settings(): Promise<readonly ConfigEntry[]> {
    return this.#entries();
  }

  /** What the repository brings, looked at anew. */
  async programs(): Promise<RepoPrograms> {
    const entries = await this.#entries();
    const own = judgeSettings(entries);
    const hasWorktree = own.some(({ key }) => key === 'core.worktree');
    const [leads, steps, place] = await Promise.all([
      findLeadsOut(this, hasWorktree),
      findSteps(this.gitDir),
      this.#hooksPlace(),
    ]);
    // A file of the repository that leads elsewhere is in the way of every write.
    const files = [...leads, ...steps].map((entry) => ({ ...entry, isPlain: false, asks: EVERY_ACT }));
    const keys = [...own.filter(({ asks }) => asks.length > 0), ...files];
    const hooks = place.isTheirs ? await readHooks(place.folder) : [];
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

  /** Where hooks are, and whether they come with the repository. */
  async #hooksPlace(): Promise<{ folder: string; isTheirs: boolean }> {
    const path = (await this.#entries()).findLast(({ key }) => key === 'core.hookspath');
    if (!path) return { folder: join(this.commonDir, 'hooks'), isTheirs: true };
    const value = path.value.replace(/^~(?=\/)/, process.env.HOME ?? '~');
    const isOwn = path.scope === 'local' || path.scope === 'worktree';
    // A path that isn't absolute leads into the repository, also if the person has set it.
    return { folder: resolve(this.top, value), isTheirs: isOwn || !isAbsolute(value) };
  }

  /** Runs a call so that git sees the repository's settings as far as it may: trust opens more, where it has a part in the call. */
  async #view<T>(mayTrust: boolean, run: (env: GitEnv) => Promise<T>): Promise<T> {
    const entries = await this.#entries();
    await Promise.all([demandPlainFiles(this), demandPlainNamed(entries, this.top)]);
    const areAllPlain = judgeSettings(entries).every(({ isPlain }) => isPlain);
    if (areAllPlain || (mayTrust && (await this.programs()).isTrusted)) return run({});
    return this.#behindScreen(run);
  }

  /**
   * An environment in which git doesn't look for changes inside of submodules, where it would run their own filters. What
   * `.gitmodules` says of one comes before the setting for all, so each is named.
   */
  async #outsideSubmodules(): Promise<GitEnv> {
    const file = join(this.top, '.gitmodules');
    const isThere = await lstat(file).catch(() => null);
    const list = (...from: string[]) =>
      this.objects({ args: ['config', ...from, '--name-only', '-z', '--list'] }).catch(() => Buffer.alloc(0));
    const lists = isThere
      ? [list('--file', file)]
      : [list('--blob', ':.gitmodules'), list('--blob', 'HEAD:.gitmodules')];
    const keys = (await Promise.all(lists)).flatMap(splitRecords).map((key) => splitKey(key.toString('utf8')));
    const names = new Set(keys.flatMap(({ section, sub }) => (section === 'submodule' && sub !== null ? [sub] : [])));
    // By variables, because a name can hold a "=", at which `-c` would cut it.
    const settings = [...names].flatMap((name, n) => [
      [`GIT_CONFIG_KEY_${n}`, `submodule.${name}.ignore`],
      [`GIT_CONFIG_VALUE_${n}`, 'dirty'],
    ]);
    return { ...Object.fromEntries(settings), GIT_CONFIG_COUNT: String(names.size) };
  }

  async #behindScreen<T>(
    run: (env: GitEnv) => Promise<T>,
    isMeant: (entry: ConfigEntry) => boolean = () => true,
  ): Promise<T> {
    const entries = (await this.#entries()).filter(isMeant);
    return this.#screened.with(this.commonDir, entries, (folder) =>
      run({ GIT_DIR: this.gitDir, GIT_COMMON_DIR: folder, GIT_WORK_TREE: this.top }),
    );
  }

  /** The settings; read anew when a file that they stand in is another one, or may be. */
  async #entries(): Promise<readonly ConfigEntry[]> {
    const files = [join(this.commonDir, 'config'), join(this.gitDir, 'config.worktree')];
    // Where a link leads, and whether it is one: that file may be another one without a sign here.
    const stats = await Promise.all(
      files.flatMap((file) => [lstat, stat].map((look) => look(file, { bigint: true }).catch(() => null))),
    );
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
    await demandPlainFilesOf(this.top);
    const args = [...WITHOUT_HOOKS, 'config', '--list', '-z', '--show-scope'];
    const entries = parseGitConfig(await this.#succeed({ args }, READING)).filter(({ scope }) => scope !== 'command');
    const reachesOut = entries.some(({ scope, key }) => scope !== 'system' && /^include(if)?\./.test(key));
    this.#config = reachesOut ? null : { print, entries };
    return entries;
  }

  #succeed(call: RepoCall, env: GitEnv): Promise<Buffer> {
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

/** Whether an act waits for trust because of this. */
function asksFor({ asks }: JudgedSetting, kind: GuardedAct): boolean {
  return asks.includes(kind) || (kind === 'merge' && asks.includes('commit'));
}

/** Whether a setting has a part in the way to this remote: one for another remote, or for the other direction, has none. */
function concerns(key: string, { remote, isPush }: Reach): boolean {
  const { section, sub, name } = splitKey(key);
  if (section !== 'remote' || sub === null) return true;
  return sub === remote && name !== (isPush ? 'uploadpack' : 'receivepack') && (isPush || name !== 'pushurl');
}

function untrusted(
  fingerprint: string,
  keys: readonly ConfigEntry[],
  hooks: readonly HookFile[],
  reach?: { host: string | null; canGoWithout: boolean },
): Error {
  const names = [...new Set(keys.map(({ key }) => key))];
  const named = { fingerprint, keys: names, hooks: hooks.map(({ name }) => name) };
  return repoFault({ code: 'untrusted', ...named, ...(reach && { reach }) });
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

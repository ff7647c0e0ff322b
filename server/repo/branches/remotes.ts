import { GIT_LIMITS } from '../../git/git-runner.js';
import { splitKey } from '../../git/local-settings.js';
import { findNestedPrograms } from '../../git/nested-programs.js';
import { parseRemote } from '../../git/remote-place.js';
import { repoFault } from '../../git/repo-fault.js';
import type { Reach, Repository } from '../../git/repository.js';
import type { PullWay, PushOptions, PushPlan, ReachOptions, RemoteFacts } from '../../protocol/api/branches.js';
import type { RepoTrouble } from '../../protocol/api/repo-trouble.js';
import { findMergeBase } from '../changes/branch-changes.js';
import { resolveCommit } from '../changes/file-versions.js';
import { HookNotes } from '../changes/hook-notes.js';
import type { Tasks, TaskVoice } from '../changes/tasks.js';
import type { WorkRoot } from '../changes/work-root.js';
import { currentBranchName, followUpstream } from './branch-acts.js';
import { actTrouble, demandSuccess, hasSucceeded, networkTrouble, saidBy } from './git-says.js';
import { commitsBetween } from './list-commits.js';
import { pullRequestLink, shownAddress } from './remote-address.js';

/** Where a branch is elsewhere. */
interface Upstream {
  readonly branch: string;
  readonly remote: string;
  /** Its full name there. */
  readonly ref: string;
  /** Our copy of it, e.g. `refs/remotes/origin/main`; null if nothing follows it. */
  readonly tracking: string | null;
  readonly isSet: boolean;
}

interface Remote extends RemoteFacts {
  /** As it is. */
  readonly address: string;
}

/** Who began it, and what follows its end. */
interface NetworkAct {
  readonly device: string;
  onEnd(): void;
}

/** Fetches, pulls and pushes: each is a task, and reaches other machines with what the person has set for that. */
export class Remotes {
  readonly #root: WorkRoot;
  readonly #tasks: Tasks;

  constructor(root: WorkRoot, tasks: Tasks) {
    this.#root = root;
    this.#tasks = tasks;
  }

  async list(): Promise<RemoteFacts[]> {
    const remotes = await readRemotes(await this.#root.repository());
    return remotes.map(({ name, url }) => ({ name, url }));
  }

  /** What a push of the current branch would do. */
  async plan(): Promise<PushPlan> {
    const repository = await this.#root.repository();
    const up = await findUpstream(repository);
    const oid = await resolveCommit(repository, 'HEAD');
    if (!oid) throw repoFault({ code: 'no_commit' });
    const remoteOid = up.tracking && (await resolveCommit(repository, up.tracking));
    // What is on no branch of the remote yet is what a new branch would bring.
    const known = remoteOid ? [remoteOid] : await remoteTips(repository, up.remote);
    const [added, lost, remotes] = await Promise.all([
      commitsBetween(repository, oid, known),
      remoteOid ? commitsBetween(repository, remoteOid, [oid]) : { commits: [], total: 0 },
      readRemotes(repository),
    ]);
    const address = remotes.find(({ name }) => name === up.remote)?.address ?? '';
    const remoteBranch = up.ref.replace(/^refs\/heads\//, '');
    const isMain = up.tracking !== null && (await remoteHead(repository, up.remote)) === up.tracking;
    const pullRequest = isMain ? null : pullRequestLink(address, remoteBranch);
    return { branch: up.branch, oid, remote: up.remote, remoteBranch, remoteOid, added, lost, pullRequest };
  }

  /** Fetches from a remote, or from that of the current branch. */
  async fetch(remote: string | null, options: ReachOptions, { device, onEnd }: NetworkAct): Promise<string> {
    const repository = await this.#root.repository();
    const reach = await findReach(repository, remote ?? (await anyRemote(repository)), options);
    await repository.demandReach(reach);
    return this.#begin({ kind: 'fetch', remote: reach.remote }, { device, onEnd }, async (voice) => {
      await fetchFrom(repository, reach, voice);
    });
  }

  /** Fetches, and brings the current branch up to its upstream. */
  async pull(way: PullWay, options: ReachOptions, { device, onEnd }: NetworkAct): Promise<string> {
    const repository = await this.#root.repository();
    const operation = await repository.operation();
    if (operation) throw repoFault({ code: 'operation', operation });
    const up = await findUpstream(repository);
    if (!up.isSet || !up.tracking) throw repoFault({ code: 'no_upstream', branch: up.branch });
    const reach = await findReach(repository, up.remote, options);
    await repository.demandReach(reach);
    await repository.demandTrust('merge');
    const about = { kind: 'pull', remote: up.remote, branch: up.branch } as const;
    return this.#begin(about, { device, onEnd }, async (voice) => {
      await fetchFrom(repository, reach, voice);
      await repository.queue.run(() => join(repository, up, way, voice));
    });
  }

  /** Sends the current branch to its upstream, or makes it one. Only with the commit that it replaces is anything lost there. */
  async push({ replaces, ...options }: PushOptions, { device, onEnd }: NetworkAct): Promise<string> {
    const repository = await this.#root.repository();
    const up = await findUpstream(repository);
    const reach = await findReach(repository, up.remote, options, true);
    await repository.demandReach(reach);
    if (!(await resolveCommit(repository, 'HEAD'))) throw repoFault({ code: 'no_commit' });
    const lease = replaces === undefined ? [] : [`--force-with-lease=${up.ref}:${replaces}`];
    const flags = ['--porcelain', '--progress', '--recurse-submodules=no', '--no-follow-tags', ...lease];
    const about = { kind: 'push', remote: up.remote, branch: up.branch } as const;
    return this.#begin(about, { device, onEnd }, async (voice) => {
      const refs = `refs/heads/${up.branch}:${up.ref}`;
      const { result, hook } = await callOut(repository, ['push', ...flags, '--', up.remote, refs], reach, voice);
      if (hasSucceeded(result)) {
        if (!up.isSet) await setUpstream(repository, up);
        return;
      }
      if (result.end === 'exit' && hook) throw repoFault({ code: 'hook', hook, output: saidBy(result) });
      const rejected = rejection(result.output.toString('utf8'), up, saidBy(result));
      throw repoFault(rejected ?? networkTrouble(result, up.remote, GIT_LIMITS.network));
    });
  }

  #begin(
    about: { kind: 'fetch' | 'pull' | 'push'; remote: string; branch?: string },
    { device, onEnd }: NetworkAct,
    work: (voice: TaskVoice) => Promise<void>,
  ): string {
    return this.#tasks.begin({ ...about, rootId: this.#root.id, device }, async (voice) => {
      try {
        await work(voice);
        return {};
      } finally {
        onEnd();
      }
    });
  }
}

async function callOut(repository: Repository, args: readonly string[], reach: Reach, voice: TaskVoice) {
  const notes = new HookNotes((name) => voice.hook(name));
  const call = {
    args,
    env: { GIT_TRACE2_EVENT: '3' },
    signal: voice.signal,
    onErrors: (bytes: Buffer) => voice.output(bytes),
    onNotes: (bytes: Buffer) => notes.push(bytes),
  };
  const result = await repository.network(call, reach);
  return { result, hook: notes.failed };
}

async function fetchFrom(repository: Repository, reach: Reach, voice: TaskVoice): Promise<void> {
  const args = ['fetch', '--progress', '--no-recurse-submodules', '--no-auto-maintenance', '--', reach.remote];
  const { result } = await callOut(repository, args, reach, voice);
  if (!hasSucceeded(result)) throw repoFault(networkTrouble(result, reach.remote, GIT_LIMITS.network));
}

/** The way to a remote by its name; refused if git has none of that name. */
async function findReach(repository: Repository, name: string, options: ReachOptions, isPush = false): Promise<Reach> {
  const remote = (await readRemotes(repository)).find((each) => each.name === name);
  if (!remote) throw repoFault({ code: 'no_remote' });
  const settings = isPush ? await repository.settings() : [];
  const address = settings.find(({ key }) => key === `remote.${name}.pushurl`)?.value ?? remote.address;
  const host = parseRemote(address)?.host ?? null;
  return { remote: name, host, isPush, ownSettings: options.ownSettings === true };
}

/** Has the branch follow the one that it was pushed to. */
async function setUpstream(repository: Repository, { branch, remote, ref }: Upstream): Promise<void> {
  const copy = `refs/remotes/${remote}/${branch}`;
  if (await resolveCommit(repository, copy)) return followUpstream(repository, branch, copy);
  // Git makes no copies of this remote's branches.
  const set = (name: string, value: string) => ['config', '--replace-all', `branch.${branch}.${name}`, value];
  for (const args of [set('remote', remote), set('merge', ref)]) {
    await demandSuccess(repository, await repository.writeSettings({ args }), 'config');
  }
}

/** Brings the branch and its upstream together, which was fetched just now. */
async function join(repository: Repository, up: Upstream, way: PullWay, voice: TaskVoice): Promise<void> {
  if ((await currentBranchName(repository)) !== up.branch) throw repoFault({ code: 'stale', paths: [] });
  const target = up.tracking && (await resolveCommit(repository, up.tracking));
  if (!target) throw repoFault({ code: 'no_upstream', branch: up.branch });
  const counted = await repository.objects({ args: ['rev-list', '--left-right', '--count', `HEAD...${target}`, '--'] });
  const [ahead = 0, behind = 0] = counted.toString('latin1').trim().split('\t').map(Number);
  if (behind === 0) return;
  const upstream = up.tracking!.replace(/^refs\/remotes\//, '');
  if (ahead > 0 && way === 'forward') {
    throw repoFault({ code: 'diverged', branch: up.branch, upstream, ahead, behind });
  }
  const notes = new HookNotes((name) => voice.hook(name));
  const isRebase = way === 'rebase' && ahead > 0;
  const args = isRebase
    ? ['rebase', '--no-autostash', '--no-update-refs', target]
    : ['merge', ...(ahead > 0 ? ['--no-edit', '-m', `Merge ${upstream} into ${up.branch}`] : ['--ff-only']), target];
  const nested = args[0] === 'merge' && ahead > 0 ? await findNestedPrograms(repository) : [];
  if (nested.length > 0) throw repoFault({ code: 'nested_programs', paths: nested });
  const call = {
    args: ['-c', 'core.quotePath=false', '-c', 'user.useConfigOnly=true', ...args],
    env: { GIT_TRACE2_EVENT: '3' },
    signal: voice.signal,
    onErrors: (bytes: Buffer) => voice.output(bytes),
    onNotes: (bytes: Buffer) => notes.push(bytes),
  };
  const result = await repository.act(call, 'merge');
  voice.output(result.output);
  if (!hasSucceeded(result)) {
    const base = await findMergeBase(repository, 'HEAD', target);
    const way = base === null ? null : ([base, target] as const);
    throw repoFault(await actTrouble(repository, result, args[0]!, { hook: notes.failed, way }));
  }
}

/** Why the remote did not take a branch, from what `push --porcelain` prints; null if it was not asked. */
function rejection(printed: string, { remote, branch }: Upstream, output: string): RepoTrouble | null {
  const line = printed.split('\n').find((each) => each.startsWith('!'));
  if (!line) return null;
  const why = /stale info/.test(line) ? 'moved' : /fetch first|non-fast-forward/.test(line) ? 'behind' : 'refused';
  return { code: 'rejected', remote, branch, why, output };
}

/** The current branch and where it is elsewhere, or where it would be. */
async function findUpstream(repository: Repository): Promise<Upstream> {
  const branch = await currentBranchName(repository);
  if (branch === null) throw repoFault({ code: 'detached' });
  const fields = ['%(upstream:remotename)', '%(upstream:remoteref)', '%(upstream)'].join('%00');
  const args = ['for-each-ref', `--format=${fields}`, `refs/heads/${branch}`];
  const [line = ''] = (await repository.objects({ args })).toString('utf8').split('\n');
  const [named = '', ref = '', tracking = ''] = line.split('\0');
  const remotes = await readRemotes(repository);
  if (remotes.some(({ name }) => name === named) && ref !== '') {
    return { branch, remote: named, ref, tracking: tracking || null, isSet: true };
  }
  const remote = await anyRemote(repository);
  const guessed = `refs/remotes/${remote}/${branch}`;
  const isThere = await resolveCommit(repository, guessed);
  return { branch, remote, ref: `refs/heads/${branch}`, tracking: isThere ? guessed : null, isSet: false };
}

/** The remote that is meant where none is named. */
async function anyRemote(repository: Repository): Promise<string> {
  const names = (await readRemotes(repository)).map(({ name }) => name);
  const name = names.find((each) => each === 'origin') ?? names[0];
  if (name === undefined) throw repoFault({ code: 'no_remote' });
  return name;
}

/** The remotes that git takes for configured ones, as it does: any other name is a path to it. */
async function readRemotes(repository: Repository): Promise<Remote[]> {
  const listed = (await repository.objects({ args: ['remote'] })).toString('utf8').split('\n');
  const found = new Map<string, Remote>();
  for (const { key, value } of await repository.settings()) {
    const { section, sub, name } = splitKey(key);
    if (section !== 'remote' || sub === null || name !== 'url' || value === '') continue;
    if (!listed.includes(sub) || !isRemoteName(sub) || found.has(sub)) continue;
    found.set(sub, { name: sub, address: value, url: shownAddress(value) });
  }
  return [...found.values()];
}

/** A name as `git remote add` takes it: the part of a ref, and neither an option nor a path. */
function isRemoteName(name: string): boolean {
  if (/[\p{Cc}\s~^:?*[\\]|\.\.|@\{|\/\//u.test(name) || /^[-/.@]|[/.]$/.test(name)) return false;
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));
}

async function remoteTips(repository: Repository, remote: string): Promise<string[]> {
  const args = ['for-each-ref', '--format=%(objectname)', '--count=100', `refs/remotes/${remote}/`];
  return (await repository.objects({ args })).toString('latin1').split('\n').filter(Boolean);
}

async function remoteHead(repository: Repository, remote: string): Promise<string> {
  const args = ['for-each-ref', '--format=%(symref)', `refs/remotes/${remote}/HEAD`];
  return (await repository.objects({ args })).toString('utf8').trim();
}

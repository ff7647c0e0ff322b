import { GIT_LIMITS } from '../../git/git-runner.js';
import { repoFault } from '../../git/repo-fault.js';
import type { Repository } from '../../git/repository.js';
import type { PullWay, PushOptions, PushPlan, RemoteFacts } from '../../protocol/api/branches.js';
import type { RepoTrouble } from '../../protocol/api/repo-trouble.js';
import { findMergeBase } from '../changes/branch-changes.js';
import { resolveCommit } from '../changes/file-versions.js';
import { HookNotes } from '../changes/hook-notes.js';
import type { Tasks, TaskVoice } from '../changes/tasks.js';
import type { WorkRoot } from '../changes/work-root.js';
import { currentBranchName } from './branch-acts.js';
import { actTrouble, hasSucceeded, networkTrouble, saidBy } from './git-says.js';
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
  async fetch(remote: string | null, device: string, onEnd: () => void): Promise<string> {
    const repository = await this.#root.repository();
    await repository.demandTrust('network');
    const name = remote ?? (await anyRemote(repository));
    if (!(await readRemotes(repository)).some((each) => each.name === name)) throw repoFault({ code: 'no_remote' });
    return this.#begin({ kind: 'fetch', remote: name }, device, onEnd, async (voice) => {
      await fetchFrom(repository, name, voice);
    });
  }

  /** Fetches, and brings the current branch up to its upstream. */
  async pull(way: PullWay, device: string, onEnd: () => void): Promise<string> {
    const repository = await this.#root.repository();
    await repository.demandTrust('network');
    await repository.demandTrust('commit');
    const operation = await repository.operation();
    if (operation) throw repoFault({ code: 'operation', operation });
    const up = await findUpstream(repository);
    if (!up.isSet || !up.tracking) throw repoFault({ code: 'no_upstream', branch: up.branch });
    const about = { kind: 'pull', remote: up.remote, branch: up.branch } as const;
    return this.#begin(about, device, onEnd, async (voice) => {
      await fetchFrom(repository, up.remote, voice);
      await repository.queue.run(() => join(repository, up, way, voice));
    });
  }

  /** Sends the current branch to its upstream, or makes it one. Only with the commit that it replaces is anything lost there. */
  async push({ replaces }: PushOptions, device: string, onEnd: () => void): Promise<string> {
    const repository = await this.#root.repository();
    await repository.demandTrust('network');
    const up = await findUpstream(repository);
    if (!(await resolveCommit(repository, 'HEAD'))) throw repoFault({ code: 'no_commit' });
    const lease = replaces === undefined ? [] : [`--force-with-lease=${up.ref}:${replaces}`];
    const flags = ['--porcelain', '--progress', '--recurse-submodules=no', '--no-follow-tags', ...lease];
    const args = ['push', ...flags, ...(up.isSet ? [] : ['--set-upstream'])];
    const about = { kind: 'push', remote: up.remote, branch: up.branch } as const;
    return this.#begin(about, device, onEnd, async (voice) => {
      const refs = `refs/heads/${up.branch}:${up.ref}`;
      const { result, hook } = await reach(repository, [...args, '--', up.remote, refs], voice);
      if (hasSucceeded(result)) return;
      if (result.end === 'exit' && hook) throw repoFault({ code: 'hook', hook, output: saidBy(result) });
      const rejected = rejection(result.output.toString('utf8'), up, saidBy(result));
      throw repoFault(rejected ?? networkTrouble(result, up.remote, GIT_LIMITS.network));
    });
  }

  #begin(
    about: { kind: 'fetch' | 'pull' | 'push'; remote: string; branch?: string },
    device: string,
    onEnd: () => void,
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

async function reach(repository: Repository, args: readonly string[], voice: TaskVoice) {
  const notes = new HookNotes((name) => voice.hook(name));
  const result = await repository.network({
    args,
    env: { GIT_TRACE2_EVENT: '3' },
    signal: voice.signal,
    onErrors: (bytes) => voice.output(bytes),
    onNotes: (bytes) => notes.push(bytes),
  });
  return { result, hook: notes.failed };
}

async function fetchFrom(repository: Repository, remote: string, voice: TaskVoice): Promise<void> {
  const args = ['fetch', '--progress', '--no-recurse-submodules', '--no-auto-maintenance', '--', remote];
  const { result } = await reach(repository, args, voice);
  if (!hasSucceeded(result)) throw repoFault(networkTrouble(result, remote, GIT_LIMITS.network));
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
  const result = await repository.act({
    args: ['-c', 'core.quotePath=false', '-c', 'user.useConfigOnly=true', ...args],
    env: { GIT_TRACE2_EVENT: '3' },
    signal: voice.signal,
    onErrors: (bytes) => voice.output(bytes),
    onNotes: (bytes) => notes.push(bytes),
  });
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

async function readRemotes(repository: Repository): Promise<Remote[]> {
  const args = ['config', '--null', '--get-regexp', '^remote\\..*\\.url$'];
  const output = await repository.objects({ args, answers: [0, 1] });
  const found = new Map<string, Remote>();
  for (const record of output.toString('utf8').split('\0')) {
    const [, name, address] = /^remote\.(.*)\.url\n(.*)$/s.exec(record) ?? [];
    // A name that looks like an option is none.
    if (name && address && !name.startsWith('-') && !found.has(name)) {
      found.set(name, { name, address, url: shownAddress(address) });
    }
  }
  return [...found.values()];
}

async function remoteTips(repository: Repository, remote: string): Promise<string[]> {
  const args = ['for-each-ref', '--format=%(objectname)', '--count=100', `refs/remotes/${remote}/`];
  return (await repository.objects({ args })).toString('latin1').split('\n').filter(Boolean);
}

async function remoteHead(repository: Repository, remote: string): Promise<string> {
  const args = ['for-each-ref', '--format=%(symref)', `refs/remotes/${remote}/HEAD`];
  return (await repository.objects({ args })).toString('utf8').trim();
}

import { repoFault } from '../../git/repo-fault.js';
import type { Repository } from '../../git/repository.js';
import type { RunResult } from '../../processes/run-program.js';
import type { BranchDeleted, BranchSwitched } from '../../protocol/api/branches.js';
import { resolveCommit } from '../changes/file-versions.js';
import { actTrouble, demandSuccess, hasSucceeded, saidBy } from './git-says.js';
import { commitsBetween } from './list-commits.js';
import { popStash, pushStash } from './stashes.js';

const MOST_COMMITS = 50;

/** Creates a branch at a commit or at HEAD, and goes there if that is wanted. */
export function createBranch(
  repository: Repository,
  name: string,
  from: string | null,
  isSwitching: boolean,
): Promise<BranchSwitched | null> {
  return repository.queue.run(async () => {
    await demandName(repository, name);
    if (await resolveCommit(repository, `refs/heads/${name}`)) throw repoFault({ code: 'branch_exists', branch: name });
    const start = await resolveCommit(repository, from ?? 'HEAD');
    if (!start && from !== null) throw repoFault({ code: 'no_commit' });
    if (isSwitching) {
      await refuseOperation(repository);
      // Before the first commit there is only a name to change.
      const args = ['switch', '--quiet', '--no-track', '--create', name, ...(start ? [start] : [])];
      await demandSuccess(repository, await repository.act({ args }), 'switch');
      return { branch: name, stash: null };
    }
    if (!start) throw repoFault({ code: 'no_commit' });
    await demandSuccess(repository, await repository.act({ args: ['branch', '--no-track', name, start] }), 'branch');
    return null;
  });
}

/** Goes to a branch; one of a remote gets a branch here that follows it. With `stashes`, changes are put away first. */
export function switchBranch(repository: Repository, name: string, stashes: boolean): Promise<BranchSwitched> {
  return repository.queue.run(async () => {
    await repository.demandTrust('commit');
    await refuseOperation(repository);
    const { branch, args, upstream } = await findTarget(repository, name);
    const stash = stashes ? await pushStash(repository, `Before switching to ${branch}`, true) : null;
    const result = await repository.act({ args: ['-c', 'core.quotePath=false', 'switch', '--quiet', ...args] });
    if (!hasSucceeded(result)) {
      const trouble = await troubleOf(repository, result, branch, name);
      // Nothing was switched, so nothing stays put away.
      if (stash) await popStash(repository, stash);
      throw repoFault(trouble);
    }
    if (upstream) await followUpstream(repository, branch, upstream);
    return { branch, stash };
  });
}

/** Gives a branch another name. */
export function renameBranch(repository: Repository, name: string, to: string): Promise<void> {
  return repository.queue.run(async () => {
    await repository.demandTrust('commit');
    await demandBranch(repository, name);
    await demandName(repository, to);
    if (await resolveCommit(repository, `refs/heads/${to}`)) throw repoFault({ code: 'branch_exists', branch: to });
    await demandSuccess(repository, await repository.writeSettings({ args: ['branch', '--move', name, to] }), 'branch');
  });
}

/**
 * Deletes a branch. One with commits that are neither in HEAD nor in its upstream goes only if the person has seen that,
 * at the commit that it was at then.
 */
export function deleteBranch(repository: Repository, name: string, seen: string | null): Promise<BranchDeleted> {
  return repository.queue.run(async () => {
    await repository.demandTrust('commit');
    const oid = await demandBranch(repository, name);
    if (seen !== null && seen !== oid) throw repoFault({ code: 'stale', paths: [] });
    if ((await currentBranchName(repository)) === name) throw repoFault({ code: 'current_branch', branch: name });
    if (seen === null) await refuseUnmerged(repository, name, oid);
    const result = await repository.writeSettings({ args: ['branch', '--delete', '--force', '--quiet', name] });
    if (!hasSucceeded(result)) throw repoFault(await troubleOf(repository, result, name));
    return { branch: name, oid };
  });
}

/** The name of the branch that HEAD is at; null if it is at none. */
export async function currentBranchName(repository: Repository): Promise<string | null> {
  const output = await repository.objects({ args: ['symbolic-ref', '--quiet', '--short', 'HEAD'], answers: [0, 1] });
  return output.toString('utf8').trim() || null;
}

async function refuseUnmerged(repository: Repository, name: string, oid: string): Promise<void> {
  const upstream = await resolveCommit(repository, `${name}@{upstream}`);
  const head = await resolveCommit(repository, 'HEAD');
  const { commits, total } = await commitsBetween(
    repository,
    oid,
    [upstream, head].filter((each) => each !== null),
  );
  if (total === 0) return;
  throw repoFault({ code: 'unmerged', branch: name, oid, commits: commits.slice(0, MOST_COMMITS), total });
}

async function refuseOperation(repository: Repository): Promise<void> {
  const operation = await repository.operation();
  if (operation) throw repoFault({ code: 'operation', operation });
}

/** Has a branch follow one of a remote, of which there is a copy here. */
export async function followUpstream(repository: Repository, branch: string, upstream: string): Promise<void> {
  const args = ['branch', '--quiet', `--set-upstream-to=${upstream}`, branch];
  await demandSuccess(repository, await repository.writeSettings({ args }), 'branch');
}

interface SwitchTarget {
  /** Where HEAD will be. */
  readonly branch: string;
  /** What `switch` is told. */
  readonly args: string[];
  /** What a new branch follows. */
  readonly upstream: string | null;
}

async function findTarget(repository: Repository, name: string): Promise<SwitchTarget> {
  const here = (branch: string) => ({ branch, args: ['--no-guess', branch, '--'], upstream: null });
  if (await resolveCommit(repository, `refs/heads/${name}`)) return here(name);
  const oid = await resolveCommit(repository, `refs/remotes/${name}`);
  if (!oid) throw repoFault({ code: 'no_branch', branch: name });
  // The remote's own name may hold slashes, too.
  const remotes = (await repository.objects({ args: ['remote'] })).toString('utf8').split('\n').filter(Boolean);
  const remote = remotes.filter((each) => name.startsWith(`${each}/`)).sort((a, b) => b.length - a.length)[0];
  if (!remote) throw repoFault({ code: 'no_branch', branch: name });
  const branch = name.slice(remote.length + 1);
  if (await resolveCommit(repository, `refs/heads/${branch}`)) return here(branch);
  return { branch, args: ['--create', branch, '--no-track', oid, '--'], upstream: `refs/remotes/${name}` };
}

/** Why a branch was not switched to or deleted; `name` is what a person called the one to go to. */
async function troubleOf(repository: Repository, result: RunResult, branch: string, name: string | null = null) {
  const said = saidBy(result);
  const isElsewhere = /already (checked out|used by worktree)|checked out at|used by worktree/.test(said);
  if (isElsewhere) return { code: 'checked_out' as const, branch };
  const isLocal = await resolveCommit(repository, `refs/heads/${branch}`);
  const target = name === null ? null : (isLocal ?? (await resolveCommit(repository, `refs/remotes/${name}`)));
  return actTrouble(repository, result, 'switch', { way: target === null ? null : ['HEAD', target] });
}

/** The commit of a branch that is here. */
async function demandBranch(repository: Repository, name: string): Promise<string> {
  const oid = await resolveCommit(repository, `refs/heads/${name}`);
  if (!oid) throw repoFault({ code: 'no_branch', branch: name });
  return oid;
}

async function demandName(repository: Repository, name: string): Promise<void> {
  const args = ['check-ref-format', '--branch', name];
  const output = await repository.objects({ args }).catch(() => null);
  // Git takes names like `@{-1}` for another branch.
  const isName = output?.toString('utf8').trim() === name && name !== 'HEAD';
  if (!isName) throw repoFault({ code: 'bad_branch', branch: name });
}

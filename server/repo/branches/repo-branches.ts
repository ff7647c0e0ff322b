import { repoFault } from '../../git/repo-fault.js';
import type {
  BranchDeleted,
  BranchSwitched,
  ConflictSide,
  ConflictStages,
  PullWay,
  PushOptions,
  PushPlan,
  ReachOptions,
  RemoteFacts,
  StashFacts,
  StashPopped,
} from '../../protocol/api/branches.js';
import type { FileAt, FilesChanged, TaskBegun } from '../../protocol/api/changes.js';
import type { GitOperation } from '../../protocol/api/repo-trouble.js';
import type { RepoActor, RepoDoor, RootWork } from '../changes/repo-door.js';
import type { Tasks } from '../changes/tasks.js';
import { createBranch, deleteBranch, renameBranch, switchBranch } from './branch-acts.js';
import { Conflicts } from './conflicts.js';
import { Operations } from './operations.js';
import { Remotes } from './remotes.js';
import { dropStash, listStashes, popStash, pushStash, storeStash } from './stashes.js';

/** Branches, remotes, what was put away, and what was begun and not ended, of every root. */
export class RepoBranches {
  readonly #door: RepoDoor;
  readonly #tasks: Tasks;

  constructor(door: RepoDoor, tasks: Tasks) {
    this.#door = door;
    this.#tasks = tasks;
  }

  create(
    name: string,
    { from, isSwitching }: { from: string | null; isSwitching: boolean },
    rootId?: string,
  ): Promise<BranchSwitched | null> {
    return this.#door.act(rootId, async ({ work }) => createBranch(await work.repository(), name, from, isSwitching));
  }

  switch(name: string, stashes: boolean, rootId?: string): Promise<BranchSwitched> {
    return this.#door.act(rootId, async ({ work }) => switchBranch(await work.repository(), name, stashes));
  }

  rename(name: string, to: string, rootId?: string): Promise<null> {
    return this.#door.act(rootId, async ({ work }) => {
      await renameBranch(await work.repository(), name, to);
      return null;
    });
  }

  delete(name: string, seen: string | null, rootId?: string): Promise<BranchDeleted> {
    return this.#door.act(rootId, async ({ work }) => deleteBranch(await work.repository(), name, seen));
  }

  async stashes(rootId?: string): Promise<StashFacts[]> {
    return listStashes(await this.#door.root(rootId).work.repository());
  }

  stash(message: string, isWithNew: boolean, rootId?: string): Promise<{ oid: string }> {
    return this.#door.act(rootId, async ({ work }) => {
      const repository = await work.repository();
      const oid = await repository.queue.run(() => pushStash(repository, message, isWithNew));
      if (oid === null) throw repoFault({ code: 'nothing_to_stash' });
      return { oid };
    });
  }

  popStash(oid: string, rootId?: string): Promise<StashPopped> {
    return this.#door.act(rootId, async ({ work }) => {
      const repository = await work.repository();
      return repository.queue.run(() => popStash(repository, oid));
    });
  }

  dropStash(oid: string, rootId?: string): Promise<StashFacts> {
    return this.#door.act(rootId, async ({ work }) => {
      const repository = await work.repository();
      return repository.queue.run(() => dropStash(repository, oid));
    });
  }

  storeStash(oid: string, message: string, rootId?: string): Promise<null> {
    return this.#door.act(rootId, async ({ work }) => {
      const repository = await work.repository();
      await repository.queue.run(() => storeStash(repository, oid, message));
      return null;
    });
  }

  remotes(rootId?: string): Promise<RemoteFacts[]> {
    return this.#remotes(this.#door.root(rootId)).list();
  }

  pushPlan(rootId?: string): Promise<PushPlan> {
    return this.#remotes(this.#door.root(rootId)).plan();
  }

  fetch(actor: RepoActor, remote: string | null, options: ReachOptions, rootId?: string): Promise<TaskBegun> {
    return this.#door.act(rootId, async (root) => ({
      taskId: await this.#remotes(root).fetch(remote, options, { device: actor.device, onEnd: lookAgain(root) }),
    }));
  }

  pull(actor: RepoActor, way: PullWay, options: ReachOptions, rootId?: string): Promise<TaskBegun> {
    return this.#door.act(rootId, async (root) => ({
      taskId: await this.#remotes(root).pull(way, options, { device: actor.device, onEnd: lookAgain(root) }),
    }));
  }

  push(actor: RepoActor, options: PushOptions, rootId?: string): Promise<TaskBegun> {
    return this.#door.act(rootId, async (root) => ({
      taskId: await this.#remotes(root).push(options, { device: actor.device, onEnd: lookAgain(root) }),
    }));
  }

  continue(actor: RepoActor, operation: Exclude<GitOperation, 'bisect'>, rootId?: string): Promise<TaskBegun> {
    return this.#door.act(rootId, async (root) => ({
      taskId: await new Operations(root.work, this.#tasks).continue(operation, actor.device, lookAgain(root)),
    }));
  }

  abort(
    operation: GitOperation,
    { head, goesWithout }: { head: string; goesWithout: boolean },
    rootId?: string,
  ): Promise<FilesChanged> {
    return this.#door.act(rootId, ({ work }) => new Operations(work, this.#tasks).abort(operation, head, goesWithout));
  }

  conflict(path: string, rootId?: string): Promise<ConflictStages> {
    return new Conflicts(this.#door.root(rootId).work).stages(path);
  }

  resolve(file: FileAt, side: ConflictSide, rootId?: string): Promise<FilesChanged> {
    return this.#door.act(rootId, ({ work }) => new Conflicts(work).resolve(file, side));
  }

  #remotes({ work }: RootWork): Remotes {
    return new Remotes(work, this.#tasks);
  }
}

/** How far the branch is from its upstream is another number now: all tabs show it, also those that show no status. */
function lookAgain({ status }: RootWork): () => void {
  return () => {
    status.touch(true);
    status.get().catch(() => {});
  };
}

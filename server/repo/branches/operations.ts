import { repoFault } from '../../git/repo-fault.js';
import type { Repository } from '../../git/repository.js';
import type { FilesChanged } from '../../protocol/api/changes.js';
import type { GitOperation } from '../../protocol/api/repo-trouble.js';
import { resolveCommit } from '../changes/file-versions.js';
import { HookNotes } from '../changes/hook-notes.js';
import { readStatus } from '../changes/read-status.js';
import type { Tasks } from '../changes/tasks.js';
import { actUndoably } from '../changes/undoable.js';
import type { WorkRoot } from '../changes/work-root.js';
import { actTrouble, demandSuccess, hasSucceeded, unmergedPaths } from './git-says.js';

/** What git calls them. */
const NAMES: Readonly<Record<Exclude<GitOperation, 'bisect'>, string>> = {
  merge: 'merge',
  rebase: 'rebase',
  cherry_pick: 'cherry-pick',
  revert: 'revert',
};

/** Goes on with what was begun and not ended, or gives it up. */
export class Operations {
  readonly #root: WorkRoot;
  readonly #tasks: Tasks;

  constructor(root: WorkRoot, tasks: Tasks) {
    this.#root = root;
    this.#tasks = tasks;
  }

  /** Begins to go on; everything in conflict has to be settled first. */
  async continue(operation: Exclude<GitOperation, 'bisect'>, device: string, onEnd: () => void): Promise<string> {
    const repository = await this.#root.repository();
    await repository.demandTrust('merge');
    await demandOperation(repository, operation);
    const paths = await unmergedPaths(repository);
    if (paths.length > 0) throw repoFault({ code: 'conflicts', paths });
    const about = { kind: 'continue', operation, rootId: this.#root.id, device } as const;
    return this.#tasks.begin(about, async (voice) => {
      const notes = new HookNotes((name) => voice.hook(name));
      const call = {
        args: ['-c', 'user.useConfigOnly=true', '-c', 'core.quotePath=false', NAMES[operation], '--continue'],
        // The messages stay as they are.
        env: { GIT_TRACE2_EVENT: '3', GIT_EDITOR: 'true' },
        signal: voice.signal,
        onErrors: (bytes: Buffer) => voice.output(bytes),
        onNotes: (bytes: Buffer) => notes.push(bytes),
      };
      try {
        return await repository.queue.run(async () => {
          await demandOperation(repository, operation);
          const result = await repository.act(call, 'merge');
          voice.output(result.output);
          if (!hasSucceeded(result)) {
            throw repoFault(await actTrouble(repository, result, NAMES[operation], { hook: notes.failed }));
          }
          return { oid: await resolveCommit(repository, 'HEAD') };
        });
      } finally {
        onEnd();
      }
    });
  }

  /** Gives it up: all is as it was before. What files held is kept for an undo. */
  async abort(operation: GitOperation, head: string, goesWithout: boolean): Promise<FilesChanged> {
    const repository = await this.#root.repository();
    return repository.queue.run(async () => {
      await repository.demandTrust('commit');
      await demandOperation(repository, operation);
      if ((await resolveCommit(repository, 'HEAD')) !== head) throw repoFault({ code: 'stale', paths: [] });
      const { entries } = await readStatus(repository, this.#root.counter);
      const lost = entries.filter(({ kind, isSubmodule }) => kind !== 'untracked' && !isSubmodule);
      const wanted = lost.flatMap(({ path }) => {
        const inside = repository.outside(path);
        return inside ? [{ path: inside, isTracked: true }] : [];
      });
      const isLost = wanted.length > 0 && operation !== 'bisect';
      const args = operation === 'bisect' ? ['bisect', 'reset'] : [NAMES[operation], '--abort'];
      const giveUp = async () => demandSuccess(repository, await repository.act({ args }), args[0]!);
      if (isLost) {
        const { undoId } = await actUndoably(this.#root, { repository, wanted, goesWithout }, giveUp);
        return { undoId, files: wanted.length };
      }
      await giveUp();
      return { undoId: null, files: wanted.length };
    });
  }
}

async function demandOperation(repository: Repository, operation: GitOperation): Promise<void> {
  const now = await repository.operation();
  if (now === null) throw repoFault({ code: 'no_operation' });
  if (now !== operation) throw repoFault({ code: 'operation', operation: now });
}

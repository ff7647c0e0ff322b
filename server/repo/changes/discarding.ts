import { readBatch } from '../../git/read-batch.js';
import { repoFault } from '../../git/repo-fault.js';
import type { Repository } from '../../git/repository.js';
import { byteLines, spliceLines } from '../../git/splice-lines.js';
import { joinRecords } from '../../git/split-records.js';
import type { EntryFacts } from '../../paths/edit-inside.js';
import type { FileAt, FilesChanged } from '../../protocol/api/changes.js';
import { REPO_LIMITS } from '../../protocol/api/repo.js';
import type { IndexedBlob, PathToKeep } from '../../undo/undo-store.js';
import type { FileVersions } from './file-versions.js';
import { readStatus, type WorkStatus } from './read-status.js';
import { entryPaths, findFiles, type PickedLines, resetIndex } from './staging.js';
import type { StatusWatch } from './status-watch.js';
import { actUndoably, listIndex } from './undoable.js';
import { bytesOf, fileFault, type WorkRoot } from './work-root.js';

/** `worktree` goes back to what is staged, `all` to the last commit. */
export type DiscardScope = 'worktree' | 'all';

/** How far back, and whether a person goes without an undo. */
export interface DiscardWish {
  readonly scope: DiscardScope;
  readonly goesWithout: boolean;
}

type Entry = WorkStatus['entries'][number];

/** What a discard does, by path from the top of the repository. */
interface DiscardPlan {
  /** Files that are written as the index then has them. */
  readonly written: Buffer[];
  /** Files that are deleted. */
  readonly deleted: Buffer[];
  /** Paths whose staged version goes back to the last commit. */
  readonly reset: Buffer[];
}

/** Throws changes away, after what is lost was kept for an undo. */
export class Discarding {
  readonly #root: WorkRoot;
  readonly #versions: FileVersions;
  readonly #status: Pick<StatusWatch, 'latest'>;

  constructor(root: WorkRoot, versions: FileVersions, status: Pick<StatusWatch, 'latest'>) {
    this.#root = root;
    this.#versions = versions;
    this.#status = status;
  }

  /** Throws away what was changed in files; a file that git does not know is deleted. */
  async discard(files: readonly FileAt[], { scope, goesWithout }: DiscardWish): Promise<FilesChanged> {
    const repository = await this.#root.repository();
    return repository.queue.run(async () => {
      await repository.demandTrust('filters');
      const status = await readStatus(repository, this.#root.counter);
      const found = findFiles(status, files);
      const odd = found.find(({ shown: { kind } }) => kind === 'nested' || kind === 'submodule');
      if (odd) throw repoFault({ code: 'not_a_file', path: odd.shown.path });
      const conflicts = found.filter(({ entry }) => entry.kind === 'conflict' && scope === 'worktree');
      if (conflicts.length > 0) throw repoFault({ code: 'conflicts', paths: conflicts.map(({ shown }) => shown.path) });
      return this.#throwAway(
        repository,
        found.map(({ entry }) => entry),
        { scope, goesWithout },
      );
    });
  }

  /** Everything that git knows is as in the last commit; new files stay. `revision` is that of the status that the person has seen. */
  async reset(revision: number, goesWithout: boolean): Promise<FilesChanged> {
    const seen = this.#status.latest;
    const repository = await this.#root.repository();
    return repository.queue.run(async () => {
      await repository.demandTrust('filters');
      const operation = await repository.operation();
      if (operation) throw repoFault({ code: 'operation', operation });
      const status = await readStatus(repository, this.#root.counter);
      if (seen?.revision !== revision || seen.print !== status.print) throw repoFault({ code: 'stale', paths: [] });
      const known = status.entries.filter(({ kind, isSubmodule }) => kind !== 'untracked' && !isSubmodule);
      return this.#throwAway(repository, known, { scope: 'all', goesWithout });
    });
  }

  /** Throws some lines away: the file gets lines of the index. */
  async discardLines(path: string, { ids, splices }: PickedLines): Promise<FilesChanged> {
    const repository = await this.#root.repository();
    return repository.queue.run(async () => {
      await repository.demandTrust('filters');
      const [now, staged] = await Promise.all([
        this.#versions.version(path, 'worktree'),
        this.#versions.version(path, 'index'),
      ]);
      if (staged.isConflict) throw repoFault({ code: 'conflicts', paths: [path] });
      if (now.oid !== ids.old || staged.oid !== ids.new) throw repoFault({ code: 'stale', paths: [path] });
      const name = bytesOf(path);
      const file = await this.#root.files.read(name, REPO_LIMITS.textBytes);
      if (now.kind !== 'text' || file?.kind !== 'file' || !now.bytes || staged.kind === 'binary') {
        throw repoFault({ code: 'bad_lines', path });
      }
      const source = staged.bytes ? await smudged(repository, path) : Buffer.alloc(0);
      const isPlain =
        byteLines(file.bytes).length === byteLines(now.bytes).length &&
        byteLines(source).length === byteLines(staged.bytes ?? Buffer.alloc(0)).length;
      if (!isPlain) throw repoFault({ code: 'filtered', path });
      const bytes = spliceLines(file.bytes, source, splices);
      if (!bytes) throw repoFault({ code: 'bad_lines', path });
      const wanted = [{ path: name, isTracked: true }];
      const { undoId } = await actUndoably(this.#root, { repository, wanted }, async () => {
        const about = await this.#root.files.look(name);
        if (about?.revision !== file.revision) throw repoFault({ code: 'stale', paths: [path] });
        await this.#root.files.put(name, { kind: 'file', mode: file.mode, bytes });
      });
      return { undoId, files: 1 };
    });
  }

  async #throwAway(
    repository: Repository,
    entries: readonly Entry[],
    { scope, goesWithout }: { scope: DiscardScope; goesWithout: boolean },
  ): Promise<FilesChanged> {
    const plan = planDiscard(entries, scope);
    const touched = [...plan.written, ...plan.deleted];
    const paths = uniquePaths([...touched, ...plan.reset]);
    if (paths.length === 0) return { undoId: null, files: 0 };
    const untracked = new Set(entries.filter(({ kind }) => kind === 'untracked').map(({ path }) => key(path)));
    const index = plan.reset.length > 0 ? await readIndex(repository, paths) : null;
    const wanted = paths.flatMap((path): PathToKeep[] => {
      const inside = repository.outside(path);
      if (!inside) return [];
      return [
        { path: inside, isTracked: !untracked.has(key(path)), ...(index && { index: index.get(key(path)) ?? [] }) },
      ];
    });
    // One after the other: each holds folders open, and there may be thousands.
    const before: (EntryFacts | null)[] = [];
    for (const { path } of wanted) before.push(await this.#root.files.look(path));
    const { undoId } = await actUndoably(this.#root, { repository, wanted, goesWithout }, async () => {
      // What was written while it was kept would be lost.
      for (const [n, { path }] of wanted.entries()) {
        const about = await this.#root.files.look(path);
        if (about?.revision !== before[n]?.revision) throw repoFault({ code: 'stale', paths: [path.toString('utf8')] });
      }
      await this.#carryOut(repository, plan);
    });
    return { undoId, files: uniquePaths(touched).length };
  }

  async #carryOut(repository: Repository, plan: DiscardPlan): Promise<void> {
    await resetIndex(repository, plan.reset);
    if (plan.written.length > 0) {
      const args = ['checkout-index', '-f', '-u', '-q', '-z', '--stdin'];
      await repository.write({ args, input: joinRecords(plan.written) }, 'filters');
    }
    for (const path of plan.deleted) {
      const inside = repository.outside(path);
      if (!inside) continue;
      await this.#root.files.remove(inside).catch((error) => {
        throw fileFault(error, inside.toString('utf8'));
      });
    }
  }
}

function planDiscard(entries: readonly Entry[], scope: DiscardScope): DiscardPlan {
  const plan: DiscardPlan = { written: [], deleted: [], reset: [] };
  for (const entry of entries) {
    const { path, origin, kind, oids } = entry;
    if (kind === 'untracked') {
      plan.deleted.push(path);
    } else if (scope === 'worktree') {
      if (entry.worktree !== '.') plan.written.push(path);
    } else {
      plan.reset.push(...entryPaths(entry));
      // What was moved has its name of before in the last commit, and what was added has none there.
      const isOld = oids[0] !== null && origin === null;
      if (isOld) plan.written.push(path);
      else plan.deleted.push(path);
      if (origin && entry.index === 'R') plan.written.push(origin);
    }
  }
  // What comes back from the last commit is not deleted, though it counts as new as well.
  const written = new Set(plan.written.map(key));
  return { ...plan, deleted: plan.deleted.filter((path) => !written.has(key(path))) };
}

/** What the index has for paths, with what is stored under it, so that it can come back even after git has tidied up. */
export async function readIndex(
  repository: Repository,
  paths: readonly Buffer[],
): Promise<Map<string, (IndexedBlob & { bytes: Buffer | null })[]>> {
  const listed = await listIndex(repository, paths);
  const found = [...listed].flatMap(([path, entries]) => entries.map((entry) => ({ ...entry, path })));
  const limits = { wholeMs: 20_000, outputBytes: 256 * 1024 * 1024 };
  const cat = (input: Buffer) => repository.objects({ args: ['cat-file', '--batch'], input, limits });
  const blobs =
    found.length > 0
      ? await readBatch(
          cat,
          found.map(({ oid }) => oid),
        )
      : [];
  const index = new Map<string, (IndexedBlob & { bytes: Buffer | null })[]>();
  for (const [n, { path, ...entry }] of found.entries()) {
    index.set(path, [...(index.get(path) ?? []), { ...entry, bytes: blobs[n] ?? null }]);
  }
  return index;
}

/** What git would write to the disk for the staged version. */
async function smudged(repository: Repository, path: string): Promise<Buffer> {
  const name = `:${repository.named(path)}`;
  const limits = { wholeMs: 20_000, outputBytes: 2 * REPO_LIMITS.textBytes };
  return repository.worktree({ args: ['cat-file', '--filters', name], limits });
}

function uniquePaths(paths: readonly Buffer[]): Buffer[] {
  return [...new Map(paths.map((path) => [key(path), path])).values()];
}

function key(path: Buffer): string {
  return path.toString('latin1');
}

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { GitRunner, type GitSurroundings } from '../../git/git-runner.js';
import { repoFault, troubleOf } from '../../git/repo-fault.js';
import { type IsTrusted, Repository, type RepositoryOptions } from '../../git/repository.js';
import { ScreenedDir } from '../../git/screened-dir.js';
import { EditFault, FilesInside } from '../../paths/edit-inside.js';
import { UndoStore, type UndoStoreOptions } from '../../undo/undo-store.js';
import { LineCounter } from './count-lines.js';
import { PathAttributes } from './path-attributes.js';
import { ScratchObjects } from './scratch-objects.js';

/** What a root is made of. */
export interface WorkRootPlan extends GitSurroundings {
  readonly id: string;
  /** A real path. */
  readonly folder: string;
  readonly dataDir: string;
  readonly isTrusted: IsTrusted;
  readonly undo?: UndoStoreOptions;
}

/** A folder that tabs work in: its files, its repository if it has one, and what was lost there. */
export class WorkRoot {
  readonly id: string;
  readonly folder: string;
  readonly files: FilesInside;
  readonly undo: UndoStore;
  /** For objects that a diff needs and the person's repository must not get. */
  readonly scratch: ScratchObjects;
  readonly counter: LineCounter;
  readonly attributes = new PathAttributes();
  /** What files were when a tab saved them last, by path. */
  readonly saved = new SavedFiles();
  readonly runner: GitRunner;
  readonly #screened: ScreenedDir;
  readonly #options: RepositoryOptions;
  #repository: Promise<Repository> | null = null;

  constructor(plan: WorkRootPlan) {
    this.id = plan.id;
    this.folder = plan.folder;
    this.files = new FilesInside(plan.folder);
    this.undo = new UndoStore(plan.dataDir, plan.folder, plan, plan.undo);
    const name = createHash('sha256').update(plan.folder).digest('hex').slice(0, 16);
    this.scratch = new ScratchObjects(join(plan.dataDir, 'checkpoints', `${name}.scratch`));
    this.counter = new LineCounter(this.scratch);
    this.runner = new GitRunner(plan.folder, plan);
    this.#screened = new ScreenedDir(join(plan.dataDir, 'checkpoints', `${name}.screened`));
    this.#options = { isTrusted: plan.isTrusted, screened: this.#screened };
  }

  /** Its repository; rejects where there is none, and looks again the next time. */
  repository(): Promise<Repository> {
    this.#repository ??= Repository.open(this.runner, this.#options).catch((error) => {
      this.#repository = null;
      throw error;
    });
    return this.#repository;
  }

  /** Its repository, or null for a folder without one. */
  async repositoryIfAny(): Promise<Repository | null> {
    return this.repository().catch((error) => {
      const code = troubleOf(error)?.code;
      if (code === 'not_repo' || code === 'no_git' || code === 'bare') return null;
      throw error;
    });
  }

  /** What was known of the repository may be so no longer, e.g. after a call to it has failed. */
  forget(): void {
    this.#repository = null;
  }

  async close(): Promise<void> {
    await Promise.all([this.scratch.clear(), this.#screened.clear()]);
  }
}

/** More than these are forgotten, the oldest first. */
const MOST_SAVED = 1_000;

/** What files were when a tab saved them, to know later whether they still are. */
class SavedFiles {
  readonly #revisions = new Map<string, string>();

  note(path: string, revision: string): void {
    this.#revisions.delete(path);
    this.#revisions.set(path, revision);
    if (this.#revisions.size > MOST_SAVED) this.#revisions.delete(this.#revisions.keys().next().value!);
  }

  isLast(path: string, revision: string | null): boolean {
    return revision !== null && this.#revisions.get(path) === revision;
  }
}

/** A path of a tab in bytes. */
export function bytesOf(path: string): Buffer {
  return Buffer.from(path, 'utf8');
}

/** The error for what went wrong with a file. */
export function fileFault(error: unknown, path: string): Error {
  if (error instanceof EditFault) {
    if (error.obstacle === 'too_large') return repoFault({ code: 'too_large', path, bytes: 0, most: 0 });
    return repoFault({ code: error.obstacle, path });
  }
  const { code } = error as NodeJS.ErrnoException;
  if (troubleOf(error) || code === undefined) return error as Error;
  if (code === 'ENOENT' || code === 'ENOTDIR') return repoFault({ code: 'missing', path });
  if (code === 'EEXIST' || code === 'ENOTEMPTY') return repoFault({ code: 'exists', path });
  if (code === 'EISDIR') return repoFault({ code: 'not_a_file', path });
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return repoFault({ code: 'denied', path });
  return repoFault({ code: 'disk', path, error: code });
}

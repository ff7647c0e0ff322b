import type { ChangedFile, RepoStatus } from '../../../server/protocol/api/changes.js';
import { Store } from '../base/store.js';
import { parentOf } from './tree-paths.js';

/** How a file differs from the last commit. */
export type FileMark = 'changed' | 'new' | 'added' | 'deleted' | 'moved' | 'conflict' | 'repository';

export interface TreeMarksState {
  readonly marks: ReadonlyMap<string, FileMark>;
  /** Folders in which something differs, and whether that is a conflict. */
  readonly folders: ReadonlyMap<string, 'changed' | 'conflict'>;
  /** The last commit; null if there is none, or no repository. */
  readonly head: string | null;
  /** Whether git knows the folder at all. */
  readonly hasGit: boolean;
  /** Differs between two looks at the same folder. */
  readonly revision: number;
}

const NONE: TreeMarksState = { marks: new Map(), folders: new Map(), head: null, hasGit: false, revision: 0 };

/** Who knows the status of the folder. */
export interface StatusSource {
  /** Somebody looks, or no longer does. */
  start(): void;
  stop(): void;
  /** The newest status; null without a repository, or while nothing is known. */
  current(): Promise<{
    readonly status: (Pick<RepoStatus, 'head' | 'revision'> & { readonly files: readonly ChangedFile[] }) | null;
    readonly failure: Error | null;
  }>;
}

/** Which files differ from the last commit, for the tree. */
export class TreeMarks extends Store<TreeMarksState> {
  readonly #source: StatusSource;
  /** What each file was when it was seen last, so that it is known where something happened. */
  #seen = new Map<string, string>();
  #run = 0;
  #isWatching = false;

  constructor(source: StatusSource) {
    super(NONE);
    this.#source = source;
  }

  /** While somebody looks, the status is kept fresh. */
  watch(isShown: boolean): void {
    if (isShown === this.#isWatching) return;
    this.#isWatching = isShown;
    if (isShown) this.#source.start();
    else this.#source.stop();
  }

  /** Looks again; gives the folders in which something is other than it was. */
  async load(): Promise<ReadonlySet<string>> {
    const run = ++this.#run;
    const { status, failure } = await this.#source.current();
    if (run !== this.#run) return new Set();
    if (status) return this.#take(status.files, status.head.oid, status.revision);
    if (failure) this.#take([], null, 0, false);
    return new Set();
  }

  #take(files: readonly ChangedFile[], head: string | null, revision: number, hasGit = true): ReadonlySet<string> {
    const marks = new Map(files.map((file) => [file.path, markOf(file)]));
    const folders = new Map<string, 'changed' | 'conflict'>();
    for (const [path, mark] of marks) {
      for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) {
        if (mark === 'conflict') folders.set(folder, 'conflict');
        else if (!folders.has(folder)) folders.set(folder, 'changed');
      }
    }
    const touched = this.#differing(files);
    this.set({ marks, folders, head, hasGit, revision });
    return touched;
  }

  /** Only what came, went or became another kind can have changed what a folder lists. */
  #differing(files: readonly ChangedFile[]): Set<string> {
    const now = new Map(files.map(({ path, index, worktree }) => [path, index + worktree]));
    const touched = new Set<string>();
    for (const [path, letters] of now) if (this.#seen.get(path) !== letters) touched.add(parentOf(path));
    for (const path of this.#seen.keys()) if (!now.has(path)) touched.add(parentOf(path));
    for (const { renamedFrom } of files) if (renamedFrom !== null) touched.add(parentOf(renamedFrom));
    this.#seen = now;
    return touched;
  }
}

function markOf({ kind, index, worktree }: ChangedFile): FileMark {
  if (kind === 'conflict') return 'conflict';
  if (kind === 'untracked') return 'new';
  if (kind === 'nested' || kind === 'submodule') return 'repository';
  const letters = index + worktree;
  if (letters.includes('D')) return 'deleted';
  if (letters.includes('A')) return 'added';
  return /[RC]/.test(letters) ? 'moved' : 'changed';
}

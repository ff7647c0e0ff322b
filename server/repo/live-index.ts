import type { FoundFiles } from '../protocol/api/repo.js';
import { keepFiles } from './keep-files.js';
import { listByGit } from './list-by-git.js';
import { listByWalk } from './list-by-walk.js';
import { PathIndex } from './path-index.js';

/** A list of this age is made anew when somebody asks, and one that takes long to make is kept longer. */
const FRESH_MS = 2_000;
const PATIENCE = 10;
/** A first answer does not wait longer than this for the list. */
const FIRST_WAIT_MS = 1_500;

/** What is asked of the index. */
export interface FindRequest {
  readonly query: string;
  readonly limit: number;
  /** Files that were opened lately, the last one first. */
  readonly opened: readonly string[];
  /** Whether folders are looked for too. */
  readonly hasFolders?: boolean;
}

/** The files of a folder, ready to be searched; lists them when asked, and anew when the list is old. */
export class LiveIndex {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #closing = new AbortController();
  #index = new PathIndex([]);
  #leftOut = 0;
  #isWhole = false;
  #listing: Promise<void> | null = null;
  #freshUntil = 0;
  #hasListed = false;

  constructor(folder: string, now: () => number = () => performance.now()) {
    this.#folder = folder;
    this.#now = now;
  }

  /** Answers from the list at hand; only a first question waits for it, and not for ever. */
  async find({ query, limit, opened, hasFolders = false }: FindRequest): Promise<FoundFiles> {
    if (this.#now() >= this.#freshUntil && !this.#closing.signal.aborted) this.#listing ??= this.#list();
    if (!this.#hasListed) await Promise.race([this.#listing, after(FIRST_WAIT_MS)]);
    const { files, total } = this.#index.find(query, { limit, recent: opened, hasFolders });
    return { files, total, complete: this.#isWhole, leftOut: this.#leftOut };
  }

  /** Settles when nothing of ours runs in the folder. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#listing;
  }

  async #list(): Promise<void> {
    const begun = this.#now();
    try {
      const { signal } = this.#closing;
      const listed = (await listByGit(this.#folder, { signal })) ?? (await listByWalk(this.#folder));
      const { paths, newest } = await keepFiles(this.#folder, listed.paths);
      this.#index = new PathIndex(paths, newest);
      this.#leftOut = listed.leftOut;
      this.#isWhole = listed.isWhole;
    } catch {
      // The folder is gone for now: what was listed last is the best there is, and it is asked again.
      this.#isWhole = false;
    }
    const ended = this.#now();
    this.#freshUntil = ended + Math.max(FRESH_MS, (ended - begun) * PATIENCE);
    this.#hasListed = true;
    this.#listing = null;
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

import type { FileListPage } from '../protocol/api/changes.js';
import { REPO_LIMITS } from '../protocol/api/repo.js';
import type { Clock } from '../protocol/clock.js';
import { listByGit } from './list-by-git.js';
import { listByWalk } from './list-by-walk.js';
import type { ListedFiles } from './listed-files.js';

/** The pages of one reading come from one list. */
const FRESH_MS = 10_000;

/** All paths of a folder, sorted, in pages. */
export class PathList {
  readonly #folder: string;
  readonly #clock: Clock;
  #list: Promise<ListedFiles> | null = null;
  #freshUntil = 0;

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  async page(after: string | null): Promise<FileListPage> {
    if (after === null || this.#clock.now() >= this.#freshUntil) this.#list = null;
    this.#list ??= this.#read();
    const { paths, isWhole, leftOut } = await this.#list;
    const start = after === null ? 0 : firstAfter(paths, after);
    const page = paths.slice(start, start + REPO_LIMITS.listedPaths);
    const next = start + page.length < paths.length ? (page.at(-1) ?? null) : null;
    return { paths: page, next, isWhole, leftOut };
  }

  async #read(): Promise<ListedFiles> {
    this.#freshUntil = this.#clock.now() + FRESH_MS;
    const listed = (await listByGit(this.#folder)) ?? (await listByWalk(this.#folder));
    return { ...listed, paths: listed.paths.sort() };
  }
}

function firstAfter(sorted: readonly string[], path: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= path) low = middle + 1;
    else high = middle;
  }
  return low;
}

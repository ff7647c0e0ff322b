import type { FoundFile } from '../protocol/api/repo.js';
import { type MatchablePath, matchable, positionsOf, scoreOf, tokensOf } from './match-path.js';

/** The best of what fits, and how many fit in all. */
export interface Ranked {
  files: FoundFile[];
  total: number;
}

export interface FindOptions {
  readonly limit: number;
  /** Files that were opened lately, the last one first. */
  readonly recent?: readonly string[];
  readonly hasFolders?: boolean;
}

/** A file that fits as well is meant rather than a folder, and a text rather than what an agent cannot read. */
const FOLDER = 60;
const BINARY = 150;
const BINARY_NAMES =
  /\.(?:png|jpe?g|gif|webp|avif|ico|icns|bmp|tiff?|heic|pdf|zip|t?gz|bz2|xz|zst|7z|rar|jar|war|whl|woff2?|ttf|otf|eot|mp[34]|m4[av]|wav|ogg|flac|webm|mov|avi|mkv|exe|dll|so|dylib|a|o|obj|class|pyc|wasm|node|bin|dat|db|sqlite3?|psd|sketch|docx?|xlsx?|pptx?|odt|ods)$/i;

function isBinaryName(path: string): boolean {
  return BINARY_NAMES.test(path);
}

/** All folders that hold something, without the one that all are in. */
function foldersOf(paths: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

/** A list of paths, made ready so that a query is answered while a person types. */
export class PathIndex {
  readonly #paths: readonly MatchablePath[];
  readonly #folders: readonly MatchablePath[];
  readonly #newest: ReadonlyMap<string, number>;

  /** `newest` names the paths that come first where nothing else decides. */
  constructor(paths: readonly string[], newest: readonly string[] = []) {
    this.#paths = paths.map((path) => matchable(path, isBinaryName(path) ? 'binary' : 'text'));
    this.#folders = [...foldersOf(paths)].map((path) => matchable(path, 'folder'));
    this.#newest = new Map(newest.map((path, rank) => [path, rank]));
  }

  get size(): number {
    return this.#paths.length;
  }

  /** The best of the paths that fit; those of `recent` are preferred, the first of them most. */
  find(query: string, { limit, recent = [], hasFolders = false }: FindOptions): Ranked {
    const tokens = tokensOf(query);
    const hasQuery = tokens.length > 0;
    // With a query it only decides between what fits about as well; without one it decides alone.
    const preferred = this.#preferred(recent, hasQuery ? 0.2 : 1_000);
    const binary = hasQuery ? BINARY : BINARY * 1_000;
    const best = new BestOf(limit);
    let total = 0;
    for (const path of this.#paths) {
      const score = scoreOf(path, tokens);
      if (score === null) continue;
      total += 1;
      best.offer(path, score + (preferred.get(path.text) ?? 0) - (path.kind === 'binary' ? binary : 0));
    }
    for (const folder of hasFolders ? this.#folders : []) {
      const score = scoreOf(folder, tokens);
      if (score === null) continue;
      total += 1;
      best.offer(folder, score - FOLDER);
    }
    const files = best.paths.map((path) => ({
      path: path.kind === 'folder' ? `${path.text}/` : path.text,
      positions: positionsOf(path, tokens),
    }));
    return { total, files };
  }

  #preferred(recent: readonly string[], weight: number): Map<string, number> {
    const preferred = new Map<string, number>();
    for (const [path, rank] of this.#newest) preferred.set(path, weight * (40 - (rank * 20) / (this.#newest.size + 1)));
    for (const [rank, path] of recent.entries()) preferred.set(path, weight * (60 - (rank * 20) / (recent.length + 1)));
    return preferred;
  }
}

/** Keeps the best few of many, in order. */
class BestOf {
  readonly #limit: number;
  readonly #kept: { path: MatchablePath; score: number }[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get paths(): MatchablePath[] {
    return this.#kept.map(({ path }) => path);
  }

  offer(path: MatchablePath, score: number): void {
    const kept = this.#kept;
    if (kept.length === this.#limit && score <= (kept.at(-1)?.score ?? 0)) return;
    let low = 0;
    let high = kept.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (kept[middle]!.score >= score) low = middle + 1;
      else high = middle;
    }
    kept.splice(low, 0, { path, score });
    if (kept.length > this.#limit) kept.pop();
  }
}

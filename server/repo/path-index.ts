import type { FoundFile } from '../protocol/repo.js';
import { type MatchablePath, matchable, positionsOf, scoreOf, tokensOf } from './match-path.js';

/** The best of what fits, and how many fit in all. */
export interface Ranked {
  files: FoundFile[];
  total: number;
}

/** A list of paths, made ready so that a query is answered while a person types. */
export class PathIndex {
  readonly #paths: readonly MatchablePath[];
  readonly #newest: ReadonlyMap<string, number>;

  /** `newest` names the paths that come first where nothing else decides. */
  constructor(paths: readonly string[], newest: readonly string[] = []) {
    this.#paths = paths.map(matchable);
    this.#newest = new Map(newest.map((path, rank) => [path, rank]));
  }

  get size(): number {
    return this.#paths.length;
  }

  /** The best of the paths that fit; those of `recent` are preferred, the first of them most. */
  find(query: string, limit: number, recent: readonly string[] = []): Ranked {
    const tokens = tokensOf(query);
    // With a query it only decides between what fits about as well; without one it decides alone.
    const preferred = this.#preferred(recent, tokens.length > 0 ? 0.2 : 1_000);
    const best = new BestOf(limit);
    let total = 0;
    for (const path of this.#paths) {
      const score = scoreOf(path, tokens);
      if (score === null) continue;
      total += 1;
      best.offer(path, score + (preferred.get(path.text) ?? 0));
    }
    return { total, files: best.paths.map((path) => ({ path: path.text, positions: positionsOf(path, tokens) })) };
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

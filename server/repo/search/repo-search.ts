import { randomUUID } from 'node:crypto';
import { repoFault, troubleOf } from '../../git/repo-fault.js';
import {
  type FileHit,
  SEARCH_LIMITS,
  type SearchBegun,
  type SearchEngine,
  type SearchPage,
  type SearchQuery,
} from '../../protocol/api/search.js';
import type { RepoDoor, RootWork } from '../changes/repo-door.js';
import { type EngineParts, type EngineRun, searchByGit, searchByRipgrep, searchByWalking } from './engines.js';
import { globFilter } from './glob-match.js';

/** A tab that asks for more waits so long at most. */
const WAIT_MS = 5_000;

export interface RepoSearchParts extends EngineParts {
  /** Where ripgrep is; null if it was not installed. */
  findRipgrep(): Promise<string | null>;
  /** The program of our own walker. */
  walker(): URL;
}

/** Searches the files of every root: one search for each tab, and a new one ends the one before. */
export class RepoSearch {
  readonly #door: RepoDoor;
  readonly #parts: RepoSearchParts;
  readonly #searches = new Map<string, Search>();

  constructor(door: RepoDoor, parts: RepoSearchParts) {
    this.#door = door;
    this.#parts = parts;
  }

  /** Begins a search. */
  async begin(tab: { readonly id: string }, query: SearchQuery, rootId?: string): Promise<SearchBegun> {
    const root = this.#door.root(rootId);
    this.dropTab(tab);
    const program = await this.#parts.findRipgrep();
    const engine = program ? 'ripgrep' : (await hasGit(root)) ? 'git' : 'walker';
    const search = new Search(engine, tab.id, this.#parts, (run) => {
      if (program) return searchByRipgrep(program, run, this.#parts);
      if (engine === 'git') return searchByGit(run, globFilter(query.include, query.exclude));
      return searchByWalking(this.#parts.walker(), run, this.#parts.clock);
    });
    // While it was found out who looks, the tab may have begun another one.
    this.dropTab(tab);
    this.#searches.set(search.id, search);
    search.start(root, query);
    return { searchId: search.id };
  }

  /** Hits after those that the tab has; waits a while if there are none yet. */
  async hits(searchId: string, after: number): Promise<SearchPage> {
    const search = this.#searches.get(searchId);
    if (!search) throw repoFault({ code: 'search_gone' });
    return search.page(after);
  }

  /** The tab searches nothing any more. */
  dropTab(tab: { readonly id: string }): void {
    for (const [id, search] of this.#searches) {
      if (search.tabId !== tab.id) continue;
      this.#searches.delete(id);
      search.stop();
    }
  }

  async close(): Promise<void> {
    const searches = [...this.#searches.values()];
    this.#searches.clear();
    await Promise.all(searches.map((search) => search.stop()));
  }
}

async function hasGit({ work }: RootWork): Promise<boolean> {
  return work.runner.run({ args: ['--version'] }).then(
    () => true,
    (error) => {
      const code = troubleOf(error)?.code;
      if (code === 'no_git' || code === 'old_git') return false;
      throw error;
    },
  );
}

/** One search, and the hits that it has found up to now. */
class Search {
  readonly id = randomUUID();
  readonly tabId: string;
  readonly #engine: SearchEngine;
  readonly #parts: Pick<RepoSearchParts, 'clock'>;
  readonly #look: (run: EngineRun) => Promise<void>;
  readonly #stop = new AbortController();
  readonly #hits: FileHit[] = [];
  readonly #byFile = new Map<string, number>();
  readonly #waiting = new Set<() => void>();
  #done: Promise<void> = Promise.resolve();
  #isEnd = false;
  #isCut = false;
  #failure: unknown = null;

  constructor(
    engine: SearchEngine,
    tabId: string,
    parts: Pick<RepoSearchParts, 'clock'>,
    look: (run: EngineRun) => Promise<void>,
  ) {
    this.#engine = engine;
    this.tabId = tabId;
    this.#parts = parts;
    this.#look = look;
  }

  start({ work }: RootWork, query: SearchQuery): void {
    const run = { root: work, query, signal: this.#stop.signal, take: (hit: FileHit) => this.#take(hit) };
    this.#done = this.#look(run)
      .catch((error) => {
        this.#failure = error;
      })
      .then(() => {
        this.#isEnd = true;
        this.#tell();
      });
  }

  async page(after: number): Promise<SearchPage> {
    if (!this.#isEnd && this.#hits.length <= after) await this.#news();
    // Hits that were found before something went wrong are shown.
    if (this.#failure && this.#hits.length <= after) throw this.#failure;
    const hits = this.#hits.slice(after, after + SEARCH_LIMITS.pageHits);
    const next = after + hits.length;
    const isEnd = this.#isEnd && next >= this.#hits.length && !this.#failure;
    return { hits, next, isEnd, isCut: this.#isCut, engine: this.#engine };
  }

  stop(): Promise<void> {
    this.#stop.abort();
    return this.#done;
  }

  #take(hit: FileHit): void {
    if (this.#hits.length >= SEARCH_LIMITS.hits) {
      this.#isCut = true;
      this.#stop.abort();
      return;
    }
    const count = this.#byFile.get(hit.path) ?? 0;
    if (count >= SEARCH_LIMITS.fileHits) {
      this.#isCut = true;
      return;
    }
    this.#byFile.set(hit.path, count + 1);
    this.#hits.push(hit);
    this.#tell();
  }

  #news(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#parts.clock.after(WAIT_MS, () => done());
      const done = () => {
        cancel();
        this.#waiting.delete(done);
        resolve();
      };
      this.#waiting.add(done);
    });
  }

  #tell(): void {
    for (const done of [...this.#waiting]) done();
  }
}

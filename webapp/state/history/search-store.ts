import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import type { FileHit, SearchQuery } from '../../../server/protocol/api/search.js';
import { Store } from '../base/store.js';

/** The hits of one file. */
export interface FileHits {
  readonly path: string;
  readonly hits: readonly FileHit[];
}

export interface SearchState {
  readonly phase: 'idle' | 'running' | 'done' | 'failed';
  readonly files: readonly FileHits[];
  readonly count: number;
  readonly isCut: boolean;
  readonly failure: RpcError | null;
}

export type SearchApi = Pick<RepoApi, 'search_files' | 'get_search_hits' | 'stop_search'>;

const NONE: SearchState = { phase: 'idle', files: [], count: 0, isCut: false, failure: null };

/** One search across the folder, by file, as its hits come. */
export class SearchStore extends Store<SearchState> {
  readonly #repo: SearchApi;
  #turn = 0;
  #files = new Map<string, FileHit[]>();

  constructor(repo: SearchApi) {
    super(NONE);
    this.#repo = repo;
  }

  /** Begins a search; the one before ends. */
  async search(query: SearchQuery): Promise<void> {
    const turn = ++this.#turn;
    this.#files = new Map();
    this.set({ ...this.value, phase: 'running', failure: null });
    try {
      const { searchId } = await this.#repo.search_files(query);
      for (let after = 0; turn === this.#turn; ) {
        const page = await this.#repo.get_search_hits(searchId, after);
        if (turn !== this.#turn) return;
        after = page.next;
        for (const hit of page.hits) this.#add(hit);
        const files = [...this.#files].map(([path, hits]): FileHits => ({ path, hits }));
        const { isCut } = page;
        this.set({ phase: page.isEnd ? 'done' : 'running', files, count: after, isCut, failure: null });
        if (page.isEnd) return;
      }
    } catch (error) {
      if (turn === this.#turn) this.set({ ...NONE, phase: 'failed', failure: RpcError.from(error) });
    }
  }

  /** Nobody looks for anything any more. */
  clear(): void {
    const isRunning = this.value.phase === 'running';
    this.#turn += 1;
    this.set(NONE);
    if (isRunning) this.#repo.stop_search().catch(() => {});
  }

  #add(hit: FileHit): void {
    const hits = this.#files.get(hit.path);
    // A new list each time, so that what draws it sees that it is another one.
    this.#files.set(hit.path, hits ? [...hits, hit] : [hit]);
  }
}

import type { FileLogRow, GraphWish } from '../../../server/protocol/api/history.js';
import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { Store } from '../base/store.js';
import { GraphLanes, type LanedRow } from './graph-lanes.js';

/** What is asked for at once: first what fits on a screen, then more. */
const FIRST = 200;
const MORE = 1_000;
/** So many rows are kept; nobody scrolls further. */
const MOST_ROWS = 200_000;

export interface GraphView {
  readonly rows: readonly LanedRow[];
  readonly phase: 'loading' | 'ready' | 'whole' | 'failed';
  readonly failure: RpcError | null;
}

export type GraphApi = Pick<RepoApi, 'get_commit_graph' | 'get_more_commits' | 'get_file_log'>;

/** Which history is wanted: of everything, or of one file. */
export interface HistoryWish extends GraphWish {
  readonly path: string | null;
}

/** The history as far as somebody has scrolled. */
export class GraphStore extends Store<GraphView> {
  readonly #repo: GraphApi;
  #wish: HistoryWish | null = null;
  #lanes = new GraphLanes();
  #walkId: string | null = null;
  #after: number | null = null;
  #turn = 0;
  #isReading = false;

  constructor(repo: GraphApi) {
    super({ rows: [], phase: 'loading', failure: null });
    this.#repo = repo;
  }

  /** Whether the rows are all commits in their order, so that lines between them mean something. */
  get hasLanes(): boolean {
    return this.#wish !== null && this.#wish.path === null && !this.#wish.query;
  }

  /** Begins anew. What is on screen stays until the first answer. */
  async load(wish: HistoryWish): Promise<void> {
    const turn = ++this.#turn;
    this.#wish = wish;
    this.#isReading = true;
    try {
      const { path, ...graph } = wish;
      const page = path === null ? await this.#repo.get_commit_graph(graph, FIRST) : await this.#fileLog(path, 0);
      if (turn !== this.#turn) return;
      this.#lanes = new GraphLanes();
      this.#take(page, []);
    } catch (error) {
      if (turn === this.#turn) this.set({ rows: [], phase: 'failed', failure: RpcError.from(error) });
    } finally {
      if (turn === this.#turn) this.#isReading = false;
    }
  }

  /** Reads on, if there is more and nobody reads yet. */
  async more(): Promise<void> {
    const { path = null } = this.#wish ?? {};
    if (this.#isReading || this.value.phase !== 'ready' || !this.#wish) return;
    const turn = this.#turn;
    this.#isReading = true;
    try {
      const page =
        path === null
          ? await this.#repo.get_more_commits(this.#walkId ?? '', MORE)
          : await this.#fileLog(path, this.#after ?? 0);
      if (turn === this.#turn) this.#take(page, this.value.rows);
    } catch (error) {
      if (turn !== this.#turn) return;
      const failure = RpcError.from(error);
      // The server has put it away meanwhile, or is another one.
      if (failure.reason?.code === 'walk_gone') await this.load(this.#wish);
      else this.set({ ...this.value, phase: 'failed', failure });
    } finally {
      if (turn === this.#turn) this.#isReading = false;
    }
  }

  async #fileLog(path: string, after: number) {
    const { rows, next } = await this.#repo.get_file_log(path, after, FIRST);
    this.#after = next;
    return {
      rows: rows.map((row: FileLogRow) => ({ ...row, refs: [], parents: row.parent ? [row.parent] : [] })),
      walkId: next === null ? null : 'file',
    };
  }

  #take({ rows, walkId }: Awaited<ReturnType<GraphApi['get_commit_graph']>>, before: readonly LanedRow[]): void {
    this.#walkId = walkId;
    const all = [...before, ...rows.map((row) => this.#lanes.add(row))];
    const isWhole = walkId === null || all.length >= MOST_ROWS;
    this.set({ rows: all, phase: isWhole ? 'whole' : 'ready', failure: null });
  }
}

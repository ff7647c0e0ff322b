import { REPO_LIMITS } from '../../../server/protocol/api/repo.js';
import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import { Store } from '../../state/base/store.js';
import { findWorker } from '../../worker/code-worker-client.js';
import { findInLines, type LineHit, type LinePattern, patternOf } from '../../worker/find-lines.js';

const MOST_HITS = 10_000;

/** What a search has found so far. */
export interface FileSearchState {
  readonly pattern: LinePattern;
  readonly status: 'none' | 'running' | 'done';
  /** Why it ended before the end of the file: what is no expression, takes too long, or could not be read. */
  readonly trouble: { code: 'bad'; message: string } | { code: 'slow' } | { code: 'unread' } | null;
  /** In the order of the file; lines count from 0. */
  readonly hits: readonly LineHit[];
  /** Whether there are more than are listed. */
  readonly isCut: boolean;
  /** Whether some lines were too long to be searched whole. */
  readonly hasLongLines: boolean;
  /** The one that the person is at; -1 if there is none. */
  readonly current: number;
}

const NONE: FileSearchState = {
  pattern: { text: '', isCase: false, isRegex: false, isWord: false },
  status: 'none',
  trouble: null,
  hits: [],
  isCut: false,
  hasLongLines: false,
  current: -1,
};

/** A search through a whole file, also through what was not fetched to be shown. */
export class FileSearch extends Store<FileSearchState> {
  readonly #worker: Pick<typeof findWorker, 'ask'>;
  #run = 0;

  constructor(worker: Pick<typeof findWorker, 'ask'> = findWorker) {
    super(NONE);
    this.#worker = worker;
  }

  /** Looks for a pattern; `near` is the line, counted from 0, from which on the first hit is the current one. */
  async look(reader: Pick<RepoApi, 'read_file'>, path: string, pattern: LinePattern, near: number): Promise<void> {
    const run = ++this.#run;
    this.set({ ...NONE, pattern, status: 'running' });
    const end = (trouble: FileSearchState['trouble'] = null) => {
      if (run === this.#run) this.#settle({ status: pattern.text === '' ? 'none' : 'done', trouble });
    };
    try {
      if (patternOf(pattern) === null) return end();
    } catch (error) {
      return end({ code: 'bad', message: error instanceof Error ? error.message : '' });
    }
    for (let from = 1; run === this.#run; ) {
      const slice = await reader.read_file(path, from, REPO_LIMITS.sliceLines).catch(() => null);
      if (run !== this.#run) return;
      if (!slice) return end({ code: 'unread' });
      const hits = await this.#find(slice.lines, pattern).catch(() => null);
      if (run !== this.#run) return;
      if (!hits) return end({ code: 'slow' });
      this.#add(hits, from - 1, near, slice.cut > 0);
      from += slice.lines.length;
      const isEnd = slice.lines.length === 0 || (slice.total !== null && from > slice.total);
      if (isEnd || this.value.isCut) return end();
    }
  }

  /** Goes to the next hit, or with -1 to the one before; after the last comes the first. */
  step(by: 1 | -1): void {
    const { hits, current } = this.value;
    if (hits.length === 0) return;
    this.set({ ...this.value, current: (current + by + hits.length) % hits.length });
  }

  close(): void {
    this.#run += 1;
    this.set({ ...NONE, pattern: this.value.pattern });
  }

  /** Only an expression of a person can take for ever. */
  async #find(lines: readonly string[], pattern: LinePattern): Promise<LineHit[]> {
    const most = MOST_HITS - this.value.hits.length + 1;
    return pattern.isRegex ? this.#worker.ask('find', { lines, pattern, most }) : findInLines(lines, pattern, most);
  }

  #add(found: readonly LineHit[], offset: number, near: number, isCutLine: boolean): void {
    const all = [...this.value.hits, ...found.map((hit) => ({ ...hit, line: hit.line + offset }))];
    const hits = all.slice(0, MOST_HITS);
    const hasLongLines = this.value.hasLongLines || isCutLine;
    const first = this.value.current >= 0 ? this.value.current : hits.findIndex(({ line }) => line >= near);
    this.set({ ...this.value, hits, isCut: all.length > MOST_HITS, hasLongLines, current: first });
  }

  #settle(change: Partial<FileSearchState>): void {
    const { hits, current } = this.value;
    // All of them stand before where the person is.
    this.set({ ...this.value, ...change, current: current < 0 && hits.length > 0 ? 0 : current });
  }
}

import type { SessionSummary } from '../../../server/protocol/api/app-state.js';
import type { ServerApi } from '../../../server/protocol/api/rpc.js';
import type { SessionCounts, SessionFilter, SessionPlace } from '../../../server/protocol/api/session-list.js';
import type { Clock } from '../../../server/protocol/clock.js';
import { Store } from '../base/store.js';

/** What the server has told of the list beyond what every tab has. */
export interface OlderSessions {
  readonly sessions: readonly SessionSummary[];
  /** Null until the server has told them for the filter that is wanted now. */
  readonly counts: SessionCounts | null;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
}

const PAGE = 100;
/** News of sessions come in bursts; the counts follow after this. */
const CALM_MS = 300;
const NOTHING: OlderSessions = { sessions: [], counts: null, hasMore: true, isLoading: false, hasFailed: false };

/** Sessions of a filter, a page at a time, for lists that are longer than what a tab has. */
export class OlderSessionsStore extends Store<OlderSessions> {
  readonly #list: ServerApi['Sessions']['list'];
  readonly #clock: Clock;
  #filter: SessionFilter | null = null;
  #next: SessionPlace | null = null;
  /** Answers to what was asked before this are of no use. */
  #asked = 0;
  #stopWaiting: (() => void) | null = null;

  constructor(list: ServerApi['Sessions']['list'], clock: Clock) {
    super(NOTHING);
    this.#list = list;
    this.#clock = clock;
  }

  /** Shows the sessions of this filter from the top; null lets go of them. */
  want(filter: SessionFilter | null): void {
    if (JSON.stringify(filter) === JSON.stringify(this.#filter)) return;
    this.#filter = filter;
    this.#asked += 1;
    this.#next = null;
    this.set({ ...NOTHING, counts: filter && this.value.counts });
    if (filter) void this.#load(null, PAGE);
  }

  more(): void {
    const { hasMore, isLoading, hasFailed } = this.value;
    if (this.#filter && hasMore && !isLoading) void this.#load(hasFailed ? null : this.#next, PAGE);
  }

  /** Something has changed in the list: what is shown of it is asked for again, when it is calm. */
  refresh(): void {
    if (!this.#filter) return;
    this.#stopWaiting ??= this.#clock.after(CALM_MS, () => {
      this.#stopWaiting = null;
      const count = Math.max(PAGE, Math.min(2 * PAGE, this.value.sessions.length));
      if (this.#filter) void this.#load(null, count, this.value.sessions.slice(count));
    });
  }

  async #load(after: SessionPlace | null, limit: number, rest: readonly SessionSummary[] = []): Promise<void> {
    const filter = this.#filter!;
    const asked = ++this.#asked;
    this.set({ ...this.value, isLoading: true });
    try {
      const { sessions, next, counts } = await this.#list(filter, after, limit);
      if (asked !== this.#asked) return;
      const before = after === null ? [] : this.value.sessions;
      if (rest.length === 0) this.#next = next;
      const all = [...before, ...sessions, ...rest];
      this.set({ sessions: all, counts, hasMore: this.#next !== null, isLoading: false, hasFailed: false });
    } catch {
      if (asked === this.#asked) this.set({ ...this.value, isLoading: false, hasFailed: true });
    }
  }
}

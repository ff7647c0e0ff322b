import type { TabPort } from '../../ports/tab.js';
import type { EventPage, Position } from '../../protocol/events.js';

/** A log as its readers see it. */
export interface PagedLog<Event extends { seq: number } = { seq: number }> {
  /** The name under which tabs get its pages. */
  readonly id: string;
  readonly epoch: string;
  /** The number of the newest event. */
  readonly head: number;
  /** Whether all that comes after a number can still be had, in few enough pages. */
  hasTail(after: number): boolean;
  /** The next page after a number; it holds at least one event if there is one. */
  pageAfter(after: number): EventPage<Event>;
}

/** What comes after a position: a page, whether it is the last one, and where the log ends. */
type LogTail<Event> = { live: boolean; head: number } & EventPage<Event>;

/**
 * Where a tab stands in a log. Nothing is queued for the tab: when it can take more, the next page is
 * read from the log, so that a slow or sleeping tab costs one number.
 */
export class LogCursor {
  readonly #log: PagedLog;
  readonly #tab: TabPort;
  #seq: number;
  #isWaiting = false;
  #hasEnded = false;

  constructor(log: PagedLog, tab: TabPort, after: number) {
    this.#log = log;
    this.#tab = tab;
    this.#seq = after;
  }

  /** Sends what the tab can take now; goes on by itself when it can take more. */
  pump(): void {
    while (!this.#hasEnded && !this.#isWaiting && this.#seq < this.#log.head) {
      if (!this.#tab.isWritable) {
        this.#isWaiting = true;
        this.#tab.onceWritable(() => {
          this.#isWaiting = false;
          this.pump();
        });
        return;
      }
      const page = this.#log.pageAfter(this.#seq);
      const last = page.events.at(-1);
      if (!last) return;
      this.#seq = last.seq;
      this.#send(page);
    }
  }

  end(): void {
    this.#hasEnded = true;
  }

  /** A tab that cannot be written to any more must not stop what the log is doing for others. */
  #send(page: EventPage<{ seq: number }>): void {
    try {
      this.#tab.stream(this.#log.id, page);
    } catch {
      this.end();
    }
  }
}

/** The cursors of one log, at most one for each tab. */
export class LogCursors<Event extends { seq: number }> {
  readonly #log: PagedLog<Event>;
  readonly #cursors = new Map<TabPort, LogCursor>();

  constructor(log: PagedLog<Event>) {
    this.#log = log;
  }

  get tabs(): TabPort[] {
    return [...this.#cursors.keys()];
  }

  get count(): number {
    return this.#cursors.size;
  }

  /** From now on the tab gets what comes after a number. */
  start(tab: TabPort, after: number): void {
    this.end(tab);
    const cursor = new LogCursor(this.#log, tab, after);
    this.#cursors.set(tab, cursor);
    cursor.pump();
  }

  /**
   * The page that a tab at `since` needs next; null if only the state as a whole will do. When that page is the last one, the
   * tab is told of everything that comes after it from this very moment on.
   */
  resume(tab: TabPort, { epoch, seq }: Position): LogTail<Event> | null {
    this.end(tab);
    const { head } = this.#log;
    if (epoch !== this.#log.epoch || seq > head || seq < 0 || !this.#log.hasTail(seq)) return null;
    const page = this.#log.pageAfter(seq);
    const live = seq + page.events.length === head;
    if (live) this.start(tab, head);
    return { live, head, ...page };
  }

  end(tab: TabPort): void {
    this.#cursors.get(tab)?.end();
    this.#cursors.delete(tab);
  }

  endAll(): void {
    for (const tab of [...this.#cursors.keys()]) this.end(tab);
  }

  /** The log has grown. */
  pump(): void {
    for (const cursor of [...this.#cursors.values()]) cursor.pump();
  }
}

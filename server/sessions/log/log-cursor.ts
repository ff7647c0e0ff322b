import type { TabPort } from '../../ports/tab.js';
import type { EventPage } from '../../protocol/events.js';

/** A log as its readers see it. */
export interface PagedLog {
  /** The name under which tabs get its pages. */
  readonly id: string;
  readonly epoch: string;
  /** The number of the newest event. */
  readonly head: number;
  /** The next page after a number; it holds at least one event if there is one. */
  pageAfter(after: number): EventPage<{ seq: number }>;
}

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
export class LogCursors {
  readonly #log: PagedLog;
  readonly #cursors = new Map<TabPort, LogCursor>();

  constructor(log: PagedLog) {
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

import { randomUUID } from 'node:crypto';
import { APP_LOG, type AppEvent, type AppState, type LoggedAppEvent, reduceApp } from '../protocol/app-state.js';
import type { EventPage } from '../protocol/events.js';
import { LIMITS } from '../protocol/limits.js';
import { EventRing } from './log/event-ring.js';
import { LogCursors, type PagedLog } from './log/log-cursor.js';
import type { TabPort } from './tab-port.js';

const KEPT = { count: 1000, bytes: 4 * 1024 * 1024 };
const PAGE = { count: LIMITS.pageEvents, bytes: LIMITS.pageBytes };

/** Ways to give the app's log another time and other names. */
export interface AppLogOptions {
  now?: () => number;
  newEpoch?: () => string;
}

/** The log of what is true of the app as a whole: like a session's, but only in memory. */
export class AppLog implements PagedLog {
  readonly id = APP_LOG;
  readonly epoch: string;
  readonly #now: () => number;
  readonly #recent = new EventRing<LoggedAppEvent>(KEPT);
  readonly #cursors = new LogCursors(this);
  #app: AppState;
  #head = 0;

  constructor(app: AppState, { now = Date.now, newEpoch = randomUUID }: AppLogOptions = {}) {
    this.#app = app;
    this.#now = now;
    this.epoch = newEpoch();
  }

  get current(): AppState {
    return this.#app;
  }

  get head(): number {
    return this.#head;
  }

  append(event: AppEvent): void {
    const logged: LoggedAppEvent = { ...event, seq: ++this.#head, at: this.#now() };
    this.#app = reduceApp(this.#app, logged);
    this.#recent.push(logged, JSON.stringify(logged).length);
    this.#cursors.pump();
  }

  /** The state now; what happens from here on comes to the tab by itself. */
  snapshot(tab: TabPort): { epoch: string; seq: number; app: AppState } {
    this.#cursors.start(tab, this.#head);
    return { epoch: this.epoch, seq: this.#head, app: this.#app };
  }

  /** The tab is gone. */
  dropTab(tab: TabPort): void {
    this.#cursors.end(tab);
  }

  /** A tab that is further behind than the memory reaches sees a gap, and asks for the state again. */
  pageAfter(after: number): EventPage<LoggedAppEvent> {
    const events = this.#recent.after(after, PAGE);
    return { epoch: this.epoch, after: (events[0]?.seq ?? after + 1) - 1, events };
  }
}

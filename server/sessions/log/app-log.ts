import { randomUUID } from 'node:crypto';
import type { TabPort } from '../../ports/tab.js';
import {
  APP_LOG,
  type AppEvent,
  type AppState,
  type LoggedAppEvent,
  reduceApp,
  type SessionSummary,
} from '../../protocol/api/app-state.js';
import { NEWEST_SESSIONS, newestPart } from '../../protocol/api/session-list.js';
import type { EventPage } from '../../protocol/events.js';
import { LIMITS } from '../../protocol/limits.js';
import { own } from '../../protocol/own.js';
import { EventRing } from './event-ring.js';
import { LogCursors, type PagedLog } from './log-cursor.js';

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
  readonly #listeners = new Set<(event: AppEvent) => void>();
  /** Older sessions that tabs have asked for. */
  readonly #wanted = new Set<string>();
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

  /** The sessions that a start finds, the last used first; before any tab has asked. */
  restore(sessions: readonly SessionSummary[]): void {
    this.#app = { ...this.#app, sessions };
  }

  append(event: AppEvent): void {
    const logged: LoggedAppEvent = { ...event, seq: ++this.#head, at: this.#now() };
    this.#app = reduceApp(this.#app, logged);
    this.#recent.push(logged, JSON.stringify(logged).length);
    this.#cursors.pump();
    for (const listener of this.#listeners) listener(event);
  }

  /** Calls `listener` with every event from now on, for the server's own use. */
  listen(listener: (event: AppEvent) => void): void {
    this.#listeners.add(listener);
  }

  /** The state now, with the newest sessions; what happens from here on comes to the tab by itself. */
  snapshot(tab: TabPort): { epoch: string; seq: number; app: AppState } {
    this.#cursors.start(tab, this.#head);
    return { epoch: this.epoch, seq: this.#head, app: newestPart(this.#app, this.#wanted) };
  }

  /** A session that tabs may not know, because it is old or of another folder, is part of what all of them get. */
  include(session: SessionSummary): void {
    if (this.#wanted.has(session.id)) return;
    this.#wanted.add(session.id);
    const { sessions, drafts, draftChips } = this.#app;
    if (sessions.slice(0, NEWEST_SESSIONS).some(({ id }) => id === session.id)) return;
    this.append({ type: 'session_changed', session });
    const text = own(drafts, session.id);
    if (text === undefined) return;
    const chips = own(draftChips, session.id);
    this.append({ type: 'draft_changed', sessionId: session.id, text, ...(chips && { chips }), by: 'server' });
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

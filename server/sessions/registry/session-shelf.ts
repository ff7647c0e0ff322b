import type { TabPort } from '../../ports/tab.js';
import type { SessionSummary } from '../../protocol/api/app-state.js';
import type { Done } from '../../protocol/api/rpc.js';
import { RpcError } from '../../protocol/api/rpc-error.js';
import {
  byLastUse,
  countSessions,
  listableSessions,
  passesFilter,
  type SessionFilter,
  type SessionMark,
  type SessionPage,
  type SessionPlace,
} from '../../protocol/api/session-list.js';
import type { Clock } from '../../protocol/clock.js';
import { isPlainId } from '../../protocol/plain-id.js';
import { summaryOf } from '../list/session-card.js';
import type { Act } from '../log/act.js';
import type { AppLog } from '../log/app-log.js';
import { saved } from '../log/storage-error.js';
import type { EventStore, ListedAs, SessionRow } from '../store/event-store.js';
import { StorageFault } from '../store/sqlite/storage-fault.js';
import type { OpenSessions } from './open-sessions.js';

export interface SessionShelfParts {
  readonly store: EventStore;
  readonly app: AppLog;
  readonly sessions: OpenSessions;
  readonly clock: Clock;
  readonly folder: string;
}

/** The list of sessions as people keep it: what is pinned, put away and unread, and a page of it at a time. */
export class SessionShelf {
  readonly #parts: SessionShelfParts;
  /** Which sessions are before somebody's eyes, by tab. */
  readonly #looks = new Map<string, ReadonlySet<string>>();

  constructor(parts: SessionShelfParts) {
    this.#parts = parts;
  }

  /** A page of the sessions that a filter lets through, after a place in them. */
  page(filter: SessionFilter, after: SessionPlace | null, limit: number): SessionPage {
    const { folder } = this.#parts;
    const all = listableSessions(filter.everywhere ? this.#everywhere() : this.#parts.app.current.sessions);
    const found = all.filter((session) => passesFilter(session, filter, folder));
    const follows = ({ updatedAt, id }: SessionSummary) =>
      !after || updatedAt < after.at || (updatedAt === after.at && id < after.id);
    const rest = found.filter(follows).sort(byLastUse);
    const sessions = rest.slice(0, limit);
    const last = sessions.at(-1);
    const next = last && rest.length > limit ? { at: last.updatedAt, id: last.id } : null;
    return { sessions, next, counts: countSessions(all, filter, folder) };
  }

  /** Pins sessions, puts them away or makes them unread, or takes that back. */
  mark(act: Act, ids: readonly string[], mark: SessionMark): Done {
    const { store, app, clock } = this.#parts;
    const at = clock.now();
    const rows = [...new Set(ids)].map((id) => this.#row(id));
    const listings = new Map(rows.map((row) => [row.id, marked(row, mark, at)]));
    const done = { seq: app.head };
    saved(() => store.changeListings(listings, { cmdId: act.cmdId, result: JSON.stringify(done), at }));
    for (const row of rows) this.#tell(row, listings.get(row.id)!);
    return done;
  }

  /** A person at that tab has these sessions before their eyes, and no others: what happens there is seen. */
  lookAt(tab: Pick<TabPort, 'id'>, ids: readonly string[]): void {
    this.#looks.set(tab.id, new Set(ids));
    for (const id of ids) this.#see(id);
  }

  dropTab(tab: Pick<TabPort, 'id'>): void {
    this.#looks.delete(tab.id);
  }

  isLookedAt(sessionId: string): boolean {
    return [...this.#looks.values()].some((ids) => ids.has(sessionId));
  }

  #see(id: string): void {
    const { store, app, sessions, folder } = this.#parts;
    const known = app.current.sessions.find((session) => session.id === id);
    if (!known?.unread || known.cwd !== folder) return;
    const row = sessions.peek(id)?.row ?? saved(() => store.session(id));
    if (!row || !sessions.isOwned(row)) return;
    const listing = { ...row.listing, seenAt: row.updatedAt };
    try {
      store.changeSession(id, { listing });
    } catch (error) {
      // It is read all the same; whether it was is only a convenience.
      if (!(error instanceof StorageFault)) throw error;
    }
    this.#tell(row, listing);
  }

  #tell(row: SessionRow, listing: ListedAs): void {
    const { app, sessions } = this.#parts;
    const open = sessions.peek(row.id);
    if (open) open.list(listing);
    else
      app.append({
        type: 'session_changed',
        session: summaryOf({ ...row, listing }, 'idle', sessions.isWritable(row)),
      });
  }

  /** A session of this folder that we have; what only an agent has cannot be marked. */
  #row(id: string): SessionRow {
    const { store, sessions } = this.#parts;
    const row = sessions.peek(id)?.row ?? (isPlainId(id) ? saved(() => store.session(id)) : null);
    if (!row) throw new RpcError('not_found', 'There is no such session.', { code: 'no_session' });
    if (!sessions.isOwned(row)) throw sessions.notOurs(row);
    return row;
  }

  /** Here as they are now, elsewhere as the store has them. */
  #everywhere(): SessionSummary[] {
    const { store, app, folder } = this.#parts;
    const here = app.current.sessions.filter(({ cwd }) => cwd === folder);
    const others = saved(() => store.allSessions()).filter(({ cwd }) => cwd !== folder);
    return [...here, ...others.map((row) => summaryOf(row, 'idle', false))];
  }
}

/** What is so already keeps its time. */
function marked({ listing, updatedAt }: SessionRow, { pinned, archived, unread }: SessionMark, at: number): ListedAs {
  const since = (before: number | null, wanted: boolean | undefined) =>
    wanted === undefined ? before : wanted ? (before ?? at) : null;
  return {
    ...listing,
    pinnedAt: since(listing.pinnedAt, pinned),
    archivedAt: since(listing.archivedAt, archived),
    seenAt: unread === undefined ? listing.seenAt : unread ? updatedAt - 1 : updatedAt,
  };
}

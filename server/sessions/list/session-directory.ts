import type { SessionSummary } from '../../protocol/api/app-state.js';
import { readDraft } from '../../protocol/api/draft.js';
import { RpcError } from '../../protocol/api/rpc-error.js';
import type { Clock } from '../../protocol/clock.js';
import type { AppLog } from '../log/app-log.js';
import { parseEvents } from '../log/parse-events.js';
import { saved } from '../log/storage-error.js';
import type { EventStore, SessionParent, SessionRow } from '../store/event-store.js';
import { StorageFault } from '../store/sqlite/storage-fault.js';
import { blankRow } from './blank-row.js';
import { summaryOf } from './session-card.js';
import { isEmptySession, rowChangeBy } from './session-names.js';

const PURGE_MS = 50;
/** What an unused session has at most: the agent's comings and goings. */
const OPENING = { count: 100, bytes: 256 * 1024 };

export interface SessionDirectoryOptions {
  readonly store: EventStore;
  readonly app: AppLog;
  readonly folder: string;
  readonly ownsFolder: boolean;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Which sessions a folder has and which one is shown, in the store and in every tab. */
export class SessionDirectory {
  readonly #options: SessionDirectoryOptions;
  #stopPurging: () => void = () => {};

  constructor(options: SessionDirectoryOptions) {
    this.#options = options;
  }

  /** Lists what the store has and shows the last used session, of one agent or of any. */
  restore(agentId: string | undefined): void {
    const { store, app, folder, ownsFolder } = this.#options;
    if (ownsFolder) this.#forgetHidden();
    const rows = saved(() => store.sessionsIn(folder)).map((row) => this.#settle(row));
    app.restore(rows.map((row) => summaryOf(row, 'idle', ownsFolder && !row.ties.isArchived)));
    for (const { id, draft } of rows) {
      if (draft !== '') app.append({ type: 'draft_changed', sessionId: id, ...readDraft(draft), by: 'server' });
    }
    const last = saved(() => store.folders.facts(folder)).sessionId;
    const isOwn = ({ ties, parent, listing }: SessionRow) =>
      !ties.isArchived && parent === null && listing.archivedAt === null;
    const wanted = rows.filter((row) => isOwn(row) && (agentId === undefined || row.agentId === agentId));
    const shown = wanted.find((row) => row.id === last) ?? wanted[0];
    if (shown) this.show(shown.id);
    this.#purgeSoon();
  }

  /** Shows an empty session of the agent: the one that there is, else a new one. */
  create(agentId: string, cmdId: string | null): SessionSummary {
    const { folder, ownsFolder, clock, newId } = this.#options;
    if (!ownsFolder)
      throw new RpcError('unavailable', 'Another acdeck has this folder.', { code: 'folder_elsewhere', folder });
    const unused = this.#emptyOf(agentId);
    if (unused) {
      this.show(unused.id);
      return unused;
    }
    const row = {
      ...blankRow(newId(), agentId, folder, clock.now()),
      names: { person: null, agent: null, prompt: null },
    };
    const summary = this.#add(row, cmdId);
    this.show(row.id);
    return summary;
  }

  /** A session for a task of another one, called what the agent there calls it. Nobody's page changes to it. */
  createChild(agentId: string, parent: SessionParent): SessionSummary {
    const { folder, clock, newId } = this.#options;
    const row = blankRow(newId(), agentId, folder, clock.now());
    return this.#add({ ...row, names: { person: parent.name, agent: null, prompt: null }, parent }, null);
  }

  /** A copy of a conversation is complete: it is listed, and shown. */
  showCopy(session: SessionSummary): void {
    this.#options.app.append({ type: 'session_changed', session });
    this.show(session.id);
  }

  #add(row: SessionRow, cmdId: string | null): SessionSummary {
    const { store, app } = this.#options;
    const summary = summaryOf(row, 'idle', true);
    const command = cmdId === null ? undefined : { cmdId, result: JSON.stringify(summary), at: row.createdAt };
    saved(() => store.addSession(row, command));
    app.append({ type: 'session_changed', session: summary });
    return summary;
  }

  /** The one on screen first: whoever has begun to write there finds the words again. */
  #emptyOf(agentId: string): SessionSummary | undefined {
    const { sessions, openSessionId } = this.#options.app.current;
    const unused = sessions.filter((session) => session.empty && session.writable && session.agentId === agentId);
    return unused.find(({ id }) => id === openSessionId) ?? unused[0];
  }

  /** Earlier versions kept no sign of a use without words, such as a shell command; the log has it. */
  #settle(row: SessionRow): SessionRow {
    const { store, ownsFolder } = this.#options;
    if (!isEmptySession(row)) return row;
    try {
      const events = parseEvents(0, store.eventsAfter(row.id, 0, OPENING)).map(({ event }) => event);
      const names = rowChangeBy(row, events)?.names;
      if (!names || names.prompt === null) return row;
      if (ownsFolder) store.changeSession(row.id, { names });
      return { ...row, names };
    } catch (error) {
      // Whoever opens it is told; here it only stays out of the list.
      if (!(error instanceof StorageFault)) throw error;
      return row;
    }
  }

  /** What a server that was killed has left of a copy. */
  #forgetHidden(): void {
    try {
      this.#options.store.removeHidden(this.#options.folder);
    } catch (error) {
      // Left for the next start; nobody sees it.
      if (!(error instanceof StorageFault)) throw error;
    }
  }

  show(sessionId: string): void {
    const { store, app, folder, ownsFolder } = this.#options;
    if (app.current.openSessionId !== sessionId) app.append({ type: 'session_shown', sessionId });
    if (!ownsFolder) return;
    try {
      store.folders.remember(folder, { sessionId });
    } catch (error) {
      // A session can be looked at although nothing can be saved; another one is shown at the next start, no more.
      if (!(error instanceof StorageFault)) throw error;
    }
  }

  remove(sessionId: string, cmdId: string | null): { seq: number } {
    const { store, app, clock } = this.#options;
    const done = { seq: app.head + 1 };
    const command = cmdId === null ? undefined : { cmdId, result: JSON.stringify(done), at: clock.now() };
    saved(() => store.removeSession(sessionId, command));
    app.append({ type: 'session_deleted', sessionId });
    this.#purgeSoon();
    return done;
  }

  close(): void {
    this.#stopPurging();
  }

  /** What deleted sessions have left goes little by little, so that nobody waits for it. */
  #purgeSoon(): void {
    const { store, ownsFolder, clock } = this.#options;
    if (!ownsFolder) return;
    this.#stopPurging();
    this.#stopPurging = clock.after(PURGE_MS, () => {
      try {
        if (store.purge()) this.#purgeSoon();
      } catch (error) {
        // Left for the next start; it is in nobody's way.
        if (!(error instanceof StorageFault)) throw error;
      }
    });
  }
}

import type { SessionSummary } from '../protocol/app-state.js';
import { readDraft } from '../protocol/draft.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { AppLog } from './app-log.js';
import type { Clock } from './clock.js';
import { saved } from './command-book.js';
import { summaryOf } from './session-card.js';
import { type EventStore, type SessionRow, UNTIED } from './store/event-store.js';
import { StorageFault } from './store/storage-fault.js';

const PURGE_MS = 50;

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
    const rows = saved(() => store.sessionsIn(folder));
    for (const row of rows.toReversed()) {
      app.append({ type: 'session_changed', session: summaryOf(row, 'idle', ownsFolder && !row.ties.isArchived) });
      if (row.draft !== '')
        app.append({ type: 'draft_changed', sessionId: row.id, ...readDraft(row.draft), by: 'server' });
    }
    const last = saved(() => store.folders.facts(folder)).sessionId;
    const wanted = rows.filter((row) => !row.ties.isArchived && (agentId === undefined || row.agentId === agentId));
    const shown = wanted.find((row) => row.id === last) ?? wanted[0];
    if (shown) this.show(shown.id);
    this.#purgeSoon();
  }

  /** Makes a session and shows it. */
  create(agentId: string, cmdId: string | null): SessionSummary {
    const { store, app, folder, ownsFolder, clock, newId } = this.#options;
    if (!ownsFolder) throw new RpcError('unavailable', `Another running acdeck owns ${folder}.`);
    const at = clock.now();
    const names = { person: null, agent: null, prompt: null };
    const row: SessionRow = {
      id: newId(),
      agentId,
      cwd: folder,
      createdAt: at,
      updatedAt: at,
      names,
      draft: '',
      ties: UNTIED,
    };
    const summary = summaryOf(row, 'idle', true);
    const command = cmdId === null ? undefined : { cmdId, result: JSON.stringify(summary), at };
    saved(() => store.addSession(row, command));
    app.append({ type: 'session_changed', session: summary });
    this.show(row.id);
    return summary;
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

  remove(sessionId: string, cmdId: string): { seq: number } {
    const { store, app, clock } = this.#options;
    const done = { seq: app.head + 1 };
    saved(() => store.removeSession(sessionId, { cmdId, result: JSON.stringify(done), at: clock.now() }));
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

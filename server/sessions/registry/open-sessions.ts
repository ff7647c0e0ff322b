import { RpcError } from '../../protocol/api/rpc-error.js';
import { isPlainId } from '../../protocol/plain-id.js';
import { saved } from '../log/storage-error.js';
import { Session, type SessionParts } from '../session/session.js';
import type { SessionRow } from '../store/event-store.js';

/** So many sessions stay in memory although nothing happens in them. */
const MOST_AT_REST = 16;

export interface OpenSessionsOptions extends Omit<SessionParts, 'row' | 'isWritable'> {
  readonly folder: string;
  readonly ownsFolder: boolean;
  /** Takes over a session that only its agent knows so far; null if there is none of that id. */
  readonly adopt: (id: string) => SessionRow | null;
}

/** The sessions that are in memory; others are read from the store when they are wanted. */
export class OpenSessions {
  readonly #options: OpenSessionsOptions;
  /** The last used one is the last. */
  readonly #open = new Map<string, Session>();

  constructor(options: OpenSessionsOptions) {
    this.#options = options;
  }

  all(): Session[] {
    return [...this.#open.values()];
  }

  isWritable(row: SessionRow): boolean {
    return this.isOwned(row) && !row.ties.isArchived;
  }

  /** The session of that id, to be read. */
  get(id: string): Session {
    const known = this.#open.get(id);
    const session = known ?? this.#load(id);
    this.#open.delete(id);
    this.#open.set(id, session);
    this.#tidy();
    if (known || !session.isImporting) return session;
    session.agent.connectSoon();
    // What was taken only in part begins anew, as another object.
    return this.#open.get(id) ?? session;
  }

  /** The session of that id, whose record may be deleted here. */
  owned(id: string): Session {
    const session = this.get(id);
    if (!this.isOwned(session.row)) throw this.notOurs(session.row);
    return session;
  }

  /** The session of that id, to be changed; refuses one that another server owns. */
  writable(id: string): Session {
    const session = this.get(id);
    if (session.isWritable) return session;
    if (!session.row.ties.isArchived) throw this.notOurs(session.row);
    throw new RpcError('unavailable', 'An archived copy cannot be continued.', { code: 'archived_copy' });
  }

  /** What the store knows of a session; throws if there is none. */
  row(id: string): SessionRow {
    const { store, adopt } = this.#options;
    const stored = () => (isPlainId(id) ? (saved(() => store.session(id)) ?? adopt(id) ?? null) : null);
    const row = this.#open.get(id)?.row ?? stored();
    if (!row) throw new RpcError('not_found', 'There is no such session.', { code: 'no_session' });
    return row;
  }

  /** The session if it is in memory. */
  peek(id: string): Session | undefined {
    return this.#open.get(id);
  }

  /** Lets go of a session whose place another takes in the store; that one is read from there. */
  replace(session: Session): Session {
    session.close('replaced');
    this.#open.delete(session.id);
    return this.get(session.id);
  }

  forget(id: string): void {
    this.#open.get(id)?.close('deleted');
    this.#open.delete(id);
  }

  close(): void {
    for (const session of this.all()) session.close('stopped');
    this.#open.clear();
  }

  #load(id: string): Session {
    const row = this.row(id);
    return saved(() => new Session({ ...this.#options, row, isWritable: this.isWritable(row) }));
  }

  /** Whether this server may change what is known of it. */
  isOwned({ cwd }: SessionRow): boolean {
    return this.#options.ownsFolder && cwd === this.#options.folder;
  }

  notOurs({ cwd }: SessionRow): RpcError {
    return new RpcError('unavailable', `This session belongs to the acdeck of ${cwd}.`, {
      code: 'session_elsewhere',
      folder: cwd,
    });
  }

  #tidy(): void {
    const resting = this.all().filter((session) => session.isAtRest);
    for (const session of resting.slice(0, -MOST_AT_REST)) {
      session.close('stopped');
      this.#open.delete(session.id);
    }
  }
}

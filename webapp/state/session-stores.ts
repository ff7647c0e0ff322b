import type { EventPage, LoggedEvent } from '../../server/protocol/events.js';
import type { AcpBridgeApi } from '../../server/protocol/rpc.js';
import { SessionStore } from './session-store.js';

/** Sessions beyond this number are let go, the least recently shown first. */
const KEPT = 6;

/** The sessions that this tab follows: the one on screen and those shown before it, ready to come back at once. */
export class SessionStores {
  readonly #server: AcpBridgeApi;
  /** In the order in which they were shown, the newest last. */
  readonly #stores = new Map<string, SessionStore>();

  constructor(server: AcpBridgeApi) {
    this.#server = server;
  }

  /** The copy of a session, which begins to follow it if it did not. */
  open(sessionId: string): SessionStore {
    const store = this.#stores.get(sessionId) ?? this.#begin(sessionId);
    this.#stores.delete(sessionId);
    this.#stores.set(sessionId, store);
    for (const other of [...this.#stores.keys()].slice(0, -KEPT)) this.close(other);
    return store;
  }

  close(sessionId: string): void {
    if (!this.#stores.delete(sessionId)) return;
    // Where the connection is lost, so is the subscription.
    this.#server.leave(sessionId).catch(() => {});
  }

  apply(sessionId: string, page: EventPage<LoggedEvent>): void {
    this.#stores.get(sessionId)?.apply(page);
  }

  /** After a reconnect: every session from where it stands. */
  catchUp(): void {
    for (const store of this.#stores.values()) void store.catchUp();
  }

  #begin(sessionId: string): SessionStore {
    const store = new SessionStore(this.#server, sessionId);
    void store.catchUp();
    return store;
  }
}

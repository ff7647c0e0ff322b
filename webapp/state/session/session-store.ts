import type { AcpBridgeApi, SessionSync } from '../../../server/protocol/api/rpc.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import type { EventPage } from '../../../server/protocol/events.js';
import { reduceTranscript } from '../../../server/protocol/session/reduce.js';
import type { LoggedEvent } from '../../../server/protocol/session/session-event.js';
import { dropEntriesBefore, endOf, prependEntries } from '../../../server/protocol/transcript/entry-list.js';
import { followPage, type Replica } from '../../../server/protocol/transcript/replica.js';
import { type OlderEntries, transcriptFrom } from '../../../server/protocol/transcript/snapshot.js';
import { emptyTranscript, type Transcript } from '../../../server/protocol/transcript/transcript.js';
import { Store } from '../base/store.js';

/** A session as this tab has it. */
export interface SessionCopy {
  readonly transcript: Transcript;
  /** `gone` when the server does not know the session. */
  readonly status: 'loading' | 'ready' | 'gone';
  readonly isLoadingOlder: boolean;
}

type Page = EventPage<LoggedEvent>;

const OLDER_ENTRIES = 100;

/** This tab's copy of one session. Live, late and reconnected are one path: ask from where it is, then follow. */
export class SessionStore extends Store<SessionCopy> {
  readonly sessionId: string;
  readonly #server: Pick<AcpBridgeApi, 'get_current_state' | 'get_entries'>;
  #replica: Replica<Transcript> | null = null;
  /** Pages that came while something was being asked; they are folded after the answer. */
  #held: Page[] = [];
  #isSyncing = false;
  #isAskingOlder = false;
  /** Older entries as they were at an event that this copy has not reached yet. */
  #older: OlderEntries | null = null;
  #run = 0;

  constructor(server: Pick<AcpBridgeApi, 'get_current_state' | 'get_entries'>, sessionId: string) {
    super({ transcript: emptyTranscript, status: 'loading', isLoadingOlder: false });
    this.#server = server;
    this.sessionId = sessionId;
  }

  /** Which life of the log this is a copy of; null before there is one. */
  get epoch(): string | null {
    return this.#replica?.epoch ?? null;
  }

  /** Asks for what this copy misses: on opening, after every reconnect, after a gap. */
  async catchUp(): Promise<void> {
    const run = ++this.#run;
    this.#isSyncing = true;
    this.#forgetOlder();
    try {
      while (!this.#take(await this.#ask())) if (run !== this.#run) return;
    } catch (error) {
      if (run === this.#run) this.#fail(RpcError.from(error));
    }
    if (run !== this.#run) return;
    this.#isSyncing = false;
    this.#foldHeld();
  }

  /** Draws anew what can be set: a menu shows something that was not taken. */
  redrawSettings(): void {
    const { options, modes, ...others } = this.value.transcript;
    const transcript = { ...others, options: [...options], modes: modes && { ...modes } };
    this.set({ ...this.value, transcript });
  }

  /** Takes a page of the live stream. */
  apply(page: Page): void {
    this.#held.push(page);
    this.#foldHeld();
  }

  /** Asks for the entries before the oldest one here. */
  async loadOlder(): Promise<void> {
    const replica = this.#replica;
    if (!replica || this.value.isLoadingOlder || replica.state.entries.first === 0) return;
    this.#isAskingOlder = true;
    this.set({ ...this.value, isLoadingOlder: true });
    const { first } = replica.state.entries;
    try {
      const older = await this.#server.get_entries(this.sessionId, replica.epoch, first, OLDER_ENTRIES);
      if (this.value.isLoadingOlder) this.#older = older;
    } catch {
      this.#forgetOlder();
    }
    this.#isAskingOlder = false;
    this.#insertOlder();
    this.#foldHeld();
  }

  /** Forgets entries far above the end, except what is unfinished; they can be asked for again. */
  trim(keep: number): void {
    if (!this.#replica || this.value.isLoadingOlder) return;
    const { entries, pending, open } = this.#replica.state;
    const from = Math.min(endOf(entries) - keep, ...pending.map(({ entry }) => entry), ...open);
    const kept = dropEntriesBefore(entries, from);
    if (kept !== entries) this.#keep({ ...this.#replica, state: { ...this.#replica.state, entries: kept } });
  }

  #ask(): Promise<SessionSync> {
    const { epoch = null, seq = null } = this.#replica ?? {};
    return this.#server.get_current_state(this.sessionId, epoch, seq);
  }

  /** True when this copy is at the end of the log and further events come by themselves. */
  #take(sync: SessionSync): boolean {
    if (sync.kind === 'snapshot') {
      const { epoch, snapshot } = sync;
      this.#keep({ epoch, seq: snapshot.seq, state: transcriptFrom(snapshot) });
      return true;
    }
    if (!this.#follow(sync)) {
      this.#replica = null;
      return false;
    }
    return sync.live;
  }

  #foldHeld(): void {
    while (!this.#isSyncing && !this.#isAskingOlder && this.#replica) {
      const page = this.#held.shift();
      if (!page) return;
      if (!this.#follow(page)) void this.catchUp();
    }
    if (!this.#replica && !this.#isSyncing) this.#held = [];
  }

  /** Folds a page, in two parts if older entries belong in between; false if it does not fit. */
  #follow(page: Page): boolean {
    const older = this.#older;
    if (!older) return this.#fold(page);
    const upTo = page.events.filter((event) => event.seq <= older.seq);
    if (!this.#fold({ ...page, events: upTo })) return false;
    this.#insertOlder();
    return this.#fold({ ...page, events: page.events.slice(upTo.length) });
  }

  #fold(page: Page): boolean {
    if (!this.#replica) return false;
    const outcome = followPage(this.#replica, page, reduceTranscript);
    if (outcome.kind === 'resync') return false;
    this.#keep(outcome.replica);
    return true;
  }

  /** Older entries fit exactly where the server was when it read them: later events may have changed them. */
  #insertOlder(): void {
    const [older, replica] = [this.#older, this.#replica];
    if (!older || !replica || replica.seq < older.seq) return;
    this.#forgetOlder();
    if (older.epoch !== replica.epoch || replica.seq > older.seq) return;
    const entries = prependEntries(replica.state.entries, older.first, older.entries);
    this.#keep({ ...replica, state: { ...replica.state, entries } });
  }

  #forgetOlder(): void {
    this.#older = null;
    if (this.value.isLoadingOlder) this.set({ ...this.value, isLoadingOlder: false });
  }

  #keep(replica: Replica<Transcript>): void {
    this.#replica = replica;
    this.set({ ...this.value, transcript: replica.state, status: 'ready' });
  }

  /** A lost connection says so by itself, and the next one catches up. */
  #fail(error: RpcError): void {
    if (error.name === 'not_found') this.set({ ...this.value, status: 'gone' });
  }
}

/** Sessions beyond this number are let go, the least recently shown first. */
const KEPT = 6;

/** A copy of a session that somebody needs for a while. */
export interface BorrowedStore {
  readonly store: SessionStore;
  end(): void;
}

/** The sessions that this tab follows: the one on screen and those shown before it, ready to come back at once. */
export class SessionStores {
  readonly #server: AcpBridgeApi;
  /** In the order in which they were shown, the newest last. */
  readonly #stores = new Map<string, SessionStore>();
  /** Copies that parts of the page have borrowed, and how many have. */
  readonly #lent = new Map<string, { readonly store: SessionStore; count: number }>();

  constructor(server: AcpBridgeApi) {
    this.#server = server;
  }

  /** The copy of a session, which begins to follow it if it did not. */
  open(sessionId: string): SessionStore {
    const store = this.#stores.get(sessionId) ?? this.#lent.get(sessionId)?.store ?? this.#begin(sessionId);
    this.#stores.delete(sessionId);
    this.#stores.set(sessionId, store);
    for (const other of [...this.#stores.keys()].slice(0, -KEPT)) this.close(other);
    return store;
  }

  /** A copy for a part of the page, besides those that are kept; it is let go when the last one gives it back. */
  borrow(sessionId: string): BorrowedStore {
    const loan = this.#lent.get(sessionId) ?? {
      store: this.#stores.get(sessionId) ?? this.#begin(sessionId),
      count: 0,
    };
    loan.count += 1;
    this.#lent.set(sessionId, loan);
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      loan.count -= 1;
      if (loan.count > 0) return;
      this.#lent.delete(sessionId);
      if (!this.#stores.has(sessionId)) this.#leave(sessionId);
    };
    return { store: loan.store, end };
  }

  close(sessionId: string): void {
    if (!this.#stores.delete(sessionId) || this.#lent.has(sessionId)) return;
    this.#leave(sessionId);
  }

  #leave(sessionId: string): void {
    // Where the connection is lost, so is the subscription.
    this.#server.leave(sessionId).catch(() => {});
  }

  apply(sessionId: string, page: EventPage<LoggedEvent>): void {
    (this.#stores.get(sessionId) ?? this.#lent.get(sessionId)?.store)?.apply(page);
  }

  /** After a reconnect: every session from where it is. */
  catchUp(): void {
    const lent = [...this.#lent.values()].map(({ store }) => store);
    for (const store of new Set([...this.#stores.values(), ...lent])) void store.catchUp();
  }

  #begin(sessionId: string): SessionStore {
    const store = new SessionStore(this.#server, sessionId);
    void store.catchUp();
    return store;
  }
}

import { WebSocket as NodeWebSocket } from 'ws';
import { DOOR } from '../../server/protocol/door.js';
import type { ToolEntry } from '../../server/protocol/entries.js';
import { entryAt } from '../../server/protocol/entry-list.js';
import type { EventPage, LoggedEvent } from '../../server/protocol/events.js';
import type { AcpBridgeApi, ServerApi, SessionSync } from '../../server/protocol/rpc.js';
import type { Transcript } from '../../server/protocol/transcript.js';
import { ServerConnection } from '../../webapp/rpc/server-connection.js';
import { SessionStore } from '../../webapp/state/session-store.js';
import type { TestCredentials } from './sign-in.rig.js';

/** How a tab came to know what it knows. */
export interface TabCounts {
  connections: number;
  snapshots: number;
  /** Events that no page but only a snapshot told. */
  skipped: number;
}

/** A tab's copy of a session. */
export type TabStore = Pick<SessionStore, 'sessionId' | 'value' | 'subscribe' | 'catchUp' | 'apply'>;
export type NewTabStore = (server: AcpBridgeApi, sessionId: string) => TabStore;

/** Silence of this length makes a tab ask whether anybody is there, and that much more makes it give up. */
const SILENCE_MS = 300;

/** A tab without a page: the browser's own connection and copy of a session, reconnected in a hurry. */
export class TestTab {
  readonly counts: TabCounts = { connections: 0, snapshots: 0, skipped: 0 };
  readonly #credentials: () => TestCredentials;
  readonly #address: () => string;
  readonly #newStore: NewTabStore;
  #store: TabStore | null = null;
  #epoch: string | null = null;
  #connection: ServerConnection | null = null;
  #isClosed = false;
  #watchers = new Set<() => void>();

  /** `address` is where to connect, which may be a proxy; `credentials` say as whom. */
  constructor(address: () => string, credentials: () => TestCredentials, newStore: NewTabStore = newSessionStore) {
    this.#address = address;
    this.#credentials = credentials;
    this.#newStore = newStore;
  }

  /** The life of the log that it follows. */
  get epoch(): string | null {
    return this.#epoch;
  }

  /** What it would draw; null before it was told anything. */
  get transcript(): Transcript | null {
    return this.#store?.value.status === 'ready' ? this.#store.value.transcript : null;
  }

  get seq(): number {
    return this.transcript?.seq ?? 0;
  }

  get isConnected(): boolean {
    return this.#connection !== null;
  }

  /** The server's methods on the connection of this moment. */
  get api(): ServerApi {
    if (!this.#connection) throw new Error('The tab is not connected.');
    return this.#connection.api;
  }

  /** Connects and stays connected. */
  async open(): Promise<void> {
    void this.#keepConnected();
    await this.until(({ isConnected }) => isConnected);
  }

  /** Follows a session from now on, through all cuts, until the tab is closed. */
  follow(sessionId: string): void {
    const server = {
      get_current_state: (...args: [string]) => this.#ask(args),
      get_entries: (...args: Parameters<AcpBridgeApi['get_entries']>) => this.api.AcpBridge.get_entries(...args),
    };
    this.#store = this.#newStore(server as AcpBridgeApi, sessionId);
    this.#store.subscribe(() => this.#tell());
    if (this.isConnected) void this.#store.catchUp();
  }

  /** Sends words to the session that it follows, as a person in that tab would. */
  async prompt(text: string): Promise<void> {
    const content = [{ type: 'text' as const, text }];
    await this.api.AcpBridge.prompt(crypto.randomUUID(), this.#store!.sessionId, content);
  }

  /** Answers what the agent asks: the first option of a permission, no to a question. */
  async settle({ kind, id, entry }: Transcript['pending'][number]): Promise<void> {
    const { AcpBridge } = this.api;
    const { sessionId } = this.#store!;
    if (kind === 'question') {
      await AcpBridge.answer_question(crypto.randomUUID(), sessionId, id, 'decline', null);
      return;
    }
    const call = entryAt(this.transcript!.entries, entry) as ToolEntry;
    const { options } = call.permissions.find(({ permissionId }) => permissionId === id)!;
    await AcpBridge.answer_permission(crypto.randomUUID(), sessionId, id, options[0]!.optionId);
  }

  /** Follows the session that a fresh tab shows, which is made if there is none. */
  async followOpen(): Promise<string> {
    const { app } = await this.api.AcpBridge.get_current_state();
    const sessionId = app.openSessionId ?? (await this.api.Sessions.create(crypto.randomUUID(), null)).id;
    this.follow(sessionId);
    return sessionId;
  }

  close(): void {
    this.#isClosed = true;
    this.#connection?.close();
  }

  /** Resolves as soon as something holds; asked again after each change. */
  async until(holds: (tab: this) => boolean): Promise<void> {
    while (!holds(this)) {
      await new Promise<void>((resolve) => {
        this.#watchers.add(resolve);
      });
    }
  }

  async #ask(args: [string]): Promise<SessionSync> {
    const before = this.#store?.value.transcript.seq ?? 0;
    const answer = await this.api.AcpBridge.get_current_state(...args);
    if (answer.kind === 'snapshot') {
      this.counts.snapshots += 1;
      this.counts.skipped += answer.snapshot.seq - (answer.epoch === this.#epoch ? before : 0);
    }
    this.#epoch = answer.epoch;
    return answer;
  }

  async #keepConnected(): Promise<void> {
    for (let failures = 0; !this.#isClosed; ) {
      const connection = await this.#connect().catch(() => null);
      if (!connection) {
        await new Promise((resolve) => setTimeout(resolve, Math.min(200, 5 * 2 ** failures++)));
        continue;
      }
      failures = 0;
      this.counts.connections += 1;
      await this.#use(connection);
    }
  }

  async #use(connection: ServerConnection): Promise<void> {
    this.#connection = connection;
    void this.#store?.catchUp();
    this.#tell();
    const stopWatching = watchSilence(connection);
    await connection.closed;
    stopWatching();
    this.#connection = null;
    this.#tell();
  }

  #connect(): Promise<ServerConnection> {
    const { origin, cookie, key } = this.#credentials();
    const headers = { Cookie: cookie, Host: new URL(origin).host };
    class Socket extends NodeWebSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols, { origin, headers, handshakeTimeout: 4 * SILENCE_MS });
      }
    }
    const tab = {
      streamChunk: (logId: string, page: EventPage<unknown>) => {
        if (logId === this.#store?.sessionId) this.#store.apply(page as EventPage<LoggedEvent>);
      },
      startupProgress() {},
      serverStopping() {},
      signInOutput() {},
    };
    const url = `${this.#address()}${DOOR.rpcPath}`;
    const opening = ServerConnection.open({ url, key, tab, WebSocket: Socket as unknown as typeof WebSocket });
    // One that comes too late must not stay open behind our back.
    return giveUpAfter(4 * SILENCE_MS, opening, (late) => late.close());
  }

  #tell(): void {
    const watchers = this.#watchers;
    this.#watchers = new Set();
    for (const watcher of watchers) watcher();
  }
}

/** What the page itself uses. */
function newSessionStore(server: AcpBridgeApi, sessionId: string): TabStore {
  return new SessionStore(server, sessionId);
}

/** A connection that swallows everything never says that it is dead. */
function watchSilence(connection: ServerConnection): () => void {
  const timer = setInterval(() => {
    if (Date.now() - connection.lastFrameAt < SILENCE_MS) return;
    giveUpAfter(SILENCE_MS, connection.api.Settings.get()).catch(() => connection.close());
  }, SILENCE_MS);
  return () => clearInterval(timer);
}

function giveUpAfter<T>(ms: number, work: Promise<T>, discard: (late: T) => void = () => {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('It took too long.'));
      work.then(discard, () => {});
    }, ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

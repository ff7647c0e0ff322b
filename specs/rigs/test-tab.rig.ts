import { WebSocket as NodeWebSocket } from 'ws';
import { DOOR } from '../../server/protocol/api/door.js';
import type { AcpBridgeApi, SessionSync } from '../../server/protocol/api/rpc.js';
import { RpcError } from '../../server/protocol/api/rpc-error.js';
import type { EventPage } from '../../server/protocol/events.js';
import type { LoggedEvent } from '../../server/protocol/session/session-event.js';
import type { ToolEntry } from '../../server/protocol/transcript/entries.js';
import { entryAt } from '../../server/protocol/transcript/entry-list.js';
import type { Transcript } from '../../server/protocol/transcript/transcript.js';
import { condition, inTime } from '../../server/testing/until.rig.js';
import { ServerConnection } from '../../webapp/rpc/server-connection.js';
import { buildApi } from '../../webapp/rpc/server-link.js';
import { SessionStore } from '../../webapp/state/session/session-store.js';
import { insist } from './insist.rig.js';
import type { TestCredentials } from './sign-in.rig.js';
import type { WholeApi } from './whole-api.rig.js';

/** How a tab came to know what it knows. */
export interface TabCounts {
  snapshots: number;
  /** Events that no page but only a snapshot told. */
  skipped: number;
}

/** A tab's copy of a session. */
export type TabStore = Pick<SessionStore, 'sessionId' | 'value' | 'subscribe' | 'catchUp' | 'apply'>;
export type NewTabStore = (server: AcpBridgeApi, sessionId: string) => TabStore;

/** Silence of this length makes a tab ask whether anybody is there, and that much more makes it give up. */
const SILENCE_MS = 15_000;
/** The same for a tab whose connections are cut without a word; on a busy machine it gives up others, too. */
export const HURRIED_MS = 300;

/** One session as a tab has it, and how it came to know it. */
export class TabCopy {
  readonly counts: TabCounts = { snapshots: 0, skipped: 0 };
  readonly store: TabStore;
  #epoch: string | null = null;

  constructor(api: () => WholeApi, newStore: NewTabStore, sessionId: string) {
    const server = {
      get_current_state: (...args: [string]) => this.#ask(api, args),
      get_entries: (...args: Parameters<AcpBridgeApi['get_entries']>) => api().AcpBridge.get_entries(...args),
    };
    this.store = newStore(server as AcpBridgeApi, sessionId);
  }

  /** The life of the log that it follows. */
  get epoch(): string | null {
    return this.#epoch;
  }

  /** What would be drawn; null before anything was told. */
  get transcript(): Transcript | null {
    return this.store.value.status === 'ready' ? this.store.value.transcript : null;
  }

  get seq(): number {
    return this.transcript?.seq ?? 0;
  }

  async #ask(api: () => WholeApi, args: [string]): Promise<SessionSync> {
    const before = this.store.value.transcript.seq;
    const answer = await api().AcpBridge.get_current_state(...args);
    if (answer.kind === 'snapshot') {
      this.counts.snapshots += 1;
      // What was there before it came is nothing that it missed.
      if (this.#epoch !== null)
        this.counts.skipped += answer.snapshot.seq - (answer.epoch === this.#epoch ? before : 0);
    }
    this.#epoch = answer.epoch;
    return answer;
  }
}

/** A tab without a page: the browser's own connection and copies of sessions. */
export class TestTab {
  readonly #credentials: () => TestCredentials;
  readonly #address: () => string;
  readonly #newStore: NewTabStore;
  readonly #silenceMs: number;
  /** The session on screen. */
  #main: TabCopy | null = null;
  /** Sessions that are shown beside it. */
  #beside: TabCopy[] = [];
  #connection: ServerConnection | null = null;
  #isClosed = false;
  #watchers = new Set<() => void>();

  /** `address` is where to connect, which may be a proxy; `credentials` say as whom. */
  constructor(
    address: () => string,
    credentials: () => TestCredentials,
    newStore: NewTabStore = newSessionStore,
    silenceMs = SILENCE_MS,
  ) {
    this.#address = address;
    this.#credentials = credentials;
    this.#newStore = newStore;
    this.#silenceMs = silenceMs;
  }

  /** The life of the log that it follows. */
  get epoch(): string | null {
    return this.#main?.epoch ?? null;
  }

  /** What it would draw; null before it was told anything. */
  get transcript(): Transcript | null {
    return this.#main?.transcript ?? null;
  }

  get seq(): number {
    return this.#main?.seq ?? 0;
  }

  /** All that it follows, the session on screen first. */
  get copies(): readonly TabCopy[] {
    return this.#main ? [this.#main, ...this.#beside] : this.#beside;
  }

  get isConnected(): boolean {
    return this.#connection !== null;
  }

  /** The server's methods on the connection of this moment. */
  get api(): WholeApi {
    if (!this.#connection) throw new RpcError('disconnected', 'The tab is not connected.');
    return buildApi(this.#connection.call) as WholeApi;
  }

  /** Connects and stays connected. */
  async open(): Promise<void> {
    void this.#keepConnected();
    await this.until(({ isConnected }) => isConnected);
  }

  /** Follows a session from now on, through all cuts, until the tab is closed. */
  follow(sessionId: string): void {
    this.#main = this.#copy(sessionId);
  }

  /** Follows a further session, as a block in the conversation does. */
  followBeside(sessionId: string): TabCopy {
    const copy = this.#copy(sessionId);
    this.#beside.push(copy);
    return copy;
  }

  #copy(sessionId: string): TabCopy {
    const copy = new TabCopy(() => this.api, this.#newStore, sessionId);
    copy.store.subscribe(() => this.#tell());
    if (this.isConnected) void copy.store.catchUp();
    return copy;
  }

  /** Sends words to the session that it follows, as a person in that tab would. */
  async prompt(text: string): Promise<void> {
    const content = [{ type: 'text' as const, text }];
    const cmdId = crypto.randomUUID();
    await insist(this, ({ AcpBridge }) => AcpBridge.prompt(cmdId, this.#main!.store.sessionId, content));
  }

  /** Answers what the agent asks: the first option of a permission, no to a question. */
  async settle({ kind, id, entry }: Transcript['pending'][number]): Promise<void> {
    const { AcpBridge } = this.api;
    const { sessionId } = this.#main!.store;
    if (kind === 'question') {
      await AcpBridge.answer_question(crypto.randomUUID(), sessionId, id, 'decline', null);
      return;
    }
    const call = entryAt(this.transcript!.entries, entry) as ToolEntry;
    const { options, digest = '' } = call.permissions.find(({ permissionId }) => permissionId === id)!;
    await AcpBridge.answer_permission(crypto.randomUUID(), sessionId, id, options[0]!.optionId, { digest });
  }

  /** Follows the session that a fresh tab shows, which is made if there is none. */
  async followOpen(): Promise<string> {
    const cmdId = crypto.randomUUID();
    const sessionId = await insist(this, async ({ AcpBridge, Sessions }) => {
      const { app } = await AcpBridge.get_current_state();
      return app.openSessionId ?? (await Sessions.create(cmdId, null)).id;
    });
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
      const news = new Promise<void>((resolve) => this.#watchers.add(resolve));
      await inTime(news, () => `${condition(holds)}, but since then nothing came after event ${this.seq}`);
    }
  }

  async #keepConnected(): Promise<void> {
    for (let failures = 0; !this.#isClosed; ) {
      const connection = await this.#connect().catch(() => null);
      if (!connection) {
        await new Promise((resolve) => setTimeout(resolve, Math.min(200, 5 * 2 ** failures++)));
        continue;
      }
      failures = 0;
      await this.#use(connection);
    }
  }

  async #use(connection: ServerConnection): Promise<void> {
    this.#connection = connection;
    for (const { store } of this.copies) void store.catchUp();
    this.#tell();
    const stopWatching = watchSilence(connection, this.#silenceMs);
    await connection.closed;
    stopWatching();
    this.#connection = null;
    this.#tell();
  }

  #connect(): Promise<ServerConnection> {
    const { origin, cookie, identity } = this.#credentials();
    const headers = { Cookie: cookie, Host: new URL(origin).host };
    const silenceMs = this.#silenceMs;
    class Socket extends NodeWebSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols, { origin, headers, handshakeTimeout: 4 * silenceMs });
      }
    }
    const tab = {
      streamChunk: (logId: string, page: EventPage<unknown>) => {
        const copy = this.copies.find(({ store }) => store.sessionId === logId);
        copy?.store.apply(page as EventPage<LoggedEvent>);
      },
      startupProgress() {},
      serverStopping() {},
      signInOutput() {},
      terminalOutput() {},
    };
    const [url, port] = [`${this.#address()}${DOOR.rpcPath}`, Number(new URL(origin).port)];
    const opening = ServerConnection.open({
      url,
      port,
      identity,
      tab,
      WebSocket: Socket as unknown as typeof WebSocket,
    });
    // One that comes too late must not stay open behind our back.
    return giveUpAfter(4 * this.#silenceMs, opening, (late) => late.close());
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
function watchSilence(connection: ServerConnection, silenceMs: number): () => void {
  const timer = setInterval(() => {
    if (Date.now() - connection.lastFrameAt < silenceMs) return;
    giveUpAfter(silenceMs, connection.call('Settings.get', [])).catch(() => connection.close());
  }, silenceMs);
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

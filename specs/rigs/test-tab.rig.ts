import { WebSocket as NodeWebSocket } from 'ws';
import { DOOR } from '../../server/protocol/door.js';
import type { EventPage, LoggedEvent } from '../../server/protocol/events.js';
import { reduceTranscript } from '../../server/protocol/reduce.js';
import { followPage, type Replica } from '../../server/protocol/replica.js';
import type { ServerApi, SessionSync } from '../../server/protocol/rpc.js';
import { transcriptFrom } from '../../server/protocol/snapshot.js';
import type { Transcript } from '../../server/protocol/transcript.js';
import { ServerConnection } from '../../webapp/rpc/server-connection.js';
import type { TestCredentials } from './sign-in.rig.js';

/** How a tab came to know what it knows. */
export interface TabCounts {
  connections: number;
  snapshots: number;
  /** Events folded one by one, and those that only a snapshot told. */
  folded: number;
  skipped: number;
}

/** Silence of this length makes a tab ask whether anybody is there, and that much more makes it give up. */
const SILENCE_MS = 600;

/** A tab without a page: the browser's own connection and reducer, and the rules by which they go on. */
export class TestTab {
  readonly counts: TabCounts = { connections: 0, snapshots: 0, folded: 0, skipped: 0 };
  readonly #credentials: () => TestCredentials;
  readonly #address: () => string;
  #sessionId: string | null = null;
  #replica: Replica<Transcript> | null = null;
  #connection: ServerConnection | null = null;
  #isSyncing = false;
  #mustSync = false;
  #isClosed = false;
  #watchers = new Set<() => void>();

  /** `address` is where to connect, which may be a proxy; `credentials` say who for. */
  constructor(address: () => string, credentials: () => TestCredentials) {
    this.#address = address;
    this.#credentials = credentials;
  }

  get replica(): Replica<Transcript> | null {
    return this.#replica;
  }

  get transcript(): Transcript | null {
    return this.#replica?.state ?? null;
  }

  get isConnected(): boolean {
    return this.#connection !== null;
  }

  /** The server's methods on the connection of this moment. */
  get api(): ServerApi {
    if (!this.#connection) throw new Error('The tab is not connected.');
    return this.#connection.api;
  }

  /** Follows a session from now on, through all cuts, until the tab is closed. */
  follow(sessionId: string): void {
    this.#sessionId = sessionId;
    void this.#sync();
  }

  /** Connects and stays connected. */
  async open(): Promise<void> {
    void this.#keepConnected();
    await this.until(() => this.#connection !== null);
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

  async #keepConnected(): Promise<void> {
    for (let failures = 0; !this.#isClosed; ) {
      const connection = await this.#connect().catch(() => null);
      if (!connection) {
        await new Promise((resolve) => setTimeout(resolve, Math.min(200, 5 * 2 ** failures++)));
        continue;
      }
      failures = 0;
      this.counts.connections += 1;
      this.#connection = connection;
      this.#isSyncing = false;
      this.#tell();
      void this.#sync();
      const stopWatching = this.#watchSilence(connection);
      await connection.closed;
      stopWatching();
      this.#connection = null;
      this.#tell();
    }
  }

  #connect(): Promise<ServerConnection> {
    const { origin, cookie, key } = this.#credentials();
    const headers = { Cookie: cookie, Host: new URL(origin).host };
    class Socket extends NodeWebSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols, { origin, headers, handshakeTimeout: 2 * SILENCE_MS });
      }
    }
    const tab = {
      streamChunk: (logId: string, page: EventPage<unknown>) => this.#receive(logId, page as EventPage<LoggedEvent>),
      startupProgress() {},
      serverStopping() {},
    };
    const opening = ServerConnection.open({
      url: `${this.#address()}${DOOR.rpcPath}`,
      key,
      tab,
      WebSocket: Socket as unknown as typeof WebSocket,
    });
    return giveUpAfter(4 * SILENCE_MS, opening);
  }

  #receive(logId: string, page: EventPage<LoggedEvent>): void {
    if (logId !== this.#sessionId || !this.#replica) return;
    const outcome = followPage(this.#replica, page, reduceTranscript);
    if (outcome.kind === 'resync') void this.#sync();
    else this.#take(outcome.replica, 'folded');
  }

  /** Asks from where it stands until events come by themselves; a wish for it meanwhile is heard after. */
  async #sync(): Promise<void> {
    this.#mustSync = true;
    const connection = this.#connection;
    if (this.#isSyncing || !connection || this.#sessionId === null) return;
    this.#isSyncing = true;
    try {
      while (this.#mustSync && connection === this.#connection) {
        this.#mustSync = false;
        const { epoch = null, seq = null } = this.#replica ?? {};
        const answer = await connection.api.AcpBridge.get_current_state(this.#sessionId, epoch, seq);
        if (connection === this.#connection) this.#apply(answer);
      }
    } catch {
      // The connection is gone, and with it the question; or the server is busy, and the socket will tell.
      connection.close();
    } finally {
      if (connection === this.#connection) this.#isSyncing = false;
    }
  }

  #apply(answer: SessionSync): void {
    if (answer.kind === 'snapshot') {
      const state = transcriptFrom(answer.snapshot);
      this.counts.snapshots += 1;
      this.#take({ epoch: answer.epoch, seq: state.seq, state }, 'skipped');
      return;
    }
    const outcome = this.#replica ? followPage(this.#replica, answer, reduceTranscript) : null;
    if (outcome?.kind === 'followed') this.#take(outcome.replica, 'folded');
    if (outcome?.kind !== 'followed' || !answer.live) this.#mustSync = true;
  }

  #take(replica: Replica<Transcript>, how: 'folded' | 'skipped'): void {
    const isSameLog = this.#replica?.epoch === replica.epoch;
    this.counts[how] += replica.seq - (isSameLog ? this.#replica!.seq : 0);
    this.#replica = replica;
    this.#tell();
  }

  #tell(): void {
    const watchers = this.#watchers;
    this.#watchers = new Set();
    for (const watcher of watchers) watcher();
  }

  /** A connection that swallows everything never says that it is dead. */
  #watchSilence(connection: ServerConnection): () => void {
    const timer = setInterval(() => {
      if (Date.now() - connection.lastFrameAt < SILENCE_MS) return;
      giveUpAfter(SILENCE_MS, connection.api.Settings.get()).catch(() => connection.close());
    }, SILENCE_MS);
    return () => clearInterval(timer);
  }
}

function giveUpAfter<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long.')), ms);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}

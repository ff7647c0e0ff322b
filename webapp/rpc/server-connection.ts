import JRPCCommon from '@flatmax/jrpc-oo/JRPCCommon.js';
import JRPC from 'jrpc';
import { DOOR } from '../../server/protocol/door.js';
import type { AcAppApi, ServerApi } from '../../server/protocol/rpc.js';
import { RpcError } from '../../server/protocol/rpc-error.js';
import { buildApi } from './server-api.js';

/** Where and as whom to connect, and who listens at this end. */
export interface ConnectionRequest {
  url: string;
  key: string;
  tab: AcAppApi;
  /** For tests, which run where there is no WebSocket. */
  WebSocket?: typeof WebSocket;
}

const CALL_LIMIT_S = 60;
const GONE = 'The connection to the server was lost.';

/**
 * One WebSocket to the server, from its handshake to its end. It is never opened again: a new
 * connection is a new object, and what an old one still receives goes nowhere.
 */
export class ServerConnection {
  /** The server's methods. A failed call rejects with an `RpcError`, at once if the socket closes. */
  readonly api: ServerApi;
  /** Resolves when the connection has ended, for whatever reason. */
  readonly closed: Promise<void>;
  readonly #socket: WebSocket;
  readonly #remote: JRPC;
  readonly #pending = new Set<(error: RpcError) => void>();
  #isOpen = true;
  #lastFrameAt: number;
  #onClosed: () => void = () => {};

  private constructor(socket: WebSocket, remote: JRPC) {
    this.#socket = socket;
    this.#remote = remote;
    this.#lastFrameAt = Date.now();
    this.api = buildApi((className, method, args) => this.#call(`${className}.${method}`, args));
    socket.addEventListener('message', () => {
      this.#lastFrameAt = Date.now();
    });
    this.closed = new Promise((resolve) => {
      this.#onClosed = resolve;
    });
    socket.addEventListener('close', () => this.#end());
  }

  /** Connects and shakes hands; rejects if either fails. */
  static open({ url, key, tab, WebSocket = globalThis.WebSocket }: ConnectionRequest): Promise<ServerConnection> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url, [DOOR.subprotocol, DOOR.keySubprotocolPrefix + key]);
      // The server speaks first, so the listener must be there before the `open` event is over.
      socket.addEventListener('open', () => {
        const peer = new Peer(() => resolve(connection));
        peer.addClass(new AcApp(tab, () => connection.#isOpen), 'AcApp');
        peer.ws = socket;
        const connection: ServerConnection = new ServerConnection(socket, peer.createRemote(socket));
      });
      socket.addEventListener('error', () => reject(new RpcError('disconnected', 'The server could not be reached.')));
      socket.addEventListener('close', () => reject(new RpcError('disconnected', GONE)));
    });
  }

  /** When the server was last heard of. */
  get lastFrameAt(): number {
    return this.#lastFrameAt;
  }

  /** Ends the connection at once: a dead socket would take minutes to admit that it is closed. */
  close(): void {
    this.#end();
    this.#socket.close();
  }

  #call(method: string, args: unknown[]): Promise<unknown> {
    if (!this.#isOpen) return Promise.reject(new RpcError('disconnected', GONE));
    return new Promise((resolve, reject) => {
      this.#pending.add(reject);
      this.#remote.call(method, { args }, (error, result) => {
        this.#pending.delete(reject);
        if (error) reject(RpcError.from(error));
        else resolve(result);
      });
    });
  }

  #end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#remote.shutdown();
    for (const reject of this.#pending) reject(new RpcError('disconnected', GONE));
    this.#pending.clear();
    this.#onClosed();
  }
}

/** jrpc-oo's own end, without its own socket, its own Lit and its talk on the console. */
class Peer extends JRPCCommon {
  readonly #onReady: () => void;

  constructor(onReady: () => void) {
    super();
    this.#onReady = onReady;
  }

  override newRemote(): JRPC {
    const remote = new JRPC({ remoteTimeout: CALL_LIMIT_S });
    remote.uuid = 'server';
    this.remotes = { server: remote };
    return remote;
  }

  override remoteIsUp(): void {}
  override remoteDisconnected(): void {}

  override setupDone(): void {
    this.#onReady();
  }
}

/** What the server may call here. jrpc-oo exposes every method of this class, so it holds nothing else. */
class AcApp implements AcAppApi {
  readonly #tab: AcAppApi;
  readonly #isOpen: () => boolean;

  constructor(tab: AcAppApi, isOpen: () => boolean) {
    this.#tab = tab;
    this.#isOpen = isOpen;
  }

  streamChunk(...args: Parameters<AcAppApi['streamChunk']>): void {
    if (this.#isOpen()) this.#tab.streamChunk(...args);
  }

  startupProgress(...args: Parameters<AcAppApi['startupProgress']>): void {
    if (this.#isOpen()) this.#tab.startupProgress(...args);
  }

  serverStopping(...args: Parameters<AcAppApi['serverStopping']>): void {
    if (this.#isOpen()) this.#tab.serverStopping(...args);
  }

  signInOutput(...args: Parameters<AcAppApi['signInOutput']>): void {
    if (this.#isOpen()) this.#tab.signInOutput(...args);
  }
}

import { setImmediate } from 'node:timers';
import JRPCCommon from '@flatmax/jrpc-oo/JRPCCommon.js';
import JRPC from 'jrpc';
import { DOOR, writePass } from '../../server/protocol/api/door.js';
import type { AcAppApi } from '../../server/protocol/api/rpc.js';
import { RpcError } from '../../server/protocol/api/rpc-error.js';
import { newNonce, writeHello } from '../../server/protocol/handshake.js';
import type { Identity } from './identity-shelf.js';
import type { Caller } from './server-link.js';
import { shakeHands } from './shake-hands.js';

/** Where and as whom to connect, and who listens at this end. */
export interface ConnectionRequest {
  url: string;
  /** The port of the page's own address; the server's too, unless another program has taken it. */
  port: number;
  identity: Identity;
  /** Whether another program has answered there since the last good connection; the server is told. */
  metImpostor?: boolean;
  tab: AcAppApi;
  /** For tests, which run where there is no WebSocket. */
  WebSocket?: typeof WebSocket;
}

const CALL_LIMIT_S = 60;

/**
 * One WebSocket to the server, from its handshake to its end. It is never opened again: a new
 * connection is a new object, and what an old one still receives goes nowhere.
 */
export class ServerConnection {
  /** Resolves when the connection has ended, for any reason. */
  readonly closed: Promise<void>;
  /** What requests beside the socket carry, for as long as this server runs. */
  readonly pass: string;
  readonly #socket: WebSocket;
  readonly #remote: JRPC;
  readonly #pending = new Set<(error: RpcError) => void>();
  #isOpen = true;
  #lastFrameAt: number;
  #onClosed: () => void = () => {};

  private constructor(socket: WebSocket, remote: JRPC, pass: string) {
    this.pass = pass;
    this.#socket = socket;
    this.#remote = remote;
    this.#lastFrameAt = Date.now();
    socket.addEventListener('message', () => {
      this.#lastFrameAt = Date.now();
    });
    this.closed = new Promise((resolve) => {
      this.#onClosed = resolve;
    });
    // jrpc hands on each message in `setImmediate`: what came before the end is taken before it.
    socket.addEventListener('close', () => setImmediate(() => this.#end()));
  }

  /** Connects and shakes hands; rejects if either fails, with an `ImpostorError` if it is not the server who answers. */
  static open(request: ConnectionRequest): Promise<ServerConnection> {
    const { url, port, identity, tab, metImpostor = false, WebSocket = globalThis.WebSocket } = request;
    return new Promise((resolve, reject) => {
      const nonce = newNonce();
      const socket = new WebSocket(url, [DOOR.subprotocol, writeHello(identity.device, nonce)]);
      const onWelcome = (pass: string) => {
        const peer = new Peer(() => resolve(connection));
        peer.addClass(new AcApp(tab, () => connection.#isOpen), 'AcApp');
        peer.ws = socket;
        const remote = peer.createRemote(socket);
        const connection: ServerConnection = new ServerConnection(socket, remote, writePass(identity.device, pass));
      };
      shakeHands(socket, { identity, port, nonce, metImpostor }, { onWelcome, onFailure: reject });
      socket.addEventListener('error', () =>
        reject(new RpcError('disconnected', 'The server can’t be reached.', { code: 'unreachable' })),
      );
      socket.addEventListener('close', () => reject(connectionLost()));
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

  /** Calls a method of the server. A failed call rejects with an `RpcError`, at once if the socket closes. */
  readonly call: Caller = (method, args) => {
    if (!this.#isOpen) return Promise.reject(connectionLost());
    return new Promise((resolve, reject) => {
      this.#pending.add(reject);
      this.#remote.call(method, { args }, (error, result) => {
        this.#pending.delete(reject);
        if (error) reject(RpcError.from(error));
        else resolve(result);
      });
    });
  };

  #end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#remote.shutdown();
    for (const reject of this.#pending) reject(connectionLost());
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

  terminalOutput(...args: Parameters<AcAppApi['terminalOutput']>): void {
    if (this.#isOpen()) this.#tab.terminalOutput(...args);
  }
}

function connectionLost(): RpcError {
  return new RpcError('disconnected', 'The connection was lost.', { code: 'connection_lost' });
}

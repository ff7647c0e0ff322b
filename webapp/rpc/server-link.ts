import type { AcAppApi, ServerApi } from '../../server/protocol/rpc.js';
import { RpcError } from '../../server/protocol/rpc-error.js';
import type { Clock } from './clock.js';
import { Heartbeat } from './heartbeat.js';
import { retryDelay } from './retry-delay.js';
import { buildApi } from './server-api.js';
import type { SignIn } from './sign-in.js';

/** How the way to the server stands. `tries` counts the failures in a row. */
export type LinkStatus =
  | { state: 'connecting'; tries: number }
  | { state: 'live' }
  | { state: 'slow' }
  | { state: 'waiting'; tries: number; retryAt: number }
  | { state: 'refused'; message: string };

/** One connection, as the link sees it. */
export interface LinkConnection {
  readonly api: ServerApi;
  readonly closed: Promise<void>;
  readonly lastFrameAt: number;
  close(): void;
}

/** Who wants to know what the link does. */
export interface LinkListener {
  onStatus(status: LinkStatus): void;
  /** A fresh connection is there: ask for what was missed, send what was kept. */
  onConnected(): void;
}

export interface LinkPorts {
  signIn: Pick<SignIn, 'key' | 'check' | 'refusal'>;
  connect(key: string, tab: AcAppApi): Promise<LinkConnection>;
  clock: Clock;
  random(): number;
  isVisible(): boolean;
}

const OPEN_LIMIT_MS = 10_000;
/** A connection that lived shorter than this did not cure what was wrong. */
const STABLE_MS = 5_000;

/** Keeps a connection to the server: opens it, notices its death, opens the next one. */
export class ServerLink {
  /** The server's methods on whatever connection there is; without one, calls are refused as `disconnected`. */
  readonly api: ServerApi = buildApi((className, method, args) => this.#call(className, method, args));
  readonly #ports: LinkPorts;
  #tab!: AcAppApi;
  #listener!: LinkListener;
  #connection: LinkConnection | null = null;
  #heartbeat: Heartbeat | null = null;
  #isConnecting = false;
  #tries = 0;
  #cancelRetry: () => void = () => {};

  constructor(ports: LinkPorts) {
    this.#ports = ports;
  }

  /** Begins; `tab` is what the server may call. */
  start(tab: AcAppApi, listener: LinkListener): void {
    this.#tab = tab;
    this.#listener = listener;
    void this.connect();
  }

  /** Connects now: when the person asks, or when a new sign-in arrives. */
  async connect(): Promise<void> {
    if (this.#connection || this.#isConnecting) return;
    this.#cancelRetry();
    this.#isConnecting = true;
    this.#listener.onStatus({ state: 'connecting', tries: this.#tries });
    const outcome = await this.#open();
    this.#isConnecting = false;
    if (outcome === 'gone') this.#retryLater();
    else if (outcome === 'refused') this.#refuse();
    else this.#use(outcome);
  }

  /** The tab is looked at again, or the network is back: try at once, or make sure that the connection lives. */
  wake(): void {
    if (this.#connection) this.#heartbeat?.check();
    else void this.connect();
  }

  async #open(): Promise<LinkConnection | 'refused' | 'gone'> {
    const { signIn, connect } = this.#ports;
    const entry = await signIn.key();
    if (entry.verdict !== 'in') return entry.verdict;
    try {
      return await this.#within(connect(entry.key, this.#tab));
    } catch {
      // A WebSocket does not tell why it failed; a request does.
      return (await signIn.check()) === 'refused' ? 'refused' : 'gone';
    }
  }

  /** A connection that takes too long to open is given up, and closed if it comes after all. */
  #within(opening: Promise<LinkConnection>): Promise<LinkConnection> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const stop = this.#ports.clock.after(OPEN_LIMIT_MS, () => {
        isLate = true;
        reject(new RpcError('timeout', 'The server did not answer in time.'));
      });
      opening.then((connection) => {
        stop();
        if (isLate) connection.close();
        resolve(connection);
      }, reject);
    });
  }

  #use(connection: LinkConnection): void {
    const { clock, isVisible } = this.#ports;
    const since = clock.now();
    this.#connection = connection;
    this.#heartbeat = new Heartbeat({ connection, clock, isVisible }, (isSlow) =>
      this.#listener.onStatus({ state: isSlow ? 'slow' : 'live' }),
    );
    void connection.closed.then(() => this.#lose(clock.now() - since));
    this.#listener.onStatus({ state: 'live' });
    this.#listener.onConnected();
  }

  #lose(lifetime: number): void {
    this.#heartbeat?.stop();
    this.#connection = null;
    if (lifetime >= STABLE_MS) this.#tries = 0;
    this.#retryLater();
  }

  #retryLater(): void {
    const delay = retryDelay(this.#tries, this.#ports.random);
    this.#tries++;
    if (delay === 0) {
      void this.connect();
      return;
    }
    this.#listener.onStatus({ state: 'waiting', tries: this.#tries, retryAt: this.#ports.clock.now() + delay });
    this.#cancelRetry = this.#ports.clock.after(delay, () => void this.connect());
  }

  #refuse(): void {
    this.#listener.onStatus({ state: 'refused', message: this.#ports.signIn.refusal });
  }

  #call(className: keyof ServerApi, method: string, args: unknown[]): Promise<unknown> {
    const connection = this.#connection;
    if (!connection) return Promise.reject(new RpcError('disconnected', 'There is no connection to the server.'));
    const methods = connection.api[className] as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    return methods[method]!(...args);
  }
}

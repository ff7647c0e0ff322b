import type { AcAppApi, ClassName, ServerApi } from '../../server/protocol/api/rpc.js';
import { RpcError } from '../../server/protocol/api/rpc-error.js';
import type { Clock } from '../../server/protocol/clock.js';
import { Heartbeat } from './heartbeat.js';
import type { Identity } from './identity-shelf.js';
import { ImpostorError } from './shake-hands.js';
import type { SignIn } from './sign-in.js';

/** How the way to the server stands. `tries` counts the failures in a row; an impostor is who answered in its place. */
export type LinkStatus =
  | { state: 'connecting'; tries: number }
  | { state: 'live' }
  | { state: 'slow' }
  | { state: 'waiting'; tries: number; retryAt: number; isImpostor?: boolean }
  | { state: 'refused'; message: string };

/** One connection, as the link sees it. */
export interface LinkConnection {
  readonly call: Caller;
  readonly closed: Promise<void>;
  readonly lastFrameAt: number;
  readonly pass: string;
  close(): void;
}

/** Who wants to know what the link does. */
export interface LinkListener {
  onStatus(status: LinkStatus): void;
  /** A fresh connection is there: ask for what was missed, send what was kept. */
  onConnected(): void;
}

export interface LinkPorts {
  signIn: Pick<SignIn, 'entry' | 'check' | 'refusal'>;
  connect(identity: Identity, tab: AcAppApi, metImpostor: boolean): Promise<LinkConnection>;
  clock: Clock;
  random(): number;
  isVisible(): boolean;
}

const OPEN_LIMIT_MS = 10_000;
/** A connection that lived shorter than this did not cure what was wrong. */
const STABLE_MS = 5_000;

/** Keeps a connection to the server: opens it, notices its death, opens the next one. */
export class ServerLink {
  /** Calls on the current connection; without one, calls are refused as `disconnected`. */
  readonly call: Caller = (method, args) => {
    if (this.#connection) return this.#connection.call(method, args);
    return Promise.reject(new RpcError('disconnected', 'Not connected.', { code: 'not_connected' }));
  };
  readonly #ports: LinkPorts;
  #tab!: AcAppApi;
  #listener!: LinkListener;
  #connection: LinkConnection | null = null;
  #heartbeat: Heartbeat | null = null;
  #isConnecting = false;
  #tries = 0;
  #hasMetImpostor = false;
  #cancelRetry: () => void = () => {};
  #waiting: ((pass: string) => void)[] = [];

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
    if (outcome === 'gone' || outcome === 'impostor') this.#retryLater(outcome === 'impostor');
    else if (outcome === 'refused') this.#refuse();
    else this.#use(outcome);
  }

  /** The tab is looked at again, or the network is back: try at once, or make sure that the connection lives. */
  wake(): void {
    if (this.#connection) this.#heartbeat?.check();
    else void this.connect();
  }

  /** What requests beside the socket carry. Waits for a connection: nothing is sent to anyone else who may answer there. */
  pass(): Promise<string> {
    if (this.#connection) return Promise.resolve(this.#connection.pass);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async #open(): Promise<LinkConnection | 'refused' | 'gone' | 'impostor'> {
    const { signIn, connect } = this.#ports;
    const entry = await signIn.entry();
    if (entry.verdict !== 'in') return entry.verdict;
    try {
      const connection = await this.#within(connect(entry.identity, this.#tab, this.#hasMetImpostor));
      this.#hasMetImpostor = false;
      return connection;
    } catch (error) {
      if (error instanceof ImpostorError) {
        this.#hasMetImpostor = true;
        return 'impostor';
      }
      // A WebSocket does not say why it failed; a request does.
      return (await signIn.check(entry.identity)) === 'refused' ? 'refused' : 'gone';
    }
  }

  /** A connection that takes too long to open is given up, and closed if it comes after all. */
  #within(opening: Promise<LinkConnection>): Promise<LinkConnection> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const stop = this.#ports.clock.after(OPEN_LIMIT_MS, () => {
        isLate = true;
        reject(new RpcError('timeout', 'No answer in time.', { code: 'no_answer' }));
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
    for (const resolve of this.#waiting.splice(0)) resolve(connection.pass);
    void connection.closed.then(() => this.#lose(clock.now() - since));
    this.#listener.onStatus({ state: 'live' });
    this.#listener.onConnected();
  }

  #lose(lifetime: number): void {
    this.#heartbeat?.stop();
    this.#connection = null;
    if (lifetime >= STABLE_MS) this.#tries = 0;
    this.#retryLater(false);
  }

  #retryLater(isImpostor: boolean): void {
    const delay = retryDelay(this.#tries, this.#ports.random);
    this.#tries++;
    if (delay === 0) {
      void this.connect();
      return;
    }
    const retryAt = this.#ports.clock.now() + delay;
    this.#listener.onStatus({ state: 'waiting', tries: this.#tries, retryAt, isImpostor });
    this.#cancelRetry = this.#ports.clock.after(delay, () => void this.connect());
  }

  #refuse(): void {
    this.#listener.onStatus({ state: 'refused', message: this.#ports.signIn.refusal });
  }
}

const STEPS_MS = [0, 1000, 2000, 4000, 8000, 15_000];
const JITTER = 0.25;

/** How long to wait before try `n` (from 0): at once, then longer and longer, spread so that tabs do not come together. */
function retryDelay(n: number, random: () => number): number {
  const step = STEPS_MS[Math.min(n, STEPS_MS.length - 1)]!;
  return Math.round(step * (1 - JITTER * random()));
}

/** Makes a call by its name on the wire, as `Sessions.rename`. Rejects with an `RpcError`. */
export type Caller = (method: string, args: readonly unknown[]) => Promise<unknown>;

/** The server's classes. From here on calls have types. */
export function buildApi(call: Caller): ServerApi {
  const methodsOf = <C extends ClassName>(className: C) =>
    methodsByName((method, args) => call(`${className}.${method}`, args)) as ServerApi[C];
  return {
    AcpBridge: methodsOf('AcpBridge'),
    Sessions: methodsOf('Sessions'),
    Settings: methodsOf('Settings'),
    Repo: methodsOf('Repo'),
  };
}

/** Every method that the compiler lets through, made from its name; so the page needs no list of them. */
function methodsByName(call: Caller): object {
  // What is awaited is asked for a `then`.
  const get = (_: object, method: string | symbol) =>
    typeof method === 'symbol' || method === 'then' ? undefined : (...args: unknown[]) => call(method, args);
  return new Proxy({}, { get });
}

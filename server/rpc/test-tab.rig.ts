import { once } from 'node:events';
import { type ClientOptions, WebSocket } from 'ws';
import { DOOR, type SignedIn, writePass } from '../protocol/api/door.js';
import { TAB_METHODS } from '../protocol/api/rpc.js';
import { RpcError, type WireError } from '../protocol/api/rpc-error.js';
import {
  exportPublicKey,
  type Handshake,
  importPublicKey,
  isProof,
  newKeyPair,
  newNonce,
  prove,
  readChallenge,
  readWelcome,
  writeHello,
} from '../protocol/handshake.js';
import { condition, inTime } from '../testing/until.rig.js';

/** What a browser holds after it signed in. */
export interface TestPass extends SignedIn {
  port: number;
  /** Name and value. */
  cookie: string;
  keys: CryptoKeyPair;
}

/** Something that the server told the tab without being asked. */
export interface Told {
  method: string;
  args: unknown[];
}

interface Message {
  id?: number | string | null;
  method?: string;
  params?: { args?: unknown[] };
  result?: unknown;
  error?: WireError;
}

/** Signs in as a browser would, with the token from the printed address; with the keys of one that was here before. */
export async function signInWith(
  port: number,
  proof: { token: string } | { ticket: string },
  keys?: CryptoKeyPair,
): Promise<TestPass> {
  const pair = keys ?? (await newKeyPair(false));
  const response = await fetch(`http://127.0.0.1:${port}${DOOR.authPath}`, {
    method: 'POST',
    headers: { Origin: `http://127.0.0.1:${port}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...proof, key: await exportPublicKey(pair.publicKey) }),
  });
  if (!response.ok) throw new Error(`/auth answered ${response.status}: ${await response.text()}`);
  const signedIn = (await response.json()) as SignedIn;
  return { ...signedIn, port, cookie: response.headers.getSetCookie()[0]!.split(';')[0]!, keys: pair };
}

/** A socket that has got past the gate and proves nothing by itself; with the server's first frame. */
export async function knock(pass: TestPass): Promise<{ socket: WebSocket; nonce: string; challenge: string }> {
  const nonce = newNonce();
  const socket = new WebSocket(
    `ws://127.0.0.1:${pass.port}${DOOR.rpcPath}`,
    [DOOR.subprotocol, writeHello(pass.device, nonce)],
    { headers: { Origin: `http://127.0.0.1:${pass.port}`, Cookie: pass.cookie } },
  );
  const [data] = await once(socket, 'message');
  return { socket, nonce, challenge: String(data) };
}

/** What a tab answers to a server's first frame; rejects if the server has not proved itself. */
export async function replyTo(pass: TestPass, tabNonce: string, frame: string): Promise<string> {
  const challenge = readChallenge(frame);
  if (!challenge) throw new Error(`This is no challenge: ${frame}`);
  const handshake: Handshake = { ...pass, tabNonce, serverNonce: challenge.nonce };
  const serverKey = (await importPublicKey(pass.serverKey))!;
  if (!(await isProof(serverKey, 'server', handshake, challenge.proof))) throw new Error('This is another server.');
  return JSON.stringify({ proof: await prove(pass.keys.privateKey, 'tab', handshake) });
}

/** A tab without a browser: a real socket that speaks jrpc's wire, with Origin, cookie and key. */
export class TestTab {
  readonly socket: WebSocket;
  /** Everything the server told so far, in order. */
  readonly told: Told[] = [];
  /** Answers whose id was null: refusals of frames that nobody can be told of. */
  readonly strays: Message[] = [];
  /** Set before the handshake is over, it keeps the tab from saying what it offers; this is what was asked then. */
  unanswered: Message[] | null = null;
  /** What the server offers, by its own word. */
  components: Record<string, unknown> = {};
  /** The header by which requests beside the socket show whose they are. */
  pass = '';
  /** How the connection ended. */
  readonly closed: Promise<{ code: number; reason: string }>;
  /** Resolves when both ends have proved themselves; the next frame is jrpc's. */
  readonly proven: Promise<void>;
  readonly #pending = new Map<number | string, (message: Message) => void>();
  readonly #watchers = new Set<() => void>();
  #nextId = 1;

  constructor(pass: TestPass, options: ClientOptions = {}) {
    const { headers, ...others } = options;
    const nonce = newNonce();
    this.socket = new WebSocket(
      `ws://127.0.0.1:${pass.port}${DOOR.rpcPath}`,
      [DOOR.subprotocol, writeHello(pass.device, nonce)],
      { ...others, headers: { Origin: `http://127.0.0.1:${pass.port}`, Cookie: pass.cookie, ...headers } },
    );
    this.proven = this.#prove(pass, nonce);
    this.proven.catch(() => {});
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      this.socket.once('close', (code, reason) => {
        this.#failPending();
        resolve({ code, reason: String(reason) });
      });
    });
  }

  /** Connects and shakes hands; rejects if it is not let in. */
  static async open(pass: TestPass, options: ClientOptions = {}): Promise<TestTab> {
    const tab = new TestTab(pass, options);
    await tab.proven;
    tab.components = await tab.ask('system.listComponents', {});
    return tab;
  }

  /** Calls a method of the server; rejects with an `RpcError`. */
  call<T = unknown>(method: string, ...args: unknown[]): Promise<T> {
    return this.ask(method, { args });
  }

  /** The same with parameters in any form. */
  ask<T = unknown>(method: string, params: unknown): Promise<T> {
    const id = this.#nextId++;
    const answer = this.answerTo(id);
    this.send({ jsonrpc: '2.0', id, method, params });
    return answer.then(({ result, error }) => {
      if (error) throw RpcError.from(error);
      return result as T;
    });
  }

  /** The whole answer to a frame that was sent with this id. */
  answerTo(id: number | string): Promise<Message> {
    return new Promise((resolve) => this.#pending.set(id, resolve));
  }

  /** Sends a frame as it is; what is not text is made JSON. */
  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** Resolves with the first thing told that fits, past or future. */
  async heard(fits: (told: Told) => boolean): Promise<Told> {
    for (;;) {
      const found = this.told.find(fits);
      if (found) return found;
      await inTime(this.#news(), () => `${condition(fits)}, but told were: ${this.told.map(({ method }) => method)}`);
    }
  }

  /** Everything told by this method, one after the other, for as long as the connection lasts. */
  async *each(method: string): AsyncGenerator<unknown[], void> {
    for (let i = 0; ; i++) {
      while (i >= this.told.length) {
        if (this.socket.readyState === WebSocket.CLOSED) return;
        await this.#news();
      }
      if (this.told[i]!.method === method) yield this.told[i]!.args;
    }
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }

  /** Goes through the handshake; frames that come right behind it must not be missed, so nothing is awaited in between. */
  #prove(pass: TestPass, nonce: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.socket.once('error', reject);
      this.socket.once('close', (code) => reject(new Error(`The server closed the socket with ${code}.`)));
      this.socket.once('message', (challenge) => {
        this.socket.once('message', (welcome) => {
          this.pass = writePass(pass.device, readWelcome(String(welcome))!.pass);
          this.socket.on('message', (data) => this.#onFrame(JSON.parse(String(data))));
          resolve();
        });
        replyTo(pass, nonce, String(challenge)).then((reply) => this.socket.send(reply), reject);
      });
    });
  }

  #news(): Promise<void> {
    return new Promise((resolve) => this.#watchers.add(resolve));
  }

  #onFrame(frame: Message | Message[]): void {
    for (const message of Array.isArray(frame) ? frame : [frame]) this.#onMessage(message);
    this.#wake();
  }

  #onMessage(message: Message): void {
    if (message.method === 'system.listComponents' && this.unanswered) {
      this.unanswered.push(message);
    } else if (message.method === 'system.listComponents') {
      const result = Object.fromEntries(TAB_METHODS.map((name) => [`AcApp.${name}`, true]));
      this.send({ jsonrpc: '2.0', id: message.id, result });
    } else if (message.method !== undefined) {
      this.told.push({ method: message.method, args: message.params?.args ?? [] });
    } else if (message.id === null || message.id === undefined) {
      this.strays.push(message);
    } else {
      this.#pending.get(message.id)?.(message);
      this.#pending.delete(message.id);
    }
  }

  #failPending(): void {
    const error = new RpcError('disconnected', 'The connection was closed.').toJSON();
    for (const settle of this.#pending.values()) settle({ error });
    this.#pending.clear();
    this.#wake();
  }

  #wake(): void {
    const watchers = [...this.#watchers];
    this.#watchers.clear();
    for (const wake of watchers) wake();
  }
}

import { once } from 'node:events';
import { type ClientOptions, WebSocket } from 'ws';
import { DOOR } from '../protocol/door.js';
import { TAB_METHODS } from '../protocol/rpc.js';
import { RpcError, type WireError } from '../protocol/rpc-error.js';

/** What a browser holds after it signed in. */
export interface TestPass {
  port: number;
  /** Name and value. */
  cookie: string;
  key: string;
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

/** Signs in as a browser would, with the token from the printed address. */
export async function signInWith(port: number, proof: { token: string } | { ticket: string }): Promise<TestPass> {
  const response = await fetch(`http://127.0.0.1:${port}${DOOR.authPath}`, {
    method: 'POST',
    headers: { Origin: `http://127.0.0.1:${port}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(proof),
  });
  if (!response.ok) throw new Error(`/auth answered ${response.status}: ${await response.text()}`);
  const { key } = (await response.json()) as { key: string };
  return { port, cookie: response.headers.getSetCookie()[0]!.split(';')[0]!, key };
}

/** A tab without a browser: a real socket that speaks jrpc's wire, with Origin, cookie and key. */
export class TestTab {
  readonly socket: WebSocket;
  /** Everything the server told so far, in order. */
  readonly told: Told[] = [];
  /** Answers whose id was null: refusals of frames that nobody can be told of. */
  readonly strays: Message[] = [];
  /** What the server offers, by its own word. */
  components: Record<string, unknown> = {};
  /** How the connection ended. */
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #pending = new Map<number | string, (message: Message) => void>();
  readonly #watchers = new Set<() => void>();
  #nextId = 1;

  constructor(pass: TestPass, options: ClientOptions = {}) {
    const { headers, ...others } = options;
    this.socket = new WebSocket(
      `ws://127.0.0.1:${pass.port}${DOOR.rpcPath}`,
      [DOOR.subprotocol, DOOR.keySubprotocolPrefix + pass.key],
      { ...others, headers: { Origin: `http://127.0.0.1:${pass.port}`, Cookie: pass.cookie, ...headers } },
    );
    this.socket.on('message', (data) => this.#onFrame(JSON.parse(String(data))));
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
    await once(tab.socket, 'open');
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
      await this.#news();
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

  #news(): Promise<void> {
    return new Promise((resolve) => this.#watchers.add(resolve));
  }

  #onFrame(frame: Message | Message[]): void {
    for (const message of Array.isArray(frame) ? frame : [frame]) this.#onMessage(message);
    this.#wake();
  }

  #onMessage(message: Message): void {
    if (message.method === 'system.listComponents') {
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
    const error: WireError = { code: 'disconnected', message: 'The connection was closed.', data: null };
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

import { PassThrough, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { checkAgainstSchema } from './schema-check.rig.js';
import { condition, inTime } from './until.rig.js';

/** A JSON-RPC message as a test looks at it. */
export interface WireMessage {
  jsonrpc?: string;
  id?: string | number | null;
  method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every kind
  params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every kind
  result?: any;
  error?: { code: number; message: string; data?: unknown };
}

type Responder = (params: WireMessage['params'], message: WireMessage) => unknown;

/** An error that a scripted answer gives instead of a result. */
export class ScriptedError extends Error {
  readonly code: number;

  constructor(code: number, message = 'scripted') {
    super(message);
    this.code = code;
  }
}

/** Answered by nobody: the agent keeps silent. */
export const SILENCE = Symbol('silence');

/**
 * An agent whose every byte the test decides: it writes raw lines and records what comes back. `stdin` and
 * `output` are what a real process would offer.
 */
export class ScriptedAgent {
  readonly output = new PassThrough();
  readonly heard: WireMessage[] = [];
  /** What was wrong with messages to it, by ACP's schema. */
  readonly problems: string[] = [];
  /** Everything that was written to it, byte for byte. */
  received = '';
  readonly stdin: Writable;
  readonly #answers = new Map<string, Responder>();
  readonly #asked = new Map<WireMessage['id'], string>();
  #waiting: (() => void)[] = [];
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';
  #nextId = 1000;
  /** While it does not read: what was written, and how to say that it was read. */
  #unread: (() => void)[] | null = null;

  constructor(answers: Record<string, Responder> = {}) {
    const defaults: Record<string, Responder> = {
      initialize: () => ({ protocolVersion: 1, agentCapabilities: {} }),
      'session/new': () => ({ sessionId: 's1' }),
      'session/prompt': () => ({ stopReason: 'end_turn' }),
    };
    for (const [method, answer] of Object.entries({ ...defaults, ...answers })) this.#answers.set(method, answer);
    this.stdin = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        const read = () => {
          this.#take(this.#decoder.write(chunk));
          done();
        };
        if (this.#unread) this.#unread.push(read);
        else read();
      },
    });
  }

  on(method: string, answer: Responder): void {
    this.#answers.set(method, answer);
  }

  /** Reads nothing more. */
  deafen(): void {
    this.#unread ??= [];
  }

  /** Reads what was written, one piece and no more, or on and on. */
  hear(howMuch: 'one' | 'all'): void {
    if (howMuch === 'one') {
      this.#unread?.shift()?.();
      return;
    }
    const waiting = this.#unread ?? [];
    this.#unread = null;
    for (const read of waiting) read();
  }

  /** Writes lines: objects as JSON, texts as they are, bytes without a newline. */
  say(...lines: (object | string | Uint8Array)[]): void {
    for (const line of lines) {
      const { id, method } = line as WireMessage;
      if (id !== undefined && typeof method === 'string') this.#asked.set(id, method);
    }
    const bytes = lines.map((line) => (line instanceof Uint8Array ? line : Buffer.from(lineOf(line))));
    this.output.write(Buffer.concat(bytes));
  }

  update(sessionId: string, update: object): void {
    this.say({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } });
  }

  /** Asks the client and gives back its answer. */
  async request(method: string, params: object, id: number = this.#nextId++): Promise<WireMessage> {
    this.say({ jsonrpc: '2.0', id, method, params });
    return await this.waitFor((message) => message.id === id && !message.method);
  }

  /** The first message heard that fits, now or later. */
  async waitFor(fits: (message: WireMessage) => boolean): Promise<WireMessage> {
    for (;;) {
      const found = this.heard.find(fits);
      if (found) return found;
      const news = new Promise<void>((resolve) => this.#waiting.push(resolve));
      await inTime(news, () => `${condition(fits)}, but last was heard: ${JSON.stringify(this.heard.at(-1))}`);
    }
  }

  /** The messages of one method, in the order in which they came. */
  calls(method: string): WireMessage[] {
    return this.heard.filter((message) => message.method === method);
  }

  end(): void {
    this.output.end();
  }

  #take(text: string): void {
    this.received += text;
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#hear(JSON.parse(line) as WireMessage);
  }

  #hear(message: WireMessage): void {
    this.heard.push(message);
    this.problems.push(...checkAgainstSchema(message, this.#asked.get(message.id)));
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
    if (message.method && message.id !== undefined) void this.#answer(message);
  }

  async #answer({ method, params, id, ...rest }: WireMessage): Promise<void> {
    const answer = this.#answers.get(method ?? '');
    try {
      if (!answer) throw new ScriptedError(-32601, 'no such method');
      const result = await answer(params, { method: method ?? '', params, id: id ?? null, ...rest });
      if (result !== SILENCE) this.say({ jsonrpc: '2.0', id, result });
    } catch (error) {
      const { code = -32603, message } = error as ScriptedError;
      this.say({ jsonrpc: '2.0', id, error: { code, message } });
    }
  }
}

function lineOf(line: object | string): string {
  return `${typeof line === 'string' ? line : JSON.stringify(line)}\n`;
}

import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Acdeck, TestHome } from '../acdeck.rig.js';
import type { TokenRole } from '../protocol/api/programs.js';
import { condition, inTime } from '../testing/until.rig.js';

export interface ApiAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  json: any;
}

/** Asks the API as a program would: with these headers and no others. */
export function ask(
  port: number,
  path: string,
  given: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<ApiAnswer> {
  const { method = given.body === undefined ? 'GET' : 'POST', headers = {}, body } = given;
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  const all = {
    ...(text === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers: all }, (response) => {
      let said = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        said += part;
      });
      response.once('end', () => {
        const isJson = String(response.headers['content-type']).startsWith('application/json');
        const json: unknown = isJson && said !== '' ? JSON.parse(said) : null;
        resolve({ status: response.statusCode!, headers: response.headers, text: said, json });
      });
      response.once('error', reject);
    });
    asked.once('error', reject);
    asked.end(text);
  });
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** A token of a role, made by the real command. */
export async function addToken(home: TestHome, role: TokenRole, folder = home.folder()): Promise<string> {
  const made: Acdeck = home.acdeck(['token', 'add', `test ${role}`, '--role', role, '--days', '2', '--folder', folder]);
  const code = await made.ended;
  if (code !== 0) throw new Error(`acdeck token add ended with ${code}: ${made.stderr}`);
  return made.stdout.trim();
}

/** A message of an event stream. */
export interface Sent {
  id: string | null;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  data: any;
}

/** An event stream on a socket that can be cut at any byte. */
export class Stream {
  readonly sent: Sent[] = [];
  readonly socket: Socket;
  readonly closed: Promise<void>;
  head = '';
  #rest = '';
  #body = Buffer.alloc(0);
  #news: (() => void)[] = [];
  isClosed = false;

  constructor(port: number, path: string, headers: Record<string, string>) {
    this.socket = connect({ port, host: '127.0.0.1' });
    const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`);
    this.socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    this.socket.on('data', (part: Buffer) => this.#take(part));
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      this.socket.once('close', () => {
        this.isClosed = true;
        this.#wake();
        resolve();
      });
    });
  }

  /** Waits until something holds, or the stream is over. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds() && !this.isClosed) {
      const news = new Promise<void>((resolve) => this.#news.push(resolve));
      await inTime(news, () => `${condition(holds)}, but sent were: ${this.sent.map(({ data }) => data.type)}`);
    }
  }

  cut(): void {
    this.socket.destroy();
  }

  #wake(): void {
    const news = this.#news;
    this.#news = [];
    for (const each of news) each();
  }

  #take(part: Buffer): void {
    this.#body = Buffer.concat([this.#body, part]);
    if (this.head === '') {
      const end = this.#body.indexOf('\r\n\r\n');
      if (end < 0) return;
      this.head = this.#body.subarray(0, end).toString();
      this.#body = this.#body.subarray(end + 4);
    }
    // The body comes in chunks, each with its length before it.
    for (;;) {
      const end = this.#body.indexOf('\r\n');
      if (end < 0) break;
      const size = Number.parseInt(this.#body.subarray(0, end).toString(), 16);
      if (!(this.#body.length >= end + 2 + size + 2)) break;
      this.#read(this.#body.subarray(end + 2, end + 2 + size).toString());
      this.#body = this.#body.subarray(end + 2 + size + 2);
    }
    this.#wake();
  }

  #read(text: string): void {
    const frames = (this.#rest + text).split('\n\n');
    this.#rest = frames.pop() ?? '';
    for (const frame of frames) {
      const fields = Object.fromEntries(
        frame.split('\n').map((line) => [line.split(': ', 1)[0]!, line.slice(line.indexOf(': ') + 2)]),
      );
      if (fields.data === undefined) continue;
      this.sent.push({ id: fields.id ?? null, event: fields.event ?? 'message', data: JSON.parse(fields.data) });
    }
  }
}

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** A request to make a WebSocket of its connection. */
export interface Upgrade {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}

/** Answers with one plain sentence. The security headers are set already. */
export function answerText(response: ServerResponse, status: number, sentence: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(`${sentence}\n`);
}

/** Answers a program with JSON. */
export function answerJson(response: ServerResponse, status: number, body: object): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(body));
}

/** What a program is told of a failure: a code, a sentence, and why exactly where that is known. */
export interface JsonError {
  readonly code: string;
  readonly message: string;
  readonly reason: string | null;
}

export function answerError(response: ServerResponse, status: number, error: JsonError): void {
  answerJson(response, status, { error });
}

/** The same for a socket that HTTP has let go of: a refused upgrade, or a request that could not be read. */
export function answerSocket(socket: Duplex, status: number, answer: SocketAnswer): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = `${answer.sentence}\n`;
  const headers = {
    ...answer.headers,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  // Nobody reads on: a peer that goes away now is none of our business.
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'));
}

export interface SocketAnswer {
  sentence: string;
  headers: Record<string, string>;
}

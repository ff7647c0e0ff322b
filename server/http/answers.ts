import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Answers with one plain sentence. The security headers are set already. */
export function answerText(response: ServerResponse, status: number, sentence: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(`${sentence}\n`);
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

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { makeToolServer, type ServedSession } from './tool-server.js';

/** The largest body of a call: a task, and what is around it. */
const MOST_BYTES = 256 * 1024;

/** Answers one request of an agent that has shown its secret. */
export async function answerMcp(
  request: IncomingMessage,
  response: ServerResponse,
  session: ServedSession,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST');
    response.statusCode = 405;
    response.end();
    return;
  }
  const handler = createMcpHandler(() => makeToolServer(session), { maxRequestBodySize: MOST_BYTES });
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const answer = await handler.fetch(webRequest(request, gone.signal));
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  if (!answer.body) {
    response.end();
    return;
  }
  // Whoever goes away while we answer is no fault of ours.
  await pipeline(Readable.fromWeb(answer.body as never), response).catch(() => {});
}

function webRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && name !== 'authorization') headers.set(name, value);
  }
  const body = Readable.toWeb(request) as ReadableStream<Uint8Array>;
  return new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body, signal, duplex: 'half' } as RequestInit);
}

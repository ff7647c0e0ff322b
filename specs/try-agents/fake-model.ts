import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { replyTo } from './model-script.js';
import { chatCompletions } from './wires/chat-completions.js';
import { gemini } from './wires/gemini.js';
import { messages } from './wires/messages.js';
import { responses } from './wires/responses.js';
import { EventStream, type ModelReply, type ModelRequest, type Wire } from './wires/wire.js';

const WIRES: readonly Wire[] = [chatCompletions, responses, messages, gemini];
const MODELS = { object: 'list', data: [{ id: 'fake', object: 'model', created: 1, owned_by: 'nobody' }] };

const REFUSAL = {
  type: 'error',
  error: { message: 'The fake model refuses.', type: 'invalid_request_error', code: 400, status: 'INVALID_ARGUMENT' },
};

/** One request as the model saw it, for study. */
export interface Asked {
  path: string;
  request: ModelRequest | null;
  reply: ModelReply | 'refusal' | null;
}

/** A model that costs nothing and knows only our directives, on loopback, in the words of four vendors. */
export interface FakeModel {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the model on a free port of 127.0.0.1. */
export async function startFakeModel(onAsked: (asked: Asked) => void = () => {}): Promise<FakeModel> {
  const server = createServer((request, response) => {
    answer(request, response, onAsked).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(http: IncomingMessage, response: ServerResponse, onAsked: (asked: Asked) => void): Promise<void> {
  const path = new URL(http.url ?? '/', 'http://model').pathname;
  const wire = WIRES.find((candidate) => http.method === 'POST' && candidate.matches(path));
  if (!wire) {
    onAsked({ path: `${http.method} ${path}`, request: null, reply: null });
    return sendOther(path, response);
  }
  const request = wire.read(JSON.parse(await bodyOf(http)), path);
  const reply = replyTo(request, randomUUID);
  onAsked({ path, request, reply });
  if (reply === 'refusal') return sendJson(response, 400, REFUSAL);
  if (!request.isStreamed) return sendJson(response, 200, wire.whole(reply));
  const events = new EventStream(response);
  await wire.stream(reply, events);
  events.end();
}

/** Agents ask for more than answers: lists of models, counts of tokens. */
const OTHER: readonly [path: RegExp, body: object][] = [
  [/\/models$/, MODELS],
  [/:countTokens$/, { totalTokens: 100 }],
  [/\/count_tokens$/, { input_tokens: 100 }],
];

function sendOther(path: string, response: ServerResponse): void {
  const body = OTHER.find(([pattern]) => pattern.test(path))?.[1];
  if (body) sendJson(response, 200, body);
  else sendJson(response, 404, { error: { message: `The fake model has no ${path}`, type: 'not_found' } });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerError, answerJson } from '../http/messages/answers.js';
import { onlyValue } from '../http/messages/raw-headers.js';
import { readBody } from '../http/messages/read-body.js';
import type { ScriptCaller } from '../ports/devices.js';
import { RpcError, type RpcErrorName } from '../protocol/api/rpc-error.js';
import { backgroundClock, type Clock } from '../protocol/clock.js';
import { LIMITS } from '../protocol/limits.js';
import { isDeeperThan } from '../rpc/frame-guard.js';
import type { Services } from '../rpc/services.js';
import { TokenBucket } from '../rpc/token-bucket.js';
import { ApiCall, readEventId } from './api-call.js';
import { API_ROOT, API_ROUTES, type ApiRoute } from './api-routes.js';
import { EventStream } from './event-stream.js';
import { KeyBook, KeyReused, type KeyStore } from './key-book.js';
import { openApi } from './openapi.js';

/** What one program may ask for. */
export const API_LIMITS = {
  rate: { perSecond: 20, burst: 100 },
  streamsOfOne: 8,
  streams: 32,
  bodyBytes: LIMITS.promptBytes + 64 * 1024,
  depth: 32,
} as const;

/** Callers that are remembered for their rate; the oldest is forgotten first. */
const MOST_CALLERS = 256;

export interface ApiParts {
  readonly services: Services;
  readonly version: string;
  /** Where the answers to keyed requests are kept. */
  readonly keys: KeyStore;
  /** Calls the listener when the caller's token is no longer good; the result ends that. */
  onSignedOut(callerId: string, listener: () => void): () => void;
  onFault(error: unknown): void;
  readonly clock?: Clock;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The API for programs: each request was let in by the gate, with a token of a known role. */
export class Api {
  readonly #parts: ApiParts;
  readonly #clock: Clock;
  readonly #rates = new Map<string, TokenBucket>();
  readonly #streams = new Map<EventStream, string>();
  readonly #keys: KeyBook;

  constructor(parts: ApiParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? backgroundClock;
    this.#keys = new KeyBook(parts.keys, () => this.#clock.now());
  }

  async answer(exchange: Exchange, caller: ScriptCaller): Promise<void> {
    const { response } = exchange;
    try {
      const rate = this.#rateOf(caller);
      if (!rate.take()) return tooMany(response, Math.ceil(rate.waitMs / 1000), 'Too many requests. Slow down.');
      await this.#serve(exchange, caller);
    } catch (error) {
      if (error instanceof KeyReused) return keyReused(response);
      if (!(error instanceof RpcError)) this.#parts.onFault(error);
      const { name, message, reason } = error instanceof RpcError ? error : internal();
      if (response.headersSent) response.destroy();
      else answerError(response, STATUS[name], { code: name, message, reason: reason?.code ?? null });
    }
  }

  /** Ends every stream. */
  close(): void {
    for (const stream of this.#streams.keys()) stream.end();
  }

  async #serve({ request, response }: Exchange, caller: ScriptCaller): Promise<void> {
    const path = (request.url ?? '').split('?', 1)[0]!;
    const found = API_ROUTES.flatMap((route) => {
      const params = matchPath(route.path, path);
      return params ? [{ route, params }] : [];
    });
    if (found.length === 0) throw new RpcError('not_found', `There is nothing at ${path}.`);
    const match = found.find(({ route }) => route.method === request.method);
    if (!match) {
      response.setHeader('Allow', [...new Set(found.map(({ route }) => route.method))].join(', '));
      return answerError(response, 405, {
        code: 'bad_method',
        message: 'This path takes another method.',
        reason: null,
      });
    }
    const { route, params } = match;
    const key = keyOf(request);
    const scope = [route.name, ...Object.values(params)];
    const call = new ApiCall(this.#parts.services, caller, [...scope, key ?? randomUUID()].join('\0'));
    call.demand(route.role);
    // For every route, before anything of the session or of the body is read.
    if (params.sessionId !== undefined) call.session(params.sessionId);
    if (route.name === 'describe') return answerJson(response, 200, openApi(this.#parts.version));
    if (route.name === 'followSession') return this.#follow(request, response, caller, params.sessionId!);
    const body = route.method === 'POST' ? await bodyOf(request, response, route) : undefined;
    const perform = () => route.run!(call, params, body as never) as object;
    const isKeyed = route.method === 'POST' && key !== null;
    const keyed = isKeyed && { callerId: caller.id, key, content: [...scope, body ?? null] };
    answerJson(response, route.status, await (keyed ? this.#keys.once(keyed, perform) : perform()));
  }

  #follow(request: IncomingMessage, response: ServerResponse, caller: ScriptCaller, sessionId: string): void {
    const ofOne = [...this.#streams.values()].filter((id) => id === caller.id).length;
    if (ofOne >= API_LIMITS.streamsOfOne || this.#streams.size >= API_LIMITS.streams) {
      tooMany(response, 1, 'Too many streams are open. Close one first.');
      return;
    }
    const since = lastEventOf(request);
    const stream = new EventStream({
      ...{ services: this.#parts.services, caller, response, sessionId, clock: this.#clock },
    });
    const unwatch = this.#parts.onSignedOut(caller.id, () => stream.end());
    this.#streams.set(stream, caller.id);
    response.once('close', () => {
      unwatch();
      this.#streams.delete(stream);
    });
    stream.begin(since);
  }

  #rateOf({ id }: ScriptCaller): TokenBucket {
    const rate = this.#rates.get(id) ?? new TokenBucket(API_LIMITS.rate, () => this.#clock.now());
    this.#rates.delete(id);
    this.#rates.set(id, rate);
    const [oldest] = this.#rates.keys();
    if (this.#rates.size > MOST_CALLERS && oldest !== undefined) this.#rates.delete(oldest);
    return rate;
  }
}

const STATUS: Record<RpcErrorName, number> = {
  parse_error: 400,
  invalid_request: 400,
  unknown_method: 404,
  bad_request: 400,
  internal: 500,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unavailable: 503,
  storage: 503,
  disconnected: 503,
  timeout: 503,
};

function internal(): RpcError {
  return new RpcError('internal', 'The server failed to answer: its own output says why.');
}

function keyReused(response: ServerResponse): void {
  const message =
    'This Idempotency-Key was used for another request. Nothing was done. Use a new key, or send the same request again.';
  answerError(response, 422, { code: 'idempotency_key_reused', message, reason: null });
}

function tooMany(response: ServerResponse, seconds: number, message: string): void {
  response.setHeader('Retry-After', String(Math.max(1, seconds)));
  answerError(response, 429, { code: 'rate_limited', message, reason: null });
}

/** The names in a path of the table, with what stands in their place; null if it is another path. */
function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = `${API_ROOT}${pattern}`.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: [string, string][] = [];
  for (const [n, part] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined ? part !== given[n] : !/^[\w.-]{1,200}$/.test(given[n]!)) return null;
    if (name !== undefined) params.push([name, given[n]!]);
  }
  return Object.fromEntries(params);
}

/** By this a repeat is known. */
function keyOf(request: IncomingMessage): string | null {
  const key = onlyValue(request.rawHeaders, 'idempotency-key');
  if (key !== null && !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new RpcError('bad_request', 'An Idempotency-Key has at most 200 printable characters without spaces.');
  }
  return key;
}

function lastEventOf(request: IncomingMessage): { epoch: string; seq: number } | null {
  const given = onlyValue(request.rawHeaders, 'last-event-id');
  // A position that cannot be read is one that cannot be continued.
  return given === null ? null : (readEventId(given) ?? { epoch: '', seq: 0 });
}

async function bodyOf(
  request: IncomingMessage,
  response: ServerResponse,
  { body: schema }: ApiRoute,
): Promise<unknown> {
  if (request.headers.expect) response.writeContinue();
  const bytes = await readBody(request, API_LIMITS.bodyBytes, 4 * API_LIMITS.bodyBytes);
  if (bytes === null) {
    response.setHeader('Connection', 'close');
    throw new RpcError('too_large', 'The body of this request is too large.');
  }
  if (!schema) return undefined;
  const type = onlyValue(request.rawHeaders, 'content-type') ?? '';
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    throw new RpcError('bad_request', 'The body has to be JSON (Content-Type: application/json).');
  }
  const parsed = schema.safeParse(parse(bytes.toString('utf8')));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue && issue.path.length > 0 ? `"${issue.path.join('.')}"` : 'The body';
  throw new RpcError('bad_request', `${where} does not fit: ${issue?.message ?? 'it is something else'}.`);
}

function parse(text: string): unknown {
  if (isDeeperThan(text, API_LIMITS.depth)) {
    throw new RpcError('bad_request', `JSON may nest ${API_LIMITS.depth} levels deep at most.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new RpcError('parse_error', 'The body is not JSON.');
  }
}

import { type IncomingMessage, request } from 'node:http';

/** What the API answers when it does not do something. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly reason: string | null;

  constructor(status: number, message: string, reason: string | null) {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}

/** A message of an event stream. */
export interface StreamMessage {
  readonly id: string | null;
  readonly event: string;
  readonly data: unknown;
}

/** The API of a running server, with a token that is good for as long as the channel is open. */
export class ApiClient {
  readonly #port: number;
  readonly #token: string;

  constructor({ port, token }: { port: number; token: string }) {
    this.#port = port;
    this.#token = token;
  }

  get<T>(path: string): Promise<T> {
    return this.#call('GET', path);
  }

  post<T>(path: string, body: object = {}): Promise<T> {
    return this.#call('POST', path, body);
  }

  /** The events of a session after one of them, until the connection ends. */
  async *events(sessionId: string, lastEventId: string, signal: AbortSignal): AsyncGenerator<StreamMessage> {
    const response = await this.#open(
      'GET',
      `/sessions/${sessionId}/events`,
      { 'Last-Event-ID': lastEventId },
      null,
      signal,
    );
    if (response.statusCode !== 200) throw await failureIn(response);
    let rest = '';
    for await (const part of response.setEncoding('utf8')) {
      const frames = (rest + String(part)).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const message = messageIn(frame);
        if (message) yield message;
      }
    }
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const text = body === undefined ? null : JSON.stringify(body);
    const response = await this.#open(method, path, {}, text);
    if ((response.statusCode ?? 500) >= 400) throw await failureIn(response);
    return JSON.parse(await textOf(response)) as T;
  }

  #open(
    method: string,
    path: string,
    headers: Record<string, string>,
    text: string | null,
    signal?: AbortSignal,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          ...{ host: '127.0.0.1', port: this.#port, method, path: `/api/v1${path}` },
          headers: {
            ...{ Authorization: `Bearer ${this.#token}`, ...headers },
            ...(text === null ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
          },
          ...(signal ? { signal } : {}),
        },
        resolve,
      );
      asked.once('error', reject);
      asked.end(text ?? undefined);
    });
  }
}

function messageIn(frame: string): StreamMessage | null {
  const fields = new Map(
    frame.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const data = fields.get('data');
  if (data === undefined) return null;
  return { id: fields.get('id') ?? null, event: fields.get('event') ?? 'message', data: JSON.parse(data) };
}

async function failureIn(response: IncomingMessage): Promise<ApiFailure> {
  const text = await textOf(response);
  try {
    const { error } = JSON.parse(text) as { error: { message: string; reason: string | null } };
    return new ApiFailure(response.statusCode ?? 0, error.message, error.reason);
  } catch {
    return new ApiFailure(response.statusCode ?? 0, text.trim(), null);
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += String(part);
  return text;
}

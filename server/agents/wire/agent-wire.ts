import type { Writable } from 'node:stream';
import { setImmediate as nextRound } from 'node:timers/promises';
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import type { Clock } from '../../protocol/clock.js';
import { type Fields, fieldsOf, isFields } from '../../protocol/fields.js';
import { idOf } from '../parse/read-fields.js';
import { LineReader, type WireLine } from './line-reader.js';
import { OVERSIZED } from './request-fault.js';
import { RequestGate } from './request-gate.js';
import { type OnDeaf, UnreadLines } from './unread-lines.js';

/** Who hears what comes over the wire besides answers and requests. */
export interface WireListener {
  /** A `session/update`, in the order of the wire; nothing more is read until the promise settles. */
  onUpdate(params: unknown, bytes: number): Promise<void> | null;
  /** A line that isn't a message of the protocol. */
  onGarbage(text: string): void;
  /** A line that was too long and is lost; `sessionId` if its beginning had it. */
  onOversized(sessionId: string | null, bytes: number): void;
  /** Every message of the protocol, before anything is made of it. */
  onMessage?(direction: 'in' | 'out', message: unknown, bytes: number): void;
  /** The agent no longer reads what we write. */
  onDeaf: OnDeaf;
}

type RequestId = string | number | null;

/**
 * The stream between the SDK and an agent's pipes. Updates are taken out here, before the SDK's strict
 * reading would lose some and its handlers could be overtaken by the answer that follows.
 */
export class AgentWire {
  readonly stream: Stream;
  readonly #listener: WireListener;
  readonly #unread: UnreadLines;
  readonly #gate: RequestGate;
  readonly #reader = new LineReader();
  /** Requests of ours that are not answered, and the session that each is about. */
  readonly #asked = new Map<RequestId, string | null>();
  #inbox: ReadableStreamDefaultController<AnyMessage> | null = null;
  /** Large answers are made one after the other. */
  #largeAnswer: Promise<unknown> = Promise.resolve();
  #whenRoom: (() => void)[] = [];

  constructor(output: Writable, clock: Clock, listener: WireListener) {
    this.#unread = new UnreadLines(output, clock, listener.onDeaf, () => this.#onRoom());
    this.#gate = new RequestGate(
      () => !this.#unread.isFull,
      (message) => this.#inbox?.enqueue({ ...message, jsonrpc: '2.0' } as AnyMessage),
    );
    this.#listener = listener;
    this.stream = {
      readable: new ReadableStream<AnyMessage>({
        start: (controller) => {
          this.#inbox = controller;
        },
        cancel: () => {
          this.#inbox = null;
        },
      }),
      writable: new WritableStream<AnyMessage>({ write: (message) => this.#write(message) }),
    };
  }

  /** Reads until the agent's output ends; all that it said was handed on by then. */
  async pump(input: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const chunk of input) {
        for (const line of this.#reader.push(chunk)) await this.#deliver(line);
      }
    } catch {
      // The pipe was closed under us; what came before it is good.
    }
    this.#gate.close();
    for (const line of this.#reader.end()) await this.#deliver(line);
  }

  /** Makes an answer that may be large, when the agent has read enough of those before it. */
  async answerLarge<T>(signal: AbortSignal, make: () => Promise<T> | T): Promise<T> {
    const made = this.#largeAnswer.then(async () => {
      while (this.#unread.isFull) await new Promise<void>((resolve) => this.#whenRoom.push(resolve));
      signal.throwIfAborted();
      return await make();
    });
    // The SDK writes an answer within the round in which it gets it; only then it counts as unread.
    this.#largeAnswer = made.then(
      () => nextRound(),
      () => {},
    );
    return await made;
  }

  /** The session that a request of ours, still unanswered, is about. */
  sessionOfRequest(requestId: RequestId): string | null {
    return this.#asked.get(requestId) ?? null;
  }

  async #deliver(line: WireLine): Promise<void> {
    switch (line.kind) {
      case 'message':
        return await this.#take(line.message, line.bytes);
      case 'batch':
        // The SDK answers that ACP has no batches.
        return await this.#pass(line.message as unknown as AnyMessage);
      case 'garbage':
        return this.#listener.onGarbage(line.text);
      case 'oversized':
        return await this.#skip(line.head, line.bytes);
    }
  }

  async #take(message: Fields, bytes: number): Promise<void> {
    this.#listener.onMessage?.('in', message, bytes);
    if (message.method === 'session/update') {
      const wait = this.#listener.onUpdate(message.params, bytes);
      if (wait) await wait;
      if (!('id' in message)) return;
    }
    if (!('method' in message)) {
      const id = message.id as RequestId;
      if (!this.#asked.delete(id)) return this.#listener.onGarbage(`an answer to no request: ${JSON.stringify(id)}`);
      return await this.#pass(soundAnswer(message));
    }
    const isRequest = typeof message.id === 'string' || typeof message.id === 'number';
    if (!isRequest) return await this.#pass({ ...message, jsonrpc: '2.0' } as AnyMessage);
    await this.#gate.take(message, bytes);
    await nextRound();
  }

  /** The SDK hands a message on within this round of the event loop, so order holds if we wait for the next. */
  async #pass(message: AnyMessage): Promise<void> {
    this.#inbox?.enqueue(message);
    await nextRound();
  }

  /** Anyone who waits for an answer that is lost must not wait for ever. */
  async #skip(head: string, bytes: number): Promise<void> {
    const id = Number(/^\{(?:"jsonrpc":\s*"2.0",\s*)?"id":\s*(\d+)/.exec(head)?.[1] ?? Number.NaN);
    const sessionId = /"sessionId":\s*"([^"\\]{1,200})"/.exec(head)?.[1] ?? this.sessionOfRequest(id);
    this.#listener.onOversized(sessionId, bytes);
    if (!this.#asked.delete(id)) return;
    const error = { code: -32603, message: 'The answer was too large', data: { [OVERSIZED]: true } };
    await this.#pass({ jsonrpc: '2.0', id, error } as AnyMessage);
  }

  #write(message: AnyMessage): void {
    if ('method' in message && 'id' in message) {
      this.#asked.set(message.id as RequestId, idOf(fieldsOf(message.params).sessionId));
    }
    const line = `${JSON.stringify(message)}\n`;
    this.#listener.onMessage?.('out', message, line.length);
    this.#unread.push(line);
    if (!('method' in message) && 'id' in message) this.#gate.answered(message.id);
  }

  #onRoom(): void {
    this.#gate.look();
    const waiting = this.#whenRoom;
    this.#whenRoom = [];
    for (const resume of waiting) resume();
  }
}

/** Agents answer with both a result and an empty error, or with an error that lacks a part. */
function soundAnswer(message: Fields): AnyMessage {
  const { id, result, error } = message;
  if (error === undefined || error === null) return { jsonrpc: '2.0', id, result: result ?? null } as AnyMessage;
  const { code, message: text, data } = fieldsOf(error);
  const words = typeof text === 'string' ? text : isFields(error) ? '' : String(error);
  return {
    jsonrpc: '2.0',
    id,
    error: { code: Number.isInteger(code) ? code : -32603, message: words, data },
  } as AnyMessage;
}

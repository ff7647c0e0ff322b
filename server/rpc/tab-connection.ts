import type { WebSocket } from 'ws';
import type { AcAppApi, Role } from '../protocol/api/rpc.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import type { Clock } from '../protocol/clock.js';
import type { EventPage } from '../protocol/events.js';
import { type CallId, type FrameItem, readFrame } from './frame-guard.js';
import type { JrpcRemote } from './jrpc-common.js';
import type { OfferedMethod } from './offered-methods.js';
import type { CallingTab } from './services.js';
import { TabSocket } from './tab-socket.js';
import { type CallRate, TokenBucket } from './token-bucket.js';
import { wireError } from './wire-error.js';

/** Calls of one tab that may be at work at the same time. */
const MAX_WORKING = 8;
const CLOSE_WAIT_MS = 1_000;
/** A close frame has room for 123 bytes. */
const MAX_REASON_BYTES = 120;

/** Whose tab it is. */
export interface TabDevice {
  readonly id: string;
  readonly label: string;
}

export interface TabConnectionOptions {
  ws: WebSocket;
  remote: JrpcRemote;
  device: TabDevice;
  /** What the device may do. */
  role: Role;
  methods: ReadonlyMap<string, OfferedMethod>;
  clock: Clock;
  rate: CallRate;
  /** Hears of failures of anyone who writes to the tab. */
  onFault(error: unknown): void;
}

/** One tab: what it says goes through the guard to jrpc, what it is told is measured so that it can be waited for. */
export class TabConnection implements CallingTab {
  readonly id: string;
  readonly device: string;
  readonly deviceId: string;
  readonly role: Role;
  readonly #options: TabConnectionOptions;
  readonly #socket: TabSocket;
  readonly #intake: Intake;
  #waiting: (() => void)[] = [];
  #isReady = false;
  #working = 0;

  constructor(options: TabConnectionOptions) {
    const { ws, remote, device, clock, rate } = options;
    this.#options = options;
    this.id = remote.uuid;
    this.device = device.label;
    this.deviceId = device.id;
    this.role = options.role;
    this.#socket = new TabSocket(ws, () => this.#onRoom());
    this.#intake = new Intake({
      clock,
      rate,
      hasRoom: () => this.#socket.hasRoom && this.#working < MAX_WORKING,
      handle: (item) => this.#handle(item),
      pause: () => ws.pause(),
      resume: () => ws.resume(),
    });
    remote.setTransmitter((text, next) => {
      this.#socket.send(text);
      next(false);
    });
    ws.on('message', (bytes: Buffer, isBinary) => this.#onMessage(bytes, isBinary));
    // The socket closes by itself after an error; without a listener the process would end.
    ws.on('error', () => {});
  }

  /** True once the tab has said what it offers. */
  get isReady(): boolean {
    return this.#isReady;
  }

  get isWritable(): boolean {
    return this.#isReady && this.#socket.isOpen && this.#socket.hasRoom;
  }

  get isSilent(): boolean {
    return this.#socket.isSilent;
  }

  stream(logId: string, page: EventPage<unknown>): void {
    this.tell('streamChunk', logId, page);
  }

  onceWritable(listener: () => void): void {
    this.#waiting.push(listener);
    if (this.isWritable) setImmediate(() => this.#onRoom());
  }

  /** Tells the tab something; nothing comes back. */
  tell<M extends keyof AcAppApi>(method: M, ...args: Parameters<AcAppApi[M]>): void {
    if (!this.#socket.isOpen) return;
    this.#socket.handOver(() => this.#options.remote.notify(`AcApp.${method}`, { args }));
  }

  /** Asks the tab something; rejects at once if the tab goes away. */
  call(method: string, params: unknown): Promise<unknown> {
    if (!this.#socket.isOpen) return Promise.reject(gone());
    return new Promise((resolve, reject) => {
      this.#socket.handOver(() =>
        this.#options.remote.call(method, params, (error, result) => {
          if (error) reject(RpcError.from(error));
          else resolve(result);
        }),
      );
    });
  }

  /** Asks what the tab offers, as jrpc-oo's other end does with us; from then on it can be told things. */
  async shakeHands(): Promise<void> {
    const offered = await this.call('system.listComponents', this.#options.remote.localComponents);
    if (typeof offered !== 'object' || offered === null) {
      throw new RpcError('bad_request', 'The tab did not say what it offers.');
    }
    this.#isReady = true;
    this.#onRoom();
  }

  /** Sends the answer to a call that is at work; `send` has jrpc send it. */
  answer(id: CallId | null, send: () => void): void {
    this.#working -= 1;
    try {
      this.#socket.handOver(send);
    } catch (error) {
      // jrpc has dropped the call by now, so the error cannot go through it.
      this.#refuse(id, new RpcError('internal', `The answer cannot be sent: ${wireError(error).message}`));
    }
  }

  beat(): void {
    this.#socket.beat(!this.#intake.isPaused);
  }

  /** Closes the connection, by force if the tab does not go along; resolves when it is closed. */
  close(code: number, reason: string): Promise<void> {
    const { ws, clock } = this.#options;
    if (ws.readyState === ws.CLOSED) return Promise.resolve();
    return new Promise((resolve) => {
      const stopTimer = clock.after(CLOSE_WAIT_MS, () => ws.terminate());
      ws.once('close', () => {
        stopTimer();
        resolve();
      });
      // What was handed to jrpc before goes out before.
      setImmediate(() => ws.close(code, cutToBytes(reason, MAX_REASON_BYTES)));
    });
  }

  /** Ends the connection without ceremony. */
  terminate(): void {
    this.#options.ws.terminate();
  }

  /** The socket is closed: anyone who waits for this tab waits no longer. */
  dispose(): void {
    const { remote } = this.#options;
    const pending = Object.values(remote.inbox);
    this.#intake.close();
    this.#waiting = [];
    remote.shutdown();
    for (const done of pending) done(gone().toJSON());
  }

  #onMessage(bytes: Buffer, isBinary: boolean): void {
    if (isBinary) void this.close(1003, 'Only text frames are read here.');
    else this.#intake.push(readFrame(bytes.toString('utf8'), this.#options));
  }

  #handle(item: FrameItem): void {
    const { remote } = this.#options;
    if (item.kind === 'refusal') {
      this.#refuse(item.id, item.error);
    } else if (item.kind === 'answer') {
      if (Object.hasOwn(remote.outTimers, String(item.id))) remote.receive({ jsonrpc: '2.0', ...item });
    } else {
      this.#serve(item);
    }
  }

  #serve({ id, method, args }: Extract<FrameItem, { kind: 'call' }>): void {
    const { remote } = this.#options;
    if (id !== null && Object.hasOwn(remote.localTimers, String(id))) {
      this.#refuse(id, new RpcError('invalid_request', 'A call with this id is still at work.'));
      return;
    }
    this.#working += 1;
    const params = { args, id };
    remote.receive(id === null ? { jsonrpc: '2.0', method, params } : { jsonrpc: '2.0', id, method, params });
  }

  #refuse(id: CallId | null, error: RpcError): void {
    this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id, error: wireError(error) }));
  }

  #onRoom(): void {
    try {
      while (this.isWritable && this.#waiting.length > 0) this.#waiting.shift()?.();
    } catch (error) {
      // What the tab should have got next is lost, so it has to come again and ask.
      this.#options.onFault(error);
      void this.close(1011, 'The server could not go on with this tab.');
    }
    this.#intake.drain();
  }
}

function gone(): RpcError {
  return new RpcError('disconnected', 'The tab has gone.');
}

function cutToBytes(text: string, max: number): string {
  let cut = text;
  while (Buffer.byteLength(cut) > max) cut = cut.slice(0, -1);
  return cut;
}

interface IntakeOptions {
  clock: Clock;
  rate: CallRate;
  /** False while the tab has too much unanswered or unread. */
  hasRoom(): boolean;
  handle(item: FrameItem): void;
  pause(): void;
  resume(): void;
}

/** What a tab said and the server has not yet taken up. While anything waits, nothing more is read from the socket. */
class Intake {
  readonly #options: IntakeOptions;
  readonly #bucket: TokenBucket;
  readonly #items: FrameItem[] = [];
  #stopTimer: (() => void) | null = null;
  #isPaused = false;
  #isClosed = false;

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.#bucket = new TokenBucket(options.rate, () => options.clock.now());
  }

  /** True while the tab is not read from, so that its silence means nothing. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  push(items: readonly FrameItem[]): void {
    this.#items.push(...items);
    this.drain();
  }

  /** Takes up what there is room for; to be called again when there is more room. */
  drain(): void {
    while (!this.#isClosed && this.#items.length > 0 && this.#options.hasRoom()) {
      if (this.#items[0]?.kind === 'call' && !this.#bucket.take()) {
        this.#wakeLater();
        break;
      }
      this.#options.handle(this.#items.shift()!);
    }
    this.#setPaused(this.#items.length > 0);
  }

  close(): void {
    this.#isClosed = true;
    this.#items.length = 0;
    this.#stopTimer?.();
  }

  #wakeLater(): void {
    this.#stopTimer ??= this.#options.clock.after(this.#bucket.waitMs, () => {
      this.#stopTimer = null;
      this.drain();
    });
  }

  #setPaused(isPaused: boolean): void {
    if (this.#isPaused === isPaused || this.#isClosed) return;
    this.#isPaused = isPaused;
    if (isPaused) this.#options.pause();
    else this.#options.resume();
  }
}

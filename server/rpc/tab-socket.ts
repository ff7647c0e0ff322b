import { WebSocket } from 'ws';
import { LIMITS } from '../protocol/limits.js';

/** A tab with this much unsent data waits; its cursor simply stays where it is. */
export const TAB_BUFFER_BYTES = 1024 * 1024;

/** Beats of the heart that a tab may miss. */
const MAX_MISSED = 2;

/** A tab's socket, with a measure of what the tab has not taken yet and of its silence. */
export class TabSocket {
  readonly #ws: WebSocket;
  readonly #onRoom: () => void;
  /** Messages handed to jrpc, which sends them in a later step of the event loop. */
  #handedOver = 0;
  #hasSent = false;
  #hasTaken = true;
  #isStalled = false;
  #missed = 0;

  /** `onRoom` is called whenever there may be more room than before. */
  constructor(ws: WebSocket, onRoom: () => void) {
    this.#ws = ws;
    this.#onRoom = onRoom;
    const onSign = () => {
      this.#missed = 0;
    };
    ws.on('message', onSign);
    ws.on('pong', onSign);
    ws.on('ping', onSign);
  }

  get isOpen(): boolean {
    return this.#ws.readyState === WebSocket.OPEN;
  }

  /** True while the tab can take more. What jrpc has not sent yet counts as a full page each. */
  get hasRoom(): boolean {
    return this.#ws.bufferedAmount + this.#handedOver * LIMITS.pageBytes < TAB_BUFFER_BYTES;
  }

  /** True if for a whole beat nothing was heard, or the tab took nothing of what is sent. */
  get isSilent(): boolean {
    return this.#missed >= MAX_MISSED || (this.#isStalled && !this.#hasTaken);
  }

  send(text: string): void {
    if (!this.isOpen) return;
    this.#hasSent = true;
    this.#ws.send(text, () => {
      this.#hasTaken = true;
      this.#onRoom();
    });
  }

  /** Runs something that makes jrpc send one message, and counts it until jrpc has sent it. */
  handOver(act: () => void): void {
    this.#handedOver += 1;
    try {
      act();
    } finally {
      // jrpc sends in `setImmediate`, in order, so this comes right after.
      setImmediate(() => {
        this.#handedOver -= 1;
        this.#onRoom();
      });
    }
  }

  /**
   * One beat of the heart: asks for a sign of life, and ends a connection that gave none. A slow tab
   * answers only after all that was sent before, so it is judged only when nothing is on its way.
   */
  beat(isReading: boolean): void {
    const isQuiet = isReading && !this.#hasSent && this.#ws.bufferedAmount === 0;
    this.#hasSent = false;
    this.#isStalled = this.#ws.bufferedAmount > 0 && !this.#hasTaken;
    this.#hasTaken = false;
    if (!isQuiet) this.#missed = 0;
    if (this.#missed >= MAX_MISSED) {
      this.#ws.terminate();
      return;
    }
    this.#missed += 1;
    if (this.isOpen && this.#ws.bufferedAmount === 0) this.#ws.ping();
  }
}

import type { Writable } from 'node:stream';
import type { Clock } from '../../protocol/clock.js';
import { TIME_LIMITS } from '../process/time-limits.js';

/** Above this much unread, an agent's requests wait. */
export const MOST_UNREAD = 8 * 1024 * 1024;
/** Written in pieces of this size, so that an agent that reads slowly is seen to read. */
const PIECE = 64 * 1024;

/** Who hears that an agent does not read: its end of the pipe is closed, or nobody reads there. */
export type OnDeaf = (why: 'closed' | 'unread') => void;

/** What we have to say to an agent and it has not read yet. */
export class UnreadLines {
  readonly #output: Writable;
  readonly #clock: Clock;
  readonly #onDeaf: OnDeaf;
  readonly #onRoom: () => void;
  readonly #lines: Buffer[] = [];
  #bytes = 0;
  #isWriting = false;
  #isOver = false;
  #stopTimer: (() => void) | null = null;

  constructor(output: Writable, clock: Clock, onDeaf: OnDeaf, onRoom: () => void) {
    this.#output = output;
    this.#clock = clock;
    this.#onDeaf = onDeaf;
    this.#onRoom = onRoom;
  }

  get isFull(): boolean {
    return this.#bytes > MOST_UNREAD;
  }

  push(line: string): void {
    if (this.#isOver) return;
    const bytes = Buffer.from(line);
    this.#lines.push(bytes);
    this.#bytes += bytes.length;
    if (this.isFull && !this.#stopTimer) this.#watch();
    if (!this.#isWriting) this.#writeNext();
  }

  /** Nothing more is written; anyone who waits for room need not. */
  close(): void {
    this.#isOver = true;
    this.#stopTimer?.();
    this.#stopTimer = null;
    this.#lines.length = 0;
    this.#bytes = 0;
    this.#onRoom();
  }

  #writeNext(): void {
    const line = this.#lines.shift();
    if (!line) return;
    const piece = line.subarray(0, PIECE);
    if (piece.length < line.length) this.#lines.unshift(line.subarray(PIECE));
    this.#isWriting = true;
    this.#output.write(piece, (error) => this.#written(piece.length, error));
  }

  #written(bytes: number, error: Error | null | undefined): void {
    this.#isWriting = false;
    if (this.#isOver) return;
    if (error) {
      this.close();
      this.#onDeaf('closed');
      return;
    }
    const wasFull = this.isFull;
    this.#bytes -= bytes;
    if (wasFull) this.#watch();
    this.#writeNext();
    if (wasFull && !this.isFull) this.#onRoom();
  }

  /** Each piece that is read starts the time anew. */
  #watch(): void {
    this.#stopTimer?.();
    this.#stopTimer = this.isFull ? this.#clock.after(TIME_LIMITS.unread, () => this.#giveUp()) : null;
  }

  #giveUp(): void {
    this.close();
    this.#onDeaf('unread');
  }
}

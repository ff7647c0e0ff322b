import { StringDecoder } from 'node:string_decoder';
import type { Clock } from './clock.js';

/** What of a terminal's output is told while it runs; of more, only the end is told. */
const LIVE_CHARS = 4 * 1024 * 1024;
const TAIL_CHARS = 64 * 1024;

/** Gathers a terminal's output into one event per tick, and keeps a flood from filling the log. */
export class TerminalFeed {
  readonly #clock: Clock;
  readonly #tickMs: number;
  readonly #emit: (text: string) => void;
  readonly #decoder = new StringDecoder('utf8');
  #waiting = '';
  #told = 0;
  #left = 0;
  #callOff: (() => void) | null = null;

  constructor(clock: Clock, tickMs: number, emit: (text: string) => void) {
    this.#clock = clock;
    this.#tickMs = tickMs;
    this.#emit = emit;
  }

  push(data: Buffer): void {
    this.#waiting += this.#decoder.write(data);
    if (this.#told + this.#waiting.length > LIVE_CHARS) this.#keepTail();
    else this.#callOff ??= this.#clock.after(this.#tickMs, () => this.#flush());
  }

  /** Tells what is left; nothing follows. */
  end(): void {
    this.#waiting += this.#decoder.end();
    if (this.#left > 0) this.#waiting = `\n[${this.#left.toLocaleString('en')} characters left out]\n${this.#waiting}`;
    this.#flush();
  }

  #flush(): void {
    this.#callOff?.();
    this.#callOff = null;
    const text = this.#waiting;
    this.#waiting = '';
    this.#told += text.length;
    if (text) this.#emit(text);
  }

  #keepTail(): void {
    this.#callOff?.();
    this.#callOff = null;
    const excess = this.#waiting.length - TAIL_CHARS;
    if (excess <= 0) return;
    this.#left += excess;
    this.#waiting = this.#waiting.slice(excess);
  }
}

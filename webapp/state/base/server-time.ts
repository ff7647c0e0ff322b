import type { Clock } from '../../../server/protocol/clock.js';

/** Less than this may be the way of the message. */
const SMALLEST_OFFSET_MS = 1_000;

/** The server's time, by which everything in the logs is stamped; this device's clock may be wrong. */
export class ServerTime {
  readonly #clock: Clock;
  #offset = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The server has just said what time it is there. */
  follow(serverTime: number): void {
    const offset = serverTime - this.#clock.now();
    this.#offset = Math.abs(offset) < SMALLEST_OFFSET_MS ? 0 : offset;
  }

  now(): number {
    return this.#clock.now() + this.#offset;
  }
}

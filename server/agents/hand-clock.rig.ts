import type { Clock } from './clock.js';

/** Time that moves only when a test says so. */
export class HandClock implements Clock {
  #now = 0;
  #timers: { at: number; act: () => void }[] = [];
  #waiting: (() => void)[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, act: () => void): () => void {
    const timer = { at: this.#now + ms, act };
    this.#timers.push(timer);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** The waits that are pending, in milliseconds from now. */
  get pending(): number[] {
    return this.#timers.map(({ at }) => at - this.#now);
  }

  /** Settles when someone waits for exactly this long. */
  async untilWaiting(ms: number): Promise<void> {
    while (!this.pending.includes(ms)) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }

  advance(ms: number): void {
    this.#now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { act } of due) act();
  }
}

import type { Clock } from './clock.js';

/** Time that passes when a test says so. */
export class ManualClock implements Clock {
  #now = 1_000_000;
  #timers: { at: number; task: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, task: () => void): () => void {
    const timer = { at: this.#now + ms, task };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Lets time pass and everything that is due happen, in order, with the promises in between. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settled();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#now = next.at;
      next.task();
      await settled();
    }
    this.#now = end;
  }

  #next(end: number) {
    return this.#timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
  }
}

/** Everything that waits for nothing but other promises has happened. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

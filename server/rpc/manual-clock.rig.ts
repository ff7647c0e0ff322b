import type { Clock } from '../sessions/clock.js';

/** Time that stands still until a test turns it. */
export class ManualClock implements Clock {
  #now = 0;
  readonly #timers = new Set<{ at: number; act: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, act: () => void): () => void {
    const timer = { at: this.#now + ms, act };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers.delete(next);
      this.#now = next.at;
      next.act();
    }
    this.#now = end;
  }
}

/** Random numbers that a seed repeats: mulberry32. */
export class SeededRandom {
  readonly seed: number;
  #state: number;

  constructor(seed: number = Date.now() % 2 ** 31) {
    this.seed = seed;
    this.#state = seed;
  }

  /** From 0 to just below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** As many small numbers as large ones, by order of magnitude. */
  between(low: number, high: number): number {
    return Math.round(low * (high / low) ** this.next());
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)]!;
  }
}

import type { Measure } from './budgets.js';
import { median } from './figure.js';

/** What the loop takes on the machine that the budgets were set for, with nobody else on it. */
export const REFERENCE_MS = 20;

/** The processor's time of this process, which other programs hardly lengthen. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A fixed piece of work of the kind that pages do: numbers, strings, maps, garbage. */
export function referenceWork(): number {
  const seen = new Map<string, number>();
  let sum = 0;
  for (let n = 0; n < 250_000; n += 1) {
    const key = `k${(n * 7919) % 4_096}`;
    seen.set(key, (seen.get(key) ?? 0) + key.charCodeAt(key.length - 1));
    sum = (sum * 31 + n) | 0;
  }
  return sum + seen.size;
}

/** How slow this machine is at this moment, told by a fixed loop that is run again and again. */
export class Reference {
  readonly #cpu: number[] = [];
  readonly #wall: number[] = [];

  constructor() {
    // The first runs are the compiler's.
    for (let n = 0; n < 5; n += 1) referenceWork();
  }

  sample(times = 1): void {
    for (let n = 0; n < times; n += 1) {
      const [cpu, wall] = [cpuMs(), performance.now()];
      referenceWork();
      this.#cpu.push(cpuMs() - cpu);
      this.#wall.push(performance.now() - wall);
    }
  }

  /** In times of what the loop should take; a faster machine is no reason to be stricter. */
  slowness(measure: Measure): number {
    if (measure === 'count') return 1;
    return Math.max(1, median(measure === 'cpu' ? this.#cpu : this.#wall) / REFERENCE_MS);
  }
}

const STEPS_MS = [0, 1000, 2000, 4000, 8000, 15_000];
const JITTER = 0.25;

/** How long to wait before try `n` (from 0): at once, then longer and longer, spread so that tabs do not come together. */
export function retryDelay(n: number, random: () => number): number {
  const step = STEPS_MS[Math.min(n, STEPS_MS.length - 1)]!;
  return Math.round(step * (1 - JITTER * random()));
}

/** How long to wait before an agent that crashed is started again. */
const DELAYS_MS = [1_000, 2_000, 4_000, 8_000];
const MOST_CRASHES = 5;
const WINDOW_MS = 120_000;

/** Counts an agent's crashes and says how long to wait, until it was too often. */
export class CrashBudget {
  #times: number[] = [];

  /** The wait before the next start in milliseconds, or null if there should be none. */
  crashed(now: number): number | null {
    this.#times = [...this.#times.filter((time) => now - time < WINDOW_MS), now];
    if (this.#times.length >= MOST_CRASHES) return null;
    return DELAYS_MS[this.#times.length - 1] ?? DELAYS_MS.at(-1)!;
  }

  /** A person starts it by hand: what was is forgotten. */
  forgive(): void {
    this.#times = [];
  }
}

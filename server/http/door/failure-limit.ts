const WINDOW_MS = 60_000;
const FAILURES_PER_WINDOW = 10;

/** Counts failed sign-ins of all senders together: behind a tunnel they all have one address. */
export class FailureLimit {
  readonly #now: () => number;
  #windowStart = 0;
  #failures = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Records a failure; true if there were too many of late. */
  countFailure(): boolean {
    const now = this.#now();
    if (now - this.#windowStart >= WINDOW_MS) {
      this.#windowStart = now;
      this.#failures = 0;
    }
    this.#failures += 1;
    return this.#failures > FAILURES_PER_WINDOW;
  }

  get retrySeconds(): number {
    return Math.max(1, Math.ceil((this.#windowStart + WINDOW_MS - this.#now()) / 1000));
  }
}

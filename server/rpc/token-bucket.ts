/** How often a tab may call: `perSecond` in the long run, `burst` at once. */
export interface CallRate {
  perSecond: number;
  burst: number;
}

/** Gives out tokens at a steady rate and saves up a burst of them. */
export class TokenBucket {
  readonly #rate: CallRate;
  readonly #now: () => number;
  #tokens: number;
  #filledAt: number;

  constructor(rate: CallRate, now: () => number) {
    this.#rate = rate;
    this.#now = now;
    this.#tokens = rate.burst;
    this.#filledAt = now();
  }

  /** Takes one token if there is one. */
  take(): boolean {
    this.#fill();
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Milliseconds until there is a token again. */
  get waitMs(): number {
    this.#fill();
    return Math.max(0, Math.ceil(((1 - this.#tokens) / this.#rate.perSecond) * 1000));
  }

  #fill(): void {
    const now = this.#now();
    // A clock that was set back must not stop the flow.
    const elapsed = Math.max(0, now - this.#filledAt);
    this.#filledAt = now;
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + (elapsed / 1000) * this.#rate.perSecond);
  }
}

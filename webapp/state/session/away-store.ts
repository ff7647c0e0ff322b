import type { ServerTime } from '../base/server-time.js';
import { Store } from '../base/store.js';

/** A shorter absence isn't an absence. */
const SHORTEST_MS = 2 * 60_000;

/** From when to when nobody looked at the page, by the server's time. */
export interface Absence {
  readonly from: number;
  readonly to: number;
}

/** The last time that the person was away for long, until they have dismissed the recap of it. */
export class AwayStore extends Store<Absence | null> {
  readonly #time: ServerTime;
  #leftAt: number | null = null;

  constructor(time: ServerTime) {
    super(null);
    this.#time = time;
  }

  /** The page was hidden or shown. */
  follow(isVisible: boolean): void {
    const now = this.#time.now();
    if (!isVisible) {
      this.#leftAt ??= now;
      return;
    }
    const from = this.#leftAt;
    this.#leftAt = null;
    if (from !== null && now - from >= SHORTEST_MS) this.set({ from, to: now });
  }

  dismiss(): void {
    this.set(null);
  }
}

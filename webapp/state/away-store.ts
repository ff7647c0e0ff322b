import type { ServerTime } from './server-time.js';
import { Store } from './store.js';

/** A shorter absence is no absence. */
const SHORTEST_MS = 2 * 60_000;

/** From when to when nobody looked at the page, by the server's time. */
export interface Absence {
  readonly from: number;
  readonly to: number;
}

/** The last time that the person was away for long, until they have dismissed what is told about it. */
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

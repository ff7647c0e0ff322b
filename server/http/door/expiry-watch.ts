import type { Clock } from '../../protocol/clock.js';

/** The clock may be set meanwhile, which no timer notices, so it is looked at this often. */
const LOOK_EVERY_MS = 60 * 1000;

export interface ExpiryWatchParts {
  readonly clock: Clock;
  /** When each one that is good now expires. */
  ends(): ReadonlyMap<string, number>;
  onExpired(ids: ReadonlySet<string>): void;
  onFault?(error: unknown): void;
}

/** Notices when the time of somebody who was let in is over. */
export class ExpiryWatch {
  readonly #parts: ExpiryWatchParts;
  #ends: ReadonlyMap<string, number> = new Map();
  #stop: () => void = () => {};

  constructor(parts: ExpiryWatchParts) {
    this.#parts = parts;
  }

  /** Somebody was let in, and is watched too. */
  note(): void {
    this.#ends = new Map([...this.#ends, ...this.#parts.ends()]);
  }

  /** Looks who is still good, and again when the first of them expires. */
  look(): void {
    this.#stop();
    const { clock, ends, onExpired, onFault } = this.#parts;
    const before = this.#ends;
    try {
      this.#ends = ends();
      const gone = new Set([...before.keys()].filter((id) => !this.#ends.has(id)));
      if (gone.size > 0) onExpired(gone);
    } catch (error) {
      onFault?.(error);
    }
    const next = Math.min(...this.#ends.values()) - clock.now();
    this.#stop = clock.after(Math.min(Math.max(next, 0), LOOK_EVERY_MS), () => this.look());
  }

  close(): void {
    this.#stop();
  }
}

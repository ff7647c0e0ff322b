import type { Clock } from '../rpc/clock.js';
import { Store } from './store.js';

/** Sessions that a person has deleted and may still take back: out of sight, not yet gone. */
export class HiddenSessions extends Store<ReadonlySet<string>> {
  readonly #clock: Clock;
  readonly #dooms = new Map<string, { cancel(): void; run(): void }>();

  constructor(clock: Clock) {
    super(new Set());
    this.#clock = clock;
  }

  /** Hides a session; `doom` is done after a while, unless it is shown again before. */
  hide(sessionId: string, ms: number, doom: () => void): void {
    const run = () => {
      this.#dooms.delete(sessionId);
      doom();
    };
    this.#dooms.set(sessionId, { cancel: this.#clock.after(ms, run), run });
    this.set(new Set([...this.value, sessionId]));
  }

  show(sessionId: string): void {
    this.#dooms.get(sessionId)?.cancel();
    this.#dooms.delete(sessionId);
    this.set(new Set([...this.value].filter((other) => other !== sessionId)));
  }

  /** The page goes away, and with it the chance to undo. */
  settle(): void {
    for (const { cancel, run } of [...this.#dooms.values()]) {
      cancel();
      run();
    }
  }
}

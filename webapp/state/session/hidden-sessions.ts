import type { Clock } from '../../../server/protocol/clock.js';
import { Store } from '../base/store.js';

/** Sessions that a person has deleted and may still take back: out of sight, not yet gone. */
export class HiddenSessionsStore extends Store<ReadonlySet<string>> {
  readonly #clock: Clock;
  readonly #dooms = new Map<string, { cancel(): void; run(): void }>();

  constructor(clock: Clock) {
    super(new Set());
    this.#clock = clock;
  }

  /** Hides a session; `doom` is done after a while, unless it is shown again before. */
  hide(sessionId: string, ms: number, doom: () => void): void {
    this.hideAll([sessionId], ms, doom);
  }

  /** Hides several, which share one doom. */
  hideAll(sessionIds: readonly string[], ms: number, doom: () => void): void {
    const key = sessionIds[0]!;
    const run = () => {
      this.#dooms.delete(key);
      doom();
    };
    this.#dooms.set(key, { cancel: this.#clock.after(ms, run), run });
    this.set(new Set([...this.value, ...sessionIds]));
  }

  show(sessionId: string): void {
    this.showAll([sessionId]);
  }

  showAll(sessionIds: readonly string[]): void {
    for (const id of sessionIds) {
      this.#dooms.get(id)?.cancel();
      this.#dooms.delete(id);
    }
    this.set(new Set([...this.value].filter((other) => !sessionIds.includes(other))));
  }

  /** The page goes away, and with it the chance to undo. */
  settle(): void {
    for (const { cancel, run } of [...this.#dooms.values()]) {
      cancel();
      run();
    }
  }
}

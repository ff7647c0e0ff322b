import type { AgentUpdate } from '../../protocol/events.js';

/** An update as it came, with the size of its line. */
export interface EarlyUpdate {
  update: AgentUpdate;
  bytes: number;
}

const MOST_BYTES = 8 * 1024 * 1024;

/** Keeps what agents say in a session before they have told us its id. */
export class EarlyUpdates {
  readonly #bySession = new Map<string, EarlyUpdate[]>();
  #bytes = 0;
  #waiting = 0;

  /** Someone waits for a session whose id is not known yet. */
  begin(): void {
    this.#waiting++;
  }

  /** Nobody keeps what nobody will ask for. */
  end(): void {
    if (--this.#waiting > 0) return;
    this.#bySession.clear();
    this.#bytes = 0;
  }

  /** True if the update is kept; false if no session is awaited or too much was kept already. */
  keep(sessionId: string, early: EarlyUpdate): boolean {
    if (this.#waiting === 0 || this.#bytes + early.bytes > MOST_BYTES) return false;
    this.#bytes += early.bytes;
    const kept = this.#bySession.get(sessionId);
    if (kept) kept.push(early);
    else this.#bySession.set(sessionId, [early]);
    return true;
  }

  take(sessionId: string): EarlyUpdate[] {
    const kept = this.#bySession.get(sessionId) ?? [];
    this.#bySession.delete(sessionId);
    return kept;
  }
}

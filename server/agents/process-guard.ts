import { randomUUID } from 'node:crypto';
import type { ProcessGroup } from './end-group.js';
import { ProcessRecords } from './process-records.js';
import { Watchdog } from './watchdog.js';

/** The variable by which processes that we started are known, also when they have left their group. */
export const MARKER_VARIABLE = 'DECK_RUN_ID';

/** A value for the marker, as it stands in an environment. */
export function newMarker(): string {
  return `${MARKER_VARIABLE}=${randomUUID()}`;
}

/** Sees to it that no process that we started outlives us, however we end. */
export class ProcessGuard {
  readonly #watchdog: Watchdog;
  readonly #records: ProcessRecords;

  /** Keeps its records in a folder that all our servers share. */
  constructor(dir: string) {
    this.#watchdog = new Watchdog();
    this.#records = new ProcessRecords(dir);
  }

  /** Takes a group into care; the returned function lets it go, once it has ended. */
  watch({ group, marker }: ProcessGroup): () => void {
    this.#watchdog.add({ group, marker });
    let isOver = false;
    void this.#records.add(group, marker).then(
      () => isOver && this.#records.remove(group),
      // Without a record the watchdog is still there.
      () => {},
    );
    return () => {
      isOver = true;
      this.#watchdog.remove(group);
      this.#records.remove(group);
    };
  }

  /** Ends what a server that was killed has left; gives back how many groups that were. */
  reap(): Promise<number> {
    return this.#records.reap();
  }

  close(): void {
    this.#watchdog.close();
  }
}

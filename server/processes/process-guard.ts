import { randomUUID } from 'node:crypto';
import type { ProcessGroup } from './end-group.js';
import { ProcessRecords } from './process-records.js';
import { Watchdog } from './watchdog.js';

/** The variable by which processes that we started are known, also when they have left their group. */
export const MARKER_VARIABLE = 'DECK_RUN_ID';

/** A value for the marker, as it stands in an environment; for an agent with its name. */
export function newMarker(owner?: string): string {
  return `${MARKER_VARIABLE}=${randomUUID()}${owner === undefined ? '' : `:${Buffer.from(owner).toString('base64url')}`}`;
}

/** Whose marker it is: the name of an agent, or null where nothing says so. */
export function markedOwner(value: string): string | null {
  const [, owner] = /^[0-9a-f-]{36}:([\w-]+)$/.exec(value) ?? [];
  return owner === undefined ? null : Buffer.from(owner, 'base64url').toString('utf8');
}

/** Takes groups into care; the returned function lets one go, once it has ended. */
export interface GroupGuard {
  /** To be called before the start: we may be killed right after it. The returned function is for a start that fails. */
  expect(marker: string): () => void;
  watch(target: ProcessGroup): () => void;
}

/** Care without records, for a thread that may be ended like a process: the watchdog notices both. */
export function watchdogGuard(): GroupGuard {
  const watchdog = new Watchdog();
  return {
    expect: (marker) => {
      watchdog.expect(marker);
      return () => watchdog.remove(marker);
    },
    watch: (target) => {
      watchdog.add(target);
      return () => watchdog.remove(target.marker);
    },
  };
}

/** Sees to it that no process that we started outlives us, however we end. */
export class ProcessGuard implements GroupGuard {
  readonly #watchdog: Watchdog;
  readonly #records: ProcessRecords;

  /** Keeps its records in a folder that all our servers share. */
  constructor(dir: string) {
    this.#watchdog = new Watchdog();
    this.#records = new ProcessRecords(dir);
  }

  expect(marker: string): () => void {
    this.#watchdog.expect(marker);
    return () => this.#watchdog.remove(marker);
  }

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
      this.#watchdog.remove(marker);
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

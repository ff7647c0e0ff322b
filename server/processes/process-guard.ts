import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../protocol/clock.js';
import { endKin, type ProcessGroup } from './end-group.js';
import { Kin } from './kin.js';
import { newMarker, runOf } from './marker.js';
import { ProcessRecords } from './process-records.js';
import { quickStartTime } from './process-table.js';
import { Watchdog } from './watchdog.js';

/** Takes groups into care; the returned function lets one go, once it has ended. */
export interface GroupGuard {
  /** A marker for what is about to be started. Its processes are in our care to the end, also when the group was let go. */
  newMarker(owner?: string): string;
  /** To be called before the start: we may be killed right after it. The returned function is for a start that fails. */
  expect(marker: string): () => void;
  watch(target: ProcessGroup): () => void;
}

/** Care without records, for a thread that may be ended like a process: the watchdog notices both. */
export function watchdogGuard(): GroupGuard {
  const run = randomUUID();
  const watchdog = new Watchdog(newRunStart(run));
  return {
    newMarker: (owner) => newMarker(owner, run),
    expect: (marker) => {
      watchdog.expect(marker);
      return () => watchdog.remove(marker);
    },
    watch: (target) => {
      watchdog.add(withStart(target));
      return () => watchdog.remove(target.marker);
    },
  };
}

/** What is found at the end was asked to end before, or has hidden until now. */
const GRACE_MS = 500;
/** Past this, the watchdog takes over. */
const KILL_MS = 2_500;

/** Sees to it that no process that we started outlives us, however we end. */
export class ProcessGuard implements GroupGuard {
  readonly #run = randomUUID();
  readonly #runStart = newRunStart(this.#run);
  readonly #watchdog = new Watchdog(this.#runStart);
  readonly #records: ProcessRecords;
  readonly #clock: Clock;
  /** By their marker. */
  readonly #held = new Map<string, ProcessGroup>();
  #hasStarted = false;

  /** Keeps its records in a folder that all our servers share. */
  constructor(dir: string, clock: Clock = systemClock) {
    this.#records = new ProcessRecords(dir, clock);
    this.#clock = clock;
  }

  newMarker(owner?: string): string {
    return newMarker(owner, this.#run);
  }

  expect(marker: string): () => void {
    this.#hasStarted = true;
    this.#watchdog.expect(marker);
    return () => this.#watchdog.remove(marker);
  }

  watch(target: ProcessGroup): () => void {
    const { group, marker } = target;
    const held = withStart(target);
    this.#held.set(marker, held);
    this.#watchdog.add(held);
    let isOver = false;
    void this.#records.add(group, marker).then(
      () => isOver && this.#records.remove(group),
      // Without a record the watchdog is still there.
      () => {},
    );
    return () => {
      isOver = true;
      this.#held.delete(marker);
      this.#watchdog.remove(marker);
      this.#records.remove(group);
    };
  }

  /** Ends what a server that was killed has left; gives back how many groups that were. */
  reap(): Promise<number> {
    return this.#records.reap();
  }

  /**
   * Ends everything that was ever started here and is still there, to be called when nothing more is started. Gives
   * back how many processes are left; those stay with the watchdog, which continues when we are gone.
   */
  async close(): Promise<number> {
    if (!this.#hasStarted) return 0;
    const isMarked = (marker: string) => marker.startsWith(this.#runStart) || this.#held.has(marker);
    const kin = new Kin({ isMarked, groups: [...this.#held.values()] });
    const left = await endKin(kin, { graceMs: GRACE_MS, killMs: KILL_MS, clock: this.#clock });
    if (left > 0) {
      this.#watchdog.remember(kin.seen);
      return left;
    }
    for (const { group } of this.#held.values()) this.#records.remove(group);
    this.#held.clear();
    this.#watchdog.dismiss();
    return 0;
  }
}

function newRunStart(run: string): string {
  return runOf(newMarker(undefined, run))!;
}

function withStart(target: ProcessGroup): ProcessGroup {
  return { ...target, startTime: quickStartTime(target.group) };
}

import type { Device, DeviceStore } from '../../ports/devices.js';
import { DAY_MS } from '../../protocol/clock.js';
import {
  beginTrack,
  CLOCK_TOLERANCE_MS,
  type ClockShift,
  type ClockTrack,
  lookAgain,
  readTrack,
  sureTime,
} from './clock-track.js';

/** How long a browser stays known after it was let in. */
export const DEVICE_LIFE_MS = 30 * DAY_MS;

/** A track that differs only by its last look is stored this often. */
const STORE_EVERY_MS = CLOCK_TOLERANCE_MS;
/** Expired records that are kept: the clock may be wrong. */
const MOST_EXPIRED = 100;
const MOST_ISSUED = 200;

/** Where the way of the clock is remembered from one start to the next, by folder. */
export interface ClockMemory {
  facts(folder: string): { readonly clock?: unknown };
  remember(folder: string, facts: { readonly clock: ClockTrack }): void;
}

export interface DeviceLivesParts {
  readonly store: DeviceStore;
  readonly folder: string;
  readonly now: () => number;
  /** Without it the way of the clock is forgotten with the server. */
  readonly memory?: ClockMemory;
}

/**
 * How long devices of a folder live, browsers and programs. A device is judged each time and is not deleted when it expires: by a
 * clock that is wrong for a while nothing ends, and nothing lives longer, once the clock is right.
 */
export class DeviceLives {
  readonly #parts: DeviceLivesParts;
  #track: ClockTrack | null = null;
  #storedAt = 0;

  constructor(parts: DeviceLivesParts) {
    this.#parts = parts;
  }

  /** The present time. If the clock turns out to have been wrong, the records that were made meanwhile are mended first. */
  now(): number {
    const now = this.#parts.now();
    const known = this.#track ?? readTrack(this.#recall());
    const { track, shifts } = known ? lookAgain(known, now) : { track: beginTrack(now), shifts: [] };
    const isSame = known !== null && this.#track !== null && isSameWay(known, track);
    try {
      for (const shift of shifts) this.#mend(shift);
      if (!isSame || Math.abs(now - this.#storedAt) >= STORE_EVERY_MS) this.#keep(track, now);
    } catch {
      // A full disk must not shut a known device out; the next look tries again.
      this.#track ??= known ?? track;
      return now;
    }
    this.#track = track;
    return now;
  }

  /** The latest time by which something may be deleted for its age. */
  sureNow(): number {
    this.now();
    return sureTime(this.#track!);
  }

  /** Notes that a device is let in now. */
  noteIssued(id: string): void {
    const now = this.now();
    const [top, below] = [this.#track!.at(-1)!, this.#track!.slice(0, -1)];
    const issued = [...top.issued.filter((known) => known !== id), id].slice(-MOST_ISSUED);
    this.#track = [...below, { ...top, issued }] as unknown as ClockTrack;
    this.#keep(this.#track, now);
    this.#dropOldest();
  }

  isAlive(device: Device): boolean {
    return this.endOf(device) > this.now();
  }

  /** When it expires, by the present clock. A device from the future counts as let in when the clock was first seen before that. */
  endOf(device: Device): number {
    const now = this.now();
    if (issueOf(device) <= now + CLOCK_TOLERANCE_MS) return device.expiresAt;
    return this.#track!.at(-1)!.start + lifeOf(device);
  }

  #keep(track: ClockTrack, now: number): void {
    const { memory, folder } = this.#parts;
    memory?.remember(folder, { clock: track });
    this.#storedAt = now;
  }

  #recall(): unknown {
    const { memory, folder } = this.#parts;
    return memory?.facts(folder).clock;
  }

  #mend({ issued, others, from, to, by, least }: ClockShift): void {
    const { store, folder } = this.#parts;
    for (const device of store.list()) {
      const at = issueOf(device);
      const isMeant = issued ? issued.includes(device.id) : !others.includes(device.id);
      if (device.folder !== folder || !isMeant || at < from || at > to + CLOCK_TOLERANCE_MS) continue;
      const shift = Math.max(by, least - at);
      const { createdAt, lastSeenAt, expiresAt } = device;
      store.save({
        ...device,
        createdAt: createdAt >= from ? createdAt + shift : createdAt,
        lastSeenAt: lastSeenAt >= from ? lastSeenAt + shift : lastSeenAt,
        expiresAt: expiresAt + shift,
      });
    }
  }

  /** Of too many expired records those that expired first go. */
  #dropOldest(): void {
    const { store, folder } = this.#parts;
    const expired = store.list().filter((device) => device.folder === folder && !this.isAlive(device));
    const oldest = expired.sort((a, b) => a.expiresAt - b.expiresAt).slice(0, -MOST_EXPIRED);
    for (const { id } of oldest) store.remove(id);
  }
}

function lifeOf({ kind, createdAt, expiresAt }: Device): number {
  return kind === 'browser' ? DEVICE_LIFE_MS : expiresAt - createdAt;
}

/** When a device was let in last: a browser that comes again is let in anew. */
function issueOf(device: Device): number {
  return device.expiresAt - lifeOf(device);
}

/** Whether two tracks differ by the last look alone. */
function isSameWay(one: ClockTrack, other: ClockTrack): boolean {
  return one.length === other.length && one.at(-1)!.leaps === other.at(-1)!.leaps;
}

import { randomUUID } from 'node:crypto';
import type { Credentials } from './credentials.js';
import { hashSecret, isSameSecret, newSecret } from './secrets.js';

/** A browser that was let in once. Only hashes of its two credentials are kept. */
export interface Device {
  readonly id: string;
  readonly cookieHash: string;
  readonly keyHash: string;
  /** What a person would call it, e.g. "Chrome on Linux". */
  readonly label: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
}

/** Where device records are kept. */
export interface DeviceStore {
  find(cookieHash: string): Device | null;
  /** Adds the record, or replaces the one with the same id. */
  save(device: Device): void;
  touch(id: string, lastSeenAt: number): void;
  remove(id: string): void;
  list(): Device[];
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long a device stays known after it was let in. */
export const DEVICE_LIFE_MS = 30 * DAY_MS;

const TOUCH_EVERY_MS = 60 * 1000;

/** Lets devices in and knows them again. */
export class Devices {
  readonly #store: DeviceStore;
  readonly #now: () => number;

  constructor(store: DeviceStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** The device that both credentials belong to; null if either is missing, wrong or too old. */
  identify(credentials: Credentials): Device | null {
    const { cookie, key } = credentials;
    if (cookie === null || key === null) return null;
    const device = this.#store.find(hashSecret(cookie));
    if (!device) return null;
    const isPair = isSameSecret(hashSecret(cookie), device.cookieHash) && isSameSecret(hashSecret(key), device.keyHash);
    if (!isPair || device.expiresAt <= this.#now()) return null;
    this.#touch(device);
    return device;
  }

  /** Makes a new pair of credentials, or renews the one that the browser has already. */
  admit(label: string, known: Credentials): { cookie: string; key: string } {
    this.#forgetExpired();
    const now = this.#now();
    const dates = { lastSeenAt: now, expiresAt: now + DEVICE_LIFE_MS };
    const device = this.identify(known);
    if (device && known.cookie !== null && known.key !== null) {
      this.#store.save({ ...device, ...dates });
      return { cookie: known.cookie, key: known.key };
    }
    const pair = { cookie: newSecret(), key: newSecret() };
    const hashes = { cookieHash: hashSecret(pair.cookie), keyHash: hashSecret(pair.key) };
    this.#store.save({ id: randomUUID(), ...hashes, label, createdAt: now, ...dates });
    return pair;
  }

  #touch(device: Device): void {
    const now = this.#now();
    if (now - device.lastSeenAt >= TOUCH_EVERY_MS) this.#store.touch(device.id, now);
  }

  #forgetExpired(): void {
    for (const device of this.#store.list()) {
      if (device.expiresAt <= this.#now()) this.#store.remove(device.id);
    }
  }
}

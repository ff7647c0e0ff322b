import { randomUUID } from 'node:crypto';
import type { Device, DeviceStore, Place } from '../../ports/devices.js';
import type { DoorRefusal } from '../../protocol/api/door.js';
import type { DeviceView } from '../../protocol/api/host.js';
import type { Credentials } from './credentials.js';
import { DEVICE_LIFE_MS, type DeviceLives } from './device-lives.js';
import { hashSecret, isSameSecret, newSecret } from './secrets.js';

const TOUCH_EVERY_MS = 60 * 1000;

export interface DevicesParts {
  readonly store: DeviceStore;
  /** Asked each time: the port is known only once the server listens. */
  readonly place: () => Place;
  readonly lives: DeviceLives;
  /** A device was let in, renamed or signed out. */
  readonly onChange: () => void;
}

/** Lets devices in at one place and knows them again there. */
export class Devices {
  readonly #parts: DevicesParts;

  constructor(parts: DevicesParts) {
    this.#parts = parts;
  }

  /** The device that was let in here under this name, unless that was too long ago. */
  find(id: string): Device | null {
    const device = this.#parts.store.find(id);
    return device && this.#isHere(device) && this.#parts.lives.isAlive(device) ? device : null;
  }

  /** The device that is named and whose cookie is among those shown. That alone opens nothing: a proof has to follow. */
  identify({ device: id, cookies }: Pick<Credentials, 'device' | 'cookies'>): Device | DoorRefusal {
    if (id === null) return 'no_proof';
    const device = this.find(id);
    if (!device) return 'unknown_device';
    const hashes = cookies.map(hashSecret);
    if (!hashes.some((hash) => isSameSecret(hash, device.cookieHash))) return 'no_cookie';
    this.#touch(device);
    return device;
  }

  /** Makes a device of a browser's public key, or renews the one that it is already; the cookie is new each time. */
  admit(publicKey: string, label: string): { device: Device; cookie: string } {
    const { store, place, lives } = this.#parts;
    const { port, folder } = place();
    const at = lives.now();
    const cookie = newSecret();
    const known = this.ofKey(publicKey);
    const device: Device = {
      ...(known ?? { id: randomUUID(), kind: 'browser', role: 'owner', publicKey, port, folder, label, createdAt: at }),
      ...{ cookieHash: hashSecret(cookie), lastSeenAt: at, expiresAt: at + DEVICE_LIFE_MS },
    };
    store.save(device);
    lives.noteIssued(device.id);
    this.#parts.onChange();
    return { device, cookie };
  }

  ofKey(publicKey: string): Device | null {
    return this.#here().find((device) => isSameSecret(device.publicKey, publicKey)) ?? null;
  }

  /** No device that was let in here is known any more. */
  revokeAll(): void {
    for (const { id } of this.#here()) this.#parts.store.remove(id);
    this.#parts.onChange();
  }

  /** Gives a device another name; false if there is none. */
  rename(id: string, label: string): boolean {
    const device = this.find(id);
    if (!device) return false;
    this.#parts.store.save({ ...device, label });
    this.#parts.onChange();
    return true;
  }

  /** Signs one device out. */
  remove(id: string): void {
    if (!this.#here().some((device) => device.id === id)) return;
    this.#parts.store.remove(id);
    this.#parts.onChange();
  }

  /** Those that are let in here, the last seen first; a time that is still to come counts as now. */
  list(): DeviceView[] {
    const now = this.#parts.lives.now();
    return this.#alive()
      .map(({ id, label, createdAt, lastSeenAt }) => {
        return { id, label, createdAt: Math.min(createdAt, now), lastSeenAt: Math.min(lastSeenAt, now) };
      })
      .sort((a, b) => b.lastSeenAt - a.lastSeenAt);
  }

  /** When each device that is let in here expires. */
  ends(): ReadonlyMap<string, number> {
    return new Map(this.#alive().map((device) => [device.id, this.#parts.lives.endOf(device)]));
  }

  #alive(): Device[] {
    return this.#here().filter((device) => this.#parts.lives.isAlive(device));
  }

  #here(): Device[] {
    return this.#parts.store.list().filter((device) => this.#isHere(device));
  }

  #isHere(device: Device): boolean {
    const { port, folder } = this.#parts.place();
    return device.kind === 'browser' && device.port === port && device.folder === folder;
  }

  #touch(device: Device): void {
    const now = this.#parts.lives.now();
    if (Math.abs(now - device.lastSeenAt) >= TOUCH_EVERY_MS) this.#parts.store.touch(device.id, now);
  }
}

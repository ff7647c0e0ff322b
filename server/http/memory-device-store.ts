import type { Device, DeviceStore } from './devices.js';

/** Device records that last as long as the process. */
export class MemoryDeviceStore implements DeviceStore {
  readonly #devices = new Map<string, Device>();

  find(cookieHash: string): Device | null {
    return this.list().find((device) => device.cookieHash === cookieHash) ?? null;
  }

  save(device: Device): void {
    this.#devices.set(device.id, device);
  }

  touch(id: string, lastSeenAt: number): void {
    const device = this.#devices.get(id);
    if (device) this.#devices.set(id, { ...device, lastSeenAt });
  }

  remove(id: string): void {
    this.#devices.delete(id);
  }

  list(): Device[] {
    return [...this.#devices.values()];
  }
}

import { readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { BUILD_STAMP } from '../command/version.js';
import type { Devices } from '../http/door/devices.js';
import type { DataSizes, HostInfo } from '../protocol/api/host.js';
import type { Done } from '../protocol/api/rpc.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import type { HostPort } from '../rpc/services.js';
import type { AppLog } from '../sessions/log/app-log.js';

export interface HostDeskParts {
  readonly version: string;
  readonly dataDir: string;
  readonly app: AppLog;
  readonly devices: () => Pick<Devices, 'rename' | 'remove'>;
  /** Ends the connections of a device. */
  readonly disconnect: (deviceId: string) => void;
}

/** What people see and decide of this computer in the settings. */
export class HostDesk implements HostPort {
  readonly #parts: HostDeskParts;

  constructor(parts: HostDeskParts) {
    this.#parts = parts;
  }

  async info(deviceId: string): Promise<HostInfo> {
    const { version, dataDir } = this.#parts;
    const platform = `${process.platform} ${process.arch}`;
    return { deviceId, version, node: process.version, platform, dataDir, sizes: await sizesIn(dataDir) };
  }

  /** The licences of what is in the build; null if this isn't one. */
  async licences(): Promise<string | null> {
    return readFile(join(BUILD_STAMP, '../licences.txt'), 'utf8').catch(() => null);
  }

  renameDevice(id: string, label: string): Done {
    if (!this.#parts.devices().rename(id, label)) throw noDevice();
    return { seq: this.#parts.app.head };
  }

  signOutDevice(id: string): Done {
    const { app, devices, disconnect } = this.#parts;
    devices().remove(id);
    // Later, so that the answer goes out before, in case it is the caller's own.
    setImmediate(() => disconnect(id));
    return { seq: app.head };
  }
}

function noDevice(): RpcError {
  return new RpcError('not_found', 'There is no such device.', { code: 'no_device' });
}

/** What the files of the data folder add up to; one that goes meanwhile counts nothing. */
async function sizesIn(dataDir: string): Promise<DataSizes> {
  const sizes = { history: 0, uploads: 0, other: 0 };
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { size } = await stat(path).catch(() => ({ size: 0 }));
    sizes[kindOf(path.slice(dataDir.length).split(sep).filter(Boolean))] += size;
  }
  return sizes;
}

function kindOf([first = '', ...rest]: readonly string[]): keyof DataSizes {
  if (first === 'uploads') return 'uploads';
  return rest.length === 0 && /\.(?:db|sqlite)(?:-|$)/.test(first) ? 'history' : 'other';
}

import type { PermissionRule } from '../../protocol/permission-rule.js';
import type { DeviceRow, DeviceTable, FolderFacts, FolderTable, RuleChange, RuleTable } from './event-store.js';

/** Device records that last as long as the process. */
export class MemoryDevices implements DeviceTable {
  readonly #devices = new Map<string, DeviceRow>();

  find(cookieHash: string): DeviceRow | null {
    return this.list().find((device) => device.cookieHash === cookieHash) ?? null;
  }

  save(device: DeviceRow): void {
    this.#devices.set(device.id, device);
  }

  touch(id: string, lastSeenAt: number): void {
    const device = this.#devices.get(id);
    if (device) this.#devices.set(id, { ...device, lastSeenAt });
  }

  remove(id: string): void {
    this.#devices.delete(id);
  }

  list(): DeviceRow[] {
    return [...this.#devices.values()];
  }
}

/** What is remembered of folders as long as the process lasts. */
export class MemoryFolders implements FolderTable {
  readonly #facts = new Map<string, FolderFacts>();

  facts(path: string): FolderFacts {
    return this.#facts.get(path) ?? {};
  }

  remember(path: string, facts: FolderFacts): void {
    this.#facts.set(path, { ...this.facts(path), ...facts });
  }
}

/** Rules that last as long as the process. */
export class MemoryRules implements RuleTable {
  readonly #rules = new Map<string, PermissionRule>();

  list(): PermissionRule[] {
    return [...this.#rules.values()];
  }

  change(changes: readonly RuleChange[]): void {
    for (const change of changes) {
      if ('drop' in change) this.#rules.delete(change.drop);
      else this.#rules.set(change.keep.id, change.keep);
    }
  }
}

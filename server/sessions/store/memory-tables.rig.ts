import type { Device, DeviceStore } from '../../ports/devices.js';
import type { PermissionRule } from '../../protocol/api/permission-rule.js';
import type { FolderFacts, FolderTable, RuleChange, RuleTable } from './event-store.js';

/** Device records that last as long as the process. */
export class MemoryDevices implements DeviceStore {
  readonly #devices = new Map<string, Device>();

  find(id: string): Device | null {
    return this.#devices.get(id) ?? null;
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

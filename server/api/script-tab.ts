import { randomUUID } from 'node:crypto';
import type { ScriptCaller } from '../ports/devices.js';
import type { Role } from '../protocol/api/rpc.js';
import type { EventPage } from '../protocol/events.js';
import type { CallingTab } from '../rpc/services.js';

/** A program in the place of a tab: it calls the same methods, and is told nothing by itself. */
export class ScriptTab implements CallingTab {
  readonly id = randomUUID();
  readonly device: string;
  readonly deviceId: string;
  readonly role: Role;

  constructor({ id, label, role }: ScriptCaller) {
    this.deviceId = id;
    this.device = label;
    this.role = role;
  }

  get isWritable(): boolean {
    return true;
  }

  stream(_logId: string, _page: EventPage<unknown>): void {}

  tell(): void {}

  onceWritable(listener: () => void): void {
    setImmediate(listener);
  }
}

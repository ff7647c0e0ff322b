import type { AppSnapshot } from './protocol/app-state.js';
import { WIRE_VERSION } from './protocol/limits.js';
import type { StartupStep } from './protocol/startup.js';
import type { AppService } from './rpc/app-service.js';
import type { AppLog } from './sessions/app-log.js';
import type { TabPort } from './sessions/tab-port.js';

/** Answers tabs that ask what is true of the whole app, from the first moment on. */
export class AppDesk implements AppService {
  readonly #log: AppLog;
  readonly #version: string;
  readonly #startup: () => StartupStep;

  constructor(log: AppLog, version: string, startup: () => StartupStep) {
    this.#log = log;
    this.#version = version;
    this.#startup = startup;
  }

  snapshot(tab: TabPort): AppSnapshot {
    return {
      kind: 'app',
      wire: WIRE_VERSION,
      version: this.#version,
      serverTime: Date.now(),
      startup: this.#startup(),
      tab: { id: tab.id, device: tab.device },
      ...this.#log.snapshot(tab),
    };
  }

  dropTab(tab: TabPort): void {
    this.#log.dropTab(tab);
  }
}

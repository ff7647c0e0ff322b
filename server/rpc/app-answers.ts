import type { TabPort } from '../ports/tab.js';
import type { AppSnapshot, SessionSummary } from '../protocol/api/app-state.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import type { StartupStep } from '../protocol/api/startup.js';
import type { ChannelSync } from '../protocol/channel.js';
import type { Position } from '../protocol/events.js';
import { WIRE_VERSION } from '../protocol/limits.js';
import type { AppLog } from '../sessions/log/app-log.js';

/** Answers tabs that ask what is true of the whole app, from the first moment on. */
export class AppAnswers {
  readonly #log: AppLog;
  readonly #version: string;
  readonly #startup: () => StartupStep;

  constructor(log: AppLog, version: string, startup: () => StartupStep) {
    this.#log = log;
    this.#version = version;
    this.#startup = startup;
  }

  /** All sessions of the folder, the last used first, without those of other folders that a tab has looked at. */
  get sessions(): readonly SessionSummary[] {
    const { sessions, folder } = this.#log.current;
    return sessions.filter(({ cwd }) => cwd === folder.path);
  }

  /** A channel beside the sessions, from a position that a tab knows. */
  sync(tab: TabPort, name: string, since: Position | null): ChannelSync<unknown, { type: string }> {
    const channel = this.#log.channel(name);
    if (!channel) throw new RpcError('not_found', `There is no channel "${name}".`);
    return channel.sync(tab, since);
  }

  leave(tab: TabPort, name: string): void {
    this.#log.channel(name)?.leave(tab);
  }

  /** The app's state now; from here on its log comes to the tab by itself. */
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
}

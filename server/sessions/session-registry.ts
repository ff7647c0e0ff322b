import type { AgentHost } from './agent-port.js';
import type { AppLog } from './app-log.js';
import type { Clock } from './clock.js';
import type { EventStore } from './store/event-store.js';

/** What the sessions need from the composition root. */
export interface SessionRegistryOptions {
  readonly store: EventStore;
  readonly app: AppLog;
  readonly agents: AgentHost;
  /** The real path of the folder this server is for. */
  readonly folder: string;
  /** False when another running server owns the folder: its sessions can then only be read here. */
  readonly ownsFolder: boolean;
  readonly clock?: Clock;
  readonly newId?: () => string;
}

/** All sessions of a folder: which there are, and every act on them. */
export abstract class SessionRegistry {
  readonly options: SessionRegistryOptions;

  constructor(options: SessionRegistryOptions) {
    this.options = options;
  }

  /** Puts the folder's sessions into the app's log and shows the last one, or a new one. No agent is needed. */
  abstract restore(): void;
  /** Opens the agent's end of the shown session; settles when that has worked or failed (which is then in its log). */
  abstract connectShown(): Promise<void>;
  /** The agent can be used (again): sessions that wait for it go on. */
  abstract agentReady(agentId: string): void;
  /** Writes down what is left and marks running turns as interrupted. Agents are not touched. */
  abstract close(): void;
}

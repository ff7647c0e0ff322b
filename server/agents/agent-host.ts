import type { AgentSummary } from '../protocol/app-state.js';
import { AgentFault } from './agent-fault.js';
import type { AgentLink } from './agent-link.js';
import type { CatalogEntry } from './catalog.js';
import { type Clock, systemClock } from './clock.js';

/** What the host of the agents needs from the composition root. */
export interface AgentHostOptions {
  /** The agents that may be started, e.g. `CATALOG` and a `customAgent`. */
  agents: readonly CatalogEntry[];
  /** Where agents' processes start; sessions name their own folder. */
  cwd: string;
  /** Where running processes are recorded, for the next start to clean up after a kill. */
  dataDir: string;
  /** The person's environment; what is ours in it is not passed on. */
  env: NodeJS.ProcessEnv;
  /** Our own version, which agents are told. */
  version: string;
  /** Told whenever an agent's health or name changes. */
  onChange(agent: AgentSummary): void;
  clock?: Clock;
}

/** How far the start of an agent has come. */
export interface AgentStep {
  stage: 'agent' | 'initialize';
  message: string;
}

/** Runs the agents: starts them when they are wanted, watches their health, ends them all. */
export class AgentHost {
  readonly #options: AgentHostOptions;
  readonly #clock: Clock;

  constructor(options: AgentHostOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** Every agent as the app shows it, also those that do not run or are not installed. */
  get agents(): AgentSummary[] {
    return [];
  }

  /** Ends what an earlier server left behind when it was killed; gives back how many agents that were. */
  async reap(): Promise<number> {
    return 0;
  }

  /** Starts an agent and reports the steps; rejects with an `AgentFault` if it cannot run. */
  async start(agentId: string, onStep: (step: AgentStep) => void): Promise<void> {
    onStep({ stage: 'agent', message: `Starting ${agentId}` });
    await this.connect(agentId);
  }

  /** The agent's running process, started if need be; rejects with an `AgentFault` if it cannot run. */
  async connect(agentId: string): Promise<AgentLink> {
    throw new AgentFault(`There is no agent "${agentId}" in ${this.#options.agents.length} at ${this.#clock.now()}.`);
  }

  /** Ends the agent's process, whatever it does, and starts a fresh one. */
  restart(agentId: string): void {
    void agentId;
  }

  /** Ends all agents; settles when no process is left. */
  async stopAll(): Promise<void> {}
}

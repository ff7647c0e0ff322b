import type { AgentLink, AgentSource } from '../ports/agent.js';

/** The real host, which can also be ended. */
export interface StoppableHost extends AgentSource {
  stopAll(): Promise<void>;
}

/** Stands for the agents until their code is loaded, which takes longer than to serve the page. */
export class LateAgents implements AgentSource {
  readonly #arrival: Promise<AgentSource>;
  #arrive: (host: AgentSource) => void = () => {};
  #host: StoppableHost | null = null;
  #isStopped = false;

  constructor() {
    this.#arrival = new Promise((resolve) => {
      this.#arrive = resolve;
    });
  }

  /** From now on everything goes to the real host, also what was asked for before. False: too late, all is ended. */
  arrive(host: StoppableHost): boolean {
    if (this.#isStopped) return false;
    this.#host = host;
    this.#arrive(host);
    return true;
  }

  async connect(agentId: string): Promise<AgentLink> {
    return (await this.#arrival).connect(agentId);
  }

  async borrow<T>(agentId: string, use: (link: AgentLink) => Promise<T>): Promise<T> {
    return (await this.#arrival).borrow(agentId, use);
  }

  running(): AgentLink[] {
    return this.#host?.running() ?? [];
  }

  async renameSession(agentId: string, agentSessionId: string, title: string): Promise<void> {
    await (await this.#arrival).renameSession(agentId, agentSessionId, title);
  }

  flagged(agentId: string): void {
    this.#host?.flagged(agentId);
  }

  restart(agentId: string): void {
    // An agent that does not exist cannot be restarted; anyone who wants to connect to it hears so.
    this.#arrival.then((host) => host.restart(agentId)).catch(() => {});
  }

  turnOff(agentId: string): void {
    this.#arrival.then((host) => host.turnOff(agentId)).catch(() => {});
  }

  turnOn(agentId: string): void {
    this.#arrival.then((host) => host.turnOn(agentId)).catch(() => {});
  }

  async stopAll(): Promise<void> {
    this.#isStopped = true;
    await this.#host?.stopAll();
  }
}

import type { AgentHost, AgentLink } from './sessions/agent-port.js';

/** The real host, which can also be ended. */
export interface StoppableHost extends AgentHost {
  stopAll(): Promise<void>;
}

/** Stands for the agents until their code is loaded, which takes longer than to serve the page. */
export class LateAgents implements AgentHost {
  readonly #arrival: Promise<AgentHost>;
  #arrive: (host: AgentHost) => void = () => {};
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

  async connect(agentId: string, sessionId?: string): Promise<AgentLink> {
    return (await this.#arrival).connect(agentId, sessionId);
  }

  running(): AgentLink[] {
    return this.#host?.running() ?? [];
  }

  async renameSession(agentId: string, agentSessionId: string, title: string): Promise<void> {
    await (await this.#arrival).renameSession(agentId, agentSessionId, title);
  }

  flagged(agentId: string): void {
    this.#host?.flagged?.(agentId);
  }

  restart(agentId: string): void {
    // An agent that does not exist cannot be restarted; whoever wants to connect to it hears so.
    this.#arrival.then((host) => host.restart(agentId)).catch(() => {});
  }

  async stopAll(): Promise<void> {
    this.#isStopped = true;
    await this.#host?.stopAll();
  }
}

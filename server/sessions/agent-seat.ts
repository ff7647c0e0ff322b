import type { AgentExit, AgentHost, AgentSession, OpenSessionRequest, SessionListener } from './agent-port.js';

/** What a seat needs to know and whom it tells. */
export interface AgentSeatOptions {
  readonly agents: AgentHost;
  readonly agentId: string;
  /** Our id of the session, for agents that need a process for each. */
  readonly sessionId: string;
  readonly request: () => OpenSessionRequest;
  readonly listener: Omit<SessionListener, 'onExit'>;
  readonly onOpened: (session: AgentSession) => void;
  readonly onExit: (exit: AgentExit) => void;
}

/** How far a failed attempt to seat an agent had come. */
export class SeatFault extends Error {
  readonly isRunning: boolean;
  readonly code: number | undefined;

  constructor(error: unknown, isRunning: boolean) {
    super(error instanceof Error ? error.message : String(error), { cause: error });
    this.name = 'SeatFault';
    this.isRunning = isRunning;
    const code = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
    this.code = typeof code === 'number' ? code : undefined;
  }
}

/** The agent's place in a session: empty, being taken, or taken by one life of the agent's process. */
export class AgentSeat {
  readonly #options: AgentSeatOptions;
  #session: AgentSession | null = null;
  #arrival: Promise<void> | null = null;
  /** One per attempt and life; whatever an earlier one still says is not heard. */
  #life: object = {};

  constructor(options: AgentSeatOptions) {
    this.#options = options;
  }

  /** The agent's end of the session, or null while nobody sits here. */
  get session(): AgentSession | null {
    return this.#session;
  }

  get isEmpty(): boolean {
    return this.#session === null && this.#arrival === null;
  }

  /** Gets the agent here, starting it if need be; rejects with a `SeatFault` if that fails. */
  connect(): Promise<void> {
    if (this.#session) return Promise.resolve();
    if (this.#arrival) return this.#arrival;
    const arrival = this.#arrive().finally(() => {
      if (this.#arrival === arrival) this.#arrival = null;
    });
    this.#arrival = arrival;
    return arrival;
  }

  /** Sends away whoever is here or on the way. */
  drop(): void {
    this.#life = {};
    this.#session?.close();
    this.#session = null;
    this.#arrival = null;
  }

  async #arrive(): Promise<void> {
    const life = {};
    this.#life = life;
    let isRunning = false;
    try {
      const link = await this.#options.agents.connect(this.#options.agentId, this.#options.sessionId);
      if (this.#life !== life) return;
      isRunning = true;
      const session = await link.openSession(this.#options.request(), this.#listener(life));
      if (this.#life === life) this.#seat(session);
      else session.close();
    } catch (error) {
      // Whoever was sent away while on the way is not missed.
      if (this.#life === life) throw new SeatFault(error, isRunning);
    }
  }

  #seat(session: AgentSession): void {
    this.#session = session;
    this.#options.onOpened(session);
  }

  #listener(life: object): SessionListener {
    const { listener, onExit } = this.#options;
    return {
      ...listener,
      onUpdate: (update) => this.#life === life && listener.onUpdate(update),
      onTerminal: (event) => this.#life === life && listener.onTerminal(event),
      onExit: (exit) => {
        if (this.#life !== life) return;
        this.#life = {};
        this.#session = null;
        onExit(exit);
      },
    };
  }
}

import type { AgentExit, AgentHost, AgentSession, OpenSessionRequest, SessionListener } from './agent-port.js';

/** What a seat needs to know and whom it tells. */
export interface AgentSeatOptions {
  readonly agents: AgentHost;
  readonly agentId: string;
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
    this.#arrival ??= this.#arrive().finally(() => {
      this.#arrival = null;
    });
    return this.#arrival;
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
    const { agents, agentId, request, onOpened } = this.#options;
    const link = await agents.connect(agentId).catch((error: unknown) => {
      throw new SeatFault(error, false);
    });
    if (this.#life !== life) return;
    const session = await link.openSession(request(), this.#listener(life)).catch((error: unknown) => {
      throw new SeatFault(error, true);
    });
    if (this.#life !== life) {
      session.close();
      return;
    }
    this.#session = session;
    onOpened(session);
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

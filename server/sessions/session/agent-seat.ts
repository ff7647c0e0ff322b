import type { AgentSession, AgentSource, OpenSessionRequest, SessionListener } from '../../ports/agent.js';
import type { AgentTrouble } from '../../protocol/agent-trouble.js';
import { agentTroubleOf } from '../turns/agent-trouble-of.js';

/** What a seat needs to know and whom it tells. */
export interface AgentSeatOptions {
  readonly agents: AgentSource;
  readonly agentId: string;
  readonly request: () => OpenSessionRequest;
  readonly listener: SessionListener;
  readonly onOpened: (session: AgentSession) => void;
  /** Somebody has set out for it, or is no longer on the way. */
  readonly onMoved: () => void;
}

/** What kept an agent from its seat, and how far it had come. */
export class SeatFault extends Error {
  readonly trouble: AgentTrouble;
  readonly isRunning: boolean;
  readonly code: number | undefined;

  constructor(error: unknown, isRunning: boolean) {
    super(error instanceof Error ? error.message : String(error), { cause: error });
    this.name = 'SeatFault';
    this.trouble = agentTroubleOf(error);
    this.isRunning = isRunning;
    const code = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
    this.code = typeof code === 'number' ? code : undefined;
  }
}

/** The agent was reached, and is of no use in the session all the same. */
class UnseatedFault extends Error {
  readonly trouble: AgentTrouble;

  constructor(trouble: AgentTrouble) {
    super(trouble.code);
    this.trouble = trouble;
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

  get isArriving(): boolean {
    return this.#session === null && this.#arrival !== null;
  }

  /** Gets the agent here, starting it if need be; rejects with a `SeatFault` if that fails. */
  connect(): Promise<void> {
    if (this.#session) return Promise.resolve();
    if (this.#arrival) return this.#arrival;
    const arrival = this.#arrive().finally(() => {
      if (this.#arrival !== arrival) return;
      this.#arrival = null;
      this.#options.onMoved();
    });
    this.#arrival = arrival;
    this.#options.onMoved();
    return arrival;
  }

  /** Opens another of the agent's sessions and, once that is open, takes it in the place of the present one. */
  async change(request: OpenSessionRequest): Promise<void> {
    await this.connect();
    const [before, life] = [this.#life, {}];
    /** What is said of it before it is the one that counts. */
    const early: (() => void)[] = [];
    const inTime = (tell: () => void) => (this.#life === life ? tell() : void early.push(tell));
    try {
      const link = await this.#options.agents.connect(this.#options.agentId);
      const listener = this.#listener(life);
      const session = await link.openSession(request, {
        ...listener,
        onUpdate: (update) => inTime(() => listener.onUpdate(update)),
        onNotice: (...told) => inTime(() => listener.onNotice(...told)),
      });
      if (this.#life !== before || session.memory !== 'kept') {
        session.close();
        const code = this.#life === before ? 'no_history' : 'restarted';
        throw new UnseatedFault({ code, agent: link.agentName });
      }
      this.#session?.close();
      this.#life = life;
      this.#seat(session);
      for (const tell of early) tell();
    } catch (error) {
      throw new SeatFault(error, true);
    }
  }

  /** Sends away whoever is here or on the way. */
  drop(): void {
    this.#life = {};
    this.#session?.close();
    this.#session = null;
    this.#arrival = null;
    this.#options.onMoved();
  }

  async #arrive(): Promise<void> {
    const life = {};
    this.#life = life;
    let isRunning = false;
    try {
      const link = await this.#options.agents.connect(this.#options.agentId);
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
    const { listener } = this.#options;
    return {
      ...listener,
      onUpdate: (update) => this.#life === life && listener.onUpdate(update),
      onNotice: (...told) => this.#life === life && listener.onNotice(...told),
      onTerminal: (event) => this.#life === life && listener.onTerminal(event),
      // Heard even from an earlier life, because the file is written.
      onFileWritten: (file) => listener.onFileWritten(file),
      onReopened: (opening) => (this.#life === life ? listener.onReopened(opening) : []),
      onExit: (exit) => {
        if (this.#life !== life) return;
        this.#life = {};
        this.#session = null;
        listener.onExit(exit);
      },
    };
  }
}

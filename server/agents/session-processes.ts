import type { AgentSession, OpenSessionRequest, SessionListener } from '../ports/agent.js';
import type { AgentTrouble } from '../protocol/agent-trouble.js';
import type { Clock } from '../protocol/clock.js';
import type { AgentLife } from './agent-life.js';
import { CrashBudget } from './crash-budget.js';
import { OwnProcessSession } from './own-process-session.js';
import { AgentFault } from './process/agent-fault.js';

/** How many processes of one agent there are at the same time. */
export const MOST_PROCESSES = 8;

export interface SessionProcessesParts {
  agentName: () => string;
  clock: Clock;
  /** Starts a process and says hello to it. */
  start(): Promise<AgentLife>;
  /** Sessions of it cannot be opened any more, unless a person restarts it. */
  onTrouble(trouble: AgentTrouble): void;
}

/** The processes of an agent that can hold only one session each. */
export class SessionProcesses {
  readonly #parts: SessionProcessesParts;
  readonly #sessions = new Set<OwnProcessSession>();
  readonly #ending = new Set<Promise<void>>();
  readonly #starting = new Set<OwnProcessSession>();
  #budget = new CrashBudget();
  #notBefore = 0;
  #refusal: AgentFault | null = null;
  /** Goes up when all are ended, so that none arrives after that. */
  #era = 0;

  constructor(parts: SessionProcessesParts) {
    this.#parts = parts;
  }

  get agentName(): string {
    return this.#parts.agentName();
  }

  get clock(): Clock {
    return this.#parts.clock;
  }

  async open(request: OpenSessionRequest, listener: SessionListener): Promise<AgentSession> {
    const session = new OwnProcessSession(this, request, listener);
    await session.wake();
    return session;
  }

  /** A fresh process for a session; another that is idle goes if there are too many. */
  async startFor(session: OwnProcessSession): Promise<AgentLife> {
    this.#makeRoom();
    this.#starting.add(session);
    try {
      const wait = this.#notBefore - this.clock.now();
      if (wait > 0) await new Promise<void>((resolve) => this.clock.after(wait, resolve));
      if (this.#refusal) throw this.#refusal;
      return await this.#startNow(session);
    } finally {
      this.#starting.delete(session);
    }
  }

  async #startNow(session: OwnProcessSession): Promise<AgentLife> {
    const era = this.#era;
    const starting = this.#parts.start();
    const killLate = async (life: AgentLife) => {
      if (era !== this.#era) await life.kill();
    };
    this.#track(starting.then(killLate, () => {}));
    const life = await starting;
    if (era !== this.#era) throw new AgentFault({ code: 'restarted', agent: this.agentName });
    this.#sessions.add(session);
    return life;
  }

  /** The session's process died by itself. */
  crashed(session: OwnProcessSession): void {
    this.#sessions.delete(session);
    const wait = this.#budget.crashed(this.clock.now());
    this.#notBefore = this.clock.now() + (wait ?? 0);
    if (wait !== null) return;
    const trouble = { code: 'crash_loop', agent: this.agentName } as const;
    this.#refusal = new AgentFault(trouble);
    this.#parts.onTrouble(trouble);
  }

  /** The session needs its process no more. */
  letGo(session: OwnProcessSession, life: AgentLife): void {
    this.#sessions.delete(session);
    this.#track(life.stop());
  }

  /** Ends all of them; settles when no process is left. */
  async endAll(): Promise<void> {
    this.#era++;
    const sessions = [...this.#sessions];
    this.#sessions.clear();
    for (const session of sessions) this.#track(session.end());
    await Promise.all(this.#ending);
  }

  /** A person wants to try again. */
  forgive(): void {
    this.#budget = new CrashBudget();
    this.#notBefore = 0;
    this.#refusal = null;
  }

  #makeRoom(): void {
    if (this.#sessions.size + this.#starting.size < MOST_PROCESSES) return;
    const idle = [...this.#sessions].filter((session) => !session.isBusy).sort((a, b) => a.usedAt - b.usedAt)[0];
    if (!idle) throw new AgentFault({ code: 'too_many_sessions', agent: this.agentName, most: MOST_PROCESSES });
    idle.sleep();
  }

  #track(ending: Promise<void>): void {
    const done = ending.finally(() => this.#ending.delete(done));
    this.#ending.add(done);
  }
}

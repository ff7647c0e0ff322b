import type { ContentBlock, SessionConfigOption } from '@agentclientprotocol/sdk';
import type { AgentSession, OpenSessionRequest, PromptEnd, RetoldPast, SessionListener } from '../ports/agent.js';
import type { AgentMemory, AgentSessionFacts, ReplacedSession } from '../protocol/events.js';
import type { AgentLife } from './agent-life.js';
import { AgentFault } from './process/agent-fault.js';
import { TIME_LIMITS } from './process/time-limits.js';
import type { SessionProcesses } from './session-processes.js';

interface Awake {
  life: AgentLife;
  session: AgentSession;
}

/** A session that has a process to itself. The process may sleep while nobody wants anything of it. */
export class OwnProcessSession implements AgentSession {
  readonly #pool: SessionProcesses;
  readonly #listener: SessionListener;
  #request: OpenSessionRequest;
  #awake: Promise<Awake> | null = null;
  #now: Awake | null = null;
  #facts: AgentSessionFacts | null = null;
  #memory: AgentMemory = 'new';
  #retelling: RetoldPast | null = null;
  #replaced: ReplacedSession | null = null;
  /** What the next prompt has to tell besides. */
  #owed: ContentBlock[] = [];
  #turns = 0;
  #cancels = 0;
  #isClosed = false;
  #isEnding = false;
  /** When it last was asked anything. */
  usedAt = 0;
  #stopTimer: () => void = () => {};

  constructor(pool: SessionProcesses, request: OpenSessionRequest, listener: SessionListener) {
    this.#pool = pool;
    this.#request = request;
    this.#listener = listener;
  }

  get facts(): AgentSessionFacts {
    if (!this.#facts) throw new AgentFault({ code: 'not_ready', agent: this.#pool.agentName });
    return this.#facts;
  }

  get memory(): AgentMemory {
    return this.#memory;
  }

  get retelling(): RetoldPast | null {
    return this.#retelling;
  }

  get replaced(): ReplacedSession | null {
    return this.#replaced;
  }

  get isBusy(): boolean {
    return this.#turns > 0 || (this.#awake !== null && this.#now === null);
  }

  /** The session in its process, which is started if need be. */
  async wake(): Promise<AgentSession> {
    if (this.#isClosed) throw new AgentFault({ code: 'not_ready', agent: this.#pool.agentName });
    this.#awake ??= this.#open();
    const { session } = await this.#awake;
    this.#rest();
    return session;
  }

  /** Ends the process; the session is taken up again in the next one. */
  sleep(): void {
    this.#stopTimer();
    const now = this.#now;
    if (!now) return;
    this.#forget();
    now.session.close();
    this.#pool.letGo(this, now.life);
  }

  async prompt(content: ContentBlock[]): Promise<PromptEnd> {
    this.#turns++;
    const before = this.#cancels;
    try {
      const session = await this.wake();
      // Stopped while it woke: the agent never hears of the prompt.
      if (this.#cancels !== before) return { stopReason: 'cancelled' };
      return await session.prompt([...content, ...this.#owed.splice(0)]);
    } finally {
      this.#turns--;
      this.#rest();
    }
  }

  cancel(): void {
    this.#cancels++;
    this.#now?.session.cancel();
  }

  async setMode(modeId: string): Promise<void> {
    await (await this.wake()).setMode(modeId);
  }

  async setOption(optionId: string, value: string | boolean): Promise<SessionConfigOption[]> {
    return await (await this.wake()).setOption(optionId, value);
  }

  close(): void {
    this.#isClosed = true;
    this.sleep();
  }

  /** The agent is restarted or ended: the session hears of it. */
  async end(): Promise<void> {
    this.#stopTimer();
    this.#isEnding = true;
    await this.#now?.life.kill();
  }

  async #open(): Promise<Awake> {
    const life = await this.#pool.startFor(this).catch((error) => {
      this.#forget();
      throw error;
    });
    try {
      const session = await life.connection.openSession(this.#request, this.#hears());
      this.#opened({ life, session });
      return { life, session };
    } catch (error) {
      this.#forget();
      this.#pool.letGo(this, life);
      throw error;
    }
  }

  #opened(awake: Awake): void {
    const { facts, memory, retelling, replaced } = awake.session;
    const isAgain = this.#facts !== null;
    this.#now = awake;
    this.#facts = facts;
    if (!isAgain) [this.#memory, this.#retelling, this.#replaced] = [memory, retelling, replaced];
    // The next process is to go on with it, and to retell nothing that is known.
    const { isOnly: _isOnly, expects: _expects, ...request } = this.#request;
    this.#request = { ...request, agentSessionId: facts.agentSessionId, replay: 'drop' };
    if (isAgain) this.#owed = this.#listener.onReopened({ facts, memory, retelling, replaced });
    // It was closed while it was on its way.
    if (this.#isClosed) this.sleep();
  }

  #hears(): SessionListener {
    return {
      ...this.#listener,
      onExit: (exit) => {
        this.#forget();
        this.#stopTimer();
        this.#isClosed = true;
        if (!this.#isEnding) this.#pool.crashed(this);
        this.#listener.onExit(exit);
      },
    };
  }

  #forget(): void {
    this.#awake = null;
    this.#now = null;
  }

  /** It sleeps when nothing was asked of it for long. */
  #rest(): void {
    const { clock } = this.#pool;
    this.usedAt = clock.now();
    this.#stopTimer();
    if (this.#turns > 0 || !this.#now) return;
    this.#stopTimer = clock.after(TIME_LIMITS.sessionIdle, () => this.sleep());
  }
}

import type { ContentBlock, SessionConfigOption } from '@agentclientprotocol/sdk';
import type { AgentMemory, AgentSessionFacts } from '../protocol/events.js';
import { AgentFault } from './agent-fault.js';
import type { AgentLife } from './agent-life.js';
import type { AgentSession, OpenSessionRequest, RetoldPast, SessionListener } from './agent-link.js';
import type { SessionProcesses } from './session-processes.js';
import { TIME_LIMITS } from './time-limits.js';

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
  #turns = 0;
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
    if (!this.#facts) throw new AgentFault('The session is not open yet.');
    return this.#facts;
  }

  get memory(): AgentMemory {
    return this.#memory;
  }

  get retelling(): RetoldPast | null {
    return this.#retelling;
  }

  get isBusy(): boolean {
    return this.#turns > 0 || (this.#awake !== null && this.#now === null);
  }

  /** The session in its process, which is started if need be. */
  async wake(): Promise<AgentSession> {
    if (this.#isClosed) throw new AgentFault('The session was closed.');
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

  async prompt(content: ContentBlock[]): Promise<{ stopReason: string }> {
    this.#turns++;
    try {
      const session = await this.wake();
      return await session.prompt(content);
    } finally {
      this.#turns--;
      this.#rest();
    }
  }

  cancel(): void {
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
    const { facts, memory, retelling } = awake.session;
    const isAgain = this.#facts !== null;
    this.#now = awake;
    this.#facts = facts;
    if (!isAgain) [this.#memory, this.#retelling] = [memory, retelling];
    // The next process is to go on with it, and to retell nothing that is known.
    this.#request = { ...this.#request, agentSessionId: facts.agentSessionId, replay: 'drop' };
    if (isAgain && memory === 'lost') this.#tellLost();
    // It was closed while it was on its way.
    if (this.#isClosed) this.sleep();
  }

  #tellLost(): void {
    const title = 'The previous session could not be restored';
    const description = 'The agent has begun a new one and knows nothing of what was said before.';
    this.#listener.onUpdate({ sessionUpdate: 'notice', severity: 'warning', title, description });
  }

  #hears(): SessionListener {
    const listener = this.#listener;
    return {
      onUpdate: (update) => listener.onUpdate(update),
      onPermission: (request, signal) => listener.onPermission(request, signal),
      onQuestion: (question, signal) => listener.onQuestion(question, signal),
      onTerminal: (event) => listener.onTerminal(event),
      whenReady: () => listener.whenReady(),
      onExit: (exit) => {
        this.#forget();
        this.#stopTimer();
        this.#isClosed = true;
        if (!this.#isEnding) this.#pool.crashed(this);
        listener.onExit(exit);
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

import type { SessionSummary } from '../protocol/app-state.js';
import type { DraftBody } from '../protocol/draft.js';
import type { AgentUpdate, SessionEvent } from '../protocol/events.js';
import type { Done } from '../protocol/rpc.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { Transcript } from '../protocol/transcript.js';
import type { AgentExit, AgentHost, AgentSession, SessionListener } from './agent-port.js';
import { AgentSeat, SeatFault } from './agent-seat.js';
import type { AppLog } from './app-log.js';
import type { Clock } from './clock.js';
import { EventLog } from './log/event-log.js';
import type { StorageHealth } from './log/storage-health.js';
import { PermissionDesk, type Voiding } from './permission-desk.js';
import type { RuleBook } from './permissions/rule-book.js';
import { Tripwire } from './permissions/tripwire.js';
import { filler } from './prompt-filler.js';
import { pauseAfter } from './prompt-queue.js';
import { QuestionDesk } from './question-desk.js';
import { SessionCard } from './session-card.js';
import { describeOpening, interruption, seatNotice } from './session-marks.js';
import type { Act } from './session-service.js';
import { ShellDesk } from './shell-desk.js';
import type { ShellHost } from './shell-port.js';
import { endSignInWait } from './sign-in-wait.js';
import type { EventStore, SessionRow } from './store/event-store.js';
import { TurnRunner } from './turn-runner.js';
import type { PromptUploads } from './upload-port.js';

export interface SessionOptions {
  readonly row: SessionRow;
  readonly isWritable: boolean;
  readonly store: EventStore;
  readonly app: AppLog;
  readonly agents: AgentHost;
  /** Absent where nothing can run commands. */
  readonly shell?: ShellHost;
  readonly rules: RuleBook;
  readonly health: StorageHealth;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Without it nothing can be attached. */
  readonly uploads?: PromptUploads;
}

/** One session at work: its log, the agent's place in it, the turn, and the questions that are open. */
export class Session {
  readonly id: string;
  readonly agentId: string;
  readonly isWritable: boolean;
  readonly log: EventLog;
  readonly permissions: PermissionDesk;
  readonly questions: QuestionDesk;
  readonly turns: TurnRunner;
  readonly shell: ShellDesk;
  readonly #card: SessionCard;
  readonly #seat: AgentSeat;
  readonly #tripwire: Tripwire;
  readonly #health: StorageHealth;
  #isClosed = false;

  constructor(options: SessionOptions) {
    const { row, isWritable, store, app, agents, rules, health, clock, newId } = options;
    this.id = row.id;
    this.agentId = row.agentId;
    this.isWritable = isWritable;
    this.#health = health;
    this.#card = new SessionCard(app, row, isWritable);
    this.log = new EventLog({
      ...{ sessionId: row.id, store, clock, health, newEpoch: newId, isReadOnly: !isWritable },
      rowChange: (events) => this.#card.rowChange(events),
      onEvents: (events) => {
        this.#card.update(events, this.#transcript);
        this.#tripwire.look(events);
      },
    });
    const { log } = this;
    this.permissions = new PermissionDesk({ log, newId, clock, app, rules, session: row });
    const stop = (reason: string) => this.turns.stopFor(reason, newId());
    const onFlagged = () => agents.flagged?.(row.agentId);
    this.#tripwire = new Tripwire({ log, app, judge: rules.judge, session: row, stop, onFlagged });
    this.questions = new QuestionDesk(this.log, newId);
    this.#seat = new AgentSeat({
      ...{ agents, agentId: row.agentId, listener: this.#listener() },
      request: () => ({ cwd: row.cwd, agentSessionId: this.#knownToAgent(), replay: 'drop' }),
      onOpened: (session) => this.#onOpened(session),
      onExit: (exit) => this.#onExit(exit),
    });
    this.shell = new ShellDesk({ log: this.log, health, newId, cwd: row.cwd, host: options.shell ?? null });
    const agent = () => this.#seat.session;
    this.turns = new TurnRunner({
      ...{ log: this.log, health, agent, newId, fill: filler(options) },
      voidAll: (reason) => this.#voidAll(reason),
    });
    if (isWritable) this.#repair('The server stopped while the agent was working');
  }

  get summary(): SessionSummary {
    return this.#card.summary;
  }

  get row(): SessionRow {
    return this.#card.row;
  }

  /** Whether it can be closed without anyone noticing. */
  get isAtRest(): boolean {
    const { queue, pending } = this.#transcript;
    const isQuiet = !this.turns.isRunning && queue.length === 0 && pending.length === 0;
    return isQuiet && !this.shell.isRunning && this.#seat.isEmpty && this.log.readers === 0;
  }

  /** Gets the agent into the session; what goes wrong is in the log, and thrown. */
  async connect(): Promise<void> {
    if (this.#isClosed || !this.isWritable) return;
    try {
      await this.#seat.connect();
    } catch (error) {
      if (error instanceof SeatFault && !this.#isClosed) this.log.record(...seatNotice(error, this.#transcript));
      throw error;
    }
  }

  /** As `connect`, for when nobody waits for it. */
  connectSoon(): void {
    this.connect().catch(() => {
      // It is in the log, where people see it.
    });
  }

  /** Goes on after something that held the session up is over. */
  resume(): void {
    if (this.#transcript.queue.length > 0 && this.#seat.isEmpty) this.connectSoon();
    else this.turns.advance();
  }

  /** A person has signed in to the agent: what was refused for want of that is tried again, once. */
  signedIn(): void {
    if (this.#isClosed) return;
    const events = endSignInWait(this.#transcript);
    if (events.length > 0) this.log.record(...events);
    this.resume();
  }

  setMode({ cmdId }: Act, modeId: string): Done {
    const agent = this.#seated();
    const isOffered = this.#transcript.modes?.availableModes.some((mode) => mode.id === modeId);
    if (!isOffered) throw new RpcError('not_found', 'The agent does not offer that mode.');
    const done = this.log.commit([], cmdId);
    this.#ask('The mode could not be changed', async () => {
      await agent.setMode(modeId);
      return { type: 'mode_changed', modeId };
    });
    return done;
  }

  setOption({ cmdId }: Act, optionId: string, value: string | boolean): Done {
    const agent = this.#seated();
    const isOffered = this.#transcript.options.some((option) => option.id === optionId);
    if (!isOffered) throw new RpcError('not_found', 'The agent does not offer that option.');
    const done = this.log.commit([], cmdId);
    this.#ask('The option could not be changed', async () => {
      return { type: 'options_changed', options: await agent.setOption(optionId, value) };
    });
    return done;
  }

  setDraft(draft: DraftBody): void {
    this.#card.setDraft(draft);
  }

  /** The agent's process is about to be ended by a person, through this session (`act`) or another. */
  letAgentGo(act: Act | null): Done {
    const isRunning = this.turns.isRunning;
    const stopped: SessionEvent = { type: 'turn_ended', stopReason: 'cancelled' };
    const failed: SessionEvent = { type: 'turn_failed', message: 'The agent was restarted', action: 'resend' };
    const end = act ? stopped : failed;
    const done = this.turns.endNow(isRunning ? [end] : [], 'The agent was restarted', act?.cmdId ?? null);
    this.#seat.drop();
    return done;
  }

  get hasAgent(): boolean {
    return !this.#seat.isEmpty;
  }

  /** The server stops: what runs is marked as interrupted, and everything is written down. */
  close(): void {
    if (this.#isClosed) return;
    if (this.isWritable) this.#repair('The server was stopped while the agent was working');
    this.#isClosed = true;
    this.shell.close();
    this.#seat.drop();
    this.log.close();
  }

  /** The session was deleted. */
  abandon(): void {
    this.#isClosed = true;
    this.shell.close();
    this.#seat.session?.cancel();
    this.#voidAll('The session was deleted').settle();
    this.#seat.drop();
    this.log.abandon();
  }

  get #transcript(): Transcript {
    return this.log.transcript;
  }

  /** The agent's own id of this session, once anything was said in it: agents forget empty sessions. */
  #knownToAgent(): string | null {
    return this.#transcript.turn.n > 0 ? this.#transcript.agentSessionId : null;
  }

  #seated(): AgentSession {
    if (!this.#seat.session) throw new RpcError('unavailable', 'The agent is not ready yet.');
    return this.#seat.session;
  }

  #listener(): Omit<SessionListener, 'onExit'> {
    return {
      onUpdate: (update) => this.#onUpdate(update),
      onPermission: async (request, signal) =>
        this.#isClosed ? { outcome: 'cancelled' } : this.permissions.ask(request, signal),
      onQuestion: async (question, signal) =>
        this.#isClosed ? { action: 'cancel' } : this.questions.ask(question, signal),
      onTerminal: (event) => {
        if (this.#isClosed) return;
        if (event.type === 'terminal_output') this.log.append(event);
        else this.log.record(event);
      },
      whenReady: () => this.#health.whenReady(),
    };
  }

  #onUpdate(update: AgentUpdate): void {
    if (this.#isClosed) return;
    // A name that a person gave stays, whatever the agent would call the session.
    const isName = update.sessionUpdate === 'session_info_update' && this.row.names.person !== null;
    const { title: _title, ...rest } = update as AgentUpdate & { title?: unknown };
    this.log.append({ type: 'agent_update', update: isName ? (rest as AgentUpdate) : update });
  }

  #onOpened(session: AgentSession): void {
    this.log.record(...describeOpening(session, this.#transcript), ...endSignInWait(this.#transcript));
    this.turns.advance();
  }

  #onExit({ exitCode, signal, stderr }: AgentExit): void {
    if (this.#isClosed) return;
    const end: SessionEvent = {
      type: 'turn_failed',
      message: 'The agent stopped in the middle of this turn. What it had said is kept.',
      action: 'resend',
    };
    const exited: SessionEvent = { type: 'agent_exited', exitCode, signal, stderr };
    this.turns.endNow(this.turns.isRunning ? [end, exited] : [exited], 'The agent stopped');
    if (this.log.readers > 0 || this.#transcript.queue.length > 0) this.connectSoon();
  }

  #voidAll(reason: string): Voiding {
    const [permissions, questions] = [this.permissions.voidAll(reason), this.questions.voidAll(reason)];
    return {
      events: [...permissions.events, ...questions.events],
      settle: () => {
        permissions.settle();
        questions.settle();
      },
    };
  }

  /** Closes what cannot go on: a turn without its agent, questions nobody waits for, terminals that are gone. */
  #repair(reason: string): void {
    const isRunning = this.#transcript.turn.status !== 'idle';
    const voiding = this.#voidAll(reason);
    const events = [
      ...voiding.events,
      ...interruption(this.log, reason),
      ...(isRunning ? pauseAfter(this.#transcript, reason) : []),
    ];
    if (events.length > 0) this.log.record(...events);
    voiding.settle();
  }

  #ask(failure: string, change: () => Promise<SessionEvent>): void {
    change().then(
      (event) => this.#isClosed || this.log.record(event),
      (error: unknown) => {
        const description = error instanceof Error ? error.message : String(error);
        if (!this.#isClosed) this.log.record({ type: 'notice_shown', severity: 'error', title: failure, description });
      },
    );
  }
}

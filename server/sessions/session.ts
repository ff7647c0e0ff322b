import type { SessionSummary } from '../protocol/app-state.js';
import type { DraftBody } from '../protocol/draft.js';
import type { SessionEvent } from '../protocol/events.js';
import type { Done } from '../protocol/rpc.js';
import type { Transcript } from '../protocol/transcript.js';
import type { AgentExit, AgentHost, AgentSession, OpenSessionRequest } from './agent-port.js';
import { AgentSeat, SeatFault } from './agent-seat.js';
import type { AppLog } from './app-log.js';
import type { Clock } from './clock.js';
import { EventLog } from './log/event-log.js';
import type { StorageHealth } from './log/storage-health.js';
import { hasMovedOn, movedOnNotice } from './moved-on.js';
import { PermissionDesk, type Voiding } from './permission-desk.js';
import type { RuleBook } from './permissions/rule-book.js';
import { Tripwire } from './permissions/tripwire.js';
import { filler } from './prompt-filler.js';
import { pauseAfter } from './prompt-queue.js';
import { QuestionDesk } from './question-desk.js';
import { SessionCard } from './session-card.js';
import { sessionListener } from './session-listener.js';
import { describeImport, describeOpening, interruption, seatNotice } from './session-marks.js';
import type { Act } from './session-service.js';
import { SettingDesk } from './setting-desk.js';
import { ShellDesk } from './shell-desk.js';
import type { ShellHost } from './shell-port.js';
import { endSignInWait } from './sign-in-wait.js';
import type { EventStore, SessionRow, SessionTies } from './store/event-store.js';
import type { TieListener } from './tie-listener.js';
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
  readonly tieListener?: TieListener<Session>;
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
  readonly settings: SettingDesk;
  readonly #card: SessionCard;
  readonly #seat: AgentSeat;
  readonly #tripwire: Tripwire;
  readonly #app: AppLog;
  readonly #ties: TieListener<Session> | null;
  #isClosed = false;

  constructor(options: SessionOptions) {
    const { row, isWritable, store, app, agents, rules, health, clock, newId } = options;
    this.id = row.id;
    this.agentId = row.agentId;
    this.isWritable = isWritable;
    this.#app = app;
    this.#ties = options.tieListener ?? null;
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
      ...{ agents, agentId: row.agentId, sessionId: row.id, listener: sessionListener(this, options) },
      request: () => this.#request(),
      onOpened: (session) => this.#onOpened(session),
      onExit: (exit) => this.#onExit(exit),
    });
    this.shell = new ShellDesk({ log, health, newId, cwd: row.cwd, host: options.shell ?? null });
    const agent = () => this.#seat.session;
    this.settings = new SettingDesk(this.log, agent);
    const voidAll = (reason: string) => this.#voidAll(reason);
    this.turns = new TurnRunner({ log, health, agent, newId, fill: filler(options), voidAll });
    if (isWritable) this.#repair('The server stopped while the agent was working');
    const { import: pending } = row.ties;
    if (isWritable && pending && this.log.head === 0) this.log.record({ type: 'history_imported', from: pending.from });
  }

  get summary(): SessionSummary {
    return this.#card.summary;
  }

  get row(): SessionRow {
    return this.#card.row;
  }

  /** Nothing is heard any more. */
  get isClosed(): boolean {
    return this.#isClosed;
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
    if (this.#isTorn) return this.#ties?.onTorn(this);
    try {
      await this.#seat.connect();
    } catch (error) {
      if (error instanceof SeatFault && !this.#isClosed) this.#onNotSeated(error);
      throw error;
    }
  }

  /** A part of the history is here already: what the agent tells from the beginning needs an empty log. */
  get #isTorn(): boolean {
    if (!this.isImporting || this.hasAgent) return false;
    this.log.flush();
    return this.#transcript.lastOutputAt !== null;
  }

  /** Whether the log is still to be taken from the agent. */
  get isImporting(): boolean {
    return this.row.ties.import !== null;
  }

  /** The agent's list says that its history has changed since, though nobody here has done anything. */
  tellChanged(): void {
    if (!this.turns.isRunning) this.log.record(...movedOnNotice(this.#agentName, this.#transcript));
  }

  /** What ties it to the agent's own session is something else now. */
  tie(ties: SessionTies): void {
    this.#card.setTies(ties);
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

  /** The agent is here or on the way. */
  get hasAgent(): boolean {
    return !this.#seat.isEmpty;
  }

  get isSeated(): boolean {
    return this.#seat.session !== null;
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

  /** Another log takes the place of this one, which is written down already. */
  giveWay(): void {
    this.#isClosed = true;
    this.shell.close();
    this.#seat.drop();
    this.log.abandon();
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

  get #agentName(): string {
    return this.#app.current.agents.find(({ id }) => id === this.agentId)?.name ?? 'the agent';
  }

  /** An agent's own session is asked for once anything was said in it: agents forget empty ones. */
  #request(): OpenSessionRequest {
    const { cwd, ties } = this.row;
    if (ties.import) return { cwd, agentSessionId: ties.agentSessionId, replay: 'keep' };
    const agentSessionId = this.#transcript.turn.n > 0 ? this.#transcript.agentSessionId : null;
    return { cwd, agentSessionId, replay: 'drop', seenAt: ties.seenAt, begunAt: ties.begunAt ?? 0 };
  }

  #onNotSeated(fault: SeatFault): void {
    if (this.isImporting) this.#ties?.onRefused(this, fault);
    else this.log.record(...seatNotice(fault, this.#transcript));
  }

  #onOpened(session: AgentSession): void {
    const { isImporting } = this;
    this.log.flush();
    this.log.record(...this.#openingOf(session), ...endSignInWait(this.#transcript));
    // Now all that was told can be searched.
    if (isImporting) this.log.compact();
    this.#ties?.onTied(this.agentId, session.facts.agentSessionId);
    this.turns.advance();
  }

  #openingOf(session: AgentSession): SessionEvent[] {
    const [t, name] = [this.#transcript, this.#agentName];
    if (this.isImporting) return describeImport(session, t, name);
    const movedOn = hasMovedOn(session.retelling, this.log) ? movedOnNotice(name, t) : [];
    return [...describeOpening(session, t, name), ...movedOn];
  }

  #onExit({ exitCode, signal, stderr }: AgentExit): void {
    if (this.#isClosed) return;
    const during = this.turns.isRunning ? { duringTurn: true as const } : {};
    this.turns.endNow([{ type: 'agent_exited', exitCode, signal, stderr, ...during }], 'The agent stopped');
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
}

import type { ContentBlock } from '@agentclientprotocol/sdk';
import type {
  AgentExit,
  AgentSession,
  AgentSource,
  OpenSessionRequest,
  SessionListener,
  SessionOpening,
} from '../../ports/agent.js';
import type { ToolOffers } from '../../ports/tools.js';
import type { PromptUploads } from '../../ports/uploads.js';
import type { Done } from '../../protocol/api/rpc.js';
import type { BudgetUse } from '../../protocol/budget.js';
import type { AgentUpdate } from '../../protocol/events.js';
import type { SessionEvent } from '../../protocol/session/session-event.js';
import type { Transcript } from '../../protocol/transcript/transcript.js';
import type { Act } from '../log/act.js';
import type { AppLog } from '../log/app-log.js';
import type { EventLog } from '../log/event-log.js';
import type { StorageHealth } from '../log/storage-health.js';
import type { AgentQuestions } from '../permissions/agent-questions.js';
import type { PermissionRequests } from '../permissions/permission-requests.js';
import type { SessionRow } from '../store/event-store.js';
import { handoverBefore } from '../turns/handover.js';
import type { TurnRunner } from '../turns/turn-runner.js';
import { endSignInWait } from '../turns/turn-runner.js';
import { AgentSeat, SeatFault } from './agent-seat.js';
import type { FileDoor } from './file-door.js';
import { hasMovedOn, movedOnNotice } from './moved-on.js';
import { describeImport, describeOpening, describeReopening, hasAgentWork, seatNotice } from './session-marks.js';
import { SessionReturn } from './session-return.js';
import { isShort, retellableCount, shorterMemory } from './shorter-memory.js';

export interface SessionAgentParts {
  readonly agents: AgentSource;
  readonly app: AppLog;
  readonly log: EventLog;
  readonly health: StorageHealth;
  readonly turns: TurnRunner;
  readonly permissions: PermissionRequests;
  readonly questions: AgentQuestions;
  readonly files: FileDoor;
  /** Whether a budget lets the agent do more. */
  readonly mayWork: () => boolean;
  /** Null where nothing can be kept beside the log. */
  readonly uploads: PromptUploads | null;
  /** What is stored of the session now. */
  readonly row: () => SessionRow;
  /** False where the session can only be read, and when it is closed: then nothing is heard, and nobody is called. */
  readonly isOpen: () => boolean;
  /** Null where no tools of ours are offered. */
  readonly tools: ToolOffers | null;
  /** The agent has set out for the session, or is no longer on the way. */
  readonly onMoved: () => void;
  readonly onTied: (agentId: string, agentSessionId: string) => void;
  readonly onTorn: () => void;
  readonly onRefused: (fault: SeatFault) => void;
}

/** The agent's side of a session: how it comes, goes and comes back, what the page is told of that, and what it says. */
export class SessionAgent {
  /** The way back to a session of the agent's that could not be opened. */
  readonly back: SessionReturn;
  readonly #parts: SessionAgentParts;
  readonly #seat: AgentSeat;
  /** It went away by itself: whoever looks at the session wants it back. */
  #isMissed = false;
  /** It gave no answer when it was to open the session: what it remembers is not asked for again. */
  #isHardOfTelling = false;

  constructor(parts: SessionAgentParts) {
    const { agents, log, turns, isOpen } = parts;
    const { agentId, cwd } = parts.row();
    this.#parts = parts;
    this.#seat = new AgentSeat({
      agents,
      agentId,
      listener: this.#listener(),
      request: () => this.#request(),
      onOpened: (session) => this.#onOpened(session),
      onMoved: () => parts.onMoved(),
    });
    this.back = new SessionReturn({
      log,
      cwd,
      seat: this.#seat,
      isRunning: () => turns.isRunning,
      isOpen,
      goOn: () => this.resume(),
    });
  }

  /** The agent's end, to speak to; null while there is none, and while it is open which of two sessions goes on. */
  get session(): AgentSession | null {
    return this.back.isTrying ? null : this.#seat.session;
  }

  /** Whether it is here or on the way. */
  get isWithUs(): boolean {
    return !this.#seat.isEmpty;
  }

  /** Whether it is on the way. */
  get isArriving(): boolean {
    return this.#seat.isArriving;
  }

  get name(): string {
    const { app, row } = this.#parts;
    return app.current.agents.find(({ id }) => id === row().agentId)?.name ?? row().agentId;
  }

  /** Gets the agent into the session; what goes wrong is in the log, and thrown. */
  async connect(): Promise<void> {
    const { isOpen, onTorn } = this.#parts;
    if (!isOpen()) return;
    if (this.#isTorn) return onTorn();
    try {
      await this.#seat.connect();
    } catch (error) {
      if (error instanceof SeatFault && isOpen()) this.#onNotSeated(error);
      throw error;
    }
  }

  /** As `connect`, for when nobody waits for it. */
  connectSoon(): void {
    this.connect().catch(() => {
      // It is in the log, where people see it.
    });
  }

  /** Goes on after something that held the session up is over. This alone brings back an agent that has gone. */
  resume(): void {
    if (this.isWithUs) this.#parts.turns.advance();
    else if (this.#isWanted) this.connectSoon();
  }

  /** A person has signed in to the agent: what was refused for want of that is tried again, once. */
  signedIn(): void {
    const { isOpen, log } = this.#parts;
    if (!isOpen()) return;
    const events = endSignInWait(this.#transcript);
    if (events.length > 0) log.record(...events);
    this.resume();
  }

  /** The agent's process is about to be ended by a person, through this session (`act`) or another. */
  letGo(act: Act | null, why: 'restarted' | 'turned_off' = 'restarted'): Done {
    const { turns } = this.#parts;
    const stopped: SessionEvent = { type: 'turn_ended', stopReason: 'cancelled', isForced: true };
    const trouble = { code: why, agent: this.name } as const;
    const failed: SessionEvent = { type: 'turn_failed', trouble, action: 'resend' };
    const end = act ? stopped : failed;
    const done = turns.endNow(turns.isRunning ? [end] : [], 'agent_restarted', act?.cmdId ?? null);
    this.drop();
    return done;
  }

  /** A budget is used up and the agent went on: its process is about to be ended. */
  endForBudget(budget: BudgetUse, isOff: boolean): void {
    const { turns } = this.#parts;
    const notice = {
      code: 'agent_ended',
      agent: this.name,
      budget,
      ...(isOff ? { isOff: true as const } : {}),
    } as const;
    const events: SessionEvent[] = [{ type: 'notice_shown', severity: 'warning', notice }];
    if (turns.isRunning) events.push({ type: 'turn_ended', stopReason: 'cancelled', isForced: true });
    turns.endNow(events, 'agent_restarted');
    this.drop();
  }

  /** Sends away whoever is here or on the way. */
  drop(): void {
    this.#seat.drop();
  }

  /** Its list says that its history has changed since, though nobody here has done anything. */
  tellChanged(): void {
    const { log, turns } = this.#parts;
    if (this.#seat.session && !turns.isRunning) log.record(...movedOnNotice(this.name, this.#transcript));
  }

  get #transcript(): Transcript {
    return this.#parts.log.transcript;
  }

  /** A prompt waits for it, every fresh tab shows the session, or somebody was here when it went. */
  get #isWanted(): boolean {
    const { app, log, row } = this.#parts;
    const isShown = app.current.openSessionId === row().id;
    return isShown || this.#transcript.queue.length > 0 || (this.#isMissed && log.readers > 0);
  }

  get #isImporting(): boolean {
    return this.#parts.row().ties.import !== null;
  }

  /** A part of the history is here already: what the agent tells from the beginning needs an empty log. */
  get #isTorn(): boolean {
    if (!this.#isImporting || this.isWithUs) return false;
    this.#parts.log.flush();
    return this.#transcript.lastOutputAt !== null;
  }

  /** An agent's own session is asked for once anything was said in it: agents forget empty ones. */
  #request(): OpenSessionRequest {
    const { cwd, ties } = this.#parts.row();
    const own = this.#ownTools();
    if (ties.import) return { cwd, agentSessionId: ties.agentSessionId, replay: 'keep', ...own };
    const agentSessionId = this.#transcript.turn.n > 0 ? this.#transcript.agentSessionId : null;
    const expects = retellableCount(this.#parts.log);
    const known = { seenAt: ties.seenAt, begunAt: ties.begunAt ?? 0, expects, hearsPast: this.#hearsPast };
    return { cwd, agentSessionId, replay: 'drop', ...known, ...own };
  }

  /** Without a message that every agent retells there is nothing to compare. */
  readonly #hearsPast = (): boolean => {
    const { log } = this.#parts;
    return !this.#isHardOfTelling && isShort(log.transcript) && retellableCount(log) > 0;
  };

  #ownTools(): Pick<OpenSessionRequest, 'ownServer'> {
    const { tools, row } = this.#parts;
    return tools ? { ownServer: (takes) => tools.offer(row().id, takes) } : {};
  }

  #onNotSeated(fault: SeatFault): void {
    this.#isHardOfTelling ||= fault.isRunning && fault.trouble.code === 'no_answer';
    if (this.#isImporting) this.#parts.onRefused(fault);
    else this.#parts.log.record(...seatNotice(fault, this.#transcript));
  }

  #onOpened(session: AgentSession): void {
    const { log, turns, row, onTied } = this.#parts;
    const isImporting = this.#isImporting;
    this.#isMissed = false;
    log.flush();
    log.record(...this.#describe(session), ...endSignInWait(this.#transcript));
    // Now all that was told can be searched.
    if (isImporting) log.compact();
    onTied(row().agentId, session.facts.agentSessionId);
    turns.advance();
  }

  #describe(session: AgentSession): SessionEvent[] {
    const [t, name] = [this.#transcript, this.name];
    if (this.#isImporting) return describeImport(session, t, name);
    const movedOn = hasMovedOn(session.retelling, this.#parts.log) ? movedOnNotice(name, t) : [];
    return [...describeOpening(session, t, name), ...this.#shortfall(session), ...movedOn];
  }

  /** That the agent remembers less is no news where it remembers nothing, or another part. */
  #shortfall({ memory, facts, retelling }: SessionOpening): SessionEvent[] {
    const isSame = memory === 'kept' && facts.agentSessionId === this.#transcript.agentSessionId;
    return isSame ? shorterMemory(retelling, this.#parts.log, this.name) : [];
  }

  /** Another process of the agent has taken the session up, perhaps for a prompt that is on its way. */
  #onReopened(opening: SessionOpening): ContentBlock[] {
    const { isOpen, log, turns, row, onTied } = this.#parts;
    if (!isOpen()) return [];
    log.flush();
    if (!turns.isRunning) {
      const events = opening.memory === 'kept' ? [] : describeOpening(opening, this.#transcript, this.name);
      log.record(...events, ...this.#shortfall(opening));
      return [];
    }
    const context = opening.memory === 'kept' ? null : handoverBefore(log);
    const events = describeReopening(opening, this.name, context !== null);
    const told: SessionEvent[] = context === null ? [] : [{ type: 'context_added', context }];
    log.record(...events, ...told, ...this.#shortfall(opening));
    onTied(row().agentId, opening.facts.agentSessionId);
    return context === null ? [] : [{ type: 'text', text: context }];
  }

  #onExit(exit: AgentExit): void {
    const { isOpen, turns, log } = this.#parts;
    if (!isOpen()) return;
    log.flush();
    // Sessions share the process, and most of them had nothing in it that could be lost.
    if (turns.isRunning || hasAgentWork(this.#transcript)) this.#endWork(exit);
    this.#isMissed = true;
    this.resume();
  }

  #endWork({ exitCode, signal, stderr, reason }: AgentExit): void {
    const { turns } = this.#parts;
    const more = { ...(turns.isRunning ? { duringTurn: true as const } : {}), ...(reason ? { reason } : {}) };
    turns.endNow([{ type: 'agent_exited', exitCode, signal, stderr, ...more }], 'agent_stopped');
  }

  /** What becomes of what the agent says and asks, until the session is closed. */
  #listener(): SessionListener {
    const { isOpen, log, health, permissions, questions, files, mayWork, uploads, row } = this.#parts;
    return {
      onUpdate: (update) => {
        if (isOpen()) log.append({ type: 'agent_update', update: this.#withoutName(update) });
      },
      onNotice: (severity, notice) => {
        if (isOpen()) log.append({ type: 'notice_shown', severity, notice });
      },
      keepPicture: (picture) => (isOpen() ? (uploads?.keepPicture(row().id, picture) ?? null) : null),
      onPermission: async (request, signal) => (isOpen() ? permissions.ask(request, signal) : null),
      onQuestion: async (question, signal) => (isOpen() ? questions.ask(question, signal) : { action: 'cancel' }),
      isAttached: (path) => isOpen() && uploads?.attachmentAt(row().id, path) === 'file',
      mayWork: () => {
        // What the agent has done may still wait for its tick.
        log.record();
        return mayWork();
      },
      onTerminal: (event) => {
        if (!isOpen()) return;
        if (event.type === 'terminal_output') log.append(event);
        else log.record(event);
      },
      onGuardedWrite: async (file, signal) => isOpen() && (await files.ask(file, signal)),
      onFileWritten: (file) => {
        if (isOpen()) files.written(file);
      },
      onExit: (exit) => this.#onExit(exit),
      onReopened: (opening) => this.#onReopened(opening),
      whenReady: () => health.whenReady(),
    };
  }

  /** A name that a person gave stays, whatever the agent would call the session; so does its own after it has begun anew. */
  #withoutName(update: AgentUpdate): AgentUpdate {
    const { names } = this.#parts.row();
    const isNamed = names.person !== null || (names.agent !== null && this.#transcript.memory === 'lost');
    if (update.sessionUpdate !== 'session_info_update' || !isNamed) return update;
    const { title: _title, ...rest } = update as AgentUpdate & { title?: unknown };
    return rest as AgentUpdate;
  }
}

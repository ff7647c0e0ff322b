import type { AgentSource } from '../../ports/agent.js';
import type { Shells } from '../../ports/shell.js';
import type { ToolOffers } from '../../ports/tools.js';
import type { PromptUploads } from '../../ports/uploads.js';
import type { SessionSummary } from '../../protocol/api/app-state.js';
import type { DraftBody } from '../../protocol/api/draft.js';
import type { SessionExcerpt } from '../../protocol/api/session-list.js';
import type { Clock } from '../../protocol/clock.js';
import type { ServerReason } from '../../protocol/reasons.js';
import type { LoggedEvent, SessionEvent } from '../../protocol/session/session-event.js';
import { entryAt } from '../../protocol/transcript/entry-list.js';
import type { Budgets } from '../budget/budgets.js';
import { SessionCard } from '../list/session-card.js';
import type { AppLog } from '../log/app-log.js';
import { EventLog } from '../log/event-log.js';
import type { StorageHealth } from '../log/storage-health.js';
import { AgentQuestions } from '../permissions/agent-questions.js';
import { OpenRequests } from '../permissions/open-requests.js';
import { PermissionRequests } from '../permissions/permission-requests.js';
import type { RuleBook } from '../permissions/rule-book.js';
import { Tripwire } from '../permissions/tripwire.js';
import { pauseAfter } from '../prompts/prompt-queue.js';
import type { EventStore, LifeSign, ListedAs, SessionRow, SessionTies } from '../store/event-store.js';
import { SessionSettings } from '../turns/session-settings.js';
import { ShellRuns } from '../turns/shell-runs.js';
import { TurnRunner } from '../turns/turn-runner.js';
import type { SeatFault } from './agent-seat.js';
import { FileDoor } from './file-door.js';
import { mayChangeFiles } from './file-work.js';
import { SessionAgent } from './session-agent.js';
import { interruption } from './session-marks.js';

export interface SessionParts {
  readonly row: SessionRow;
  readonly isWritable: boolean;
  readonly store: EventStore;
  readonly app: AppLog;
  readonly agents: AgentSource;
  /** Null where nothing can run commands. */
  readonly shell: Shells | null;
  readonly rules: RuleBook;
  readonly health: StorageHealth;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Null where nothing can be attached. */
  readonly uploads: PromptUploads | null;
  /** Null where no tools of ours are offered. */
  readonly tools: ToolOffers | null;
  /** What a mention of that session carries; null if it cannot be read here. */
  readonly excerpt: (sessionId: string) => SessionExcerpt | null;
  /** Whether somebody has that session before their eyes. */
  readonly isLookedAt: (sessionId: string) => boolean;
  /** The branch of the folder, as far as it is known. */
  readonly branch: () => string | null;
  /** Agents above it, whose rules say no for it too. */
  readonly agentsAbove: (sessionId: string) => readonly string[];
  /** Whether a budget keeps the next message of a session from being sent, or its agent from doing more. */
  readonly budget: Pick<Budgets, 'hold' | 'holdQueued' | 'mayWork'>;
  /** The last sign that something was at work in it, of a server that was killed. */
  readonly lifeSign: (sessionId: string) => LifeSign | null;
  /** Hears of all that was written to its log. */
  readonly onEvents: (sessionId: string, events: readonly LoggedEvent[]) => void;
  /** It has (again) one of the agent's sessions. */
  readonly onTied: (agentId: string, agentSessionId: string) => void;
  /** Something has ended in it that may have changed files of its folder. */
  readonly onFileWork: () => void;
  /** The agent's history was only taken in part. */
  readonly onTorn: (session: Session) => void;
  /** The agent's history could not be had. */
  readonly onRefused: (session: Session, fault: SeatFault) => void;
}

/** One session at work: its log, and the parts that write there. */
export class Session {
  readonly id: string;
  readonly agentId: string;
  readonly isWritable: boolean;
  readonly log: EventLog;
  readonly permissions: PermissionRequests;
  readonly questions: AgentQuestions;
  readonly turns: TurnRunner;
  readonly shell: ShellRuns;
  readonly settings: SessionSettings;
  readonly agent: SessionAgent;
  readonly #card: SessionCard;
  readonly #requests: OpenRequests;
  #isClosed = false;

  constructor(parts: SessionParts) {
    const { row, isWritable, store, app, agents, rules, health, clock, newId, uploads } = parts;
    const { cwd } = row;
    this.id = row.id;
    this.agentId = row.agentId;
    this.isWritable = isWritable;
    const isLookedAt = () => parts.isLookedAt(row.id);
    const isArriving = () => this.agent.isArriving;
    this.#card = new SessionCard(app, row, { isWritable, isLookedAt, isArriving, branch: parts.branch });
    const log = new EventLog({
      sessionId: row.id,
      store,
      clock,
      health,
      newEpoch: newId,
      isReadOnly: !isWritable,
      rowChange: (events, transcript) => this.#card.rowChange(events, transcript),
      followUp: (folded) => tripwire.judge(folded),
      onEvents: (events) => {
        this.#card.update(events, log.transcript);
        this.permissions.follow(events);
        if (events.some(mayChangeFiles)) parts.onFileWork();
        parts.onEvents(row.id, events);
      },
    });
    this.log = log;
    const requests = new OpenRequests(log, clock);
    this.#requests = requests;
    this.permissions = new PermissionRequests({
      ...{ log, requests, newId, clock, app, rules, session: row },
      agentsAbove: () => parts.agentsAbove(row.id),
      ownCall: (call) => parts.tools?.read(row.id, call) ?? null,
      attachmentAt: (path) => uploads?.attachmentAt(row.id, path) ?? null,
    });
    this.questions = new AgentQuestions({ log, requests, newId });
    const agent = () => this.agent.session;
    const about = { uploads, excerpt: parts.excerpt, app, agentId: row.agentId };
    const budget = { hold: () => parts.budget.hold(row.id), holdQueued: () => parts.budget.holdQueued(row.id) };
    this.turns = new TurnRunner({ log, health, agent, newId, requests, budget, ...about });
    const stop = (reason: ServerReason, turn: number) => this.turns.stopForDeed(reason, turn);
    const onFlagged = () => agents.flagged(row.agentId);
    const tripwire = new Tripwire({ log, app, judge: rules.judge, session: row, stop, onFlagged });
    this.shell = new ShellRuns({ log, health, newId, cwd, host: parts.shell });
    this.settings = new SessionSettings({ log, agent, agentName: () => this.agent.name });
    this.agent = new SessionAgent({
      ...parts,
      log,
      turns: this.turns,
      permissions: this.permissions,
      questions: this.questions,
      mayWork: () => parts.budget.mayWork(row.id),
      files: new FileDoor({ log, permissions: this.permissions, newId, cwd }),
      row: () => this.row,
      isOpen: () => isWritable && !this.#isClosed,
      onMoved: () => this.#isClosed || this.#card.update([], log.transcript),
      onTorn: () => parts.onTorn(this),
      onRefused: (fault) => parts.onRefused(this, fault),
    });
    if (isWritable) this.#repair('server_killed', (events) => this.#timed(events, parts));
    const { import: pending } = row.ties;
    if (isWritable && pending && log.head === 0) log.record({ type: 'history_imported', from: pending.from });
  }

  get summary(): SessionSummary {
    return this.#card.summary;
  }

  get row(): SessionRow {
    return this.#card.row;
  }

  /** Whether the log is still to be taken from the agent. */
  get isImporting(): boolean {
    return this.row.ties.import !== null;
  }

  /** Whether it can be closed without anyone noticing. */
  get isAtRest(): boolean {
    const { queue, pending } = this.log.transcript;
    const isQuiet = !this.turns.isRunning && queue.length === 0 && pending.length === 0;
    return isQuiet && !this.hasTasks && !this.shell.isRunning && !this.agent.isWithUs && this.log.readers === 0;
  }

  /** Whether other sessions work on tasks of this one. */
  get hasTasks(): boolean {
    const { open, entries } = this.log.transcript;
    return open.some((n) => entryAt(entries, n)?.kind === 'delegation');
  }

  /** What a budget held back may go on. */
  release(): void {
    this.log.record({ type: 'queue_resumed' });
    this.agent.resume();
  }

  /** What ties it to the agent's own session is something else now. */
  tie(ties: SessionTies): void {
    this.#card.setTies(ties);
  }

  /** A person has put it elsewhere in the list. */
  list(listing: ListedAs): void {
    this.#card.setListing(listing);
  }

  setDraft(draft: DraftBody): void {
    this.#card.setDraft(draft);
  }

  /**
   * Nothing is heard or written any more. When the server stops, what runs is marked as interrupted and everything is
   * written down; the log of a session that was replaced or deleted is no longer its own.
   */
  close(why: 'stopped' | 'replaced' | 'deleted'): void {
    if (this.#isClosed) return;
    if (why === 'stopped' && this.isWritable) this.#repair('server_stopped');
    this.#isClosed = true;
    this.shell.close();
    if (why === 'deleted') {
      this.agent.session?.cancel();
      this.#requests.callOffAll({ code: 'session_deleted' }).settle();
    }
    this.agent.drop();
    if (why === 'stopped') this.log.close();
    else this.log.abandon();
  }

  /** Ends what cannot go on: a turn without its agent, requests nobody waits for, terminals that are gone. */
  #repair(
    code: 'server_killed' | 'server_stopped',
    timed = (events: readonly SessionEvent[]): readonly SessionEvent[] => events,
  ): void {
    const reason = { code };
    const { transcript } = this.log;
    const isRunning = transcript.turn.status !== 'idle';
    const calledOff = this.#requests.callOffAll(reason);
    const events = [
      ...calledOff.events,
      ...interruption(this.log, reason),
      ...this.agent.back.repair(),
      ...(isRunning ? pauseAfter(transcript, reason) : []),
    ];
    if (events.length > 0) this.log.record(...timed(events));
    calledOff.settle();
  }

  /** The end of what a server that was killed had at work, at the last moment at which that server was known to run. */
  #timed(events: readonly SessionEvent[], { clock, lifeSign }: SessionParts): SessionEvent[] {
    const { log } = this;
    const { turn } = log.transcript;
    const sign = lifeSign(this.id);
    const until = Math.min(clock.now(), Math.max(log.lastAt, sign?.at ?? 0));
    const ms = sign?.turn === turn.n ? { ms: sign.ms + Math.max(0, until - sign.at) } : {};
    return events.map((event) => ({ ...event, until, ...(event.type === 'turn_interrupted' ? ms : {}) }));
  }
}

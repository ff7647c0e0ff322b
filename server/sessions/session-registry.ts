import { randomUUID } from 'node:crypto';
import type { SessionSummary } from '../protocol/app-state.js';
import type { DraftChip } from '../protocol/draft.js';
import type { Position } from '../protocol/events.js';
import type { Done, SessionHit, SessionSync } from '../protocol/rpc.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { OlderEntries } from '../protocol/snapshot.js';
import type { AgentHost } from './agent-port.js';
import { AgentSessions } from './agent-sessions.js';
import { AgentTies } from './agent-ties.js';
import type { AppLog } from './app-log.js';
import { type Clock, systemClock } from './clock.js';
import { CommandBook, saved } from './command-book.js';
import { describeHits } from './describe-hits.js';
import { keepDraft } from './keep-draft.js';
import { StorageHealth } from './log/storage-health.js';
import { OpenSessions } from './open-sessions.js';
import { RuleBook } from './permissions/rule-book.js';
import { RuleDesk } from './permissions/rule-desk.js';
import { noJudge, type RuleJudge } from './permissions/rule-port.js';
import { SessionActs } from './session-acts.js';
import { SessionDirectory } from './session-directory.js';
import type { Act, SessionService } from './session-service.js';
import type { ShellHost } from './shell-port.js';
import type { EventStore } from './store/event-store.js';
import { StorageFault } from './store/storage-fault.js';
import type { TabPort } from './tab-port.js';
import type { PromptUploads } from './upload-port.js';

/** What the sessions need from the composition root. */
export interface SessionRegistryOptions {
  readonly store: EventStore;
  readonly app: AppLog;
  readonly agents: AgentHost;
  /** Absent where nothing can run commands. */
  readonly shell?: ShellHost;
  /** The real path of the folder this server is for. */
  readonly folder: string;
  /** False when another running server owns the folder: its sessions can then only be read here. */
  readonly ownsFolder: boolean;
  /** Without it nothing can be attached. */
  readonly uploads?: PromptUploads;
  /** Absent where nothing reads rules: people answer everything. */
  readonly judge?: RuleJudge;
  readonly clock?: Clock;
  readonly newId?: () => string;
}

/** All sessions of a folder: which there are, and every act on them. */
export class SessionRegistry extends SessionActs implements SessionService {
  readonly #options: SessionRegistryOptions;
  readonly #clock: Clock;
  readonly #health: StorageHealth;
  readonly #directory: SessionDirectory;
  readonly #agents: AgentSessions;
  readonly #rules: RuleBook;
  readonly rules: RuleDesk;

  constructor(options: SessionRegistryOptions) {
    const { store, app, uploads, clock = systemClock, newId = randomUUID } = options;
    const health = new StorageHealth({
      clock,
      probe: () => store.probe(),
      board: {
        raise: (banner) => app.append({ type: 'banner_raised', banner }),
        lower: (bannerId) => app.append({ type: 'banner_lowered', bannerId }),
      },
    });
    const rules = new RuleBook({ store, app, clock, newId, judge: options.judge ?? noJudge });
    const ties = new AgentTies({ ...options, clock, newId });
    const adopt = (id: string) => ties.adopt(id);
    const sessions = new OpenSessions({ ...options, clock, newId, health, rules, adopt, tieListener: ties });
    const book = new CommandBook(store);
    super({ book, sessions, ties, uploads });
    ties.join(sessions);
    this.#rules = rules;
    this.rules = new RuleDesk({ ...options, clock, book, rules, sessions });
    this.#options = options;
    this.#clock = clock;
    this.#health = health;
    this.#directory = new SessionDirectory({ ...options, clock, newId });
    this.#agents = new AgentSessions({ ...options, sessions });
    this.#health.onRecovered(() => {
      this.#ensureOne(app.current.defaultAgentId);
      for (const session of this.sessions.all()) session.resume();
    });
  }

  /**
   * Puts the folder's sessions into the app's log and shows the last one, or a new one if there is
   * none (of `agentId`, if that is given). Needs no agent.
   */
  restore({ agentId }: { agentId?: string } = {}): void {
    const { app } = this.#options;
    this.#directory.restore(agentId);
    this.#rules.tell();
    this.#ensureOne(agentId ?? app.current.defaultAgentId);
  }

  /** Gets the agent into the shown session; rejects if that fails. */
  async connectShown(): Promise<void> {
    const { openSessionId } = this.#options.app.current;
    if (openSessionId !== null) await this.sessions.get(openSessionId).connect();
  }

  /** The agent can be used (again): the shown session and those that wait for it go on. */
  agentReady(agentId: string): void {
    this.#agents.ready(agentId);
    this.ties.ready(agentId);
  }

  /** A person has signed in to the agent: what it had refused is tried again. */
  signedIn(agentId: string, needsRestart: boolean): void {
    this.#agents.signedIn(agentId, needsRestart);
  }

  /** Marks running turns as interrupted and writes down what is left. The agents' processes are not ours to end. */
  close(): void {
    this.ties.close();
    this.#directory.close();
    this.sessions.close();
    this.#health.close();
  }

  sync(tab: TabPort, sessionId: string, since: Position | null): SessionSync {
    const { log, isWritable } = this.sessions.get(sessionId);
    if (!isWritable) saved(() => log.follow());
    const sync = log.sync(tab, since);
    this.ties.opened(this.sessions.get(sessionId));
    this.ties.refresh();
    return sync;
  }

  entriesBefore(sessionId: string, epoch: string, before: number, limit: number): OlderEntries {
    const { log } = this.sessions.get(sessionId);
    if (epoch !== log.epoch)
      throw new RpcError('conflict', 'The session has begun anew since; its state is needed first.');
    return saved(() => log.entriesBefore(before, limit));
  }

  leave(tab: TabPort, sessionId: string): void {
    this.sessions.peek(sessionId)?.log.leave(tab);
  }

  dropTab(tab: TabPort): void {
    for (const { log } of this.sessions.all()) log.leave(tab);
    this.#options.app.dropTab(tab);
  }

  forceStop(act: Act, sessionId: string): Done {
    return this.act(act, sessionId, (session) => {
      const done = session.letAgentGo(act);
      this.#agents.restartFor(session);
      return done;
    });
  }

  restartAgent(act: Act, agentId: string): Done {
    return this.book.once(act, () => {
      const { store, app } = this.#options;
      const done = { seq: app.head };
      saved(() => store.recordCommand({ cmdId: act.cmdId, result: JSON.stringify(done), at: this.#clock.now() }));
      this.#agents.restart(agentId);
      return done;
    });
  }

  create(act: Act, agentId: string | null): SessionSummary {
    return this.book.once(act, () => {
      const { agents, defaultAgentId } = this.#options.app.current;
      const chosen = agentId ?? defaultAgentId;
      if (!agents.some(({ id }) => id === chosen)) throw new RpcError('not_found', `There is no agent "${chosen}".`);
      const summary = this.#directory.create(chosen, act.cmdId);
      this.sessions.get(summary.id).connectSoon();
      return summary;
    });
  }

  open(sessionId: string): SessionSummary {
    const row = this.sessions.row(sessionId);
    if (row.cwd === this.#options.folder) this.#directory.show(sessionId);
    const session = this.sessions.get(sessionId);
    this.ties.opened(session);
    return session.summary;
  }

  list(): SessionSummary[] {
    this.ties.refresh();
    return [...this.#options.app.current.sessions];
  }

  search(query: string, limit: number): SessionHit[] {
    const { store, folder, app } = this.#options;
    const hits = saved(() => store.search(query, { count: limit, cwd: folder }));
    return describeHits(hits, app.current.sessions);
  }

  remove(act: Act, sessionId: string): Done {
    return this.book.once(act, () => {
      const foreign = this.ties.removeForeign(act, sessionId);
      if (foreign) return foreign;
      const { row } = this.sessions.owned(sessionId);
      const done = this.#directory.remove(sessionId, act.cmdId);
      this.sessions.forget(sessionId);
      this.ties.removed(row);
      this.#options.uploads?.forgetSession(sessionId);
      this.#ensureOne(this.#options.app.current.defaultAgentId);
      return done;
    });
  }

  setDraft(tab: TabPort, sessionId: string, text: string, chips: readonly DraftChip[] = []): void {
    keepDraft(this.#options, this.sessions.writable(sessionId), { text, chips, by: tab.id });
  }

  /** The page must have somewhere to type. */
  #ensureOne(agentId: string): void {
    const { app, ownsFolder } = this.#options;
    if (!ownsFolder || app.current.openSessionId !== null) return;
    try {
      this.#directory.create(agentId, null);
    } catch (error) {
      // Tried again when the store has recovered; until then a banner says why there is no session.
      this.#health.fail(new StorageFault('failed', RpcError.from(error).message));
    }
  }
}

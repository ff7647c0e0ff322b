import { randomUUID } from 'node:crypto';
import type { AgentSource } from '../../ports/agent.js';
import type { RuleJudge } from '../../ports/rules.js';
import type { Shells } from '../../ports/shell.js';
import type { TabPort } from '../../ports/tab.js';
import type { ToolOffers } from '../../ports/tools.js';
import type { PromptUploads } from '../../ports/uploads.js';
import type { SessionSummary } from '../../protocol/api/app-state.js';
import { type DraftChip, draftBody } from '../../protocol/api/draft.js';
import type { Done, ImportedSession, SessionHit, SessionSync } from '../../protocol/api/rpc.js';
import { RpcError } from '../../protocol/api/rpc-error.js';
import type {
  SearchScope,
  SessionExcerpt,
  SessionFilter,
  SessionHome,
  SessionPage,
  SessionPlace,
} from '../../protocol/api/session-list.js';
import type { UsageReport } from '../../protocol/api/usage-report.js';
import { backgroundClock, type Clock } from '../../protocol/clock.js';
import type { EventPage, Position } from '../../protocol/events.js';
import { LIMITS } from '../../protocol/limits.js';
import { own } from '../../protocol/own.js';
import { isPlainId } from '../../protocol/plain-id.js';
import type { LoggedEvent } from '../../protocol/session/session-event.js';
import type { OlderEntries } from '../../protocol/transcript/snapshot.js';
import { addUsage, dayOf, readUsage, sumUsage } from '../../protocol/transcript/usage.js';
import type { UsageSum } from '../../protocol/usage-sum.js';
import { Budgets } from '../budget/budgets.js';
import { type CopySource, CopyWriter } from '../list/copy-writer.js';
import { describeHits } from '../list/describe-hits.js';
import { summaryOf } from '../list/session-card.js';
import { SessionDirectory } from '../list/session-directory.js';
import { excerptOf } from '../list/session-excerpt.js';
import { reportUsage } from '../list/usage-report.js';
import type { Act } from '../log/act.js';
import type { AppLog } from '../log/app-log.js';
import { saved } from '../log/storage-error.js';
import { StorageHealth } from '../log/storage-health.js';
import { RuleBook } from '../permissions/rule-book.js';
import type { Session } from '../session/session.js';
import type { EventStore, SessionRow } from '../store/event-store.js';
import { StorageFault } from '../store/sqlite/storage-fault.js';
import { AgentSessions } from './agent-sessions.js';
import { AgentTies } from './agent-ties.js';
import { Asides } from './ask-aside.js';
import { ChangeAgent, isUntouched } from './change-agent.js';
import { ForeignSessions } from './foreign-sessions.js';
import { HandOver } from './hand-over.js';
import { HistoryUpdates } from './history-updates.js';
import { HistoryWatch } from './history-watch.js';
import { LifeSigns } from './life-signs.js';
import { OpenSessions } from './open-sessions.js';
import { SessionActs } from './session-acts.js';
import { SessionRules } from './session-rules.js';
import { SessionShelf } from './session-shelf.js';
import { SessionTree } from './session-tree.js';
import { TitleWriter } from './title-writer.js';

/** What the sessions need from the composition root. */
export interface SessionRegistryOptions {
  readonly store: EventStore;
  readonly app: AppLog;
  readonly agents: AgentSource;
  /** Null where nothing can run commands. */
  readonly shell: Shells | null;
  /** The real path of the folder this server is for. */
  readonly folder: string;
  /** False when another running server owns the folder: its sessions can then only be read here. */
  readonly ownsFolder: boolean;
  /** Null where nothing can be attached. */
  readonly uploads: PromptUploads | null;
  readonly judge: RuleJudge;
  /** The branch of the folder, as far as it is known. */
  readonly branch?: () => string | null;
  /** Who serves another folder; nobody if it is left out. */
  readonly findServer?: (folder: string) => SessionHome;
  /** Null or left out where no tools of ours are offered. */
  readonly tools?: ToolOffers | null;
  readonly clock?: Clock;
  readonly newId?: () => string;
}

/** Hears of what happens in sessions. */
export interface SessionListening {
  /** These are written to the log of that session. */
  onEvents?(sessionId: string, events: readonly LoggedEvent[]): void;
  /** It is about to be deleted. */
  onRemove?(sessionId: string): void;
}

/** All sessions of a folder: which there are, and who follows them. What people do inside of one is in its parts. */
export class SessionRegistry {
  /** The acts of people inside one session. */
  readonly acts: SessionActs;
  readonly rules: SessionRules;
  /** The list as people keep it. */
  readonly shelf: SessionShelf;
  readonly history: HistoryWatch;
  /** Which session works for which. */
  readonly tree: SessionTree;
  /** What replies may use. */
  readonly budgets: Budgets;
  /** Questions to agents that are no part of any session. */
  readonly asides: Asides;
  readonly #options: SessionRegistryOptions;
  readonly #clock: Clock;
  readonly #health: StorageHealth;
  readonly #sessions: OpenSessions;
  readonly #directory: SessionDirectory;
  readonly #copies: CopyWriter;
  readonly #agents: AgentSessions;
  readonly #ties: AgentTies;
  readonly #change: ChangeAgent;
  readonly #handOver: HandOver;
  readonly #titles: TitleWriter;
  readonly #signs: LifeSigns;
  readonly #rules: RuleBook;
  readonly #listeners = new Set<SessionListening>();
  readonly #fileWork = new Set<() => void>();

  constructor(options: SessionRegistryOptions) {
    const { store, app, uploads, judge, tools = null, clock = backgroundClock, newId = randomUUID } = options;
    const health = new StorageHealth({
      clock,
      probe: () => store.probe(),
      board: {
        raise: (banner) => app.append({ type: 'banner_raised', banner }),
        lower: (bannerId) => app.append({ type: 'banner_lowered', bannerId }),
      },
    });
    const around = { ...options, clock, newId, health };
    const rules = new RuleBook({ store, app, clock, newId, judge });
    const foreign = new ForeignSessions(options);
    const sessions: OpenSessions = new OpenSessions({
      ...around,
      rules,
      tools,
      excerpt: (id) => (saved(() => store.session(id)) ? this.excerpt(id) : null),
      isLookedAt: (id) => this.shelf.isLookedAt(id),
      branch: options.branch ?? (() => null),
      agentsAbove: (id) =>
        this.tree
          .chain(id)
          .slice(1)
          .map(({ agentId }) => agentId),
      budget: {
        hold: (id) => this.budgets.hold(id),
        holdQueued: (id) => this.budgets.holdQueued(id),
        mayWork: (id) => this.budgets.mayWork(id),
      },
      lifeSign: (id) => signs.of(id),
      onEvents: (id, events) => {
        this.budgets.follow(id, events);
        signs.follow();
        for (const listener of this.#listeners) listener.onEvents?.(id, events);
      },
      adopt: (id) => foreign.adopt(id),
      onTied: (agentId, agentSessionId) => foreign.claim(agentId, agentSessionId),
      onFileWork: () => {
        for (const listener of this.#fileWork) listener();
      },
      onTorn: (session) => updates.beginAgain(session),
      onRefused: (session, fault) => updates.refuse(session, fault),
    });
    const signs = new LifeSigns({ ...around, sessions: () => sessions.all() });
    const updates = new HistoryUpdates({ ...around, sessions });
    const ties = new AgentTies({ ...around, sessions, foreign, updates });
    const directory = new SessionDirectory(around);
    const agents = new AgentSessions({ ...options, sessions });
    const onPutBack = () => {
      rules.tell();
      this.#ensureOne(app.current.defaultAgentId);
    };
    this.shelf = new SessionShelf({ ...around, sessions });
    this.tree = new SessionTree({ sessions, directory, app });
    this.budgets = new Budgets({
      ...{ app, clock },
      usedOn: (day) => this.#usedOn(day),
      rootOf: (id) => this.tree.rootOf(id),
      sessions: () => sessions.all(),
      end: (id, budget, isAgain) => {
        const session = sessions.peek(id);
        if (session) agents.endForBudget(session, budget, isAgain);
      },
    });
    this.acts = new SessionActs({ sessions, directory, agents, ties, uploads });
    this.rules = new SessionRules({ ...around, rules, sessions });
    this.history = new HistoryWatch({ ...around, sessions, onPutBack });
    this.asides = new Asides({
      ...around,
      hide: (agentId, agentSessionId) => foreign.hide(agentId, agentSessionId),
    });
    this.#options = options;
    this.#clock = clock;
    this.#health = health;
    this.#sessions = sessions;
    this.#directory = directory;
    this.#copies = new CopyWriter({
      ...around,
      agentFor: (agentId) => this.#agentOfCopy(agentId),
      onCopied: (session) => directory.showCopy(session),
    });
    this.#agents = agents;
    this.#ties = ties;
    this.#change = new ChangeAgent({ store, app, sessions, directory, clock });
    this.#handOver = new HandOver({ app, sessions, directory, newId });
    this.#titles = new TitleWriter({ ...around, sessions, ties, ask: (question) => this.asides.ask(question) });
    this.#rules = rules;
    this.#signs = signs;
    health.onRecovered(() => {
      this.#ensureOne(app.current.defaultAgentId);
      for (const session of sessions.all()) session.agent.resume();
    });
  }

  /**
   * Puts the folder's sessions into the app's log and shows the last one, or a new one if there is
   * none (of `agentId`, if that is given). Needs no agent.
   */
  restore({ agentId }: { agentId?: string } = {}): void {
    const { app } = this.#options;
    this.#directory.restore(agentId);
    this.#ties.restore();
    this.#rules.tell();
    this.#ensureOne(agentId ?? app.current.defaultAgentId);
    this.budgets.begin();
  }

  listen(listener: SessionListening): void {
    this.#listeners.add(listener);
  }

  /** Calls `listener` whenever something has ended in a session that may have changed files of the folder. */
  onFileWork(listener: () => void): void {
    this.#fileWork.add(listener);
  }

  /** Gets the agent into the shown session; rejects if that fails. */
  async connectShown(): Promise<void> {
    const { openSessionId } = this.#options.app.current;
    if (openSessionId !== null) await this.#sessions.get(openSessionId).agent.connect();
  }

  /** The agent can be used (again): the shown session and those that wait for it go on. */
  agentReady(agentId: string): void {
    this.#agents.ready(agentId);
    this.#ties.ready(agentId);
  }

  /** The agent is gone from the settings. */
  agentRemoved(agentId: string): void {
    this.#ties.forgetAgent(agentId);
  }

  /** A person has signed in to the agent: what it had refused is tried again. */
  signedIn(agentId: string, needsRestart: boolean): void {
    this.#agents.signedIn(agentId, needsRestart);
  }

  /** Marks running turns as interrupted and writes down what is left. The agents' processes are not ours to end. */
  close(): void {
    this.budgets.close();
    this.history.close();
    this.#titles.close();
    this.#ties.close();
    this.#copies.close();
    this.#directory.close();
    this.#sessions.close();
    this.#signs.close();
    this.#health.close();
  }

  sync(tab: TabPort, sessionId: string, since: Position | null): SessionSync {
    const { log, isWritable, summary } = this.#sessions.get(sessionId);
    if (!isWritable) saved(() => log.follow());
    this.#options.app.include(summary);
    const sync = log.sync(tab, since);
    this.#ties.opened(this.#sessions.get(sessionId));
    this.#ties.refresh();
    return sync;
  }

  entriesBefore(sessionId: string, epoch: string, before: number, limit: number): OlderEntries {
    const { log } = this.#sessions.get(sessionId);
    if (epoch !== log.epoch)
      throw new RpcError('conflict', 'The session was replaced; ask for its state.', { code: 'session_replaced' });
    return saved(() => log.entriesBefore(before, limit));
  }

  eventsAfter(sessionId: string, epoch: string, after: number): EventPage<LoggedEvent> {
    const { log } = this.#sessions.get(sessionId);
    if (epoch !== log.epoch)
      throw new RpcError('conflict', 'The session was replaced; ask for its state.', { code: 'session_replaced' });
    return saved(() => log.pageAfter(after));
  }

  /** Keeps a conversation from elsewhere as a copy to be read. */
  async importCopy(act: Act, read: () => CopySource): Promise<ImportedSession> {
    const { ownsFolder, folder } = this.#options;
    if (!ownsFolder)
      throw new RpcError('unavailable', 'Another acdeck has this folder.', { code: 'folder_elsewhere', folder });
    return await this.#copies.write(act.cmdId, read);
  }

  #agentOfCopy(agentId: string | null): string {
    const { agents, defaultAgentId } = this.#options.app.current;
    return agents.some(({ id }) => id === agentId) ? agentId! : defaultAgentId;
  }

  leave(tab: TabPort, sessionId: string): void {
    this.#sessions.peek(sessionId)?.log.leave(tab);
  }

  dropTab(tab: TabPort): void {
    for (const { log } of this.#sessions.all()) log.leave(tab);
    this.shelf.dropTab(tab);
    this.#options.app.dropTab(tab);
  }

  restartAgent(agentId: string): Done {
    this.#agents.restart(agentId);
    return this.#told;
  }

  /** Ends an agent's process until a person wants it back. */
  stopAgent(agentId: string): Done {
    this.#knownAgent(agentId);
    this.#agents.turnOff(agentId);
    return this.#told;
  }

  startAgent(agentId: string): Done {
    this.#knownAgent(agentId);
    this.#agents.turnOn(agentId);
    return this.#told;
  }

  /** Asks an agent, or every one that could be started, which sessions it keeps of the folder. */
  askAgents(agentId: string | null): Done {
    const { ownsFolder, folder } = this.#options;
    if (!ownsFolder)
      throw new RpcError('unavailable', 'Another acdeck has this folder.', { code: 'folder_elsewhere', folder });
    if (agentId !== null) this.#knownAgent(agentId);
    this.#ties.askFor(agentId);
    return this.#told;
  }

  /** The answer to an act whose outcome comes as events of the app. */
  get #told(): Done {
    return { seq: this.#options.app.head };
  }

  #knownAgent(agentId: string): void {
    if (!this.#options.app.current.agents.some(({ id }) => id === agentId)) throw noAgent(agentId);
  }

  /** The session of that id, to be changed; refuses one that another server owns. */
  writable(sessionId: string): Session {
    return this.#sessions.writable(sessionId);
  }

  /** What another agent would be told if it took over. */
  brief(sessionId: string): string {
    return this.#handOver.briefing(this.#sessions.writable(sessionId));
  }

  /** Goes on in a new session of another agent, with these words. */
  handOverTo(act: Act, sessionId: string, agentId: string, text: string): SessionSummary {
    if (!this.#options.app.current.agents.some(({ id }) => id === agentId)) throw noAgent(agentId);
    return this.#handOver.begin(act, this.#sessions.writable(sessionId), { agentId, text });
  }

  /** Has the agent think of a title; it comes as an event. */
  suggestTitle(act: Act, sessionId: string): Done {
    return this.#titles.suggest(act, sessionId);
  }

  create(act: Act, agentId: string | null): SessionSummary {
    const { agents, defaultAgentId } = this.#options.app.current;
    const chosen = agentId ?? defaultAgentId;
    if (!agents.some(({ id }) => id === chosen)) throw noAgent(chosen);
    const summary = this.#directory.create(chosen, act.cmdId);
    this.#sessions.get(summary.id).agent.connectSoon();
    return summary;
  }

  useAgent(act: Act, sessionId: string, agentId: string): SessionSummary {
    const { agents } = this.#options.app.current;
    if (!agents.some(({ id }) => id === agentId)) throw noAgent(agentId);
    const session = this.#sessions.writable(sessionId);
    if (session.agentId === agentId) {
      session.agent.connectSoon();
      return session.summary;
    }
    return this.#change.change(session, agentId, act.cmdId);
  }

  /** Gives the shown session to the next agent, if it is the first one's and nothing has happened in it. */
  handOver(fromId: string, agentId: string): boolean {
    const { openSessionId } = this.#options.app.current;
    const session = openSessionId === null ? null : this.#sessions.get(openSessionId);
    if (!session?.isWritable || session.agentId !== fromId || !isUntouched(session)) return false;
    this.#change.change(session, agentId, null);
    return true;
  }

  /** The agent of the session that a fresh tab shows. */
  get shownAgentId(): string {
    const { openSessionId, sessions, defaultAgentId } = this.#options.app.current;
    return sessions.find(({ id }) => id === openSessionId)?.agentId ?? defaultAgentId;
  }

  open(sessionId: string): SessionSummary {
    const row = this.#sessions.row(sessionId);
    if (row.cwd === this.#options.folder) this.#directory.show(sessionId);
    const session = this.#sessions.get(sessionId);
    this.#ties.opened(session);
    return session.summary;
  }

  list(): SessionSummary[] {
    this.#ties.refresh();
    return [...this.#options.app.current.sessions];
  }

  /** Where a session of another folder can be continued. It has no secret: anyone who goes there signs in there. */
  home(sessionId: string): SessionHome {
    const { store, findServer } = this.#options;
    const row = isPlainId(sessionId) ? saved(() => store.session(sessionId)) : null;
    if (!row) throw new RpcError('not_found', 'There is no such session.', { code: 'no_session' });
    return findServer?.(row.cwd) ?? { folder: row.cwd, state: 'stopped' };
  }

  /** What a mention of a session carries of it. */
  excerpt(sessionId: string): SessionExcerpt {
    const { summary, log, agentId } = this.#sessions.get(sessionId);
    const agent = this.#options.app.current.agents.find(({ id }) => id === agentId);
    return excerptOf({ title: summary.title, agentName: agent?.name ?? agentId }, log.transcript);
  }

  /** A page of the list; the agents are asked what they keep, and it follows when they answer. */
  page(filter: SessionFilter, after: SessionPlace | null, limit: number): SessionPage {
    this.#ties.refresh();
    return this.shelf.page(filter, after, limit);
  }

  search(query: string, limit: number, { everywhere = false, ...scope }: SearchScope = {}): SessionHit[] {
    const { store, folder, app } = this.#options;
    const hits = saved(() => store.search(query, { ...scope, count: limit, ...(!everywhere && { cwd: folder }) }));
    if (!everywhere) return describeHits(hits, app.current.sessions);
    const rows = [...new Set(hits.map(({ sessionId }) => sessionId))].map((id) => saved(() => store.session(id)));
    return describeHits(
      hits,
      rows.filter((row) => row !== null).map((row) => summaryOf(row, 'idle', false)),
    );
  }

  /** What replies of this folder's sessions have used. */
  usage(days: number): UsageReport {
    const { store, folder } = this.#options;
    const report = reportUsage(
      saved(() => store.sessionsIn(folder)),
      days,
      this.#clock.now(),
    );
    return { ...report, counted: this.budgets.today() };
  }

  /** What replies that ended on a day have used, those of sessions that were deleted on it too. */
  #usedOn(day: string): UsageSum {
    const { store, folder } = this.#options;
    const rows = saved(() => store.sessionsIn(folder)).filter(({ ties }) => !ties.isArchived);
    const { deletedUsage } = saved(() => store.folders.facts(folder));
    const deleted = deletedUsage?.day === day ? own(readUsage({ [day]: deletedUsage.sum }), day) : undefined;
    return sumUsage(
      [...rows.map(({ listing }) => own(listing.usage, day)), deleted].filter((sum) => sum !== undefined),
    );
  }

  /** A budget isn't given back by deleting what it was used for. */
  #keepUsage({ listing, ties }: SessionRow): void {
    const day = dayOf(this.#clock.now());
    const used = ties.isArchived ? undefined : own(listing.usage, day);
    if (!used) return;
    const { store, folder } = this.#options;
    const { deletedUsage: before } = saved(() => store.folders.facts(folder));
    const sum = before?.day === day ? addUsage(before.sum, used) : used;
    saved(() => store.folders.remember(folder, { deletedUsage: { day, sum } }));
  }

  remove({ cmdId }: Act, sessionId: string): Done {
    return this.#removeTree(sessionId, cmdId);
  }

  /** Deletes several sessions; what is gone already is left out. */
  removeMany(sessionIds: readonly string[]): Done {
    const { app } = this.#options;
    const isThere = (id: string) => app.current.sessions.some((session) => session.id === id);
    const ids = [...new Set(sessionIds)].filter(isThere);
    for (const id of ids) if (!this.#ties.isForeign(id)) this.#sessions.owned(id);
    // Where one works for another, it goes with that one.
    for (const id of ids) if (isThere(id)) this.#removeTree(id, null);
    return this.#told;
  }

  #removeTree(sessionId: string, cmdId: string | null): Done {
    const foreign = this.#ties.removeForeign(sessionId);
    if (foreign) return foreign;
    this.#sessions.owned(sessionId);
    // Those that work for it first, so that nothing is left without what it was for.
    for (const { id } of this.tree.below(sessionId).reverse()) this.#removeOne(id, null);
    const done = this.#removeOne(sessionId, cmdId);
    this.#ensureOne(this.#options.app.current.defaultAgentId);
    return done;
  }

  #removeOne(sessionId: string, cmdId: string | null): Done {
    const { row } = this.#sessions.owned(sessionId);
    for (const listener of this.#listeners) listener.onRemove?.(sessionId);
    this.#keepUsage(row);
    const done = this.#directory.remove(sessionId, cmdId);
    this.#sessions.forget(sessionId);
    this.#ties.removed(row);
    this.#options.uploads?.forgetSession(sessionId);
    return done;
  }

  /** Keeps a draft and tells it to all tabs; the last writer wins. Answers where in the app's log it is told. */
  setDraft(tab: TabPort, sessionId: string, text: string, chips: readonly DraftChip[] = []): Position {
    const { store, app } = this.#options;
    const session = this.#sessions.writable(sessionId);
    if (text.length > LIMITS.draftChars)
      throw new RpcError('too_large', 'The draft is too long to be kept.', { code: 'draft_too_long' });
    const draft = draftBody(text, chips);
    saved(() => store.changeSession(sessionId, { draft }));
    session.setDraft(draft);
    app.append({ type: 'draft_changed', sessionId, text, ...(chips.length > 0 && { chips }), by: tab.id });
    return { epoch: app.epoch, seq: app.head };
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

function noAgent(agentId: string): RpcError {
  return new RpcError('not_found', `There is no agent "${agentId}".`, { code: 'no_agent', agentId });
}

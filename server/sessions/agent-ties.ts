import type { Done } from '../protocol/rpc.js';
import { RpcError } from '../protocol/rpc-error.js';
import { AgentLists } from './agent-lists.js';
import type { AgentHost } from './agent-port.js';
import type { SeatFault } from './agent-seat.js';
import type { AppLog } from './app-log.js';
import type { Clock } from './clock.js';
import { saved } from './command-book.js';
import { ForeignSessions, type KeptSession } from './foreign-sessions.js';
import { HistoryUpdates } from './history-updates.js';
import type { OpenSessions } from './open-sessions.js';
import type { Session } from './session.js';
import type { Act } from './session-service.js';
import type { EventStore, SessionRow } from './store/event-store.js';
import type { TieListener } from './tie-listener.js';

export interface AgentTiesOptions {
  readonly store: EventStore;
  readonly app: AppLog;
  readonly agents: AgentHost;
  readonly folder: string;
  readonly ownsFolder: boolean;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** What our sessions have to do with those that the agents keep themselves. */
export class AgentTies implements TieListener<Session> {
  readonly #options: AgentTiesOptions;
  readonly #foreign: ForeignSessions;
  readonly #lists: AgentLists;
  #sessions: OpenSessions | null = null;
  #updates: HistoryUpdates | null = null;

  constructor(options: AgentTiesOptions) {
    this.#options = options;
    this.#foreign = new ForeignSessions(options);
    const onChanged = (kept: KeptSession) => this.#look(this.#sessions?.peek(kept.row.id));
    this.#lists = new AgentLists({ ...options, foreign: this.#foreign, onChanged });
  }

  /** The sessions that are in memory, which are made after this. */
  join(sessions: OpenSessions): void {
    this.#sessions = sessions;
    this.#updates = new HistoryUpdates({ ...this.#options, sessions });
  }

  /** Asks the running agents what they keep; the list follows when they answer. */
  refresh(): void {
    if (this.#options.ownsFolder) this.#lists.refresh();
  }

  /** An agent can be asked (again). */
  ready(agentId: string): void {
    const link = this.#options.agents.running().find((other) => other.agentId === agentId);
    if (link && this.#options.ownsFolder) void this.#lists.ask(link);
  }

  /** A person looks at a session: whether it has changed at the agent is found out now. */
  opened(session: Session): void {
    if (this.#lists.changeOf(session.id)) this.#look(session);
  }

  close(): void {
    this.#lists.close();
  }

  adopt(id: string): SessionRow | null {
    return this.#foreign.adopt(id);
  }

  update(act: Act, session: Session): Done {
    this.#lists.seen(session.id);
    return this.#updates!.update(act, session);
  }

  /** Tells the agent what a person calls a session. */
  rename({ agentId, row }: Session, title: string): void {
    const { agentSessionId } = row.ties;
    // Our own title holds in any case, and the agent's log says why it does not have it.
    if (agentSessionId !== null) this.#options.agents.renameSession(agentId, agentSessionId, title).catch(() => {});
  }

  /** A session of ours was deleted; a copy leaves the agent's own as it is. */
  removed({ agentId, ties }: SessionRow): void {
    if (ties.agentSessionId !== null && !ties.isArchived) this.#foreign.remove(agentId, ties.agentSessionId);
  }

  /** Deletes a session that only the agent has; null if it is none of those. */
  removeForeign(act: Act, id: string): Done | null {
    const found = this.#foreign.find(id);
    if (!found) return null;
    const { store, app, clock, agents } = this.#options;
    const name = app.current.agents.find((agent) => agent.id === found.agentId)?.name ?? found.agentId;
    const canDelete = agents.running().some((link) => link.agentId === found.agentId && link.abilities.delete);
    if (!canDelete) throw new RpcError('unavailable', `${name} keeps this session and does not let others delete it.`);
    const done = { seq: app.head };
    saved(() => store.recordCommand({ cmdId: act.cmdId, result: JSON.stringify(done), at: clock.now() }));
    this.#foreign.remove(found.agentId, found.agentSessionId);
    return done;
  }

  onTied(agentId: string, agentSessionId: string): void {
    this.#foreign.claim(agentId, agentSessionId);
  }

  onTorn(session: Session): void {
    this.#updates?.beginAgain(session);
  }

  onRefused(session: Session, fault: SeatFault): void {
    this.#updates?.refuse(session, fault);
  }

  /** Where the agent has the session open, its list is all there is; else it is opened and what it retells compared. */
  #look(session: Session | undefined): void {
    if (!session?.isWritable || session.turns.isRunning) return;
    if (!session.hasAgent) {
      if (session.log.readers > 0) session.connectSoon();
      return;
    }
    if (session.isSeated) session.tellChanged();
  }
}

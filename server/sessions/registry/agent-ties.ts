import type { AgentSource } from '../../ports/agent.js';
import type { AgentHealth } from '../../protocol/api/app-state.js';
import type { Done } from '../../protocol/api/rpc.js';
import { RpcError } from '../../protocol/api/rpc-error.js';
import type { Clock } from '../../protocol/clock.js';
import type { Act } from '../log/act.js';
import type { AppLog } from '../log/app-log.js';
import type { Session } from '../session/session.js';
import type { EventStore, SessionRow } from '../store/event-store.js';
import { AgentLists } from './agent-lists.js';
import type { ForeignSessions, KeptSession } from './foreign-sessions.js';
import type { HistoryUpdates } from './history-updates.js';
import type { OpenSessions } from './open-sessions.js';

export interface AgentTiesOptions {
  readonly store: EventStore;
  readonly app: AppLog;
  readonly agents: AgentSource;
  readonly folder: string;
  readonly ownsFolder: boolean;
  readonly clock: Clock;
  readonly sessions: OpenSessions;
  readonly foreign: ForeignSessions;
  readonly updates: HistoryUpdates;
}

/** Agents that could not be started even for a question. */
const UNABLE: ReadonlySet<AgentHealth['state']> = new Set(['missing', 'untrusted']);

/** What our sessions have to do with those that the agents keep themselves. */
export class AgentTies {
  readonly #options: AgentTiesOptions;
  readonly #lists: AgentLists;

  constructor(options: AgentTiesOptions) {
    this.#options = options;
    const onChanged = (kept: KeptSession) => this.#look(options.sessions.peek(kept.row.id));
    this.#lists = new AgentLists({ ...options, onChanged });
  }

  /** Asks the running agents what they keep; the list follows when they answer. */
  refresh(): void {
    if (this.#options.ownsFolder) this.#lists.refresh();
  }

  /** Shows what agents said before this start. */
  restore(): void {
    this.#lists.restore();
  }

  /** A person wants to know what this agent keeps, or every one that could be started. */
  askFor(agentId: string | null): void {
    const { agents } = this.#options.app.current;
    const ids =
      agentId === null ? agents.filter(({ health }) => !UNABLE.has(health.state)).map(({ id }) => id) : [agentId];
    for (const id of ids) this.#lists.askFor(id);
  }

  /** An agent is gone from the settings. */
  forgetAgent(agentId: string): void {
    this.#lists.forget(agentId);
    this.#options.foreign.forgetAgent(agentId);
  }

  /** An agent can be asked (again). */
  ready(agentId: string): void {
    const link = this.#options.agents.running().find((other) => other.agentId === agentId);
    if (link && this.#options.ownsFolder) void this.#lists.ask(link);
  }

  /** A person looks at a session: whether it has changed at the agent is found out now. */
  opened(session: Session): void {
    if (this.#lists.isChanged(session.row)) this.#look(session);
  }

  close(): void {
    this.#lists.close();
  }

  update(act: Act, session: Session): Done {
    this.#lists.seen(session.id);
    return this.#options.updates.update(act, session);
  }

  /** Tells the agent what a person calls a session. */
  rename({ agentId, row }: Session, title: string): void {
    const { agentSessionId } = row.ties;
    // Our own title holds in any case, and the agent's log says why it does not have it.
    if (agentSessionId !== null) this.#options.agents.renameSession(agentId, agentSessionId, title).catch(() => {});
  }

  /** A session of ours was deleted; a copy leaves the agent's own as it is. */
  removed({ agentId, ties }: SessionRow): void {
    if (ties.isArchived) return;
    const ids = [ties.agentSessionId, ...(ties.setAsideIds ?? [])];
    for (const id of ids) if (id !== null) this.#options.foreign.remove(agentId, id);
  }

  isForeign(id: string): boolean {
    return this.#options.foreign.find(id) !== null;
  }

  /** Deletes a session that only the agent has; null if it is none of those. */
  removeForeign(id: string): Done | null {
    const found = this.#options.foreign.find(id);
    if (!found) return null;
    const { app, agents } = this.#options;
    const name = app.current.agents.find((agent) => agent.id === found.agentId)?.name ?? found.agentId;
    const canDelete = agents.running().some((link) => link.agentId === found.agentId && link.abilities.delete);
    if (!canDelete)
      throw new RpcError('unavailable', 'The agent does not delete sessions.', {
        code: 'agent_keeps_session',
        agent: name,
      });
    this.#options.foreign.remove(found.agentId, found.agentSessionId);
    return { seq: app.head };
  }

  /** Where the agent has the session open, its list is all there is; else it is opened and what it retells compared. */
  #look(session: Session | undefined): void {
    if (!session?.isWritable || session.turns.isRunning) return;
    if (session.agent.isWithUs) session.agent.tellChanged();
    else if (session.log.readers > 0) session.agent.connectSoon();
  }
}

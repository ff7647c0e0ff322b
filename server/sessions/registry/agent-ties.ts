import type { AgentLink, AgentSource } from '../../ports/agent.js';
import type { Done } from '../../protocol/api/rpc.js';
import { RpcError } from '../../protocol/api/rpc-error.js';
import type { Clock } from '../../protocol/clock.js';
import type { Act } from '../log/act.js';
import type { AppLog } from '../log/app-log.js';
import { saved } from '../log/command-book.js';
import type { Session } from '../session/session.js';
import type { EventStore, SessionRow } from '../store/event-store.js';
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
  removeForeign(act: Act, id: string): Done | null {
    const found = this.#options.foreign.find(id);
    if (!found) return null;
    const { store, app, clock, agents } = this.#options;
    const name = app.current.agents.find((agent) => agent.id === found.agentId)?.name ?? found.agentId;
    const canDelete = agents.running().some((link) => link.agentId === found.agentId && link.abilities.delete);
    if (!canDelete)
      throw new RpcError('unavailable', 'The agent does not delete sessions.', {
        code: 'agent_keeps_session',
        agent: name,
      });
    const done = { seq: app.head };
    saved(() => store.recordCommand({ cmdId: act.cmdId, result: JSON.stringify(done), at: clock.now() }));
    this.#options.foreign.remove(found.agentId, found.agentSessionId);
    return done;
  }

  /** Where the agent has the session open, its list is all there is; else it is opened and what it retells compared. */
  #look(session: Session | undefined): void {
    if (!session?.isWritable || session.turns.isRunning) return;
    if (session.agent.isWithUs) session.agent.tellChanged();
    else if (session.log.readers > 0) session.agent.connectSoon();
  }
}

/** So much lies between two questions to one agent. */
const PAUSE_MS = 3_000;
/** Agents may write a little more after a turn of ours. */
const SETTLING_MS = 10_000;

interface AgentListsOptions {
  readonly agents: AgentSource;
  readonly folder: string;
  readonly clock: Clock;
  readonly foreign: ForeignSessions;
  /** A session of ours has changed at the agent since we last saw it, though nobody here has done anything. */
  readonly onChanged: (kept: KeptSession) => void;
}

/** Asks the running agents which sessions they keep, one question at a time for each. */
class AgentLists {
  readonly #options: AgentListsOptions;
  readonly #asking = new Set<string>();
  readonly #askedAt = new Map<string, number>();
  #stopWaiting: (() => void) | null = null;
  /** Our sessions that have changed at their agents, by our id. */
  #changed = new Map<string, KeptSession>();

  constructor(options: AgentListsOptions) {
    this.#options = options;
  }

  /** Asks every running agent, now or when it may be asked again; nobody waits for the answers. */
  refresh(): void {
    const { agents, clock } = this.#options;
    const waits = agents.running().map((link) => {
      const ms = this.#pauseOf(link);
      if (ms <= 0) void this.ask(link);
      return ms;
    });
    const longest = Math.max(0, ...waits);
    if (longest === 0 || this.#stopWaiting) return;
    this.#stopWaiting = clock.after(longest, () => {
      this.#stopWaiting = null;
      this.refresh();
    });
  }

  close(): void {
    this.#stopWaiting?.();
  }

  /** What was found changed at the agent and not seen here since; null if nothing was. */
  changeOf(sessionId: string): KeptSession | null {
    return this.#changed.get(sessionId) ?? null;
  }

  /** It has been looked at. */
  seen(sessionId: string): void {
    this.#changed.delete(sessionId);
  }

  async ask(link: AgentLink): Promise<void> {
    const { agentId, abilities } = link;
    if (!abilities.list || this.#asking.has(agentId)) return;
    this.#asking.add(agentId);
    this.#askedAt.set(agentId, this.#options.clock.now());
    try {
      const { folder, foreign } = this.#options;
      this.#compare(foreign.take(link, await link.listSessions(folder)));
    } catch {
      // The agent's log has the reason; what its last list said stays.
    } finally {
      this.#asking.delete(agentId);
    }
  }

  #compare(kept: readonly KeptSession[]): void {
    for (const item of kept) {
      const { row, listed, link } = item;
      const isChanged = (listed.updatedAt ?? 0) > row.ties.seenAt + SETTLING_MS;
      // Without a retelling there is nothing that it could be updated from.
      if (!isChanged || row.ties.import || !link.abilities.load) {
        this.#changed.delete(row.id);
        continue;
      }
      this.#changed.set(row.id, item);
      this.#options.onChanged(item);
    }
  }

  #pauseOf({ agentId, abilities }: AgentLink): number {
    const askedAt = this.#askedAt.get(agentId);
    if (!abilities.list || askedAt === undefined) return 0;
    return askedAt + PAUSE_MS - this.#options.clock.now();
  }
}

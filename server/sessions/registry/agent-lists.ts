import type { AgentFailure, AgentLink, AgentSource, ListedSession } from '../../ports/agent.js';
import type { AgentTrouble } from '../../protocol/agent-trouble.js';
import type { AgentListing, AgentSessionList } from '../../protocol/api/session-list.js';
import type { Clock } from '../../protocol/clock.js';
import type { AppLog } from '../log/app-log.js';
import { saved } from '../log/storage-error.js';
import type { EventStore, KeptList, SessionRow } from '../store/event-store.js';
import { StorageFault } from '../store/sqlite/storage-fault.js';
import type { ForeignSessions, KeptSession } from './foreign-sessions.js';

/** So much lies between two questions to one agent. */
const PAUSE_MS = 3_000;
/** Agents may write a little more after a turn of ours. */
const SETTLING_MS = 10_000;
/** A list that says the same as before is told again only after this long: its age is shown in minutes. */
const RETELL_MS = 60_000;
/** So many sessions of an agent are remembered for the next start, the newest first. */
const MOST_KEPT = 100;

export interface AgentListsOptions {
  readonly store: EventStore;
  readonly app: AppLog;
  readonly agents: AgentSource;
  readonly folder: string;
  readonly clock: Clock;
  readonly foreign: ForeignSessions;
  /** A session of ours has changed at the agent since we last saw it, though nobody here has done anything. */
  readonly onChanged: (kept: KeptSession) => void;
}

/** Asks agents which sessions they keep, one question at a time for each, and remembers what they said. */
export class AgentLists {
  readonly #options: AgentListsOptions;
  readonly #asking = new Set<string>();
  readonly #askedAt = new Map<string, number>();
  readonly #kept = new Map<string, KeptList>();
  #stopWaiting: (() => void) | null = null;
  /** Our sessions that have changed at their agents, by our id. */
  #changed = new Map<string, KeptSession>();
  /** Agents are started one after the other, so that a question to all of them leaves the machine usable. */
  #queue: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(options: AgentListsOptions) {
    this.#options = options;
  }

  /** Shows what agents said before this start; nobody is asked. */
  restore(): void {
    const { store, folder, foreign } = this.#options;
    for (const list of readLists(saved(() => store.folders.facts(folder)).agentLists)) {
      this.#kept.set(list.agentId, list);
      foreign.show(list, list.sessions);
      this.#tell(list.agentId, { state: 'listed' });
    }
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

  /** A person wants to know: an agent that does not run is started only for this. How it goes is told to all tabs. */
  askFor(agentId: string): void {
    if (this.#of(agentId)?.asked.state === 'asking') return;
    this.#tell(agentId, { state: 'asking' });
    const isUp = this.#options.agents.running().some((link) => link.agentId === agentId);
    const asked = isUp ? this.#borrowFor(agentId) : this.#queue.then(() => this.#borrowFor(agentId));
    if (!isUp) this.#queue = asked;
  }

  close(): void {
    this.#isClosed = true;
    this.#stopWaiting?.();
  }

  /** Whether a session has changed at the agent since our last reply there: a list may have come while that was written. */
  isChanged({ id, ties }: SessionRow): boolean {
    const found = this.#changed.get(id);
    return found !== undefined && isNewer(found.listed, ties);
  }

  /** It has been looked at. */
  seen(sessionId: string): void {
    this.#changed.delete(sessionId);
  }

  forget(agentId: string): void {
    if (this.#kept.delete(agentId)) this.#save();
  }

  /** Asks an agent that runs anyway; a failure is no news, because nobody has asked. */
  async ask(link: AgentLink): Promise<void> {
    const { agentId, abilities } = link;
    if (!abilities.list || this.#asking.has(agentId)) return;
    try {
      await this.#list(link);
    } catch {
      // The agent's log has the reason; what its last list said stays.
    }
  }

  async #borrowFor(agentId: string): Promise<void> {
    if (this.#isClosed) return;
    try {
      const listing = await this.#options.agents.borrow<AgentListing>(agentId, async (link) => {
        if (!link.abilities.list) return { state: 'unsupported' };
        await this.#list(link);
        return { state: 'listed' };
      });
      this.#tell(agentId, listing);
    } catch (error) {
      if (!this.#isClosed) this.#tell(agentId, { state: 'failed', trouble: troubleOf(error as AgentFailure) });
    }
  }

  async #list(link: AgentLink): Promise<void> {
    const { agentId, agentName } = link;
    const { folder, foreign, clock } = this.#options;
    this.#asking.add(agentId);
    this.#askedAt.set(agentId, clock.now());
    try {
      const sessions = await link.listSessions(folder);
      // The history is closed by now, and nobody is left to be told.
      if (this.#isClosed) return;
      this.#compare(foreign.take(link, sessions));
      this.#keep({ agentId, agentName, listedAt: clock.now(), count: sessions.length, sessions });
    } finally {
      this.#asking.delete(agentId);
    }
  }

  #keep(list: KeptList): void {
    const { agentId, listedAt, sessions } = list;
    const before = this.#kept.get(agentId);
    const isSame = before && JSON.stringify(newest(sessions)) === JSON.stringify(before.sessions);
    if (isSame && listedAt - before.listedAt < RETELL_MS) return;
    this.#kept.set(agentId, { ...list, sessions: newest(sessions) });
    this.#save();
    if (this.#of(agentId)?.asked.state !== 'asking') this.#tell(agentId, { state: 'listed' });
  }

  #tell(agentId: string, asked: AgentListing): void {
    const kept = this.#kept.get(agentId);
    const list: AgentSessionList = {
      agentId,
      listedAt: kept?.listedAt ?? null,
      count: kept?.count ?? 0,
      asked,
    };
    this.#options.app.append({ type: 'agent_list_changed', list });
  }

  #of(agentId: string): AgentSessionList | undefined {
    return this.#options.app.current.agentLists?.find((list) => list.agentId === agentId);
  }

  #save(): void {
    const { store, folder } = this.#options;
    try {
      store.folders.remember(folder, { agentLists: [...this.#kept.values()] });
    } catch (error) {
      // The agents can be asked again; the store says in the page that it cannot be written to.
      if (!(error instanceof StorageFault)) throw error;
    }
  }

  #compare(kept: readonly KeptSession[]): void {
    for (const item of kept) {
      const { row, listed, link } = item;
      // Without a retelling there is nothing that it could be updated from.
      if (!isNewer(listed, row.ties) || row.ties.import || !link.abilities.load) {
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

function isNewer({ updatedAt }: ListedSession, { seenAt }: SessionRow['ties']): boolean {
  return (updatedAt ?? 0) > seenAt + SETTLING_MS;
}

/** Whatever goes wrong with an agent says what it is; anything else is in its own words. */
function troubleOf({ trouble, message }: AgentFailure): AgentTrouble {
  return trouble ?? { code: 'failed', text: message };
}

function newest(sessions: readonly ListedSession[]): readonly ListedSession[] {
  return sessions.toSorted((a, b) => (b.updatedAt ?? 0) - (a.updatedAt ?? 0)).slice(0, MOST_KEPT);
}

/** What the store has of them; a damaged record is as if it had not been. */
function readLists(value: unknown): KeptList[] {
  return Array.isArray(value) ? value.filter(isKeptList) : [];
}

function isKeptList(value: unknown): value is KeptList {
  if (typeof value !== 'object' || value === null) return false;
  const { agentId, agentName, listedAt, count, sessions } = value as Partial<Record<keyof KeptList, unknown>>;
  const isNamed = typeof agentId === 'string' && typeof agentName === 'string';
  const isCounted = Number.isFinite(listedAt) && Number.isSafeInteger(count);
  return isNamed && isCounted && Array.isArray(sessions) && sessions.every(isListed);
}

function isListed(value: unknown): value is ListedSession {
  if (typeof value !== 'object' || value === null) return false;
  const { agentSessionId, title, updatedAt } = value as Partial<Record<keyof ListedSession, unknown>>;
  const isTitle = title === null || typeof title === 'string';
  return typeof agentSessionId === 'string' && isTitle && (updatedAt === null || Number.isFinite(updatedAt));
}

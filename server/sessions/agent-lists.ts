import type { AgentHost, AgentLink } from './agent-port.js';
import type { Clock } from './clock.js';
import type { ForeignSessions, KeptSession } from './foreign-sessions.js';

/** So much lies between two questions to one agent. */
const PAUSE_MS = 3_000;
/** Agents may write a little more after a turn of ours. */
const SETTLING_MS = 10_000;

export interface AgentListsOptions {
  readonly agents: AgentHost;
  readonly folder: string;
  readonly clock: Clock;
  readonly foreign: ForeignSessions;
  /** A session of ours has changed at the agent since we last saw it, though nobody here has done anything. */
  readonly onChanged: (kept: KeptSession) => void;
}

/** Asks the running agents which sessions they keep, one question at a time for each. */
export class AgentLists {
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

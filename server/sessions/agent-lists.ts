import type { AgentHost, AgentLink } from './agent-port.js';
import type { Clock } from './clock.js';
import type { ForeignSessions, KeptSession } from './foreign-sessions.js';

/** Lists that are asked for more often are answered with the last one. */
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
  /** Our sessions that have changed at their agents, by our id. */
  #changed = new Map<string, KeptSession>();

  constructor(options: AgentListsOptions) {
    this.#options = options;
  }

  /** Asks every running agent; nobody waits for the answers. */
  refresh(): void {
    for (const link of this.#options.agents.running()) if (!this.#isRecent(link)) void this.ask(link);
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

  #isRecent({ agentId }: AgentLink): boolean {
    const askedAt = this.#askedAt.get(agentId);
    return askedAt !== undefined && this.#options.clock.now() - askedAt < PAUSE_MS;
  }
}

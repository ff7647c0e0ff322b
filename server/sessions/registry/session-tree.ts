import type { SessionSummary } from '../../protocol/api/app-state.js';
import { NO_USAGE, sumUsage } from '../../protocol/transcript/usage.js';
import type { UsageSum } from '../../protocol/usage-sum.js';
import type { SessionDirectory } from '../list/session-directory.js';
import type { AppLog } from '../log/app-log.js';
import type { Session } from '../session/session.js';
import type { OpenSessions } from './open-sessions.js';

export interface SessionTreeParts {
  readonly sessions: OpenSessions;
  readonly directory: SessionDirectory;
  readonly app: AppLog;
}

/** Which session works for which: a person's own at the root, and below it those that work on tasks. */
export class SessionTree {
  readonly #parts: SessionTreeParts;

  constructor(parts: SessionTreeParts) {
    this.#parts = parts;
  }

  /** The session itself, to work in it; throws if there is none, or if it is not ours. */
  session(id: string): Session {
    return this.#parts.sessions.writable(id);
  }

  /** Null for one that was deleted. */
  summary(id: string): SessionSummary | null {
    return this.#parts.app.current.sessions.find((session) => session.id === id) ?? null;
  }

  /** From the session itself up to the person's own. */
  chain(id: string): SessionSummary[] {
    const chain: SessionSummary[] = [];
    for (let at = this.summary(id); at && !chain.includes(at); ) {
      chain.push(at);
      at = at.parent ? this.summary(at.parent.sessionId) : null;
    }
    return chain;
  }

  /** The person's own session at the top. */
  rootOf(id: string): string {
    return this.chain(id).at(-1)?.id ?? id;
  }

  depthOf(id: string): number {
    return this.#parts.sessions.row(id).parent?.depth ?? 0;
  }

  /** The sessions that work for this one itself, the last used first. */
  children(id: string): SessionSummary[] {
    return this.#parts.app.current.sessions.filter(({ parent, copy }) => parent?.sessionId === id && !copy);
  }

  child(id: string, name: string): SessionSummary | null {
    return this.children(id).find(({ parent }) => parent?.name === name) ?? null;
  }

  /** All that work for it, and for those that do. */
  below(id: string): SessionSummary[] {
    return this.children(id).flatMap((child) => [child, ...this.below(child.id)]);
  }

  /** What replies to agents' tasks have used below a session; messages of people are not counted. */
  usedByTasks(id: string): UsageSum {
    const rows = this.below(id).map((session) => this.#parts.sessions.row(session.id));
    return sumUsage(rows.map(({ listing }) => listing.usedByTasks ?? NO_USAGE));
  }

  /** A session of that agent for a task, called what the session above calls it. */
  create(agentId: string, sessionId: string, name: string): Session {
    const { directory } = this.#parts;
    const { id } = directory.createChild(agentId, { sessionId, name, depth: this.depthOf(sessionId) + 1 });
    return this.session(id);
  }
}

import type { AgentHost } from './agent-port.js';
import type { AppLog } from './app-log.js';
import type { OpenSessions } from './open-sessions.js';
import type { Session } from './session.js';

export interface AgentSessionsParts {
  readonly sessions: OpenSessions;
  readonly agents: AgentHost;
  readonly app: AppLog;
}

/** What happens to an agent, as it concerns all sessions with it. */
export class AgentSessions {
  readonly #parts: AgentSessionsParts;

  constructor(parts: AgentSessionsParts) {
    this.#parts = parts;
  }

  /** The agent can be used (again): the shown session and those that wait for it go on. */
  ready(agentId: string): void {
    for (const session of this.#of(agentId)) {
      if (this.#isShown(session)) session.connectSoon();
      else session.resume();
    }
  }

  /**
   * A person has signed in: what was refused is tried again, where need be with a fresh process. One that works for
   * some session is not ended for that: it is asked again as it is.
   */
  signedIn(agentId: string, needsRestart: boolean): void {
    const isWorking = this.#of(agentId).some(({ turns }) => turns.isRunning);
    if (needsRestart && !isWorking) this.restart(agentId);
    else for (const session of this.#of(agentId)) session.signedIn();
  }

  /** A person wants a fresh process; it may be that they have signed in by other means. */
  restart(agentId: string): void {
    const sessions = this.#of(agentId);
    this.#restart(
      agentId,
      sessions.filter((session) => session.hasAgent || this.#isShown(session)),
    );
    for (const session of sessions) session.signedIn();
  }

  /** The process is ended for the sake of one session, which has let it go already. */
  restartFor(session: Session): void {
    const others = this.#of(session.agentId).filter((other) => other !== session && other.hasAgent);
    this.#restart(session.agentId, [session, ...others]);
  }

  /** Ends the agent's process with all its sessions' knowledge, and seats the fresh one. */
  #restart(agentId: string, sessions: readonly Session[]): void {
    for (const session of sessions) if (session.hasAgent) session.letAgentGo(null);
    this.#parts.agents.restart(agentId);
    for (const session of sessions) session.connectSoon();
  }

  #of(agentId: string): Session[] {
    return this.#parts.sessions.all().filter((session) => session.agentId === agentId && session.isWritable);
  }

  #isShown({ id }: Session): boolean {
    return id === this.#parts.app.current.openSessionId;
  }
}

import type { AgentSource } from '../../ports/agent.js';
import type { BudgetUse } from '../../protocol/budget.js';
import type { AppLog } from '../log/app-log.js';
import type { Session } from '../session/session.js';
import type { OpenSessions } from './open-sessions.js';

export interface AgentSessionsParts {
  readonly sessions: OpenSessions;
  readonly agents: AgentSource;
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
    for (const { agent } of this.#of(agentId)) agent.resume();
  }

  /**
   * A person has signed in: what was refused is tried again, where need be with a fresh process. One that works for
   * some session is not ended for that: it is asked again as it is.
   */
  signedIn(agentId: string, needsRestart: boolean): void {
    const isWorking = this.#of(agentId).some(({ turns }) => turns.isRunning);
    if (needsRestart && !isWorking) this.restart(agentId);
    else for (const { agent } of this.#of(agentId)) agent.signedIn();
  }

  /** A person wants a fresh process; it may be that they have signed in by other means. */
  restart(agentId: string): void {
    const sessions = this.#of(agentId);
    this.#restart(
      agentId,
      sessions.filter((session) => session.agent.isWithUs || this.#isShown(session)),
    );
    for (const { agent } of sessions) agent.signedIn();
  }

  /** A person wants the agent's process ended. What it was doing ends as if it had failed, and can be sent again. */
  turnOff(agentId: string): void {
    for (const { agent } of this.#of(agentId)) if (agent.isWithUs) agent.letGo(null, 'turned_off');
    this.#parts.agents.turnOff(agentId);
  }

  /** A person wants the agent to run; once it does, its sessions go on. */
  turnOn(agentId: string): void {
    this.#parts.agents.turnOn(agentId);
  }

  /** The process is ended for the sake of one session, which has let it go already. */
  restartFor(session: Session): void {
    const others = this.#of(session.agentId).filter((other) => other !== session && other.agent.isWithUs);
    this.#restart(session.agentId, [session, ...others]);
  }

  /** It went on although its budget is used up. Where a fresh process has done so too, none is started any more. */
  endForBudget(session: Session, budget: BudgetUse, isAgain: boolean): void {
    session.agent.endForBudget(budget, isAgain);
    if (isAgain) this.turnOff(session.agentId);
    else this.restartFor(session);
  }

  /** Ends the agent's process with all its sessions' knowledge, and seats the fresh one. */
  #restart(agentId: string, sessions: readonly Session[]): void {
    for (const { agent } of sessions) if (agent.isWithUs) agent.letGo(null);
    this.#parts.agents.restart(agentId);
    for (const { agent } of sessions) agent.connectSoon();
  }

  #of(agentId: string): Session[] {
    return this.#parts.sessions.all().filter((session) => session.agentId === agentId && session.isWritable);
  }

  #isShown({ id }: Session): boolean {
    return id === this.#parts.app.current.openSessionId;
  }
}

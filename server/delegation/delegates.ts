import type { AgentSummary, AppState } from '../protocol/api/app-state.js';

/** An agent as another can choose it. */
export interface Delegate {
  readonly id: string;
  readonly name: string;
  readonly isReady: boolean;
  /** It asks nothing at all. */
  readonly asksNothing: boolean;
}

/** States from which an agent can be set to work. */
const READY: ReadonlySet<AgentSummary['health']['state']> = new Set(['idle', 'starting', 'ready', 'degraded']);
/** States in which there is an agent, though somebody has to do something first. */
const THERE: ReadonlySet<AgentSummary['health']['state']> = new Set([...READY, 'needs_login', 'crashed']);

/** Whether it asks nobody before it acts: it never does, or it was started like that. */
export function asksNothing({ allowsAll, neverAsks }: AgentSummary): boolean {
  return allowsAll !== undefined || neverAsks === true;
}

/** The agents that could take a task of this one; the demo agent plays with itself, and with nobody else. */
export function delegatesFor(app: AppState, agentId: string): Delegate[] {
  const isDemo = (agent: AgentSummary | undefined) => agent?.scenes === true;
  const isFromDemo = isDemo(app.agents.find(({ id }) => id === agentId));
  return app.agents
    .filter((agent) => THERE.has(agent.health.state) && isDemo(agent) === isFromDemo)
    .map((agent) => ({
      ...{ id: agent.id, name: agent.name, isReady: READY.has(agent.health.state), asksNothing: asksNothing(agent) },
    }));
}

/** Whether there is anybody to give a task to, besides the agent itself. */
export function hasDelegates(app: AppState, agentId: string): boolean {
  const isDemo = app.agents.some(({ id, scenes }) => id === agentId && scenes);
  return delegatesFor(app, agentId).some(({ id, isReady }) => isReady && (isDemo || id !== agentId));
}

import type { InstallHint, SignInHint } from '../../../server/protocol/agent-trouble.js';
import type { AgentSummary, AppState } from '../../../server/protocol/api/app-state.js';

/** Whether an agent is there and may run. */
export function isStartable({ health }: AgentSummary): boolean {
  return health.state !== 'missing' && health.state !== 'untrusted';
}

/** Agents that could be used instead of one: those that work or were not tried, the one that plays scenes last. */
export function otherAgents(app: Pick<AppState, 'agents'> | null, agent: AgentSummary | null): readonly AgentSummary[] {
  const others = (app?.agents ?? []).filter((other) => other.id !== agent?.id && isStartable(other));
  const isHopeful = ({ health }: AgentSummary) => health.state !== 'crashed';
  return others.filter(isHopeful).toSorted((a, b) => Number(a.scenes ?? false) - Number(b.scenes ?? false));
}

/** Whether the machine has no agent that works but the one that plays scenes; not known before all were looked for. */
export function hasNoAgent({ agents }: Pick<AppState, 'agents'>): boolean {
  const isUseless = ({ scenes, health }: AgentSummary) => scenes || ['missing', 'crashed'].includes(health.state);
  return agents.length > 1 && agents.every(isUseless);
}

/** The command to type for something that can be done by hand; null if there is none. */
export function helpCommand(hint: InstallHint | SignInHint): string | null {
  return hint.kind === 'command' || hint.kind === 'provider' ? hint.command : null;
}

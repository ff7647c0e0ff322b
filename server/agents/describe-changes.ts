import { AGENT_FEATURES, type AgentCard, type AgentFeature } from '../protocol/agent-report.js';

/** What an agent offers otherwise than at the last run, in sentences; none if nothing is. */
export function describeChanges(name: string, before: AgentCard, now: AgentCard): string[] {
  const lost = before.advertised.filter((feature) => !now.advertised.includes(feature));
  const gained = now.advertised.filter((feature) => !before.advertised.includes(feature));
  const who = now.version === UNKNOWN_VERSION ? name : `${name} ${now.version}`;
  return [
    ...(lost.length > 0 ? [`${who} no longer offers ${list(lost)}.`] : []),
    ...(gained.length > 0 ? [`${who} now offers ${list(gained)}.`] : []),
  ];
}

/** For agents that do not say which version they are. */
export const UNKNOWN_VERSION = 'unknown';

function list(features: readonly AgentFeature[]): string {
  const words = features.map((feature) => AGENT_FEATURES[feature]);
  const last = words.at(-1)!;
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last;
}

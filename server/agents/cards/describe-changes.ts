import type { AgentChange, AgentRecord } from '../../protocol/api/agent-report.js';

/** What an agent offers otherwise than at the last run; null if nothing is. */
export function changeBetween(name: string, before: AgentRecord, now: AgentRecord): AgentChange | null {
  const lost = before.advertised.filter((feature) => !now.advertised.includes(feature));
  const gained = now.advertised.filter((feature) => !before.advertised.includes(feature));
  const version = now.version === UNKNOWN_VERSION ? null : now.version;
  return lost.length + gained.length === 0 ? null : { agent: name, version, lost, gained };
}

/** For agents that do not say which version they are. */
export const UNKNOWN_VERSION = 'unknown';

import type { AppState } from '../../server/protocol/app-state.js';

/** How a deletion is told: an agent may have a session of its own behind ours, and that goes too or stays. */
export function deletedWords(app: AppState | null, sessionId: string, title: string): string {
  const session = app?.sessions.find(({ id }) => id === sessionId);
  const agent = app?.agents.find(({ id }) => id === session?.agentId);
  if (!session || !agent) return `Deleted “${title}”`;
  if (session.archived) return `Deleted “${title}”; the session itself stays`;
  if (session.origin) return `Deleted “${title}” from ${agent.name}`;
  if (agent.deletesSessions) return `Deleted “${title}” here and in ${agent.name}`;
  return `Deleted “${title}” here; ${agent.name} may keep its own copy`;
}

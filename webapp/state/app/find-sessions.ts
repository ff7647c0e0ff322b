import type { SessionSummary } from '../../../server/protocol/api/app-state.js';
import type { AppContext } from './contexts.js';

const MOST_FOUND = 30;

/** Sessions whose rows have these words, asked of the server where this tab doesn't have them all; the last used first. */
export async function findSessions(
  { server, sessions }: Pick<AppContext, 'server' | 'sessions'>,
  text: string,
): Promise<readonly SessionSummary[]> {
  if (!server.app.value?.hasOlderSessions) return [];
  return (await sessions.calls.list({ text }, null, MOST_FOUND)).sessions;
}

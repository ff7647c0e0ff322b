import { type SessionRow, UNLISTED, UNTIED } from '../store/event-store.js';

/** A session that nothing has happened in. */
export function blankRow(id: string, agentId: string, cwd: string, at: number): Omit<SessionRow, 'names'> {
  const listing = { ...UNLISTED, seenAt: at };
  return { id, agentId, cwd, createdAt: at, updatedAt: at, draft: '', ties: UNTIED, parent: null, listing };
}

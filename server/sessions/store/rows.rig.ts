import { type SessionRow, type StoredEvent, UNTIED } from './event-store.js';

/** A row with everything set. */
export const rowOf = (id: string, change: Partial<SessionRow> = {}): SessionRow => ({
  ...{ id, agentId: 'demo', cwd: '/work/a', createdAt: 1, updatedAt: 1, draft: '' },
  names: { person: null, agent: null, prompt: null },
  ties: UNTIED,
  ...change,
});

/** Events `from … to`, each with a body of its own. */
export const eventsOf = (from: number, to: number, pad = ''): StoredEvent[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ seq: from + i, body: JSON.stringify({ seq: from + i, pad }) }));

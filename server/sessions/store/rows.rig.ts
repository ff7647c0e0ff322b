import { type SessionRow, UNLISTED, UNTIED } from './event-store.js';
import type { StoredEvent } from './sqlite/stored-text.js';

/** A row with everything set. */
export const rowOf = (id: string, change: Partial<SessionRow> = {}): SessionRow => ({
  ...{ id, agentId: 'demo', cwd: '/work/a', createdAt: 1, updatedAt: 1, draft: '' },
  names: { person: null, agent: null, prompt: null },
  ties: UNTIED,
  parent: null,
  listing: UNLISTED,
  ...change,
});

/** Events `from … to`, each with a body of its own. */
export const eventsOf = (from: number, to: number, pad = ''): StoredEvent[] =>
  Array.from({ length: to - from + 1 }, (_, i) => {
    const seq = from + i;
    return { seq, body: JSON.stringify({ type: 'turn_ended', seq, at: 1, pad }) };
  });

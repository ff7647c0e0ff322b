import type { LoggedEvent } from '../../../protocol/session/session-event.js';
import type { Entry } from '../../../protocol/transcript/entries.js';
import type { StoredEvent } from './stored-text.js';

/** Stands for an event that cannot be read. */
export function damagedEvent(seq: number): LoggedEvent {
  return { type: 'notice_shown', severity: 'error', notice: { code: 'record_damaged' }, seq, at: 0 };
}

/** Stands for an entry that cannot be read. */
export function damagedEntry(n: number): Entry {
  const fields = { severity: 'error', notice: { code: 'record_damaged' }, action: null } as const;
  return { kind: 'notice', id: `damaged${n}`, turn: 0, at: 0, ...fields };
}

/** Whether an entry stands for one that cannot be read; a notice that was an event is named after that. */
export function isDamagedEntry({ kind, id }: Entry): boolean {
  return kind === 'notice' && id.startsWith('damaged');
}

/**
 * What is written in the place of events that are lost for good, so that numbers have no holes: one notice where they
 * were, then events that only count.
 */
export function lostEvents(first: number, last: number): StoredEvent[] {
  const count = last - first + 1;
  const notice = { code: 'record_damaged', events: count } as const;
  return Array.from({ length: Math.max(0, count) }, (_, i) => {
    const seq = first + i;
    return {
      seq,
      body: JSON.stringify(i === 0 ? { ...damagedEvent(seq), notice } : { type: 'lost', seq, at: 0 }),
    };
  });
}

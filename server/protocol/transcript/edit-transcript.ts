import type { EventStamp } from '../events.js';
import { LIMITS } from '../limits.js';
import type { Entry } from './entries.js';
import { appendEntry, endOf, entryAt, replaceEntry } from './entry-list.js';
import type { Transcript } from './transcript.js';

type WithoutBase<E> = E extends Entry ? Omit<E, 'id' | 'turn' | 'at'> : never;

/** An entry's own fields, without those that every entry gets from its event. */
export type NewEntry = WithoutBase<Entry>;

/** Adds an entry at the end; `isOpen` when later events may still have to finish it. */
export function addEntry(t: Transcript, event: EventStamp, fields: NewEntry, isOpen = false): Transcript {
  const n = endOf(t.entries);
  const entry = { ...fields, id: `e${event.seq}`, turn: t.turn.n, at: event.at } as Entry;
  const closed = isOpen ? makeRoom(closeText(t, event), event) : closeText(t, event);
  return {
    ...closed,
    entries: appendEntry(closed.entries, entry),
    open: isOpen ? [...closed.open, n] : closed.open,
  };
}

/** Changes entry `n` if it is loaded and of that kind. */
export function changeEntry<K extends Entry['kind']>(
  t: Transcript,
  n: number,
  kind: K,
  change: (entry: Extract<Entry, { kind: K }>) => Extract<Entry, { kind: K }>,
): Transcript {
  const entry = entryAt(t.entries, n);
  if (entry?.kind !== kind) return t;
  return { ...t, entries: replaceEntry(t.entries, n, change(entry as Extract<Entry, { kind: K }>)) };
}

/** Marks entry `n` as finished or, again, as unfinished. */
export function setOpen(t: Transcript, n: number, isOpen: boolean): Transcript {
  if (t.open.includes(n) === isOpen) return t;
  return { ...t, open: isOpen ? [...t.open, n] : t.open.filter((other) => other !== n) };
}

/**
 * Gives up on the oldest unfinished tool call when there are very many: an agent that never ends its
 * calls must not make every event of the turn dearer.
 */
export function makeRoom(t: Transcript, event: EventStamp): Transcript {
  const oldest = t.open[0];
  if (oldest === undefined || t.open.length < LIMITS.openEntries) return t;
  const ended = changeEntry(t, oldest, 'tool', (tool) => ({ ...tool, status: 'ended', endedAt: event.at }));
  return setOpen(ended, oldest, false);
}

/** Ends the message being written: anything that comes next is something else. */
export function closeText(t: Transcript, event: EventStamp): Transcript {
  let next = t;
  for (const n of t.open) {
    const entry = entryAt(t.entries, n);
    if (entry?.kind !== 'agent' && entry?.kind !== 'thought') continue;
    next = changeEntry(next, n, entry.kind, (text) => ({ ...text, open: false, endedAt: event.at }));
    next = setOpen(next, n, false);
  }
  return next;
}

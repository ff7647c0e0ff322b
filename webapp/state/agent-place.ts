import { type EntryList, endOf, entryAt } from '../../server/protocol/entry-list.js';
import type { FilePlace } from './work-store.js';

/** The file at which the agent was last, as its tool calls tell. */
export function agentPlace(entries: EntryList): FilePlace | null {
  for (let n = endOf(entries) - 1; n >= entries.first; n--) {
    const entry = entryAt(entries, n);
    const place = entry?.kind === 'tool' ? entry.locations.at(-1) : undefined;
    if (place) return { path: place.path, line: place.line ?? null };
  }
  return null;
}

/** How many tool calls have ended: each may have changed a file. */
export function endedCalls(entries: EntryList): number {
  let count = entries.first;
  for (let n = entries.first; n < endOf(entries); n++) {
    const entry = entryAt(entries, n);
    if (entry?.kind === 'tool' && entry.endedAt !== null) count += 1;
  }
  return count;
}

import type { Entry } from '../../protocol/transcript/entries.js';
import { endOf } from '../../protocol/transcript/entry-list.js';
import type { EventStore, LogDamage } from '../store/event-store.js';
import { isDamagedEntry } from '../store/sqlite/lost-parts.js';
import { FoldedLog } from './folded-log.js';
import { LOG_LIMITS } from './log-limits.js';

const PAGE_ENTRIES = 200;

/** What of a session can no longer be shown, counted in what people see of it. */
export function damageIn(store: EventStore, sessionId: string): LogDamage {
  const log = new FoldedLog(store, sessionId, LOG_LIMITS);
  let [entries, events] = [0, 0];
  for (let before = endOf(log.transcript.entries); before > 0; ) {
    const page = log.entriesBefore(before, PAGE_ENTRIES);
    for (const entry of page.entries) {
      if (isDamagedEntry(entry)) entries++;
      else events += lostEventsOf(entry);
    }
    if (page.first >= before) break;
    before = page.first;
  }
  return { entries, events };
}

/** How many events a mark in the conversation says are lost. */
function lostEventsOf(entry: Entry): number {
  if (entry.kind !== 'notice' || entry.notice.code !== 'record_damaged') return 0;
  return entry.notice.events ?? 1;
}

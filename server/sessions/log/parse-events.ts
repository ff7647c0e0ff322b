import type { LoggedEvent } from '../../protocol/session/session-event.js';
import { damagedEvent } from '../store/sqlite/lost-parts.js';
import { StorageFault } from '../store/sqlite/storage-fault.js';
import type { StoredEvent } from '../store/sqlite/stored-text.js';
import { parseText } from '../store/sqlite/stored-text.js';
import { upgradeEvent } from './old-sentences.js';

const LARGEST_HOLE = 10_000;

/** An event with the size it has in the store. */
export interface SizedEvent {
  readonly event: LoggedEvent;
  readonly bytes: number;
}

/** The stored events after number `after`; what is damaged or missing among them says so in its place. */
export function parseEvents(after: number, rows: readonly StoredEvent[]): SizedEvent[] {
  const events: SizedEvent[] = [];
  let next = after + 1;
  for (const { seq, body } of rows) {
    if (seq < next) continue;
    if (seq - next > LARGEST_HOLE) throw new StorageFault('corrupt', 'The history file is damaged.');
    while (next < seq) events.push({ event: damagedEvent(next++), bytes: 0 });
    events.push({ event: parseEvent(seq, body), bytes: body.length });
    next++;
  }
  return events;
}

function parseEvent(seq: number, body: string): LoggedEvent {
  const event = parseText<Partial<LoggedEvent> | null>(body, null);
  const isWhole = event?.seq === seq && typeof event.type === 'string' && typeof event.at === 'number';
  return isWhole ? upgradeEvent(event as LoggedEvent) : damagedEvent(seq);
}

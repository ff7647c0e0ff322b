import type { Entry } from '../../protocol/transcript/entries.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import type { EventLog } from '../log/event-log.js';

const PAGE = 100;
const MOST_PAGES = 5;

/** All entries of a log after a turn; reads from the store what is not in memory. */
export function entriesAfter(log: EventLog, turn: number): Entry[] {
  const pages = [entriesOf(log.transcript.entries)];
  for (let first = log.transcript.entries.first; first > 0 && (pages[0]![0]?.turn ?? 0) > turn; ) {
    const older = log.entriesBefore(first, PAGE);
    if (older.entries.length === 0) break;
    pages.unshift([...older.entries]);
    first = older.first;
  }
  return pages.flat().filter((entry) => entry.turn > turn);
}

/** The newest entries of a log, up to a turn, back to the last words of a person, those first; empty if they are too far back. */
export function sinceLastWords(log: EventLog, upTo = Number.POSITIVE_INFINITY): Entry[] {
  const isBefore = ({ turn }: Entry) => turn <= upTo;
  let found = entriesOf(log.transcript.entries).filter(isBefore);
  let first = log.transcript.entries.first;
  for (let page = 0; ; page++) {
    const at = found.findLastIndex((entry) => entry.kind === 'user');
    if (at >= 0) return found.slice(at);
    if (first === 0 || page === MOST_PAGES) return [];
    const older = log.entriesBefore(first, PAGE);
    if (older.entries.length === 0) return [];
    first = older.first;
    found = [...older.entries.filter(isBefore), ...found];
  }
}

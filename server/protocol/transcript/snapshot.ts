import { LIMITS } from '../limits.js';
import type { Entry } from './entries.js';
import { endOf, entriesOf, entryListOf } from './entry-list.js';
import type { Transcript } from './transcript.js';

/** A transcript as it travels: all of its state, and the newest of its entries. */
export interface Snapshot extends Omit<Transcript, 'entries'> {
  readonly first: number;
  readonly entries: readonly Entry[];
}

/** Older entries `first … first + entries.length - 1`, as they were at event `seq`. */
export interface OlderEntries {
  epoch: string;
  seq: number;
  first: number;
  entries: Entry[];
}

/** The newest turns of a transcript, as many as a snapshot may carry. */
export function snapshotOf(t: Transcript): Snapshot {
  const { entries: list, ...state } = t;
  const entries = newestWithin(entriesOf(list), t.turn.n - LIMITS.snapshotTurns);
  return { ...state, first: endOf(list) - entries.length, entries };
}

export function transcriptFrom({ first, entries, ...state }: Snapshot): Transcript {
  return { ...state, entries: entryListOf(first, entries) };
}

/** The newest entries after a turn, within the limits of count and size; always at least one. */
export function newestWithin(entries: readonly Entry[], afterTurn: number): Entry[] {
  let bytes = 0;
  let from = entries.length;
  while (from > 0) {
    const entry = entries[from - 1]!;
    bytes += sizeOf(entry);
    const kept = entries.length - from;
    const isOver = entry.turn <= afterTurn || kept >= LIMITS.snapshotEntries || bytes > LIMITS.snapshotBytes;
    if (isOver && kept > 0) break;
    from--;
  }
  return entries.slice(from);
}

function sizeOf(entry: Entry): number {
  return JSON.stringify(entry).length;
}

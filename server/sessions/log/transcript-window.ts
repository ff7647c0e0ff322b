import { setOpen } from '../../protocol/edit-transcript.js';
import type { Entry, TextEntry } from '../../protocol/entries.js';
import { endOf, entryAt, entryListOf, findEntry } from '../../protocol/entry-list.js';
import type { LoggedEvent } from '../../protocol/events.js';
import { LIMITS } from '../../protocol/limits.js';
import { reduceTranscript } from '../../protocol/reduce.js';
import type { Transcript } from '../../protocol/transcript.js';
import { entriesSettledBy, keyNamedBy, terminalsShownBy } from './named-entry.js';
import { damagedEvent } from './parse-events.js';

/** Entries that have left the memory. */
export interface EntryArchive {
  /** The number of the newest one with that key, or -1. */
  find(key: string): number;
  read(n: number): Entry | null;
}

/** A transcript of which only the newest entries are in memory. */
export interface TranscriptWindow {
  readonly transcript: Transcript;
  /** Entries that left the memory and have changed since; the next checkpoint writes them down. */
  readonly thawed: ReadonlyMap<number, Entry>;
}

/** The window after an event, and the event as it has to be recorded so that every tab folds it alike. */
export interface Folded {
  readonly window: TranscriptWindow;
  readonly event: LoggedEvent;
}

/** Folds one event into a window, also where it is about an entry that is no longer in memory. */
export function foldInto(window: TranscriptWindow, event: LoggedEvent, archive: EntryArchive): Folded {
  try {
    return fold(window, event, archive);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // What an agent sent has not the shape it should have: it is kept, in a form that is harmless everywhere.
    return fold(window, unreadable(event), archive);
  }
}

function fold({ transcript: t, thawed }: TranscriptWindow, raw: LoggedEvent, archive: EntryArchive): Folded {
  const locate = (key: string): number => {
    const n = findEntry(t.entries, key);
    return n >= 0 || t.entries.first === 0 ? n : archive.find(key);
  };
  const read = (n: number): Entry | null => thawed.get(n) ?? archive.read(n);
  const key = keyNamedBy(raw, t);
  const n = key === null ? -1 : locate(key);
  const named = n < 0 ? null : (entryAt(t.entries, n) ?? read(n));
  const event = named && !isFull(named) && n !== endOf(t.entries) - 1 ? marked(raw, n) : raw;
  let next = reduceTranscript(t, event);

  const touched = [n, ...terminalsShownBy(event).map(locate), ...entriesSettledBy(event, t)];
  const changed = new Map<number, Entry>();
  for (const old of new Set(touched.filter((other) => other >= 0 && other < t.entries.first))) {
    const entry = read(old);
    if (!entry) continue;
    const alone = reduceTranscript({ ...t, entries: entryListOf(old, [entry]) }, event);
    const after = entryAt(alone.entries, old)!;
    if (after !== entry) changed.set(old, after);
    next = setOpen(next, old, alone.open.includes(old));
  }
  const kept = changed.size === 0 ? thawed : new Map([...thawed, ...changed]);
  return { window: { transcript: next, thawed: kept }, event };
}

/** Says in the event that its entry is there already: not every tab has loaded it. */
function marked(event: LoggedEvent, n: number): LoggedEvent {
  if (event.type === 'agent_update' || event.type === 'call_flagged') return { ...event, late: true };
  if (event.type === 'permission_requested') return { ...event, entry: n };
  return event;
}

/** A message that has reached its limit goes on in a new entry. */
function isFull(entry: Entry): boolean {
  if (entry.kind !== 'agent' && entry.kind !== 'thought') return false;
  const last = (entry as TextEntry).content.at(-1);
  return last?.type === 'text' && last.text.length > LIMITS.entryTextChars;
}

function unreadable(event: LoggedEvent): LoggedEvent {
  const { seq, at } = event;
  if (event.type !== 'agent_update') return damagedEvent(seq);
  return { type: 'agent_update', update: { sessionUpdate: '_unreadable', original: { ...event } }, seq, at };
}

import { LIMITS } from '../../protocol/limits.js';
import { entriesReachedBy } from '../../protocol/session/reach.js';
import { keyNamedBy, reduceTranscript } from '../../protocol/session/reduce.js';
import type { LoggedEvent, SessionEvent } from '../../protocol/session/session-event.js';
import { isFull } from '../../protocol/session/updates.js';
import { withUse } from '../../protocol/session/used-by.js';
import { setOpen } from '../../protocol/transcript/edit-transcript.js';
import type { Entry } from '../../protocol/transcript/entries.js';
import {
  type EntryList,
  endOf,
  entriesOf,
  entryAt,
  entryListOf,
  findEntry,
} from '../../protocol/transcript/entry-list.js';
import { emptyTranscript, type Transcript } from '../../protocol/transcript/transcript.js';
import type { EventStore, LogWrite, StoredEntry } from '../store/event-store.js';
import { damagedEntry, damagedEvent } from '../store/sqlite/lost-parts.js';
import type { LogLimits } from './log-limits.js';
import type { Draft } from './outbox.js';
import { parseEvents } from './parse-events.js';
import { endOfState, entryFrom, savedStateOf, storedEntryOf, transcriptAt } from './saved-state.js';

const READ = { count: 1000, bytes: 4 * 1024 * 1024 };
const EVERYTHING = Number.MAX_SAFE_INTEGER;

/** An event with its number and its JSON. */
export interface NumberedEvent {
  readonly event: LoggedEvent;
  readonly body: string;
}

/** One event as it is folded: the transcript after it, and the entry that it names before and after, wherever that is kept. */
export interface FoldedEvent {
  readonly event: LoggedEvent;
  readonly transcript: Transcript;
  readonly named: { readonly before: Entry | null; readonly after: Entry | null };
}

/** What follows from an event: what is recorded right after it, in the same write, and what is done once that is written. */
export interface FollowUp {
  readonly events: readonly SessionEvent[];
  readonly onWritten: () => void;
}

/** Finds what follows from an event. A write that fails is planned anew, so finding it changes nothing. */
export type FindFollowUp = (folded: FoldedEvent) => FollowUp | null;

/** What a write would bring about; nothing has changed until it is adopted. */
export interface PlannedWrite {
  readonly window: TranscriptWindow;
  readonly events: readonly NumberedEvent[];
  readonly turnBegan: number | null;
  readonly savedState: LogWrite['savedState'] | undefined;
  readonly onWritten: readonly (() => void)[];
}

/** A session's transcript, kept in bounded memory: what is old is in the store and is fetched when it matters. */
export class FoldedLog {
  readonly #store: EventStore;
  readonly #sessionId: string;
  readonly #limits: LogLimits;
  readonly #archive: EntryArchive;
  readonly #followUp: FindFollowUp;
  /** The clock's reading when the running turn began; null if none runs, or if it began in an earlier process. */
  turnBegan: number | null = null;
  #window: TranscriptWindow = { transcript: emptyTranscript, thawed: new Map() };
  /** The entries as the last saved state has them. */
  #saved: EntryList = emptyTranscript.entries;
  #sizes = new Map<number, number>();
  #unsaved = { events: 0, bytes: 0 };

  constructor(store: EventStore, sessionId: string, limits: LogLimits, followUp: FindFollowUp = () => null) {
    this.#store = store;
    this.#followUp = followUp;
    this.#sessionId = sessionId;
    this.#limits = limits;
    this.#archive = {
      find: (key) => store.entryWithKey(sessionId, key),
      read: (n) => this.#storedEntry(n),
    };
    this.#restore();
    this.follow();
  }

  get transcript(): Transcript {
    return this.#window.transcript;
  }

  /** Folds what the store has gained since; gives back the newest of those events. */
  follow(): LoggedEvent[] {
    let found: LoggedEvent[] = [];
    for (;;) {
      const { seq } = this.transcript;
      const rows = parseEvents(seq, this.#store.eventsAfter(this.#sessionId, seq, READ));
      if (rows.length === 0) return found;
      for (const { event, bytes } of rows) {
        const folded = foldInto(this.#window, event, this.#archive);
        this.#window = folded.window;
        this.#unsaved.events++;
        this.#unsaved.bytes += bytes;
        found.push(folded.event);
      }
      found = found.slice(-this.#limits.recent.count);
    }
  }

  /** Numbers and folds drafts and what follows from them, without effect. */
  plan(drafts: readonly Draft[], isSaveWanted = false): PlannedWrite {
    let window: TranscriptWindow = { ...this.#window, thawed: new Map(this.#window.thawed) };
    let { turnBegan } = this;
    let bytes = 0;
    const events: NumberedEvent[] = [];
    const onWritten: (() => void)[] = [];
    const add = ({ event, at, ticks }: Draft) => {
      const ms = turnBegan !== null && mayEndTurn(event) ? { ms: Math.max(0, ticks - turnBegan) } : {};
      const numbered = { ...event, seq: window.transcript.seq + 1, at, ...ms } as LoggedEvent;
      const folded = foldInto(window, numbered, this.#archive, withUse);
      window = folded.window;
      const body = JSON.stringify(folded.event);
      bytes += body.length;
      events.push({ event: folded.event, body });
      if (event.type === 'prompt_sent') turnBegan = ticks;
      else if (window.transcript.turn.status === 'idle') turnBegan = null;
      const { named } = folded;
      const next = this.#followUp({ event: folded.event, transcript: window.transcript, named });
      if (!next) return;
      onWritten.push(next.onWritten);
      for (const following of next.events) add({ event: following, at, ticks });
    };
    for (const draft of drafts) add(draft);
    const isDue =
      isSaveWanted ||
      drafts.some(({ event }) => mayEndTurn(event)) ||
      this.#unsaved.events + events.length >= this.#limits.eventsPerSave ||
      this.#unsaved.bytes + bytes >= this.#limits.bytesPerSave ||
      window.thawed.size > this.#limits.thawedEntries;
    return { window, events, turnBegan, savedState: isDue ? this.#savedState(window) : undefined, onWritten };
  }

  /** The plan was written to the store. */
  adopt({ window, events, turnBegan, savedState }: PlannedWrite): void {
    this.#window = window;
    this.turnBegan = turnBegan;
    if (!savedState) {
      this.#unsaved.events += events.length;
      this.#unsaved.bytes += events.reduce((sum, { body }) => sum + body.length, 0);
      return;
    }
    this.#unsaved = { events: 0, bytes: 0 };
    for (const { n, body } of savedState.entries) this.#sizes.set(n, body.length);
    this.#letGo();
  }

  /**
   * All that is in memory as a saved state of now, for a store that may have lost it. Older entries that it has lost too are
   * folded again if it has all events, else marked; `missing` counts those.
   */
  rebuild(hasAllEvents: boolean): { savedState: NonNullable<LogWrite['savedState']>; missing: number } {
    const { thawed, transcript } = this.#window;
    const stored = this.#storedNumbers(transcript.entries.first);
    const lost = Array.from({ length: transcript.entries.first }, (_, n) => n).filter(
      (n) => !stored.has(n) && !thawed.has(n),
    );
    const again = hasAllEvents && lost.length > 0 ? new FoldedLog(this.#store, this.#sessionId, this.#limits) : null;
    let missing = 0;
    const older = lost.map((n) => {
      const entry = again?.entry(n) ?? null;
      if (!entry) missing++;
      return storedEntryOf(n, entry ?? damagedEntry(n));
    });
    const { entries, ...state } = this.#savedState(this.#window, emptyTranscript.entries);
    return { savedState: { ...state, entries: [...older, ...entries] }, missing };
  }

  #storedNumbers(before: number): Set<number> {
    const found = new Set<number>();
    for (let next = before; next > 0; ) {
      const items = this.#store.entriesBefore(this.#sessionId, next, READ);
      for (const { n } of items) found.add(n);
      next = items[0]?.n ?? 0;
    }
    return found;
  }

  /** Entry `n`, wherever it is kept. */
  entry(n: number): Entry | null {
    return entryAt(this.transcript.entries, n) ?? this.#window.thawed.get(n) ?? this.#storedEntry(n);
  }

  /** The newest entry with that key, wherever it is kept. */
  entryNamed(key: string): Entry | null {
    const { entries } = this.transcript;
    const n = findEntry(entries, key);
    if (n >= 0 || entries.first === 0) return n < 0 ? null : (entryAt(entries, n) ?? null);
    const old = this.#archive.find(key);
    return old < 0 ? null : this.entry(old);
  }

  /** The newest entries before number `before`, oldest first, and the number of the first of them. */
  entriesBefore(before: number, count: number): { first: number; entries: Entry[] } {
    const { entries: list } = this.transcript;
    if (before > list.first) {
      const end = Math.min(before, endOf(list));
      return {
        first: Math.max(list.first, end - count),
        entries: this.#loaded(Math.max(list.first, end - count), end),
      };
    }
    const stored = this.#store.entriesBefore(this.#sessionId, before, { count, bytes: LIMITS.snapshotBytes });
    const entries = stored.map((item) => this.#window.thawed.get(item.n) ?? entryFrom(item) ?? damagedEntry(item.n));
    return { first: stored[0]?.n ?? before, entries };
  }

  #loaded(first: number, end: number): Entry[] {
    const { entries } = this.transcript;
    return Array.from({ length: Math.max(0, end - first) }, (_, i) => entryAt(entries, first + i)!);
  }

  #storedEntry(n: number): Entry | null {
    const [item] = this.#store.entriesBefore(this.#sessionId, n + 1, { count: 1, bytes: EVERYTHING });
    return item?.n === n ? entryFrom(item) : null;
  }

  /** Begins at the last saved state; one that cannot be read means folding everything again. */
  #restore(): void {
    const savedState = this.#store.savedStateOf(this.#sessionId);
    const end = savedState && endOfState(savedState);
    if (savedState === null || end === null) return;
    const stored = this.#store.entriesBefore(this.#sessionId, end, this.#limits.window);
    const transcript = transcriptAt(savedState, stored);
    if (!transcript) return;
    this.#window = { transcript, thawed: new Map() };
    this.#saved = transcript.entries;
    for (const { n, body } of stored) this.#sizes.set(n, body.length);
  }

  #savedState({ transcript, thawed }: TranscriptWindow, saved = this.#saved): NonNullable<LogWrite['savedState']> {
    const entries: StoredEntry[] = [...thawed].map(([n, entry]) => storedEntryOf(n, entry));
    for (let n = transcript.entries.first; n < endOf(transcript.entries); n++) {
      const entry = entryAt(transcript.entries, n)!;
      if (entry !== entryAt(saved, n)) entries.push(storedEntryOf(n, entry));
    }
    return { ...savedStateOf(transcript), entries };
  }

  /** Everything is written down: what is old leaves the memory. */
  #letGo(): void {
    const { transcript } = this.#window;
    const first = this.#firstKept(transcript);
    const all = entriesOf(transcript.entries);
    const entries =
      first === transcript.entries.first
        ? transcript.entries
        : entryListOf(first, all.slice(first - transcript.entries.first));
    this.#window = { transcript: { ...transcript, entries }, thawed: new Map() };
    this.#saved = entries;
    for (const n of this.#sizes.keys()) if (n < first) this.#sizes.delete(n);
  }

  /** Unfinished entries are kept a good while longer, because more will be said about them. */
  #firstKept(t: Transcript): number {
    const wanted = this.#firstWithin(t.entries, this.#limits.window);
    const unfinished = Math.min(wanted, ...t.open, ...t.pending.map(({ entry }) => entry));
    return Math.max(unfinished, t.entries.first, this.#firstWithin(t.entries, this.#limits.stretchedWindow));
  }

  #firstWithin(list: EntryList, limit: { count: number; bytes: number }): number {
    const end = endOf(list);
    let bytes = 0;
    let n = end;
    while (n > list.first && end - n < limit.count) {
      bytes += this.#sizes.get(n - 1) ?? 0;
      if (bytes > limit.bytes && n < end) break;
      n--;
    }
    return n;
  }
}

function mayEndTurn({ type }: SessionEvent): boolean {
  return type === 'turn_ended' || type === 'turn_failed' || type === 'turn_interrupted' || type === 'agent_exited';
}

/** Entries that have left the memory. */
interface EntryArchive {
  /** The number of the newest one with that key, or -1. */
  find(key: string): number;
  read(n: number): Entry | null;
}

/** A transcript of which only the newest entries are in memory. */
interface TranscriptWindow {
  readonly transcript: Transcript;
  /** Entries that left the memory and have changed since; the next saved state writes them down. Folding adds to it. */
  readonly thawed: Map<number, Entry>;
}

/** The window after an event, and the event as it has to be recorded so that every tab folds it alike. */
interface Folded extends Pick<FoldedEvent, 'event' | 'named'> {
  readonly window: TranscriptWindow;
}

/** Folds one event into a window, also where it is about an entry that is no longer in memory. */
function foldInto(window: TranscriptWindow, event: LoggedEvent, archive: EntryArchive, stamp = asItIs): Folded {
  try {
    return fold(window, event, archive, stamp);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // What an agent sent has not the shape it should have: it is kept, in a form that is harmless everywhere.
    return fold(window, unreadable(event), archive, asItIs);
  }
}

function fold(
  { transcript: t, thawed }: TranscriptWindow,
  raw: LoggedEvent,
  archive: EntryArchive,
  stamp: typeof withUse,
): Folded {
  const locate = (key: string): number => {
    const n = findEntry(t.entries, key);
    return n >= 0 || t.entries.first === 0 ? n : archive.find(key);
  };
  const read = (n: number): Entry | null => thawed.get(n) ?? archive.read(n);
  const key = keyNamedBy(raw, t);
  const n = key === null ? -1 : locate(key);
  const named = n < 0 ? null : (entryAt(t.entries, n) ?? read(n));
  const event = stamp(named && !isFullText(named) && n !== endOf(t.entries) - 1 ? marked(raw, n) : raw, t, named);
  let next = reduceTranscript(t, event);

  const reached = entriesReachedBy(event, t).map((entry) => (typeof entry === 'string' ? locate(entry) : entry));
  const changed = new Map<number, Entry>();
  for (const old of new Set([n, ...reached].filter((other) => other >= 0 && other < t.entries.first))) {
    const entry = read(old);
    if (!entry) continue;
    const alone = reduceTranscript({ ...t, entries: entryListOf(old, [entry]) }, event);
    const after = withEndOf(entry, entryAt(alone.entries, old)!);
    if (after !== entry) changed.set(old, after);
    next = setOpen(next, old, alone.open.includes(old));
  }
  for (const [old, entry] of changed) thawed.set(old, entry);
  const after = named ? (changed.get(n) ?? entryAt(next.entries, n) ?? named) : newestWith(key, next);
  return { window: { transcript: next, thawed }, event, named: { before: named, after } };
}

/** What is in the store was stamped when it was recorded. */
const asItIs: typeof withUse = (event) => event;

function newestWith(key: string | null, { entries }: Transcript): Entry | null {
  return key === null ? null : (entryAt(entries, findEntry(entries, key)) ?? null);
}

/** Alone, an old entry looks like the last one of the turn, which it isn't; only what it has ended may be counted once more. */
function withEndOf({ ended }: Entry, after: Entry): Entry {
  if (after.ended === ended || (ended?.seq !== undefined && after.ended?.seq === ended.seq)) return after;
  const { ended: _end, ...rest } = after;
  return (ended ? { ...rest, ended } : rest) as Entry;
}

/** Says in the event that its entry is there already: not every tab has loaded it. */
function marked(event: LoggedEvent, n: number): LoggedEvent {
  if (event.type === 'agent_update' || event.type === 'call_flagged' || event.type === 'file_written') {
    return { ...event, late: true };
  }
  if (event.type === 'permission_requested') return { ...event, entry: n };
  return event;
}

function isFullText(entry: Entry): boolean {
  return (entry.kind === 'agent' || entry.kind === 'thought') && isFull(entry);
}

function unreadable(event: LoggedEvent): LoggedEvent {
  const { seq, at } = event;
  if (event.type !== 'agent_update') return damagedEvent(seq);
  return { type: 'agent_update', update: { sessionUpdate: '_unreadable', original: { ...event } }, seq, at };
}

import type { Entry } from '../../protocol/entries.js';
import { type EntryList, endOf, entriesOf, entryAt, entryListOf } from '../../protocol/entry-list.js';
import type { LoggedEvent, SessionEvent } from '../../protocol/events.js';
import { LIMITS } from '../../protocol/limits.js';
import { emptyTranscript, type Transcript } from '../../protocol/transcript.js';
import type { EventStore, LogWrite, StoredEntry } from '../store/event-store.js';
import { checkpointOf, endOfCheckpoint, entryFrom, storedEntryOf, transcriptAt } from './checkpoint.js';
import type { LogLimits } from './log-limits.js';
import type { Draft } from './outbox.js';
import { parseEvents } from './parse-events.js';
import { type EntryArchive, foldInto, type TranscriptWindow } from './transcript-window.js';

const READ = { count: 1000, bytes: 4 * 1024 * 1024 };
const EVERYTHING = Number.MAX_SAFE_INTEGER;

/** An event with its number and its JSON. */
export interface NumberedEvent {
  readonly event: LoggedEvent;
  readonly body: string;
}

/** What a write would bring about; nothing has changed until it is adopted. */
export interface PlannedWrite {
  readonly window: TranscriptWindow;
  readonly events: readonly NumberedEvent[];
  readonly checkpoint: LogWrite['checkpoint'] | undefined;
}

/** A session's transcript, kept in bounded memory: what is old is in the store and is fetched when it matters. */
export class FoldedLog {
  readonly #store: EventStore;
  readonly #sessionId: string;
  readonly #limits: LogLimits;
  readonly #archive: EntryArchive;
  #window: TranscriptWindow = { transcript: emptyTranscript, thawed: new Map() };
  /** The entries as the last checkpoint has them. */
  #saved: EntryList = emptyTranscript.entries;
  #sizes = new Map<number, number>();
  #unsaved = { events: 0, bytes: 0 };

  constructor(store: EventStore, sessionId: string, limits: LogLimits) {
    this.#store = store;
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

  /** Numbers and folds drafts, without effect. */
  plan(drafts: readonly Draft[], isCheckpointWanted = false): PlannedWrite {
    let window = this.#window;
    let bytes = 0;
    const events = drafts.map(({ event, at }) => {
      const numbered = { ...event, seq: window.transcript.seq + 1, at } as LoggedEvent;
      const folded = foldInto(window, numbered, this.#archive);
      window = folded.window;
      const body = JSON.stringify(folded.event);
      bytes += body.length;
      return { event: folded.event, body };
    });
    const isDue =
      isCheckpointWanted ||
      drafts.some(({ event }) => endsTurn(event)) ||
      this.#unsaved.events + events.length >= this.#limits.checkpointEvents ||
      this.#unsaved.bytes + bytes >= this.#limits.checkpointBytes ||
      window.thawed.size > this.#limits.thawedEntries;
    return { window, events, checkpoint: isDue ? this.#checkpoint(window) : undefined };
  }

  /** The plan was written to the store. */
  adopt({ window, events, checkpoint }: PlannedWrite): void {
    this.#window = window;
    if (!checkpoint) {
      this.#unsaved.events += events.length;
      this.#unsaved.bytes += events.reduce((sum, { body }) => sum + body.length, 0);
      return;
    }
    this.#unsaved = { events: 0, bytes: 0 };
    for (const { n, body } of checkpoint.entries) this.#sizes.set(n, body.length);
    this.#letGo();
  }

  /** Entry `n`, wherever it is kept. */
  entry(n: number): Entry | null {
    return entryAt(this.transcript.entries, n) ?? this.#window.thawed.get(n) ?? this.#storedEntry(n);
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
    const entries = stored.map((item) => this.#window.thawed.get(item.n) ?? entryFrom(item) ?? damagedEntry(item));
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

  /** Begins at the last checkpoint; one that cannot be read means folding everything again. */
  #restore(): void {
    const checkpoint = this.#store.checkpointOf(this.#sessionId);
    const end = checkpoint && endOfCheckpoint(checkpoint);
    if (checkpoint === null || end === null) return;
    const stored = this.#store.entriesBefore(this.#sessionId, end, this.#limits.window);
    const transcript = transcriptAt(checkpoint, stored);
    if (!transcript) return;
    this.#window = { transcript, thawed: new Map() };
    this.#saved = transcript.entries;
    for (const { n, body } of stored) this.#sizes.set(n, body.length);
  }

  #checkpoint({ transcript, thawed }: TranscriptWindow): NonNullable<LogWrite['checkpoint']> {
    const entries: StoredEntry[] = [...thawed].map(([n, entry]) => storedEntryOf(n, entry));
    for (let n = transcript.entries.first; n < endOf(transcript.entries); n++) {
      const entry = entryAt(transcript.entries, n)!;
      if (entry !== entryAt(this.#saved, n)) entries.push(storedEntryOf(n, entry));
    }
    return { ...checkpointOf(transcript), entries };
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

function endsTurn({ type }: SessionEvent): boolean {
  return type === 'turn_ended' || type === 'turn_failed' || type === 'turn_interrupted' || type === 'agent_exited';
}

function damagedEntry({ n }: StoredEntry): Entry {
  const title = 'A part of this record is damaged and cannot be shown.';
  const fields = { severity: 'error', title, description: null, action: null } as const;
  return { kind: 'notice', id: `damaged${n}`, turn: 0, at: 0, ...fields };
}

import {
  type ArchivedAs,
  BEGUN,
  type CommandRecord,
  type EventStore,
  type ListedAs,
  type LogWrite,
  type ReadLimit,
  type RuleChange,
  type SavedState,
  type SearchHit,
  type SearchLimit,
  type SessionChange,
  type SessionRow,
  type StoredEntry,
} from './event-store.js';
import { MemoryDevices, MemoryFolders, MemoryRules } from './memory-tables.rig.js';
import { StorageFault } from './sqlite/storage-fault.js';
import type { StoredEvent } from './sqlite/stored-text.js';
import { parseText } from './sqlite/stored-text.js';

interface MemoryLog {
  row: SessionRow;
  isHidden?: boolean;
  readonly events: StoredEvent[];
  readonly entries: Map<number, StoredEntry>;
  readonly keys: Map<string, number>;
  savedState: SavedState | null;
}

/** A store that lasts as long as the process; it keeps the same promises as the file. */
export class MemoryEventStore implements EventStore {
  readonly devices = new MemoryDevices();
  readonly folders = new MemoryFolders();
  readonly rules = new MemoryRules();
  readonly #logs = new Map<string, MemoryLog>();
  readonly #results = new Map<string, string>();

  addSession(row: SessionRow, command?: CommandRecord): void {
    if (this.#logs.has(row.id)) throw new StorageFault('conflict', `There is a session ${row.id} already.`);
    this.#record(command);
    this.#logs.set(row.id, { row, events: [], entries: new Map(), keys: new Map(), savedState: null });
  }

  addHidden(row: SessionRow): void {
    this.addSession(row);
    this.#log(row.id).isHidden = true;
  }

  reveal(id: string, change: SessionChange, command: CommandRecord): void {
    this.changeSession(id, change, command);
    this.#log(id).isHidden = false;
  }

  removeHidden(cwd: string): void {
    for (const [id, { row, isHidden }] of this.#logs) if (isHidden && row.cwd === cwd) this.#logs.delete(id);
  }

  session(id: string): SessionRow | null {
    const log = this.#logs.get(id);
    return log && !log.isHidden ? log.row : null;
  }

  #rows(): SessionRow[] {
    return [...this.#logs.values()].flatMap(({ row, isHidden }) => (isHidden ? [] : [row]));
  }

  sessionsIn(cwd: string): SessionRow[] {
    const rows = this.#rows().filter((row) => row.cwd === cwd);
    return rows.reverse().sort((a, b) => b.updatedAt - a.updatedAt);
  }

  changeSession(id: string, change: SessionChange, command?: CommandRecord): void {
    const log = this.#log(id);
    this.#record(command);
    log.row = { ...log.row, ...change };
  }

  allSessions(): SessionRow[] {
    const rows = this.#rows();
    return rows.reverse().sort((a, b) => b.updatedAt - a.updatedAt);
  }

  changeListings(listings: ReadonlyMap<string, ListedAs>, command?: CommandRecord): void {
    for (const id of listings.keys()) this.#log(id);
    this.#record(command);
    for (const [id, listing] of listings) this.changeSession(id, { listing });
  }

  removeSession(id: string, command?: CommandRecord): void {
    this.#log(id);
    this.#record(command);
    this.#logs.delete(id);
  }

  supersede(fresh: SessionRow, archive: ArchivedAs | null, command?: CommandRecord): void {
    const before = this.#log(fresh.id);
    if (archive && this.#logs.has(archive.id)) throw new StorageFault('conflict', `There is a session ${archive.id}.`);
    this.#record(command);
    this.#logs.delete(fresh.id);
    if (archive) this.#logs.set(archive.id, { ...before, row: { ...before.row, ...archive } });
    this.addSession(fresh);
  }

  reinstate(archiveId: string, as: ArchivedAs): void {
    const kept = this.#log(archiveId);
    this.#logs.delete(archiveId);
    this.#logs.set(as.id, { ...kept, row: { ...kept.row, ...as } });
  }

  purge(): boolean {
    return false;
  }

  write({ sessionId, events, command, row, savedState, entries = [], rules }: LogWrite): void {
    const log = this.#log(sessionId);
    if (events[0] && events[0].seq <= (log.events.at(-1)?.seq ?? 0)) {
      throw new StorageFault('conflict', 'Another acdeck has written to this session.');
    }
    this.#record(command);
    if (rules) this.rules.change(rules);
    for (const event of events) log.events.push(event);
    if (row) log.row = { ...log.row, ...row };
    for (const entry of [...entries, ...(savedState?.entries ?? [])]) {
      log.entries.set(entry.n, { ...entry, words: entry.words ?? log.entries.get(entry.n)?.words ?? null });
      if (entry.key !== null) log.keys.set(entry.key, Math.max(entry.n, log.keys.get(entry.key) ?? -1));
    }
    if (savedState) log.savedState = { seq: savedState.seq, body: savedState.body };
  }

  headOf(sessionId: string): number {
    return this.#log(sessionId).events.at(-1)?.seq ?? 0;
  }

  eventsAfter(sessionId: string, after: number, limit: ReadLimit): StoredEvent[] {
    const { events } = this.#log(sessionId);
    // Events are numbered from 1 without holes.
    return within(events.slice(after, after + limit.count), limit.bytes);
  }

  savedStateOf(sessionId: string): SavedState | null {
    return this.#log(sessionId).savedState;
  }

  entriesBefore(sessionId: string, before: number, limit: ReadLimit): StoredEntry[] {
    const { entries } = this.#log(sessionId);
    const found: StoredEntry[] = [];
    for (let n = Math.min(before, entries.size) - 1; n >= 0 && found.length < limit.count; n--) {
      const entry = entries.get(n);
      if (entry) found.push({ ...entry, words: null });
    }
    return within(found, limit.bytes).reverse();
  }

  entryWithKey(sessionId: string, key: string): number {
    return this.#log(sessionId).keys.get(key) ?? -1;
  }

  resultOf(cmdId: string): string | null {
    return this.#results.get(cmdId) ?? null;
  }

  beginCommand(cmdId: string, at: number): void {
    this.#record({ cmdId, at, result: BEGUN });
  }

  forgetCommand(cmdId: string): void {
    if (this.#results.get(cmdId) === BEGUN) this.#results.delete(cmdId);
  }

  recordCommand(command: CommandRecord): void {
    this.#record(command);
  }

  changeRules(changes: readonly RuleChange[], command: CommandRecord): void {
    this.#record(command);
    this.rules.change(changes);
  }

  search(query: string, { count, cwd, by, agentId, since = 0, until = Infinity }: SearchLimit): SearchHit[] {
    const terms = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    if (terms.length === 0) return [];
    const logs = [...this.#logs.values()].filter((log) => !log.isHidden && (cwd === undefined || log.row.cwd === cwd));
    const hits = logs.flatMap(({ row, entries }) =>
      [...entries.values()]
        .filter(({ words }) => words !== null && terms.every((term) => words.toLowerCase().includes(term)))
        .map(({ n, words, body }) => ({ sessionId: row.id, entry: n, snippet: words!, at: beginOf(body) })),
    );
    const kindOf = (body: string) => parseText<{ kind?: unknown }>(body, {}).kind;
    const isWanted = ({ sessionId, entry, at }: SearchHit) => {
      const log = this.#log(sessionId);
      const isBy = by === undefined || kindOf(log.entries.get(entry)!.body) === by;
      return isBy && at >= since && at < until && (agentId === undefined || log.row.agentId === agentId);
    };
    return hits.filter(isWanted).slice(0, count);
  }

  probe(): void {}

  look(): void {}

  onMended(): void {}

  close(): void {}

  #record(command: CommandRecord | undefined): void {
    if (!command) return;
    this.forgetCommand(command.cmdId);
    if (this.#results.has(command.cmdId)) throw new StorageFault('conflict', `Command ${command.cmdId} was done.`);
    this.#results.set(command.cmdId, command.result);
  }

  #log(id: string): MemoryLog {
    const log = this.#logs.get(id);
    if (!log) throw new Error(`There is no session ${id}.`);
    return log;
  }
}

function beginOf(body: string): number {
  const { at } = parseText<{ at?: unknown }>(body, {});
  return typeof at === 'number' ? at : 0;
}

/** The first items that fit; at least one. */
function within<T extends { body: string }>(items: readonly T[], bytes: number): T[] {
  let sum = 0;
  const over = items.findIndex(({ body }) => {
    sum += Buffer.byteLength(body);
    return sum > bytes;
  });
  return over < 0 ? [...items] : items.slice(0, Math.max(1, over));
}

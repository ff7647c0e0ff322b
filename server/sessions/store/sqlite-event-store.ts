import {
  type ArchivedAs,
  BEGUN,
  type CommandRecord,
  type EventStore,
  type ListedAs,
  type LogWrite,
  type Mending,
  type ReadLimit,
  type RuleChange,
  type SavedState,
  type SearchHit,
  type SearchLimit,
  type SessionChange,
  type SessionRow,
  type StoredEntry,
} from './event-store.js';
import type { FileTrouble } from './mending/file-watch.js';
import type { Mended } from './mending/mended-note.js';
import type { RememberedSessions } from './mending/salvage.js';
import { TableMemory } from './mending/table-memory.js';
import { purgeRemoved } from './purge-removed.js';
import { numberOf, type SqliteConnection, type SqlRow, textOf } from './sqlite/sqlite-connection.js';
import { SCHEMA_VERSION } from './sqlite/sqlite-schema.js';
import { isUnchanged, parseText, type StoredEvent, storableWords, sumOf } from './sqlite/stored-text.js';
import { keptNames, SqliteSessionRows } from './sqlite-session-rows.js';
import { SqliteDevices, SqliteFolders, SqliteRules } from './sqlite-tables.js';

/** The file behind a connection, as far as the store has to do with it. */
export interface MendableFile {
  look(): FileTrouble | 'overwritten' | null;
  suspect(): void;
  settled(): void;
  tidy(): void;
  mend(trouble: FileTrouble | 'overwritten', remembered: RememberedSessions): Mended;
  close(mendIfNeeded: () => void): void;
}

/** The store of a running server: one SQLite file, shared with the servers of other folders. */
export class SqliteEventStore implements EventStore {
  readonly devices: SqliteDevices;
  readonly folders: SqliteFolders;
  readonly rules: SqliteRules;
  readonly #db: SqliteConnection;
  readonly #file: MendableFile | null;
  readonly #rows: SqliteSessionRows;
  readonly #memory: TableMemory;
  readonly #listeners: ((mending: Mending) => void)[] = [];
  #isMending = false;
  /** How the file was mended, while not everything that is remembered is in it. */
  #unfinished: Mended | null = null;

  /** Without the file nobody looks after it. */
  constructor(db: SqliteConnection, file: MendableFile | null = null, now: () => number = Date.now) {
    this.#db = db;
    this.#file = file;
    this.devices = new SqliteDevices(db);
    this.folders = new SqliteFolders(db);
    this.rules = new SqliteRules(db);
    this.#rows = new SqliteSessionRows(db, now);
    this.#memory = new TableMemory(db);
    if (!file) return;
    db.keep({
      beforeWrite: () => this.#mendIfNeeded(),
      onDamage: () => file.suspect(),
      onSettled: () => file.settled(),
    });
  }

  addSession(row: SessionRow, command?: CommandRecord): void {
    this.#write(() => this.#rows.insert(row), command);
  }

  addHidden(row: SessionRow): void {
    this.#write(() => {
      this.#rows.insert(row);
      this.#rows.hide(row.id);
    });
  }

  reveal(id: string, change: SessionChange, command: CommandRecord): void {
    this.#write(() => {
      this.#rows.change(this.#numberOf(id), change);
      this.#rows.reveal(id);
    }, command);
  }

  removeHidden(cwd: string): void {
    this.#write(() => this.#rows.removeHidden(cwd));
  }

  session(id: string): SessionRow | null {
    return this.#rows.find(id);
  }

  sessionsIn(cwd: string): SessionRow[] {
    return this.#rows.listIn(cwd);
  }

  changeSession(id: string, change: SessionChange, command?: CommandRecord): void {
    this.#write(() => this.#rows.change(this.#numberOf(id), change), command);
  }

  allSessions(): SessionRow[] {
    return this.#rows.listAll();
  }

  changeListings(listings: ReadonlyMap<string, ListedAs>, command?: CommandRecord): void {
    this.#write(() => {
      for (const [id, listing] of listings) this.#rows.change(this.#numberOf(id), { listing });
    }, command);
  }

  removeSession(id: string, command?: CommandRecord): void {
    this.#write(() => this.#rows.remove(id), command);
  }

  supersede(fresh: SessionRow, archive: ArchivedAs | null, command?: CommandRecord): void {
    this.#write(() => {
      if (archive) this.#rows.move(fresh.id, archive);
      else this.#rows.remove(fresh.id);
      this.#rows.insert(fresh);
    }, command);
  }

  reinstate(archiveId: string, as: ArchivedAs): void {
    this.#write(() => {
      this.#rows.remove(as.id);
      this.#rows.move(archiveId, as);
    });
  }

  purge(): boolean {
    return purgeRemoved(this.#db);
  }

  write({ sessionId, events, command, row, savedState, entries, rules }: LogWrite): void {
    this.#db.transaction(() => {
      const n = this.#numberOf(sessionId);
      for (const { seq, body } of events) {
        const sql = 'INSERT INTO events (session, seq, size, body, sum) VALUES (?, ?, ?, ?, ?)';
        this.#db.run(sql, n, seq, Buffer.byteLength(body), body, sumOf(body));
      }
      if (savedState) this.#keep(n, savedState);
      if (entries) this.#keepEntries(n, entries);
      if (row) this.#rows.change(n, row);
      if (rules) this.rules.change(rules);
      this.#record(command);
    });
  }

  headOf(sessionId: string): number {
    const n = this.#numberOf(sessionId);
    return numberOf(
      this.#db.first('SELECT CAST(coalesce(max(seq), 0) AS INTEGER) AS head FROM events WHERE session = ?', n)?.head,
    );
  }

  eventsAfter(sessionId: string, after: number, limit: ReadLimit): StoredEvent[] {
    const n = this.#numberOf(sessionId);
    const sizes = this.#db.all(
      'SELECT CAST(seq AS INTEGER) AS seq, CAST(size AS INTEGER) AS size FROM events WHERE session = ? AND seq > ? ORDER BY events.seq LIMIT ?',
      ...[n, after, limit.count],
    );
    const last = sizes.at(countWithin(sizes, limit.bytes) - 1);
    if (!last) return [];
    const rows = this.#db.all(
      `SELECT CAST(seq AS INTEGER) AS seq, CAST(body AS BLOB) AS body, CAST(sum AS INTEGER) AS sum FROM events
       WHERE session = ? AND seq > ? AND seq <= ? ORDER BY events.seq`,
      ...[n, after, numberOf(last.seq)],
    );
    return rows.map((row) => ({ seq: numberOf(row.seq), body: this.#bodyOf(row) }));
  }

  savedStateOf(sessionId: string): SavedState | null {
    const n = this.#numberOf(sessionId);
    const row = this.#db.first(
      `SELECT CAST(seq AS INTEGER) AS seq, CAST(body AS BLOB) AS body, CAST(sum AS INTEGER) AS sum FROM checkpoints
       WHERE session = ?`,
      n,
    );
    return row && { seq: numberOf(row.seq), body: this.#bodyOf(row) };
  }

  entriesBefore(sessionId: string, before: number, limit: ReadLimit): StoredEntry[] {
    const session = this.#numberOf(sessionId);
    const sizes = this.#db.all(
      'SELECT CAST(n AS INTEGER) AS n, CAST(size AS INTEGER) AS size FROM entries WHERE session = ? AND n < ? ORDER BY entries.n DESC LIMIT ?',
      ...[session, before, limit.count],
    );
    const first = sizes.at(countWithin(sizes, limit.bytes) - 1);
    if (!first) return [];
    const rows = this.#db.all(
      `SELECT CAST(n AS INTEGER) AS n, CAST(key AS BLOB) AS key, CAST(body AS BLOB) AS body, CAST(sum AS INTEGER) AS sum
       FROM entries WHERE session = ? AND n < ? AND n >= ? ORDER BY entries.n`,
      ...[session, before, numberOf(first.n)],
    );
    return rows.map((row) => ({
      n: numberOf(row.n),
      key: row.key === null ? null : parseText(textOf(row.key), ''),
      body: this.#bodyOf(row),
      words: null,
    }));
  }

  entryWithKey(sessionId: string, key: string): number {
    const row = this.#db.first(
      'SELECT CAST(n AS INTEGER) AS n FROM entries WHERE session = ? AND key = ? ORDER BY entries.n DESC LIMIT 1',
      ...[this.#numberOf(sessionId), JSON.stringify(key)],
    );
    return row ? numberOf(row.n) : -1;
  }

  resultOf(cmdId: string): string | null {
    const row = this.#db.first('SELECT CAST(result AS BLOB) AS result FROM commands WHERE cmd_id = ?', cmdId);
    return row && textOf(row.result);
  }

  beginCommand(cmdId: string, at: number): void {
    this.recordCommand({ cmdId, at, result: BEGUN });
  }

  forgetCommand(cmdId: string): void {
    this.#db.transaction(() => this.#forgetBegun(cmdId));
  }

  recordCommand(command: CommandRecord): void {
    this.#db.transaction(() => this.#record(command));
  }

  changeRules(changes: readonly RuleChange[], command: CommandRecord): void {
    this.#db.transaction(() => {
      this.rules.change(changes);
      this.#record(command);
    });
  }

  search(query: string, { count, cwd, by, agentId, since = 0, until }: SearchLimit): SearchHit[] {
    const match = matchQuery(query);
    if (match === null) return [];
    const rows = this.#db.all(
      `SELECT CAST(s.id AS BLOB) AS session, CAST(e.n AS INTEGER) AS n,
         CAST(snippet(words, 0, char(2), char(3), '…', 24) AS BLOB) AS snippet,
         CAST(CASE WHEN json_valid(e.body) THEN json_extract(e.body, '$.at') ELSE 0 END AS INTEGER) AS at
       FROM words JOIN entries e ON e.id = words.rowid JOIN sessions s ON s.n = e.session AND s.is_removed = 0
       WHERE words MATCH ? AND s.cwd = coalesce(?, s.cwd) AND s.agent_id = coalesce(?, s.agent_id)
         AND (? IS NULL OR CASE WHEN json_valid(e.body) THEN json_extract(e.body, '$.kind') END = ?)
         AND (? = 0 OR CASE WHEN json_valid(e.body) THEN json_extract(e.body, '$.at') ELSE 0 END >= ?)
         AND (? IS NULL OR CASE WHEN json_valid(e.body) THEN json_extract(e.body, '$.at') ELSE 0 END < ?)
       ORDER BY rank LIMIT ?`,
      ...[
        match,
        cwd ?? null,
        agentId ?? null,
        by ?? null,
        by ?? null,
        since,
        since,
        until ?? null,
        until ?? null,
        count,
      ],
    );
    return rows.map((row) => ({
      sessionId: textOf(row.session),
      entry: numberOf(row.n),
      snippet: textOf(row.snippet),
      at: typeof row.at === 'number' ? row.at : 0,
    }));
  }

  probe(): void {
    const write = () => this.#db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    this.#db.impatiently(() => this.#db.transaction(write));
  }

  look(): void {
    this.#mendIfNeeded();
    this.#memory.refresh();
    this.#file?.tidy();
  }

  onMended(listener: (mending: Mending) => void): void {
    this.#listeners.push(listener);
  }

  close(): void {
    if (this.#file) this.#file.close(() => this.#mendIfNeeded());
    else this.#db.close();
  }

  /** What of a mended file a person should know. */
  describe(mended: Mended): Mending {
    const { torn, emptied, ...told } = mended;
    const known = this.#memory.sessions.rows.map(({ id, names }) => ({ id: String(id), names: String(names) }));
    const names = new Map([...emptied, ...known].map((row) => [row.id, keptNames(row.names)]));
    const gone = [...names].flatMap(([id, called]) => (this.session(id) ? [] : [{ id, names: called }]));
    const count = (table: string) => numberOf(this.#db.first(`SELECT count(*) AS n FROM ${table}`)?.n);
    return { ...told, isWhole: torn.size === 0, gone, kept: { sessions: count('sessions'), events: count('events') } };
  }

  /** Until everybody has put back what they remember, nobody else writes. */
  #mendIfNeeded(): void {
    if (this.#isMending || !this.#file) return;
    const trouble = this.#file.look();
    if (trouble === null && this.#unfinished === null) return;
    this.#isMending = true;
    try {
      if (trouble !== null) this.#unfinished = this.#file.mend(trouble, this.#memory.sessions);
      const mended = this.#unfinished!;
      this.#rows.forgetNumbers();
      this.#memory.restore(mended.torn);
      const mending = this.describe(mended);
      for (const listener of this.#listeners) listener(mending);
      this.#unfinished = null;
      this.#memory.startOver();
    } finally {
      this.#isMending = false;
    }
  }

  #keep(session: number, { seq, body, entries }: NonNullable<LogWrite['savedState']>): void {
    const sql = 'INSERT OR REPLACE INTO checkpoints (session, seq, body, sum) VALUES (?, ?, ?, ?)';
    this.#db.run(sql, session, seq, body, sumOf(body));
    this.#keepEntries(session, entries);
  }

  #keepEntries(session: number, entries: readonly StoredEntry[]): void {
    for (const entry of entries) {
      this.#db.run(
        `INSERT INTO entries (session, n, key, size, body, sum) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (session, n)
         DO UPDATE SET key = excluded.key, size = excluded.size, body = excluded.body, sum = excluded.sum`,
        ...[session, entry.n, entry.key === null ? null : JSON.stringify(entry.key)],
        ...[Buffer.byteLength(entry.body), entry.body, sumOf(entry.body)],
      );
      if (entry.words !== null) this.#index(session, entry.n, entry.words);
    }
  }

  #index(session: number, n: number, words: string): void {
    const id = numberOf(
      this.#db.first('SELECT CAST(id AS INTEGER) AS id FROM entries WHERE session = ? AND n = ?', session, n)?.id,
    );
    this.#db.run('DELETE FROM words WHERE rowid = ?', id);
    this.#db.run('INSERT INTO words (rowid, text) VALUES (?, ?)', id, storableWords(words));
  }

  /** What was written, or nothing if it is no longer that; the file then has to be mended. */
  #bodyOf(row: SqlRow): string {
    const body = textOf(row.body);
    if (isUnchanged(body, row.sum)) return body;
    this.#file?.suspect();
    return '';
  }

  /** One change of which sessions there are, with the act that wanted it: all of it or nothing. */
  #write(change: () => void, command?: CommandRecord): void {
    try {
      this.#db.transaction(() => {
        change();
        this.#record(command);
      });
    } catch (error) {
      this.#rows.forgetNumbers();
      throw error;
    }
  }

  #record(command: CommandRecord | undefined): void {
    if (!command) return;
    this.#forgetBegun(command.cmdId);
    const sql = 'INSERT INTO commands (cmd_id, at, result) VALUES (?, ?, ?)';
    this.#db.run(sql, command.cmdId, command.at, command.result);
  }

  #forgetBegun(cmdId: string): void {
    this.#db.run('DELETE FROM commands WHERE cmd_id = ? AND result = ?', cmdId, BEGUN);
  }

  #numberOf(sessionId: string): number {
    return this.#rows.numberOf(sessionId);
  }
}

/** How many of the rows fit; at least one. */
function countWithin(rows: readonly SqlRow[], bytes: number): number {
  let sum = 0;
  const over = rows.findIndex((row) => {
    sum += numberOf(row.size);
    return sum > bytes;
  });
  return over < 0 ? rows.length : Math.max(1, over);
}

const MOST_TERMS = 16;

/**
 * What a person typed, as an FTS5 query: all words must be there, the last may be unfinished, and
 * words in quotation marks stand together. Nothing a person types is taken as syntax. Null if there
 * is nothing to look for.
 */
function matchQuery(query: string): string | null {
  const pieces = [...storableWords(query).matchAll(/"([^"]*)"?|[^\s"]+/g)].slice(0, MOST_TERMS);
  const terms = pieces.map(([piece, phrase]) => ({ text: phrase ?? piece, isPhrase: phrase !== undefined }));
  const known = terms.filter(({ text }) => /[\p{L}\p{N}\p{Co}]/u.test(text));
  if (known.length === 0) return null;
  return known
    .map(({ text, isPhrase }, i) => `"${text}"${!isPhrase && i === known.length - 1 ? '*' : ''}`)
    .join(' AND ');
}

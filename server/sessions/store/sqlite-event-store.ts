import type {
  ArchivedAs,
  Checkpoint,
  CommandRecord,
  EventStore,
  LogWrite,
  ReadLimit,
  RuleChange,
  SearchHit,
  SearchLimit,
  SessionChange,
  SessionRow,
  StoredEntry,
  StoredEvent,
} from './event-store.js';
import { matchQuery } from './match-query.js';
import { purgeRemoved } from './purge-removed.js';
import { numberOf, type SqliteConnection, type SqlRow, textOf } from './sqlite-connection.js';
import { SqliteDevices } from './sqlite-devices.js';
import { SqliteFolders } from './sqlite-folders.js';
import { SqliteRules } from './sqlite-rules.js';
import { SCHEMA_VERSION } from './sqlite-schema.js';
import { SqliteSessionRows } from './sqlite-session-rows.js';
import { parseText, storableWords } from './stored-text.js';

/** The store of a running server: one SQLite file, shared with the servers of other folders. */
export class SqliteEventStore implements EventStore {
  readonly devices: SqliteDevices;
  readonly folders: SqliteFolders;
  readonly rules: SqliteRules;
  readonly #db: SqliteConnection;
  readonly #onClose: () => void;
  readonly #rows: SqliteSessionRows;

  constructor(db: SqliteConnection, onClose: () => void = () => {}) {
    this.#db = db;
    this.#onClose = onClose;
    this.devices = new SqliteDevices(db);
    this.folders = new SqliteFolders(db);
    this.rules = new SqliteRules(db);
    this.#rows = new SqliteSessionRows(db);
  }

  addSession(row: SessionRow, command?: CommandRecord): void {
    this.#write(() => this.#rows.insert(row), command);
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

  write({ sessionId, events, command, row, checkpoint, rules }: LogWrite): void {
    this.#db.transaction(() => {
      const n = this.#numberOf(sessionId);
      for (const { seq, body } of events) {
        const sql = 'INSERT INTO events (session, seq, size, body) VALUES (?, ?, ?, ?)';
        this.#db.run(sql, n, seq, Buffer.byteLength(body), body);
      }
      if (checkpoint) this.#keep(n, checkpoint);
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
      'SELECT CAST(seq AS INTEGER) AS seq, CAST(body AS BLOB) AS body FROM events WHERE session = ? AND seq > ? AND seq <= ? ORDER BY events.seq',
      ...[n, after, numberOf(last.seq)],
    );
    return rows.map((row) => ({ seq: numberOf(row.seq), body: textOf(row.body) }));
  }

  checkpointOf(sessionId: string): Checkpoint | null {
    const n = this.#numberOf(sessionId);
    const row = this.#db.first(
      'SELECT CAST(seq AS INTEGER) AS seq, CAST(body AS BLOB) AS body FROM checkpoints WHERE session = ?',
      n,
    );
    return row && { seq: numberOf(row.seq), body: textOf(row.body) };
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
      `SELECT CAST(n AS INTEGER) AS n, CAST(key AS BLOB) AS key, CAST(body AS BLOB) AS body FROM entries
       WHERE session = ? AND n < ? AND n >= ? ORDER BY entries.n`,
      ...[session, before, numberOf(first.n)],
    );
    return rows.map((row) => ({
      n: numberOf(row.n),
      key: row.key === null ? null : parseText(textOf(row.key), ''),
      body: textOf(row.body),
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

  recordCommand(command: CommandRecord): void {
    this.#db.transaction(() => this.#record(command));
  }

  changeRules(changes: readonly RuleChange[], command: CommandRecord): void {
    this.#db.transaction(() => {
      this.rules.change(changes);
      this.#record(command);
    });
  }

  search(query: string, { count, cwd }: SearchLimit): SearchHit[] {
    const match = matchQuery(query);
    if (match === null) return [];
    const rows = this.#db.all(
      `SELECT CAST(s.id AS BLOB) AS session, CAST(e.n AS INTEGER) AS n,
         CAST(snippet(words, 0, char(2), char(3), '…', 24) AS BLOB) AS snippet,
         CAST(CASE WHEN json_valid(e.body) THEN json_extract(e.body, '$.at') ELSE 0 END AS INTEGER) AS at
       FROM words JOIN entries e ON e.id = words.rowid JOIN sessions s ON s.n = e.session AND s.is_removed = 0
       WHERE words MATCH ? AND s.cwd = coalesce(?, s.cwd) ORDER BY rank LIMIT ?`,
      ...[match, cwd ?? null, count],
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

  close(): void {
    this.#db.tidyUp();
    this.#db.close();
    this.#onClose();
  }

  #keep(session: number, { seq, body, entries }: NonNullable<LogWrite['checkpoint']>): void {
    this.#db.run('INSERT OR REPLACE INTO checkpoints (session, seq, body) VALUES (?, ?, ?)', session, seq, body);
    for (const entry of entries) {
      this.#db.run(
        `INSERT INTO entries (session, n, key, size, body) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (session, n) DO UPDATE SET key = excluded.key, size = excluded.size, body = excluded.body`,
        ...[session, entry.n, entry.key === null ? null : JSON.stringify(entry.key)],
        ...[Buffer.byteLength(entry.body), entry.body],
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
    const sql = 'INSERT INTO commands (cmd_id, at, result) VALUES (?, ?, ?)';
    this.#db.run(sql, command.cmdId, command.at, command.result);
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

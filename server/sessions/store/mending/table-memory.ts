import { type Column, packed, unpack } from '../sqlite/packed-rows.js';
import { numberOf, type SqliteConnection, type SqlRow, textOf } from '../sqlite/sqlite-connection.js';
import { StorageFault } from '../sqlite/storage-fault.js';
import type { RememberedRow, RememberedSessions } from './salvage.js';

/** Tables that stay small, and how much of each is worth remembering. */
const SMALL = {
  permission_rules: '',
  devices: '',
  folders: '',
  // Repeats come soon after the first time.
  commands: 'ORDER BY at DESC LIMIT 200',
} as const;
type SmallTable = keyof typeof SMALL;
const SMALL_TABLES = Object.keys(SMALL) as SmallTable[];

const HEAD_COLUMNS: readonly Column[] = ['session', 'seq'].map((name) => ({ name, kind: 'number' }));

/** Everything has to be read, whatever has changed. */
const NEVER_READ = -1;

/**
 * What the small tables and the rows of sessions held when they could last be read, to be written again where the file has
 * lost it. Sessions in use remember their own log. Once all was read, only what somebody has changed since is read again:
 * there may be thousands of sessions.
 */
export class TableMemory {
  readonly #db: SqliteConnection;
  readonly #small = new Map<SmallTable, RememberedRow[]>();
  readonly #columns = new Map<string, readonly Column[]>();
  /** As they were read all at once: nobody looks at them before something is lost. */
  #sessions: SqlRow | null = null;
  #heads: SqlRow | null = null;
  /** What has become of a session since, by its number; null where it is gone. */
  readonly #changed = new Map<number, { row: RememberedRow | null; head: number | null }>();
  /** The last change that we know of. */
  #change = NEVER_READ;
  #state = '';

  constructor(db: SqliteConnection) {
    this.#db = db;
    this.refresh();
  }

  /** Reads what has changed; what cannot be read now is remembered as it was. */
  refresh(): void {
    try {
      const state = `${this.#db.writes} ${this.#db.version}`;
      if (state === this.#state) return;
      // First, so that what changes meanwhile is read once more.
      const last = this.#db.first('SELECT CAST(max(change) AS INTEGER) AS last FROM row_changes')?.last;
      const change = numberOf(last ?? 0);
      const isOurs = this.#change !== NEVER_READ && change >= this.#change;
      if (isOurs) this.#readChanged();
      else this.#readAll();
      this.#change = change;
      this.#state = state;
    } catch (error) {
      if (!(error instanceof StorageFault)) throw error;
    }
  }

  /** Another file has taken the place of the one that was read. */
  startOver(): void {
    this.#change = NEVER_READ;
    this.#state = '';
    this.refresh();
  }

  get sessions(): RememberedSessions {
    if (this.#sessions === null) return { rows: [], heads: new Map() };
    const rows = new Map(unpack(this.#columnsOf('sessions'), this.#sessions).map((row) => [Number(row.n), row]));
    const heads = new Map(unpack(HEAD_COLUMNS, this.#heads).map(({ session, seq }) => [Number(session), Number(seq)]));
    for (const [n, { row, head }] of this.#changed) {
      if (row) rows.set(n, row);
      else rows.delete(n);
      if (head === null) heads.delete(n);
      else heads.set(n, head);
    }
    return { rows: [...rows.values()], heads };
  }

  /** Writes what is missing in these tables; sessions come back with their logs. */
  restore(torn: ReadonlySet<string>): void {
    this.#db.transaction(() => {
      for (const [table, rows] of this.#small) {
        if (torn.has(table)) for (const row of rows) this.#insert(table, row);
      }
    });
  }

  #readAll(): void {
    const columns = this.#columnsOf('sessions');
    const sessions = this.#db.first(`SELECT ${packed(columns)} FROM sessions WHERE is_removed = 0`);
    const heads = this.#db.first(`SELECT ${packed(HEAD_COLUMNS)} FROM checkpoints`);
    const small = SMALL_TABLES.map((table) => [table, this.#readSmall(table)] as const);
    this.#sessions = sessions;
    this.#heads = heads;
    this.#changed.clear();
    for (const [table, rows] of small) this.#small.set(table, rows);
  }

  #readChanged(): void {
    const sql = 'SELECT CAST(what AS BLOB) AS what, CAST(n AS INTEGER) AS n FROM row_changes WHERE change > ?';
    const changes = this.#db.all(sql, this.#change).map(({ what, n }) => ({ what: textOf(what), n: numberOf(n) }));
    const sessions = changes
      .filter(({ what }) => what === 'sessions')
      .map(({ n }) => [n, this.#readSession(n)] as const);
    const tables = SMALL_TABLES.filter((table) => changes.some(({ what }) => what === table));
    const small = tables.map((table) => [table, this.#readSmall(table)] as const);
    for (const [n, session] of sessions) this.#changed.set(n, session);
    for (const [table, rows] of small) this.#small.set(table, rows);
  }

  #readSession(n: number): { row: RememberedRow | null; head: number | null } {
    const columns = this.#columnsOf('sessions');
    const row = this.#db.first(`SELECT ${packed(columns)} FROM sessions WHERE n = ? AND is_removed = 0`, n);
    const head = this.#db.first('SELECT CAST(seq AS INTEGER) AS seq FROM checkpoints WHERE session = ?', n);
    return { row: unpack(columns, row)[0] ?? null, head: head && numberOf(head.seq) };
  }

  #readSmall(table: SmallTable): RememberedRow[] {
    const columns = this.#columnsOf(table);
    return unpack(columns, this.#db.first(`SELECT ${packed(columns)} FROM (SELECT * FROM ${table} ${SMALL[table]})`));
  }

  #insert(table: SmallTable, row: RememberedRow): void {
    const names = Object.keys(row);
    const marks = names.map(() => '?').join(', ');
    this.#db.run(`INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${marks})`, ...Object.values(row));
  }

  #columnsOf(table: string): readonly Column[] {
    const known = this.#columns.get(table);
    if (known) return known;
    const sql = `SELECT CAST(name AS BLOB) AS name, CAST(type AS BLOB) AS type FROM pragma_table_info('${table}')`;
    const columns = this.#db.all(sql).map(({ name, type }) => ({
      name: textOf(name),
      kind: textOf(type) === 'INTEGER' ? ('number' as const) : ('text' as const),
    }));
    this.#columns.set(table, columns);
    return columns;
  }
}

import { numberOf, type SqliteConnection, type SqlValue, textOf } from '../sqlite/sqlite-connection.js';
import { StorageFault } from '../sqlite/storage-fault.js';
import type { RememberedRow, RememberedSessions } from './salvage.js';

/** Small tables, and how much of each is worth remembering. */
const REMEMBERED = {
  sessions: 'WHERE is_removed = 0',
  permission_rules: '',
  devices: '',
  folders: '',
  // Repeats come soon after the first time.
  commands: 'ORDER BY at DESC LIMIT 200',
} as const;
type RememberedTable = keyof typeof REMEMBERED;

/**
 * What the small tables held when they could last be read, to be written again where the file has lost it. Sessions in use
 * remember their own log.
 */
export class TableMemory {
  readonly #db: SqliteConnection;
  readonly #rows = new Map<RememberedTable, RememberedRow[]>();
  readonly #columns = new Map<RememberedTable, { name: string; isNumber: boolean }[]>();
  #heads: ReadonlyMap<number, number> = new Map();
  #state = '';

  constructor(db: SqliteConnection) {
    this.#db = db;
    this.refresh();
  }

  /** Reads the tables again if they may have changed; what cannot be read now is remembered as it was. */
  refresh(): void {
    try {
      const state = `${this.#db.writes} ${this.#db.version}`;
      if (state === this.#state) return;
      const tables = Object.keys(REMEMBERED) as RememberedTable[];
      const read = tables.map((table) => [table, this.#read(table)] as const);
      const heads = this.#db.all('SELECT CAST(session AS INTEGER) AS n, CAST(seq AS INTEGER) AS seq FROM checkpoints');
      for (const [table, rows] of read) this.#rows.set(table, rows);
      this.#heads = new Map(heads.map(({ n, seq }) => [numberOf(n), numberOf(seq)]));
      this.#state = state;
    } catch (error) {
      if (!(error instanceof StorageFault)) throw error;
    }
  }

  get sessions(): RememberedSessions {
    return { rows: this.#rows.get('sessions') ?? [], heads: this.#heads };
  }

  /** Writes what is missing in these tables; sessions come back with their logs. */
  restore(torn: ReadonlySet<string>): void {
    this.#db.transaction(() => {
      for (const [table, rows] of this.#rows) {
        if (table === 'sessions' || !torn.has(table)) continue;
        for (const row of rows) this.#insert(table, row);
      }
    });
  }

  #insert(table: RememberedTable, row: RememberedRow): void {
    const names = Object.keys(row);
    const marks = names.map(() => '?').join(', ');
    this.#db.run(`INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${marks})`, ...Object.values(row));
  }

  #read(table: RememberedTable): RememberedRow[] {
    const columns = this.#columnsOf(table);
    const wanted = columns.map(({ name, isNumber }) => `CAST(${name} AS ${isNumber ? 'INTEGER' : 'BLOB'}) AS ${name}`);
    const rows = this.#db.all(`SELECT ${wanted.join(', ')} FROM ${table} ${REMEMBERED[table]}`);
    return rows.map((row) =>
      Object.fromEntries(
        columns.map(({ name, isNumber }) => [name, isNumber ? (row[name] as SqlValue) : textOf(row[name])]),
      ),
    );
  }

  #columnsOf(table: RememberedTable): { name: string; isNumber: boolean }[] {
    const known = this.#columns.get(table);
    if (known) return known;
    const sql = `SELECT CAST(name AS BLOB) AS name, CAST(type AS BLOB) AS type FROM pragma_table_info('${table}')`;
    const columns = this.#db
      .all(sql)
      .map(({ name, type }) => ({ name: textOf(name), isNumber: textOf(type) === 'INTEGER' }));
    this.#columns.set(table, columns);
    return columns;
  }
}

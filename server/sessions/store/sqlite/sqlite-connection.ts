import Database from 'libsql';
import { StorageFault } from './storage-fault.js';

export type SqlValue = string | number | bigint | null;
export type SqlRow = Readonly<Record<string, unknown>>;

/** How long a write waits for other processes while a server runs: nothing else happens meanwhile. */
const BUSY_MS = 2000;
/** At the start there is nothing else to do, and many servers may start at once. */
const OPENING_BUSY_MS = 5000;

/**
 * Connections to damaged files, kept from being collected: libsql closes a connection only then, and SQLite would bring the
 * journal into the file and delete it, before anybody has read what can be read. Once another file is at the path it does neither.
 */
const LEFT_OPEN: unknown[] = [];

/** Who looks after the file itself. */
export interface FileKeeper {
  /** Called before each write: throws if there is nothing to write to. */
  beforeWrite(): void;
  /** Something in the file cannot be read as a database. */
  onDamage(): void;
  /** The journal was brought into the file. */
  onSettled(): void;
}

/**
 * The only file that knows libsql. It guards what the library does not: other kinds of values and
 * text that is not UTF-8 end the process, text is cut at NUL, and missing parameters pass unseen.
 * Text is therefore read with `CAST(… AS BLOB)` and decoded by `textOf`, and numbers with
 * `CAST(… AS INTEGER)`: in a damaged file, what was a number may have become such text.
 */
export class SqliteConnection {
  readonly path: string;
  /** How many statements that may change something were run. */
  writes = 0;
  #keeper: FileKeeper | null = null;
  #db: InstanceType<typeof Database>;
  readonly #statements = new Map<string, ReturnType<InstanceType<typeof Database>['prepare']>>();
  #isOpen = true;

  constructor(path: string, patienceMs = OPENING_BUSY_MS) {
    this.path = path;
    this.#db = this.#guarded(() => new Database(path, { timeout: patienceMs }));
  }

  /** From now on the file is looked after. */
  keep(keeper: FileKeeper): void {
    this.#keeper = keeper;
  }

  /** Another file is at the path now, which is used from here on. */
  reopen(): void {
    const next = this.#guarded(() => new Database(this.path, { timeout: OPENING_BUSY_MS }));
    this.#statements.clear();
    this.#db.close();
    this.#db = next;
  }

  /** Ends the use of a damaged file without touching it. */
  abandon(): void {
    LEFT_OPEN.push([this.#db, [...this.#statements.values()]]);
    this.#isOpen = false;
  }

  /** Writes all that this connection can still read into an empty file. */
  copyInto(path: string): void {
    this.exec(`VACUUM INTO '${path.replaceAll("'", "''")}'`);
  }

  exec(sql: string): void {
    this.#guarded(() => this.#opened().exec(sql));
  }

  run(sql: string, ...values: SqlValue[]): void {
    this.writes++;
    this.#guarded(() => this.#prepared(sql).run(checked(sql, values)));
  }

  all(sql: string, ...values: SqlValue[]): SqlRow[] {
    return this.#guarded(() => this.#prepared(sql).all(checked(sql, values)) as SqlRow[]);
  }

  first(sql: string, ...values: SqlValue[]): SqlRow | null {
    return this.all(sql, ...values)[0] ?? null;
  }

  /** Runs `work` as one write that is kept whole or not at all; once more if the file had to be mended for it. */
  transaction<T>(work: () => T): T {
    this.#keeper?.beforeWrite();
    try {
      return this.#attempt(work);
    } catch (error) {
      if (!this.#keeper || StorageFault.from(error).kind !== 'corrupt') throw error;
      this.#keeper.beforeWrite();
      return this.#attempt(work);
    }
  }

  #attempt<T>(work: () => T): T {
    this.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      // A full disk may have ended the transaction already.
      if (this.#db.inTransaction) this.exec('ROLLBACK');
      throw StorageFault.from(error);
    }
  }

  /** The file is ready for use: from now on nobody may wait long, and the journal is brought in by `settle` alone. */
  settleIn(): void {
    this.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    this.exec('PRAGMA wal_autocheckpoint = 0');
  }

  /** Brings the journal into the file, as far as other users of it allow. */
  settle(): void {
    this.impatiently(() => this.all('PRAGMA wal_checkpoint(PASSIVE)'));
    this.#keeper?.onSettled();
  }

  /** Changes whenever another connection has written to the file. */
  get version(): number {
    return numberOf(this.first('PRAGMA data_version')?.data_version);
  }

  /** Does something that is not worth waiting for other processes. */
  impatiently(work: () => void): void {
    this.exec('PRAGMA busy_timeout = 20');
    try {
      work();
    } finally {
      this.settleIn();
    }
  }

  /** Brings everything from the journal into the file itself, as far as other users of it allow. */
  tidyUp(): void {
    if (!this.#isOpen) return;
    try {
      this.all('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      // Nothing is lost: the next one who opens the file reads the journal.
      if (!(error instanceof StorageFault)) throw error;
    }
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#statements.clear();
    this.#db.close();
  }

  #prepared(sql: string) {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#opened().prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      const fault = StorageFault.from(error);
      if (fault.kind === 'corrupt') this.#keeper?.onDamage();
      throw fault;
    }
  }

  #opened() {
    if (!this.#isOpen) throw new StorageFault('failed', 'The history file was closed.');
    return this.#db;
  }
}

/** The text of a column that was read as a blob; bytes that are no UTF-8 become replacement characters. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (!(value instanceof ArrayBuffer)) throw new StorageFault('corrupt', 'The history file is damaged.');
  return decoder.decode(value);
}

/** The whole number in a column. */
export function numberOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new StorageFault('corrupt', 'The history file is damaged.');
  }
  return value;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Refuses what libsql would take in a harmful way. One array, because a lone value is taken for options. */
function checked(sql: string, values: readonly SqlValue[]): SqlValue[] {
  if (sql.split('?').length - 1 !== values.length) throw new TypeError(`Wrong number of values for: ${sql}`);
  return values.map((value) => {
    if (typeof value === 'string' && !value.includes('\0')) return value;
    if (value === null || typeof value === 'bigint') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw new TypeError('Only text without NUL, finite numbers and null can be stored.');
  });
}

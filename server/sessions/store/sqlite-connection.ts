import Database from 'libsql';
import { StorageFault } from './storage-fault.js';

export type SqlValue = string | number | bigint | null;
export type SqlRow = Readonly<Record<string, unknown>>;

/** How long a write waits for other processes while a server runs: nothing else happens meanwhile. */
const BUSY_MS = 2000;
/** At the start there is nothing else to do, and many servers may start at once. */
const OPENING_BUSY_MS = 5000;

/**
 * The only file that knows libsql. It guards what the library does not: other kinds of values and
 * text that is not UTF-8 end the process, text is cut at NUL, and missing parameters pass unseen.
 * Text is therefore read with `CAST(… AS BLOB)` and decoded by `textOf`, and numbers with
 * `CAST(… AS INTEGER)`: in a damaged file, what was a number may have become such text.
 */
export class SqliteConnection {
  readonly #db: InstanceType<typeof Database>;
  readonly #statements = new Map<string, ReturnType<InstanceType<typeof Database>['prepare']>>();
  readonly #onDamage: () => void;
  #isOpen = true;

  constructor(path: string, onDamage: () => void = () => {}) {
    this.#onDamage = onDamage;
    this.#db = this.#guarded(() => new Database(path, { timeout: OPENING_BUSY_MS }));
  }

  exec(sql: string): void {
    this.#guarded(() => this.#opened().exec(sql));
  }

  run(sql: string, ...values: SqlValue[]): void {
    this.#guarded(() => this.#prepared(sql).run(checked(sql, values)));
  }

  all(sql: string, ...values: SqlValue[]): SqlRow[] {
    return this.#guarded(() => this.#prepared(sql).all(checked(sql, values)) as SqlRow[]);
  }

  first(sql: string, ...values: SqlValue[]): SqlRow | null {
    return this.all(sql, ...values)[0] ?? null;
  }

  /** Runs `work` as one write that is kept whole or not at all. */
  transaction<T>(work: () => T): T {
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

  /** The file is ready for use: from now on nobody may wait long. */
  settleIn(): void {
    this.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
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
      if (fault.kind === 'corrupt') this.#onDamage();
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

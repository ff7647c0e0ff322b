import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { SqliteConnection } from '../sqlite/sqlite-connection.js';
import { StorageFault } from '../sqlite/storage-fault.js';

/** Many servers may start at once on a slow disk, and mending a large file takes its time. */
const PATIENCE_MS = 30_000;

/**
 * Keeps processes from opening and mending the history file at the same time. A database of its own, in which nothing is
 * ever written, because the system gives its lock back when a process dies.
 */
export class MendLock {
  readonly #path: string;
  #db: SqliteConnection | null = null;
  #ino = 0;
  #isHeld = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** Waits for others, then works alone. What already works alone may hold the lock again. */
  hold<T>(work: () => T): T {
    if (this.#isHeld) return work();
    const db = this.#opened();
    db.exec('BEGIN EXCLUSIVE');
    this.#isHeld = true;
    try {
      return work();
    } finally {
      this.#isHeld = false;
      db.exec('COMMIT');
    }
  }

  /** Works alone if nobody else does; otherwise nothing happens. */
  holdIfFree(work: () => void): void {
    this.#opened().exec('PRAGMA busy_timeout = 0');
    try {
      this.hold(work);
    } catch (error) {
      if (StorageFault.from(error).kind !== 'locked') throw error;
    } finally {
      this.#opened().exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
    }
  }

  #opened(): SqliteConnection {
    if (!existsSync(this.#path)) closeSync(openSync(this.#path, 'a', 0o600));
    const { ino } = statSync(this.#path);
    if (this.#db === null || ino !== this.#ino) this.#db = new SqliteConnection(this.#path, PATIENCE_MS);
    this.#ino = ino;
    return this.#db;
  }
}

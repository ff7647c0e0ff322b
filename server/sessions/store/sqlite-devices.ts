import type { DeviceRow, DeviceTable } from './event-store.js';
import { numberOf, type SqliteConnection, type SqlRow, textOf } from './sqlite-connection.js';
import { StorageFault } from './storage-fault.js';
import { parseText } from './stored-text.js';

const COLUMNS = `CAST(id AS BLOB) AS id, CAST(cookie_hash AS BLOB) AS cookie_hash, CAST(key_hash AS BLOB) AS key_hash,
  CAST(label AS BLOB) AS label, CAST(created_at AS INTEGER) AS created_at,
  CAST(last_seen_at AS INTEGER) AS last_seen_at, CAST(expires_at AS INTEGER) AS expires_at`;

/** The devices that were let in, in the history file. */
export class SqliteDevices implements DeviceTable {
  readonly #db: SqliteConnection;

  constructor(db: SqliteConnection) {
    this.#db = db;
  }

  find(cookieHash: string): DeviceRow | null {
    const row = this.#db.first(`SELECT ${COLUMNS} FROM devices WHERE cookie_hash = ?`, cookieHash);
    return row && deviceFrom(row);
  }

  save({ id, cookieHash, keyHash, label, createdAt, lastSeenAt, expiresAt }: DeviceRow): void {
    this.#db.run(
      'INSERT OR REPLACE INTO devices VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[id, cookieHash, keyHash, JSON.stringify(label)],
      ...[createdAt, lastSeenAt, expiresAt],
    );
  }

  touch(id: string, lastSeenAt: number): void {
    try {
      this.#db.run('UPDATE devices SET last_seen_at = ? WHERE id = ?', lastSeenAt, id);
    } catch (error) {
      // A full disk must not shut a known device out: when it was last seen is only of interest.
      if (!(error instanceof StorageFault) || error.kind === 'corrupt') throw error;
    }
  }

  remove(id: string): void {
    this.#db.run('DELETE FROM devices WHERE id = ?', id);
  }

  list(): DeviceRow[] {
    return this.#db.all(`SELECT ${COLUMNS} FROM devices ORDER BY devices.created_at, devices.id`).map(deviceFrom);
  }
}

function deviceFrom(row: SqlRow): DeviceRow {
  return {
    id: textOf(row.id),
    cookieHash: textOf(row.cookie_hash),
    keyHash: textOf(row.key_hash),
    label: String(parseText(textOf(row.label), '')),
    createdAt: numberOf(row.created_at),
    lastSeenAt: numberOf(row.last_seen_at),
    expiresAt: numberOf(row.expires_at),
  };
}

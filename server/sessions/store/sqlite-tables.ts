import type { Device, DeviceStore } from '../../ports/devices.js';
import type { PermissionRule } from '../../protocol/api/permission-rule.js';
import { ROLES } from '../../protocol/api/rpc.js';
import type { FolderFacts, FolderTable, RuleChange, RuleTable } from './event-store.js';
import { numberOf, type SqliteConnection, type SqlRow, textOf } from './sqlite/sqlite-connection.js';
import { StorageFault } from './sqlite/storage-fault.js';
import { parseText } from './sqlite/stored-text.js';

const COLUMNS = `CAST(id AS BLOB) AS id, CAST(port AS INTEGER) AS port, CAST(folder AS BLOB) AS folder,
  CAST(cookie_hash AS BLOB) AS cookie_hash, CAST(public_key AS BLOB) AS public_key, CAST(label AS BLOB) AS label, CAST(created_at AS INTEGER) AS created_at,
  CAST(last_seen_at AS INTEGER) AS last_seen_at, CAST(expires_at AS INTEGER) AS expires_at,
  CAST(kind AS BLOB) AS kind, CAST(role AS BLOB) AS role`;

/** The devices that were let in, in the history file. */
export class SqliteDevices implements DeviceStore {
  readonly #db: SqliteConnection;

  constructor(db: SqliteConnection) {
    this.#db = db;
  }

  find(id: string): Device | null {
    const row = this.#db.first(`SELECT ${COLUMNS} FROM devices WHERE id = ?`, id);
    return row && deviceFrom(row);
  }

  save(device: Device): void {
    const { id, kind, role, port, folder, cookieHash, publicKey, label, createdAt, lastSeenAt, expiresAt } = device;
    this.#db.run(
      'INSERT OR REPLACE INTO devices VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[id, port, JSON.stringify(folder), cookieHash, publicKey, JSON.stringify(label)],
      ...[createdAt, lastSeenAt, expiresAt, kind, role],
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

  list(): Device[] {
    return this.#db.all(`SELECT ${COLUMNS} FROM devices ORDER BY devices.created_at, devices.id`).map(deviceFrom);
  }
}

function deviceFrom(row: SqlRow): Device {
  // A browser has to prove more than a program.
  const kind = textOf(row.kind) === 'script' ? 'script' : 'browser';
  const role = textOf(row.role);
  return {
    id: textOf(row.id),
    kind,
    // What cannot be read any more may do least.
    role: ROLES.find((known) => known === role) ?? 'viewer',
    port: numberOf(row.port),
    folder: String(parseText(textOf(row.folder), '')),
    cookieHash: textOf(row.cookie_hash),
    publicKey: textOf(row.public_key),
    label: String(parseText(textOf(row.label), '')),
    createdAt: numberOf(row.created_at),
    lastSeenAt: numberOf(row.last_seen_at),
    expiresAt: numberOf(row.expires_at),
  };
}

/** The rules that answer questions of agents, in the history file. */
export class SqliteRules implements RuleTable {
  readonly #db: SqliteConnection;

  constructor(db: SqliteConnection) {
    this.#db = db;
  }

  list(): PermissionRule[] {
    const rows = this.#db.all(
      `SELECT CAST(id AS BLOB) AS id, CAST(created_at AS INTEGER) AS created_at, CAST(body AS BLOB) AS body
       FROM permission_rules ORDER BY permission_rules.created_at, permission_rules.id`,
    );
    return rows.flatMap((row) => {
      const body = parseText<Omit<PermissionRule, 'id' | 'createdAt'> | null>(textOf(row.body), null);
      // What cannot be read any more must not decide anything.
      const isRule = body !== null && (body.effect === 'allow' || body.effect === 'reject');
      return isRule ? [{ ...body, id: textOf(row.id), createdAt: numberOf(row.created_at) }] : [];
    });
  }

  /** Part of the caller's transaction. */
  change(changes: readonly RuleChange[]): void {
    for (const change of changes) {
      if ('drop' in change) {
        this.#db.run('DELETE FROM permission_rules WHERE id = ?', change.drop);
        continue;
      }
      const { id, createdAt, ...body } = change.keep;
      this.#db.run('INSERT OR REPLACE INTO permission_rules VALUES (?, ?, ?)', id, createdAt, JSON.stringify(body));
    }
  }
}

/** What is remembered of folders, in the history file. */
export class SqliteFolders implements FolderTable {
  readonly #db: SqliteConnection;

  constructor(db: SqliteConnection) {
    this.#db = db;
  }

  facts(path: string): FolderFacts {
    const rows = this.#db.all(
      'SELECT CAST(fact AS BLOB) AS fact, CAST(value AS BLOB) AS value FROM folders WHERE path = ?',
      path,
    );
    return Object.fromEntries(rows.map((row) => [textOf(row.fact), parseText(textOf(row.value), null)]));
  }

  remember(path: string, facts: FolderFacts): void {
    this.#db.transaction(() => {
      for (const [fact, value] of Object.entries(facts)) {
        this.#db.run('INSERT OR REPLACE INTO folders VALUES (?, ?, ?)', path, fact, JSON.stringify(value));
      }
    });
  }
}

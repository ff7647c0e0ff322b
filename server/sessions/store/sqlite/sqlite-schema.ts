import { numberOf, type SqliteConnection } from './sqlite-connection.js';
import { StorageFault } from './storage-fault.js';

/** Browsers were let in as the `desk` until the role was called `owner`. */
export const RENAME_OWNER = "UPDATE devices SET role = 'owner' WHERE role = 'desk'";

/**
 * Each step takes the file from one version to the next; steps that were released never change. `checkpoints` holds the saved
 * states: files keep its name, because damaged ones of every version are read too.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE sessions (
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, agent_id TEXT NOT NULL, cwd TEXT NOT NULL,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, names TEXT NOT NULL, draft TEXT NOT NULL,
    is_removed INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX sessions_by_folder ON sessions (cwd, updated_at);
  CREATE TABLE events (
    session INTEGER NOT NULL, seq INTEGER NOT NULL, size INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (session, seq)
  );
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY, session INTEGER NOT NULL, n INTEGER NOT NULL, key TEXT, size INTEGER NOT NULL,
    body TEXT NOT NULL, UNIQUE (session, n)
  );
  CREATE INDEX entries_by_key ON entries (session, key, n) WHERE key IS NOT NULL;
  CREATE TABLE checkpoints (session INTEGER PRIMARY KEY, seq INTEGER NOT NULL, body TEXT NOT NULL);
  CREATE TABLE commands (cmd_id TEXT PRIMARY KEY, at INTEGER NOT NULL, result TEXT NOT NULL);
  CREATE INDEX commands_by_age ON commands (at);
  CREATE TABLE permission_rules (id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, body TEXT NOT NULL);
  CREATE TABLE devices (
    id TEXT PRIMARY KEY, cookie_hash TEXT NOT NULL UNIQUE, key_hash TEXT NOT NULL, label TEXT NOT NULL,
    created_at INTEGER NOT NULL, last_seen_at INTEGER NOT NULL, expires_at INTEGER NOT NULL
  );
  CREATE TABLE folders (path TEXT NOT NULL, fact TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (path, fact));
  CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'unicode61 remove_diacritics 2');
  `,
  `
  ALTER TABLE sessions ADD COLUMN ties TEXT NOT NULL DEFAULT '{}';
  UPDATE sessions SET ties = coalesce((
    SELECT json_object('agentSessionId', json_extract(c.body, '$.agentSessionId'), 'seenAt', sessions.updated_at)
    FROM checkpoints c WHERE c.session = sessions.n AND json_valid(c.body)), '{}');
  `,
  `
  ALTER TABLE events ADD COLUMN sum INTEGER;
  ALTER TABLE entries ADD COLUMN sum INTEGER;
  ALTER TABLE checkpoints ADD COLUMN sum INTEGER;
  `,
  // Devices of the former kind were let in at any port and folder by what others could record: they sign in again.
  `
  DROP TABLE devices;
  CREATE TABLE devices (
    id TEXT PRIMARY KEY, port INTEGER NOT NULL, folder TEXT NOT NULL, cookie_hash TEXT NOT NULL,
    public_key TEXT NOT NULL, label TEXT NOT NULL,
    created_at INTEGER NOT NULL, last_seen_at INTEGER NOT NULL, expires_at INTEGER NOT NULL
  );
  `,
  // Programs have tokens; until now every device was a browser.
  `
  ALTER TABLE devices ADD COLUMN kind TEXT NOT NULL DEFAULT 'browser';
  ALTER TABLE devices ADD COLUMN role TEXT NOT NULL DEFAULT 'desk';
  `,
  `
  ALTER TABLE sessions ADD COLUMN parent TEXT NOT NULL DEFAULT 'null';
  `,
  `
  ALTER TABLE sessions ADD COLUMN listing TEXT NOT NULL DEFAULT '{}';
  `,
  // What has changed since somebody last looked, whoever has written it. Each mark gets a number above all others, and nothing is ever deleted here.
  `
  CREATE TABLE row_changes (change INTEGER PRIMARY KEY, what TEXT NOT NULL, n INTEGER NOT NULL, UNIQUE (what, n));
  CREATE TRIGGER session_added AFTER INSERT ON sessions BEGIN
    INSERT OR REPLACE INTO row_changes (what, n) VALUES ('sessions', new.n);
  END;
  CREATE TRIGGER session_changed AFTER UPDATE ON sessions BEGIN
    INSERT OR REPLACE INTO row_changes (what, n) VALUES ('sessions', new.n);
  END;
  CREATE TRIGGER session_removed AFTER DELETE ON sessions BEGIN
    INSERT OR REPLACE INTO row_changes (what, n) VALUES ('sessions', old.n);
  END;
  CREATE TRIGGER checkpoint_kept AFTER INSERT ON checkpoints BEGIN
    INSERT OR REPLACE INTO row_changes (what, n) VALUES ('sessions', new.session);
  END;
  CREATE TRIGGER checkpoint_removed AFTER DELETE ON checkpoints BEGIN
    INSERT OR REPLACE INTO row_changes (what, n) VALUES ('sessions', old.session);
  END;
  CREATE TRIGGER rule_kept AFTER INSERT ON permission_rules BEGIN
    INSERT OR REPLACE INTO row_changes (what, n) VALUES ('permission_rules', 0);
  END;
  CREATE TRIGGER rule_removed AFTER DELETE ON permission_rules BEGIN
    INSERT OR REPLACE INTO row_changes (what, n) VALUES ('permission_rules', 0);
  END;
  CREATE TRIGGER device_kept AFTER INSERT ON devices BEGIN
    INSERT OR REPLACE INTO row_changes (what, n) VALUES ('devices', 0);
  END;
  CREATE TRIGGER device_changed AFTER UPDATE ON devices BEGIN
    INSERT OR REPLACE INTO row_changes (what, n) VALUES ('devices', 0);
  END;
  CREATE TRIGGER device_removed AFTER DELETE ON devices BEGIN
    INSERT OR REPLACE INTO row_changes (what, n) VALUES ('devices', 0);
  END;
  CREATE TRIGGER fact_kept AFTER INSERT ON folders BEGIN
    INSERT OR REPLACE INTO row_changes (what, n) VALUES ('folders', 0);
  END;
  CREATE TRIGGER command_kept AFTER INSERT ON commands BEGIN
    INSERT OR REPLACE INTO row_changes (what, n) VALUES ('commands', 0);
  END;
  `,
  RENAME_OWNER,
];

/** There will never be so many versions. */
const NO_VERSION = 10_000;

/** The tables that must be there in the end. */
export const TABLES = [
  'sessions',
  'events',
  'entries',
  'checkpoints',
  'commands',
  'permission_rules',
  'devices',
  'folders',
  'words',
  'row_changes',
] as const;

/** The version that this program reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/**
 * Brings the file to this program's version. An older file with other users is left alone: they
 * would go on writing in the old form. `others` names them.
 */
export function migrate(db: SqliteConnection, others: () => string[], steps: readonly string[] = MIGRATIONS): void {
  if (versionOf(db) === steps.length) return;
  db.transaction(() => {
    // Read again: another process may have done it while we waited for our turn.
    const version = versionOf(db);
    if (version < 0 || version > NO_VERSION) throw new StorageFault('corrupt', 'The history file is damaged.');
    if (version > steps.length) {
      throw new StorageFault('newer', 'The history file was written by a newer version of acdeck. Update acdeck.');
    }
    const inUse = version > 0 && version < steps.length ? others() : [];
    if (inUse.length > 0) {
      const who = inUse.join(', ');
      throw new StorageFault(
        'in_use',
        `The history file must be brought up to date, but ${who} uses it. Stop it first.`,
      );
    }
    for (const step of steps.slice(version)) db.exec(step);
    db.exec(`PRAGMA user_version = ${steps.length}`);
  });
}

function versionOf(db: SqliteConnection): number {
  return numberOf(db.first('PRAGMA user_version')?.user_version);
}

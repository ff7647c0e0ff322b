import { numberOf, type SqliteConnection } from './sqlite/sqlite-connection.js';

const EVENTS_AT_ONCE = 500;
const ENTRIES_AT_ONCE = 100;
/** Taking words out of the index costs most, and nobody else can write meanwhile. */
const ENTRY_BYTES_AT_ONCE = 256 * 1024;

/** Deletes a little of what removed sessions have left; false when there is no more. */
export function purgeRemoved(db: SqliteConnection): boolean {
  const row = db.first('SELECT CAST(n AS INTEGER) AS n FROM sessions WHERE is_removed = 1 LIMIT 1');
  if (!row) return false;
  const session = numberOf(row.n);
  db.transaction(() => {
    if (purgeEntries(db, session) || purgeEvents(db, session)) return;
    db.run('DELETE FROM checkpoints WHERE session = ?', session);
    db.run('DELETE FROM sessions WHERE n = ?', session);
  });
  return true;
}

function purgeEntries(db: SqliteConnection, session: number): boolean {
  const rows = db.all(
    `SELECT CAST(id AS INTEGER) AS id, CAST(size AS INTEGER) AS size FROM entries WHERE session = ? LIMIT ?`,
    ...[session, ENTRIES_AT_ONCE],
  );
  let bytes = 0;
  for (const row of rows) {
    db.run('DELETE FROM words WHERE rowid = ?', numberOf(row.id));
    db.run('DELETE FROM entries WHERE id = ?', numberOf(row.id));
    bytes += numberOf(row.size);
    if (bytes > ENTRY_BYTES_AT_ONCE) break;
  }
  return rows.length > 0;
}

function purgeEvents(db: SqliteConnection, session: number): boolean {
  const isLeft = db.first('SELECT 1 AS found FROM events WHERE session = ? LIMIT 1', session) !== null;
  const some = 'SELECT rowid FROM events WHERE session = ? LIMIT ?';
  if (isLeft) db.run(`DELETE FROM events WHERE rowid IN (${some})`, session, EVENTS_AT_ONCE);
  return isLeft;
}

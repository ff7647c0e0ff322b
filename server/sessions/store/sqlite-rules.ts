import type { PermissionRule } from '../../protocol/permission-rule.js';
import type { RuleChange, RuleTable } from './event-store.js';
import { numberOf, type SqliteConnection, textOf } from './sqlite-connection.js';
import { parseText } from './stored-text.js';

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

import type { FolderFacts, FolderTable } from './event-store.js';
import { type SqliteConnection, textOf } from './sqlite-connection.js';
import { parseText } from './stored-text.js';

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

import { type DraftBody, draftBody, readDraft } from '../../protocol/api/draft.js';
import { isUsageSum, readUsage } from '../../protocol/transcript/usage.js';
import {
  type ArchivedAs,
  type ListedAs,
  type SessionChange,
  type SessionNames,
  type SessionParent,
  type SessionRow,
  type SessionTies,
  UNLISTED,
  UNTIED,
} from './event-store.js';
import { numberOf, type SqliteConnection, type SqlRow, textOf } from './sqlite/sqlite-connection.js';
import { parseText } from './sqlite/stored-text.js';

const COLUMNS = `CAST(id AS BLOB) AS id, CAST(agent_id AS BLOB) AS agent_id, CAST(cwd AS BLOB) AS cwd,
  CAST(created_at AS INTEGER) AS created_at, CAST(updated_at AS INTEGER) AS updated_at, CAST(names AS BLOB) AS names,
  CAST(draft AS BLOB) AS draft, CAST(ties AS BLOB) AS ties, CAST(parent AS BLOB) AS parent,
  CAST(listing AS BLOB) AS listing`;

/** The rows that list sessions, in the history file. Whoever calls what writes does it in a transaction. */
export class SqliteSessionRows {
  readonly #db: SqliteConnection;
  /** Sessions have short numbers inside the file; ids are long and would be repeated in every row. */
  readonly #numbers = new Map<string, number>();

  constructor(db: SqliteConnection) {
    this.#db = db;
  }

  insert(row: SessionRow): void {
    this.#db.run(
      'INSERT INTO sessions (id, agent_id, cwd, created_at, updated_at, names, draft, ties, parent, listing) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[row.id, row.agentId, row.cwd, row.createdAt, row.updatedAt],
      ...[JSON.stringify(row.names), JSON.stringify(row.draft), JSON.stringify(row.ties), JSON.stringify(row.parent)],
      JSON.stringify(row.listing),
    );
  }

  find(id: string): SessionRow | null {
    const row = this.#db.first(`SELECT ${COLUMNS} FROM sessions WHERE id = ? AND is_removed = 0`, id);
    return row && sessionFrom(row);
  }

  listIn(cwd: string): SessionRow[] {
    const sql = `SELECT ${COLUMNS} FROM sessions WHERE cwd = ? AND is_removed = 0 ORDER BY sessions.updated_at DESC, sessions.n DESC`;
    return this.#db.all(sql, cwd).map(sessionFrom);
  }

  listAll(): SessionRow[] {
    const sql = `SELECT ${COLUMNS} FROM sessions WHERE is_removed = 0 ORDER BY sessions.updated_at DESC, sessions.n DESC`;
    return this.#db.all(sql).map(sessionFrom);
  }

  change(n: number, { agentId, names, ties, updatedAt, draft, listing }: SessionChange): void {
    if (agentId !== undefined) this.#db.run('UPDATE sessions SET agent_id = ? WHERE n = ?', agentId, n);
    if (names) this.#db.run('UPDATE sessions SET names = ? WHERE n = ?', JSON.stringify(names), n);
    if (ties) this.#db.run('UPDATE sessions SET ties = ? WHERE n = ?', JSON.stringify(ties), n);
    if (updatedAt !== undefined) this.#db.run('UPDATE sessions SET updated_at = ? WHERE n = ?', updatedAt, n);
    if (listing) this.#db.run('UPDATE sessions SET listing = ? WHERE n = ?', JSON.stringify(listing), n);
    if (draft !== undefined) this.#db.run('UPDATE sessions SET draft = ? WHERE n = ?', JSON.stringify(draft), n);
  }

  remove(id: string): void {
    // The id is free again; the number is what the rest is found by.
    const n = this.numberOf(id);
    this.#numbers.delete(id);
    this.#db.run("UPDATE sessions SET id = 'removed ' || n, draft = '', is_removed = 1 WHERE n = ?", n);
  }

  /** Gives a session another id. */
  move(id: string, { id: next, ...change }: ArchivedAs): void {
    const n = this.numberOf(id);
    this.#numbers.delete(id);
    this.#db.run('UPDATE sessions SET id = ? WHERE n = ?', next, n);
    this.change(n, change);
  }

  numberOf(sessionId: string): number {
    const known = this.#numbers.get(sessionId);
    if (known !== undefined) return known;
    const row = this.#db.first('SELECT CAST(n AS INTEGER) AS n FROM sessions WHERE id = ?', sessionId);
    if (!row) throw new Error(`There is no session ${sessionId}.`);
    const n = numberOf(row.n);
    this.#numbers.set(sessionId, n);
    return n;
  }

  /** A transaction was taken back; what was moved in it is where it was. */
  forgetNumbers(): void {
    this.#numbers.clear();
  }
}

const NAMELESS: SessionNames = { person: null, agent: null, prompt: null };

function sessionFrom(row: SqlRow): SessionRow {
  return {
    id: textOf(row.id),
    agentId: textOf(row.agent_id),
    cwd: textOf(row.cwd),
    createdAt: numberOf(row.created_at),
    updatedAt: numberOf(row.updated_at),
    names: keptNames(textOf(row.names)),
    draft: keptDraft(parseText(textOf(row.draft), '')),
    ties: keptTies(parseText(textOf(row.ties), UNTIED)),
    parent: keptParent(parseText(textOf(row.parent), null)),
    listing: keptListing(parseText(textOf(row.listing), null)),
  };
}

export function keptNames(text: string): SessionNames {
  return { ...NAMELESS, ...parseText(text, NAMELESS) };
}

function keptDraft(kept: unknown): DraftBody {
  const { text, chips } = readDraft(kept);
  return draftBody(text, chips);
}

/** One that is damaged is a person's own session from then on: nothing is lost, and no agent can go on with it. */
function keptParent(kept: Partial<SessionParent> | null): SessionParent | null {
  const { sessionId, name, depth } = kept ?? {};
  const isWhole = typeof sessionId === 'string' && typeof name === 'string' && Number.isSafeInteger(depth);
  return isWhole ? { sessionId, name, depth: depth as number } : null;
}

/** A row of an older version has none, and what cannot be read in a damaged one is as if it had not been. */
function keptListing(kept: Partial<ListedAs> | null): ListedAs {
  const { pinnedAt, archivedAt, seenAt, isFailed, preview, branch, usage, usedByTasks } = kept ?? {};
  const time = (at: unknown) => (typeof at === 'number' && Number.isFinite(at) ? at : null);
  return {
    pinnedAt: time(pinnedAt),
    archivedAt: time(archivedAt),
    seenAt: time(seenAt),
    isFailed: isFailed === true,
    preview: typeof preview === 'string' ? preview : UNLISTED.preview,
    branch: typeof branch === 'string' ? branch : null,
    ...(usage === undefined ? {} : { usage: readUsage(usage) }),
    ...(isUsageSum(usedByTasks) ? { usedByTasks } : {}),
  };
}

/** A row of an older version has no ties, and a damaged one may have odd ones. */
function keptTies(kept: Partial<SessionTies> | null): SessionTies {
  const ties = { ...UNTIED, ...kept };
  const isTimed = Number.isFinite(ties.seenAt) && Number.isFinite(ties.begunAt ?? 0);
  const isListed = Array.isArray(ties.unusedIds) && Array.isArray(ties.setAsideIds ?? []);
  return isTimed && isListed ? ties : UNTIED;
}

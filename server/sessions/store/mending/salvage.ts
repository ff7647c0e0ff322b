import { own } from '../../../protocol/own.js';
import type { LoggedEvent } from '../../../protocol/session/session-event.js';
import type { Entry } from '../../../protocol/transcript/entries.js';
import { keyOf } from '../../../protocol/transcript/entry-list.js';
import { damagedEntry, lostEvents } from '../sqlite/lost-parts.js';
import { numberOf, type SqliteConnection, type SqlValue, textOf } from '../sqlite/sqlite-connection.js';
import { RENAME_OWNER } from '../sqlite/sqlite-schema.js';
import { isUnchanged, parseText, storableWords, sumOf } from '../sqlite/stored-text.js';
import { type Run, refoldEntries } from './refold-entries.js';
import type { PageFile } from './sqlite-pages.js';
import { type ReadRow, type ReadValue, RowReader } from './sqlite-rows.js';

/** A damaged file in one or two readings, the fuller one first. */
export type DamagedFile = readonly PageFile[];

/** What could be read of a damaged file. */
export interface Salvaged {
  /** How many pieces of a session's record can no longer be shown, by the session's id. */
  readonly gaps: ReadonlyMap<string, number>;
  /** Sessions of which nothing but the row was left, as they were called. */
  readonly emptied: readonly { readonly id: string; readonly names: string }[];
  /** Sessions that can be told to have been there, and no more. */
  readonly nameless: number;
  /** Tables of which not everything was readable. */
  readonly torn: ReadonlySet<string>;
}

/** A row as somebody remembers it, by the names of its columns. */
export type RememberedRow = Readonly<Record<string, SqlValue>>;

/** What is remembered of sessions: their rows, and how far their logs had come at their last saved state. */
export interface RememberedSessions {
  readonly rows: readonly RememberedRow[];
  readonly heads: ReadonlyMap<number, number>;
}

/** Rows without which others mean nothing come first. Small tables are read from their tree only: what was deleted must not come back. */
const TABLES = [
  'sessions',
  'events',
  'checkpoints',
  'entries',
  'commands',
  'permission_rules',
  'devices',
  'folders',
] as const;
type Table = (typeof TABLES)[number];

/** Tables that have gained columns: older rows in them are shorter. A row of another length anywhere else means something else. */
const EXTENDED: ReadonlySet<Table> = new Set(['sessions', 'events', 'entries', 'checkpoints', 'devices']);

/** Copies all that can be read of a damaged file into a fresh one. */
export function salvage(from: DamagedFile, into: SqliteConnection, { rows, heads }: RememberedSessions): Salvaged {
  return into.transaction(() => {
    const copy = new Copy(into, heads);
    for (const pages of from) copy.take(pages);
    // The damaged file may be of an earlier version.
    into.exec(RENAME_OWNER);
    copy.nameSessions(rows);
    const nameless = copy.dropNameless();
    const emptied = copy.dropEmptied();
    return { gaps: copy.closeGaps(), emptied, nameless, torn: copy.torn };
  });
}

class Copy {
  readonly torn = new Set<string>();
  readonly #into: SqliteConnection;
  readonly #columns: ReadonlyMap<string, readonly Column[]>;
  /** What indexes tell of sessions whose row is gone, by number. */
  readonly #hints = new Map<number, { id?: string; cwd?: string; updatedAt?: number }>();
  /** How far each log is known to have come. */
  readonly #heads: Map<number, number>;
  #isFirst = true;

  constructor(into: SqliteConnection, heads: ReadonlyMap<number, number>) {
    this.#into = into;
    this.#heads = new Map(heads);
    this.#columns = new Map(TABLES.map((table) => [table, columnsOf(into, table)]));
  }

  take(pages: PageFile): void {
    const reader = new RowReader(pages);
    const found = new Map<string, number>();
    const isSchemaWhole = reader.tree(1, ({ values: [, name, , root] }) => {
      if (typeof name === 'string' && typeof root === 'number') found.set(name, root);
    });
    const roots = isSchemaWhole ? found : new Map([...usualRoots(this.#into), ...found]);
    const isLoose = new Set<Table>();
    for (const table of this.#isFirst ? TABLES : (['sessions', 'events'] as const)) {
      const root = roots.get(table);
      const isWhole = root !== undefined && reader.tree(root, (row) => this.#insert(table, row));
      if (isWhole) continue;
      this.torn.add(table);
      isLoose.add(table);
    }
    this.#takeWords(reader, roots);
    this.#takeHints(reader, roots);
    if (isLoose.has('sessions')) for (const row of reader.loose()) this.#insertLooseSession(row);
    if (isLoose.has('events')) for (const row of reader.loose()) this.#insertLooseEvent(row);
    this.#isFirst = false;
  }

  /** Gives sessions whose row is gone the one that is remembered, or one made of what the indexes tell. */
  nameSessions(remembered: readonly RememberedRow[]): void {
    const known = new Map(remembered.map((row) => [Number(row.n), row]));
    for (const n of this.#nameless()) {
      const { id, cwd, updatedAt = 0 } = this.#hints.get(n) ?? {};
      const hinted = { n, id, cwd, agent_id: this.#agentIn(cwd), created_at: updatedAt, updated_at: updatedAt };
      const blank = { names: '{}', draft: '""', ties: '{}', parent: 'null', listing: '{}', is_removed: 0 };
      const row = known.get(n) ?? { ...hinted, ...blank };
      const values = this.#columns.get('sessions')!.map(({ name }) => own(row, name) as ReadValue);
      if (values.every((value) => value !== undefined)) this.#insert('sessions', { rowid: n, values });
    }
  }

  /** Lets go of what belongs to no session that can be named; gives back how many those were. */
  dropNameless(): number {
    const nameless = this.#nameless();
    const sessions = nameless.filter((n) => !this.#isMisnumbered(n));
    const removed = this.#all('SELECT CAST(n AS INTEGER) AS n FROM sessions WHERE is_removed = 1');
    for (const n of [...nameless, ...removed]) this.#forget(n);
    this.#into.exec('DELETE FROM sessions WHERE is_removed = 1');
    this.#into.exec('DELETE FROM checkpoints WHERE session NOT IN (SELECT n FROM sessions)');
    this.#into.exec('DELETE FROM entries WHERE session NOT IN (SELECT n FROM sessions)');
    this.#into.exec('DELETE FROM words WHERE rowid NOT IN (SELECT id FROM entries)');
    return sessions.length;
  }

  /** A single event whose number is missing elsewhere was never a session: damage has changed which one it names. */
  #isMisnumbered(session: number): boolean {
    const [seq, ...more] = this.#all('SELECT CAST(seq AS INTEGER) AS n FROM events WHERE session = ?', session);
    if (seq === undefined || more.length > 0) return false;
    const sql = `SELECT CAST(n AS INTEGER) AS n FROM sessions WHERE
      NOT EXISTS (SELECT 1 FROM events WHERE session = sessions.n AND seq = ?)
      AND EXISTS (SELECT 1 FROM events WHERE session = sessions.n AND seq > ?)`;
    return this.#all(sql, seq, seq).length > 0;
  }

  /** Lets go of sessions that had a log of which nothing is left: an empty one in their place would be a lie. */
  dropEmptied(): { id: string; names: string }[] {
    const rows = this.#into.all(
      `SELECT CAST(n AS INTEGER) AS n, CAST(id AS BLOB) AS id, CAST(names AS BLOB) AS names FROM sessions
       WHERE n NOT IN (SELECT session FROM events) AND n NOT IN (SELECT session FROM checkpoints)`,
    );
    const emptied = rows.filter(({ n, names }) => this.#heads.has(numberOf(n)) || wasUsed(textOf(names)));
    for (const { n } of emptied) {
      this.#forget(numberOf(n));
      this.#into.run('DELETE FROM sessions WHERE n = ?', numberOf(n));
    }
    return emptied.map(({ id, names }) => ({ id: textOf(id), names: textOf(names) }));
  }

  /** Makes every log one that can be read; gives back how many pieces of which are missing from view. */
  closeGaps(): Map<string, number> {
    const gaps = new Map<string, number>();
    const sessions = this.#into.all('SELECT CAST(n AS INTEGER) AS n, CAST(id AS BLOB) AS id FROM sessions');
    for (const row of sessions) {
      const count = this.#closeGapsOf(numberOf(row.n));
      if (count > 0) gaps.set(textOf(row.id), count);
    }
    return gaps;
  }

  /**
   * A saved state with all its entries shows everything up to it. Without them everything is folded again from the events,
   * if there are all; else each missing entry is marked.
   */
  #closeGapsOf(session: number): number {
    const seqs = this.#all(
      'SELECT CAST(seq AS INTEGER) AS n FROM events WHERE session = ? ORDER BY events.seq',
      session,
    );
    const savedState = this.#savedState(session);
    const head = Math.max(seqs.at(-1) ?? 0, savedState?.seq ?? 0, this.#heads.get(session) ?? 0);
    const holes = holesIn(seqs, head);
    const ids = this.#entryIds(session);
    const missing = [...Array(savedState?.end ?? 0).keys()].filter((n) => !ids.has(n));
    const made =
      savedState && missing.length > 0 && holes.length > 0
        ? refoldEntries({ ...savedState, events: this.#events(session), holes, ids, missing })
        : new Map<number, Entry>();
    for (const [first, last] of holes) for (const event of lostEvents(first, last)) this.#insertEvent(session, event);
    const isFoldedAgain = !savedState || (missing.length > 0 && holes.length === 0);
    if (isFoldedAgain) {
      this.#forgetFolded(session, 0);
      this.#into.run('DELETE FROM checkpoints WHERE session = ?', session);
      return lengthOf(holes);
    }
    // What was written down later than the saved state that is left would be folded a second time.
    this.#forgetFolded(session, savedState.end);
    for (const n of missing) {
      const entry = made.get(n) ?? damagedEntry(n);
      const [key, body] = [keyOf(entry), JSON.stringify(entry)];
      this.#into.run(
        'INSERT INTO entries (session, n, key, size, body, sum) VALUES (?, ?, ?, ?, ?, ?)',
        ...[session, n, key === null ? null : JSON.stringify(key), Buffer.byteLength(body), body, sumOf(body)],
      );
    }
    return (
      missing.length - made.size + lengthOf(holes.map(([first, last]) => [Math.max(first, savedState.seq + 1), last]))
    );
  }

  #entryIds(session: number): Map<number, string> {
    const sql = `SELECT CAST(n AS INTEGER) AS n, CAST(json_extract(body, '$.id') AS BLOB) AS id FROM entries WHERE session = ?`;
    return new Map(this.#into.all(sql, session).map(({ n, id }) => [numberOf(n), textOf(id)]));
  }

  #events(session: number): LoggedEvent[] {
    const sql = 'SELECT CAST(body AS BLOB) AS body FROM events WHERE session = ? ORDER BY events.seq';
    return this.#into.all(sql, session).map(({ body }) => JSON.parse(textOf(body)) as LoggedEvent);
  }

  #savedState(session: number): { seq: number; end: number } | null {
    const row = this.#into.first(
      'SELECT CAST(seq AS INTEGER) AS seq, CAST(body AS BLOB) AS body FROM checkpoints WHERE session = ?',
      session,
    );
    const body = row && parseText<{ end?: unknown; seq?: unknown } | null>(textOf(row.body), null);
    // No entry is made without an event: a greater number is damage, and would be marked entry by entry.
    const isSound = row && isCount(body?.end) && body.seq === row.seq && body.end <= 2 * numberOf(row.seq);
    return isSound ? { seq: numberOf(row.seq), end: Number(body?.end) } : null;
  }

  #insert(table: Table, { rowid, values }: ReadRow): void {
    const columns = this.#columns.get(table)!;
    const row = columns.map(({ isRowid, type, whenMissing }, i) => {
      if (isRowid) return rowid;
      const value = i < values.length ? values[i]! : whenMissing;
      // No text with a NUL was ever written.
      const isWritten = isOf(type, value) && !String(value).includes('\0');
      return isWritten ? storable(value) : undefined;
    });
    const isFitting = values.length === columns.length || (values.length < columns.length && EXTENDED.has(table));
    const isComplete =
      isFitting && row.every((value, i) => value !== undefined && (value !== null || !columns[i]!.isNeeded));
    if (!isComplete || !isReadable(table, Object.fromEntries(columns.map(({ name }, i) => [name, row[i]!])))) {
      this.torn.add(table);
      return;
    }
    const names = columns.map(({ name }) => name).join(', ');
    const marks = columns.map(() => '?').join(', ');
    this.#into.run(`INSERT OR IGNORE INTO ${table} (${names}) VALUES (${marks})`, ...(row as SqlValue[]));
  }

  #insertLooseSession(row: ReadRow): void {
    const { values } = row;
    const isSession = values.length >= 9 && values[0] === null && typeof values[1] === 'string' && values[8] === 0;
    if (isSession) this.#insert('sessions', row);
  }

  /** Pages that were freed look like lost ones: what is older than its session is of another one that had its number before. */
  #insertLooseEvent(row: ReadRow): void {
    const [session, seq, size, body] = row.values;
    if (row.values.length < 4 || row.values.length > 5 || !isCount(session) || !isCount(seq) || !isCount(size)) return;
    const at = parseText<{ at?: unknown } | null>(String(body), null)?.at;
    const sql = 'SELECT CAST(created_at AS INTEGER) AS n FROM sessions WHERE n = ?';
    const begun = this.#all(sql, session)[0] ?? 0;
    if (typeof at === 'number' && (at === 0 || at >= begun)) this.#insert('events', row);
  }

  #insertEvent(session: number, { seq, body }: { seq: number; body: string }): void {
    const sql = 'INSERT INTO events (session, seq, size, body, sum) VALUES (?, ?, ?, ?, ?)';
    this.#into.run(sql, session, seq, Buffer.byteLength(body), body, sumOf(body));
  }

  /** The words to find entries by, which the index keeps in a table of its own. */
  #takeWords(reader: RowReader, roots: ReadonlyMap<string, number>): void {
    const root = roots.get('words_content');
    if (root === undefined || !this.#isFirst) return;
    reader.tree(root, ({ rowid, values }) => {
      const text = values[1];
      if (typeof text !== 'string') return;
      this.#into.run('DELETE FROM words WHERE rowid = ?', rowid);
      this.#into.run('INSERT INTO words (rowid, text) VALUES (?, ?)', rowid, storableWords(text));
    });
  }

  #takeHints(reader: RowReader, roots: ReadonlyMap<string, number>): void {
    const hint = (n: ReadValue | undefined, fact: object) => {
      if (isCount(n)) this.#hints.set(n, { ...this.#hints.get(n), ...fact });
    };
    const byId = roots.get('sqlite_autoindex_sessions_1');
    const byFolder = roots.get('sessions_by_folder');
    if (byId !== undefined) reader.tree(byId, ({ values: [id, n] }) => typeof id === 'string' && hint(n, { id }));
    if (byFolder !== undefined) {
      reader.tree(byFolder, ({ values: [cwd, updatedAt, n] }) => {
        if (typeof cwd === 'string' && isCount(updatedAt)) hint(n, { cwd, updatedAt });
      });
    }
    const byNumber = roots.get('sqlite_autoindex_events_1');
    if (byNumber === undefined || !this.torn.has('events')) return;
    reader.tree(byNumber, ({ values: [n, seq, rowid] }) => {
      // Damage can make any number of one: no log is longer than its table.
      if (!isCount(n) || !isCount(seq) || !isCount(rowid) || seq > rowid) return;
      this.#heads.set(n, Math.max(seq, this.#heads.get(n) ?? 0));
    });
  }

  /** The agent that was used or chosen last in that folder, else in any; a session of one that nobody knows can be read. */
  #agentIn(cwd: string | undefined): string {
    const where = cwd ?? null;
    const used = 'SELECT CAST(agent_id AS BLOB) AS id FROM sessions ORDER BY cwd = ? DESC, updated_at DESC LIMIT 1';
    const session = this.#into.first(used, where);
    if (session) return textOf(session.id);
    const chosen = `SELECT CAST(value AS BLOB) AS id FROM folders WHERE fact = 'agentId' ORDER BY path = ? DESC LIMIT 1`;
    const fact = this.#into.first(chosen, where);
    const id = fact && parseText<unknown>(textOf(fact.id), null);
    return typeof id === 'string' ? id : 'unknown';
  }

  #nameless(): number[] {
    return this.#all(
      'SELECT DISTINCT CAST(session AS INTEGER) AS n FROM events WHERE session NOT IN (SELECT n FROM sessions)',
    );
  }

  #forget(session: number): void {
    this.#forgetFolded(session, 0);
    this.#into.run('DELETE FROM events WHERE session = ?', session);
    this.#into.run('DELETE FROM checkpoints WHERE session = ?', session);
  }

  #forgetFolded(session: number, from: number): void {
    const some = 'SELECT id FROM entries WHERE session = ? AND n >= ?';
    this.#into.run(`DELETE FROM words WHERE rowid IN (${some})`, session, from);
    this.#into.run('DELETE FROM entries WHERE session = ? AND n >= ?', session, from);
  }

  #all(sql: string, ...values: SqlValue[]): number[] {
    return this.#into.all(sql, ...values).map(({ n }) => numberOf(n));
  }
}

function wasUsed(names: string): boolean {
  return typeof parseText<{ prompt?: unknown } | null>(names, null)?.prompt === 'string';
}

interface Column {
  readonly name: string;
  readonly type: string;
  /** It is another name for the number of the row. */
  readonly isRowid: boolean;
  readonly isNeeded: boolean;
  /** What rows have that were written before there was this column. */
  readonly whenMissing: ReadValue;
}

/** Where tables and indexes begin that every file has had from the start: in each at the same page, as in the fresh one. */
function usualRoots(fresh: SqliteConnection): [string, number][] {
  const rows = fresh.all('SELECT CAST(name AS BLOB) AS name, CAST(rootpage AS INTEGER) AS root FROM sqlite_master');
  return rows.flatMap(({ name, root }) => {
    const isFirst = /^(?:sqlite_autoindex_)?(?:sessions|events|entries|checkpoints|commands)(?:_|$)/.test(textOf(name));
    return isFirst ? [[textOf(name), numberOf(root)]] : [];
  });
}

function columnsOf(db: SqliteConnection, table: string): Column[] {
  const rows = db.all(
    `SELECT CAST(name AS BLOB) AS name, CAST(type AS BLOB) AS type, CAST("notnull" AS INTEGER) AS needed,
       CAST(pk AS INTEGER) AS pk, CAST(dflt_value AS BLOB) AS otherwise FROM pragma_table_info('${table}')`,
  );
  return rows.map((row) => {
    const type = textOf(row.type);
    const otherwise = textOf(row.otherwise);
    return {
      name: textOf(row.name),
      type,
      isRowid: numberOf(row.pk) === 1 && type === 'INTEGER' && rows.filter(({ pk }) => numberOf(pk) > 0).length === 1,
      isNeeded: numberOf(row.needed) === 1,
      whenMissing: otherwise === '' ? null : /^'.*'$/.test(otherwise) ? otherwise.slice(1, -1) : Number(otherwise),
    };
  });
}

function isOf(type: string, value: ReadValue): boolean {
  if (value === null) return true;
  return type === 'INTEGER' ? typeof value === 'number' && Number.isSafeInteger(value) : typeof value === 'string';
}

function storable(value: ReadValue): SqlValue {
  return typeof value === 'string' ? storableWords(value) : (value as number | null);
}

/** Whether a row still says what a row of its table has to say. */
function isReadable(table: Table, row: Readonly<Record<string, SqlValue>>): boolean {
  const text = String(row.body ?? 'null');
  if (!isUnchanged(text, row.sum)) return false;
  const body = parseText<Record<string, unknown> | null>(text, null);
  switch (table) {
    case 'events':
      return (
        body?.seq === row.seq && typeof body?.type === 'string' && typeof body.at === 'number' && isCount(row.session)
      );
    case 'entries':
      return typeof body?.kind === 'string' && typeof body.id === 'string' && isCount(row.session) && isCount(row.n);
    case 'checkpoints':
      return body?.seq === row.seq;
    case 'permission_rules':
      return body?.effect === 'allow' || body?.effect === 'reject';
    default:
      return true;
  }
}

/** The runs of numbers from 1 to `head` that are not there. */
function holesIn(seqs: readonly number[], head: number): Run[] {
  const holes: Run[] = [];
  let next = 1;
  for (const seq of [...seqs, head + 1]) {
    if (seq > next) holes.push([next, seq - 1]);
    next = Math.max(next, seq + 1);
  }
  return holes;
}

function lengthOf(runs: readonly Run[]): number {
  return runs.reduce((sum, [first, last]) => sum + Math.max(0, last - first + 1), 0);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

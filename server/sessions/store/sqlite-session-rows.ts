import { type DraftBody, draftBody, readDraft } from '../../protocol/api/draft.js';
import { own } from '../../protocol/own.js';
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
import { type Column, packed, packedAsIs, unpack, unpackAsIs } from './sqlite/packed-rows.js';
import { numberOf, type SqliteConnection, type SqlRow, type SqlValue } from './sqlite/sqlite-connection.js';
import { parseText } from './sqlite/stored-text.js';

/** Computers set their clock right by less. */
const CLOCK_TOLERANCE_MS = 60 * 60 * 1000;

/** What is read of a row, in this order. */
const COLUMNS: readonly Column[] = [
  ...['n', 'created_at', 'updated_at'].map((name) => ({ name, kind: 'number' as const })),
  ...['id', 'agent_id', 'cwd'].map((name) => ({ name, kind: 'text' as const })),
  ...['names', 'draft', 'ties', 'parent', 'listing'].map((name) => ({ name, kind: 'json' as const })),
];

/** In the place of 0 for a session that is there, and of 1 for one that was removed. */
const HIDDEN = 2;

/** The rows that list sessions, in the history file. Whoever calls what writes does it in a transaction. */
export class SqliteSessionRows {
  readonly #db: SqliteConnection;
  /** Sessions have short numbers inside the file; ids are long and would be repeated in every row. */
  readonly #numbers = new Map<string, number>();
  readonly #now: () => number;
  readonly #openedAt: number;

  constructor(db: SqliteConnection, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
    this.#openedAt = now();
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
    return this.#read('id = ?', id)[0] ?? null;
  }

  listIn(cwd: string): SessionRow[] {
    return this.#read('cwd = ?', cwd);
  }

  listAll(): SessionRow[] {
    return this.#read('1');
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

  /** Nothing lists or finds it, and no server deletes what belongs to it. */
  hide(id: string): void {
    this.#db.run(`UPDATE sessions SET is_removed = ${HIDDEN} WHERE n = ?`, this.numberOf(id));
  }

  reveal(id: string): void {
    this.#db.run('UPDATE sessions SET is_removed = 0 WHERE n = ?', this.numberOf(id));
  }

  removeHidden(cwd: string): void {
    this.#db.run(
      `UPDATE sessions SET id = 'removed ' || n, is_removed = 1 WHERE cwd = ? AND is_removed = ${HIDDEN}`,
      cwd,
    );
    this.forgetNumbers();
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

  /** Those with the last use first. */
  #read(which: string, ...values: SqlValue[]): SessionRow[] {
    const found = (what: string) =>
      this.#db.first(`SELECT ${what} FROM sessions WHERE ${which} AND is_removed = 0`, ...values);
    const rows = unpackAsIs(COLUMNS, found(packedAsIs(COLUMNS))) ?? oneByOne(found(packed(COLUMNS)));
    const sorted = rows.sort((a, b) => Number(b[2]) - Number(a[2]) || Number(b[0]) - Number(a[0])).map(sessionFrom);
    const latest = this.#now() + CLOCK_TOLERANCE_MS;
    if (!sorted.some(({ updatedAt }) => updatedAt > latest)) return sorted;
    return sorted.map((row) => this.#inTime(row, latest)).sort((a, b) => b.updatedAt - a.updatedAt);
  }

  /** A use that is still to come was noted by a wrong clock: what is known of the session besides counts, else this start. */
  #inTime(row: SessionRow, latest: number): SessionRow {
    if (row.updatedAt <= latest) return row;
    const { seenAt } = row.listing;
    const known = [row.createdAt, seenAt ?? 0].filter((at) => at > 0 && at <= latest);
    const updatedAt = known.length > 0 ? Math.max(...known) : this.#openedAt;
    return { ...row, updatedAt, listing: { ...row.listing, seenAt: seenAt === null ? null : updatedAt } };
  }

  /** A transaction was taken back; what was moved in it is where it was. */
  forgetNumbers(): void {
    this.#numbers.clear();
  }
}

const NAMELESS: SessionNames = { person: null, agent: null, prompt: null };

/** Rows of which one at least is damaged: what is no JSON any more is as if it had not been. */
function oneByOne(row: SqlRow | null): unknown[][] {
  return unpack(COLUMNS, row).map((values) =>
    COLUMNS.map(({ name, kind }) => (kind === 'json' ? parseText(String(own(values, name)), null) : own(values, name))),
  );
}

function sessionFrom(values: readonly unknown[]): SessionRow {
  return {
    createdAt: numberOf(values[1]),
    updatedAt: numberOf(values[2]),
    id: String(values[3]),
    agentId: String(values[4]),
    cwd: String(values[5]),
    names: wholeNames(values[6] as Partial<SessionNames> | null),
    draft: values[7] === '' ? '' : keptDraft(values[7]),
    ties: keptTies(values[8] as Partial<SessionTies> | null),
    parent: keptParent(values[9] as Partial<SessionParent> | null),
    listing: keptListing(values[10] as Partial<ListedAs> | null),
  };
}

export function keptNames(text: string): SessionNames {
  return wholeNames(parseText<Partial<SessionNames> | null>(text, null));
}

function wholeNames(kept: Partial<SessionNames> | null): SessionNames {
  const { person, agent, prompt } = kept ?? NAMELESS;
  return { person: person ?? null, agent: agent ?? null, prompt: prompt ?? null };
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
  const isWhole = kept?.import !== undefined && kept.isArchived !== undefined && kept.agentSessionId !== undefined;
  const ties = isWhole ? (kept as SessionTies) : { ...UNTIED, ...kept };
  const isTimed = Number.isFinite(ties.seenAt) && Number.isFinite(ties.begunAt ?? 0);
  const isListed = Array.isArray(ties.unusedIds) && Array.isArray(ties.setAsideIds ?? []);
  return isTimed && isListed ? ties : UNTIED;
}

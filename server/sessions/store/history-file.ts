import { randomInt } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../../protocol/clock.js';
import { type FileTrouble, FileWatch } from './mending/file-watch.js';
import { MendLock } from './mending/mend-lock.js';
import { type Mended, readNote, writeNote } from './mending/mended-note.js';
import { type RememberedSessions, salvage } from './mending/salvage.js';
import { PageFile, readJournal } from './mending/sqlite-pages.js';
import { numberOf, SqliteConnection, textOf } from './sqlite/sqlite-connection.js';
import { migrate, TABLES } from './sqlite/sqlite-schema.js';
import { StorageFault } from './sqlite/storage-fault.js';
import { isUnchanged } from './sqlite/stored-text.js';
import { StoreUsers } from './store-users.js';

const FILE = 'acdeck.db';
/** Checking a larger file would hold up every start. */
const CHECKED_BYTES = 32 * 1024 * 1024;
const WAIT_MS = 5000;
const ROWS_AT_ONCE = 500;
/** How much may be in the journal before it is brought into the file. */
const JOURNAL_BYTES = 4 * 1024 * 1024;
const COMMANDS_KEPT_MS = 30 * DAY_MS;
/** Other servers bring their journal into the file too; that alone is no reason to check all of it each time. */
const CHECK_AGAIN_MS = 60 * 1000;

/** What is wrong with the file, as it is told; one that was written over in place is replaced as well. */
type Trouble = FileTrouble | 'overwritten';

interface Opened {
  readonly db: SqliteConnection;
  readonly mended: Mended | null;
  readonly watch: FileWatch;
}

/**
 * The history file of a data directory: opens it, notices what becomes of it while it is in use, and writes it anew from
 * what can still be read. Whoever uses the connection need not know when that happens.
 */
export class HistoryFile {
  readonly db: SqliteConnection;
  /** How the file was written anew before it could be opened. */
  readonly mendedAtStart: Mended | null;
  readonly #dataDir: string;
  readonly #path: string;
  readonly #now: () => number;
  readonly #users: StoreUsers;
  readonly #lock: MendLock;
  #watch: FileWatch;
  #leave: () => void;
  #isSuspect = false;
  #isEnded = false;
  #checkedAt = 0;

  constructor(dataDir: string, now: () => number) {
    this.#dataDir = dataDir;
    this.#path = join(dataDir, FILE);
    this.#now = now;
    makePrivate(dataDir);
    for (const end of ['', '-wal', '-shm', '.lock', '.suspect', '.mended']) demandFile(this.#path + end);
    this.#users = new StoreUsers(dataDir);
    this.#lock = new MendLock(`${this.#path}.lock`);
    const { db, mended, watch, leave } = this.#lock.hold(() => this.#enter());
    this.db = db;
    this.mendedAtStart = mended;
    this.#watch = watch;
    this.#leave = leave;
  }

  /** Looks whether all is well; gives back what is not. */
  look(): Trouble | null {
    if (this.#isSuspect) return 'damaged';
    const found = this.#watch.look();
    if (found !== 'changed') return found;
    return this.#isWhole() ? null : 'damaged';
  }

  /** Something could not be read: the file is mended at the next look, or checked as a whole at the next start. */
  suspect(): void {
    this.#isSuspect = true;
    this.#checkAtNextStart();
  }

  /** The journal was brought into the file. */
  settled(): void {
    this.#watch.settle();
  }

  /** Brings a long journal into the file, unless it would spoil that; another time if somebody is busy with the file. */
  tidy(): void {
    if (this.#watch.journalBytes < JOURNAL_BYTES) return;
    this.#lock.holdIfFree(() => {
      if (this.#hasTornJournal()) this.suspect();
      else this.db.settle();
    });
  }

  /** Puts a file with all that can still be read in the place of what is there. */
  mend(trouble: Trouble, remembered: RememberedSessions): Mended {
    makePrivate(this.#dataDir);
    return this.#lock.hold(() => {
      const mended = this.#adoptable() ?? this.#writeAnew(trouble, remembered);
      this.db.reopen();
      this.#prepare(this.db);
      const before = this.#watch;
      this.#watch = new FileWatch(this.#path);
      before.end();
      this.#isSuspect = false;
      rmSync(this.#suspectPath, { force: true });
      this.#leave = this.#users.enter();
      return mended;
    });
  }

  /** Ends the use of the file. What is about to be brought into it for good is looked at first, and mended if need be. */
  close(mendIfNeeded: () => void): void {
    try {
      mkdirSync(this.#dataDir, { recursive: true, mode: 0o700 });
      this.#lock.hold(() => {
        try {
          if (this.#hasTornJournal()) this.suspect();
          mendIfNeeded();
        } finally {
          this.db.tidyUp();
          this.#end();
        }
      });
    } finally {
      this.#end();
    }
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    // The watch goes on: libsql lets go of the file later, and to close it here would take the locks away until then.
    this.db.close();
    this.#leave();
  }

  /** What another server has put there in the meantime. */
  #adoptable(): Mended | null {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    return found && !this.#watch.isOurs(found) ? readNote(this.#notePath, this.#path) : null;
  }

  #writeAnew(trouble: Trouble, remembered: RememberedSessions): Mended {
    const draft = this.#newDraft();
    const readable = trouble === 'deleted' || trouble === 'replaced' ? this.#copyTo(draft) : null;
    const kept = readable ?? this.#salvageTo(draft, trouble, remembered);
    const aside = this.#clear(trouble);
    const mended = { ...kept, cause: trouble === 'overwritten' ? ('replaced' as const) : trouble, aside };
    this.#put(draft, mended);
    return mended;
  }

  /** The connection still reads a file that is no longer at its path. */
  #copyTo(draft: string): Kept | null {
    try {
      this.db.copyInto(draft);
      return NOTHING_LOST;
    } catch (error) {
      if (StorageFault.from(error).kind !== 'corrupt') throw error;
      // It was damaged as well.
      closeSync(openSync(draft, 'w', 0o600));
      return null;
    }
  }

  #salvageTo(draft: string, trouble: Trouble, remembered: RememberedSessions): Kept {
    const journal = `${this.#path}-wal`;
    const from = { fd: this.#watch.fd, journal: this.#watch.isOurSide(journal) ? journal : null };
    if (trouble === 'overwritten' && !this.#isStillOurs(draft, remembered)) return fillDraft(draft, null, remembered);
    return fillDraft(draft, from, remembered);
  }

  /** Whether the file has any of the sessions that we know; the journal, which is ours in any case, is left out. */
  #isStillOurs(draft: string, remembered: RememberedSessions): boolean {
    fillDraft(draft, { fd: this.#watch.fd, journal: null }, NOTHING_KNOWN);
    const isOurs = hasSomeOf(draft, remembered);
    closeSync(openSync(draft, 'w', 0o600));
    return isOurs;
  }

  /** Takes what is at the path out of the way; gives back where it is kept. */
  #clear(trouble: Trouble): string | null {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    const isForeign = trouble === 'overwritten' || (found !== undefined && !this.#watch.isOurs(found));
    // Where only a side file was missing, the draft has all that is in our file.
    const isKept = found !== undefined && (isForeign || trouble !== 'deleted');
    const aside = isKept ? this.#asideName(isForeign ? 'replaced' : 'corrupt') : null;
    // The journal first: a fresh file must never meet the old one's. Ours goes with our file, and not with another one.
    const journal = `${this.#path}-wal`;
    const goesAlong = aside !== null && existsSync(journal) && this.#watch.isOurSide(journal) !== isForeign;
    if (goesAlong) renameSync(journal, `${aside}-wal`);
    for (const end of ['-wal', '-shm']) rmSync(this.#path + end, { force: true });
    if (aside !== null) renameSync(this.#path, aside);
    else rmSync(this.#path, { force: true });
    return aside;
  }

  /** Opens the file, and is known as one of its users before anything in it is touched. */
  #enter(): Opened & { leave: () => void } {
    const leave = this.#users.enter();
    try {
      return { ...this.#open(), leave };
    } catch (error) {
      leave();
      throw error;
    }
  }

  #open(): Opened {
    const wasFound = existsSync(this.#path);
    let mended: Mended | null = null;
    if (wasFound && this.#hasTornJournal()) mended = this.#setAside();
    let db: SqliteConnection;
    try {
      db = this.#openFile();
    } catch (error) {
      if (!isDamage(StorageFault.from(error)) || !wasFound || mended) throw error;
      mended = this.#setAside();
      db = this.#openFile();
    }
    return { db, mended, watch: new FileWatch(this.#path) };
  }

  #openFile(): SqliteConnection {
    // Made by us, because SQLite would let others read it; its side files take over the mode.
    if (!existsSync(this.#path)) closeSync(openSync(this.#path, 'a', 0o600));
    chmodSync(this.#path, 0o600);
    const db = new SqliteConnection(this.#path);
    try {
      useWal(db);
      if (existsSync(this.#suspectPath) || statSync(this.#path).size <= CHECKED_BYTES) check(db);
      rmSync(this.#suspectPath, { force: true });
      this.#prepare(db);
      return db;
    } catch (error) {
      db.abandon();
      throw error;
    }
  }

  #prepare(db: SqliteConnection): void {
    useWal(db);
    db.exec('PRAGMA synchronous = NORMAL');
    migrate(db, () => this.#users.others());
    for (const table of TABLES) db.all(`SELECT 1 AS found FROM ${table} LIMIT 1`);
    forgetCommands(db, this.#now());
    mark(db);
    db.settleIn();
    db.settle();
  }

  /** A journal that nobody else uses and that SQLite would read in part only. Only the lock's holder can tell. */
  #hasTornJournal(): boolean {
    const path = `${this.#path}-wal`;
    if (!existsSync(path) || this.#users.others().length > 0) return false;
    return withFile(path, (fd) => readJournal(fd).isTorn);
  }

  /** Writes a damaged file anew that was found at the start, unless someone uses it. */
  #setAside(): Mended {
    const others = this.#users.others();
    if (others.length > 0) {
      const who = others.join(', ');
      throw new StorageFault(
        'in_use',
        `The history file ${this.#path} is damaged, but ${who} uses it. Stop it, then start again.`,
      );
    }
    const draft = this.#newDraft();
    const journal = existsSync(`${this.#path}-wal`) ? `${this.#path}-wal` : null;
    const kept = withFile(this.#path, (fd) => fillDraft(draft, { fd, journal }, NOTHING_KNOWN));
    const aside = this.#asideName('corrupt');
    // The side files first: a fresh file must never meet the old one's journal.
    for (const end of ['-wal', '-shm', '']) if (existsSync(this.#path + end)) renameSync(this.#path + end, aside + end);
    const mended = { ...kept, cause: 'damaged' as const, aside };
    this.#put(draft, mended);
    rmSync(this.#suspectPath, { force: true });
    return mended;
  }

  #put(draft: string, mended: Mended): void {
    try {
      // Unlike a move this never takes the place of a file that somebody has just put there.
      linkSync(draft, this.#path);
    } finally {
      rmSync(draft, { force: true });
    }
    writeNote(this.#notePath, this.#path, mended);
  }

  #newDraft(): string {
    for (const name of readdirSync(this.#dataDir))
      if (name.startsWith(`${FILE}.new-`)) rmSync(join(this.#dataDir, name));
    const draft = `${this.#path}.new-${process.pid}`;
    closeSync(openSync(draft, 'wx', 0o600));
    return draft;
  }

  #asideName(word: 'replaced' | 'corrupt'): string {
    const name = `${this.#path}.${word}-${new Date(this.#now()).toISOString().replace(/[:.]/g, '-')}`;
    let free = name;
    for (let i = 2; existsSync(free); i++) free = `${name}-${i}`;
    return free;
  }

  /** Somebody else has written to the file: looks at all of it, as if it was opened for the first time. */
  #isWhole(): boolean {
    const now = this.#now();
    const isAlone = this.#users.others().length === 0;
    if (!isAlone && now - this.#checkedAt < CHECK_AGAIN_MS) return true;
    this.#checkedAt = now;
    if (statSync(this.#path).size > CHECKED_BYTES) {
      if (isAlone) this.#checkAtNextStart();
      return true;
    }
    const fresh = new SqliteConnection(this.#path);
    try {
      check(fresh);
      checkSums(fresh);
    } catch (error) {
      if (isDamage(StorageFault.from(error))) return false;
      this.#checkAtNextStart();
    } finally {
      fresh.close();
    }
    return true;
  }

  #checkAtNextStart(): void {
    try {
      closeSync(openSync(this.#suspectPath, 'a', 0o600));
    } catch {
      // The folder may be what is missing.
    }
  }

  get #suspectPath(): string {
    return `${this.#path}.suspect`;
  }

  get #notePath(): string {
    return `${this.#path}.mended`;
  }
}

const NOTHING_KNOWN: RememberedSessions = { rows: [], heads: new Map() };

type Kept = Pick<Mended, 'gaps' | 'emptied' | 'nameless' | 'torn'>;
const NOTHING_LOST: Kept = { gaps: new Map(), emptied: [], nameless: 0, torn: new Set() };

/** Makes a fresh database of an empty file, with what can be read of a damaged one. */
function fillDraft(
  draft: string,
  from: { fd: number; journal: string | null } | null,
  remembered: RememberedSessions,
): Kept {
  const db = new SqliteConnection(draft);
  try {
    migrate(db, () => []);
    if (!from) return { ...NOTHING_LOST, torn: new Set(TABLES) };
    if (from.journal === null) return salvage([new PageFile(from.fd, null)], db, remembered);
    return withFile(from.journal, (fd) => {
      const { all, sound, isTorn } = readJournal(fd);
      const readings = isTorn ? [all, sound] : [all];
      return salvage(
        readings.map((pages) => new PageFile(from.fd, { fd, pages })),
        db,
        remembered,
      );
    });
  } finally {
    db.close();
  }
}

function hasSomeOf(path: string, { rows }: RememberedSessions): boolean {
  const db = new SqliteConnection(path);
  const isThere = rows.some(({ id }) => db.first('SELECT 1 AS found FROM sessions WHERE id = ?', id ?? null) !== null);
  db.close();
  return isThere;
}

function withFile<T>(path: string, work: (fd: number) => T): T {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return work(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Forgets commands that are older than the newest one of yesterday by so much. Counted from the present, a start with a wrong clock
 * would forget all of them.
 */
function forgetCommands(db: SqliteConnection, now: number): void {
  const yesterday = db.first('SELECT CAST(MAX(at) AS INTEGER) AS at FROM commands WHERE at <= ?', now - DAY_MS)?.at;
  if (yesterday !== null && yesterday !== undefined) {
    db.run('DELETE FROM commands WHERE at < ?', numberOf(yesterday) - COMMANDS_KEPT_MS);
  }
}

/** By this a file is known again that somebody else has written over. */
function mark(db: SqliteConnection): void {
  const isMarked = () => numberOf(db.first('PRAGMA application_id')?.application_id) !== 0;
  if (isMarked()) return;
  db.transaction(() => {
    if (!isMarked()) db.exec(`PRAGMA application_id = ${randomInt(1, 2 ** 31 - 1)}`);
  });
}

/** Our own SQL is right: if the database does not understand it, what it knows of its tables is damaged. */
function isDamage({ kind, cause }: StorageFault): boolean {
  return kind === 'corrupt' || (cause instanceof Error && Reflect.get(cause, 'code') === 'SQLITE_ERROR');
}

/** Several servers may start at once; switching to WAL does not wait for them by itself. */
function useWal(db: SqliteConnection): void {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (StorageFault.from(error).kind !== 'locked' || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

function check(db: SqliteConnection): void {
  const found = db.first('SELECT CAST(quick_check AS BLOB) AS found FROM pragma_quick_check(1)');
  if (textOf(found?.found) !== 'ok') throw new StorageFault('corrupt', 'The history file is damaged.');
}

/** Whether all that was written is as it was written. */
function checkSums(db: SqliteConnection): void {
  for (const table of ['events', 'entries', 'checkpoints']) {
    const sql = `SELECT CAST(rowid AS INTEGER) AS at, CAST(body AS BLOB) AS body, CAST(sum AS INTEGER) AS sum FROM ${table}
      WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS_AT_ONCE}`;
    for (let rows = db.all(sql, -1); rows.length > 0; rows = db.all(sql, numberOf(rows.at(-1)!.at))) {
      const isSound = rows.every(({ body, sum }) => isUnchanged(textOf(body), sum));
      if (!isSound) throw new StorageFault('corrupt', 'The history file is damaged.');
    }
  }
}

/** To open a pipe would wait for somebody at its other end, and nothing but a file can be a database. */
function demandFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || found.isFile()) return;
  throw new StorageFault(
    'failed',
    `The history can't be kept in ${path}: it is ${kindOf(found)}, not a file. Move it away.`,
  );
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a named pipe';
  return found.isSocket() ? 'a socket' : 'a device';
}

/** A directory that is ours alone is closed to others; one that holds other things is left as it is. */
function makePrivate(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const names = readdirSync(dataDir);
  const isOurs = names.length === 0 || names.includes(FILE);
  if (isOurs && (statSync(dataDir).mode & 0o077) !== 0) chmodSync(dataDir, 0o700);
}

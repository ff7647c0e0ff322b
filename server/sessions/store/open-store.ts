import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { SqliteConnection, textOf } from './sqlite-connection.js';
import { SqliteEventStore } from './sqlite-event-store.js';
import { migrate, TABLES } from './sqlite-schema.js';
import { StorageFault } from './storage-fault.js';
import { StoreUsers } from './store-users.js';

const FILE = 'acdeck.db';
/** Left behind when damage was met while the file was in use: the next start then checks all of it. */
const SUSPECT = 'acdeck.db.suspect';
/** Checking a larger file would hold up every start. */
const CHECKED_BYTES = 32 * 1024 * 1024;
const WAIT_MS = 5000;
/** Less room than this is no room for a journal. */
const NEEDED_BYTES = 256 * 1024;
const COMMANDS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** An opened store, and what a person should know of how it went. */
export interface OpenedStore {
  readonly store: SqliteEventStore;
  /** Set when a damaged file was set aside and a fresh one began. */
  readonly notice: string | null;
}

/**
 * Opens the history file of a data directory, making both if need be: 0600 in 0700. A damaged file
 * is set aside and a fresh one begins. Throws a `StorageFault` whose message a person may read.
 */
export function openStore(dataDir: string, now: () => number = Date.now): OpenedStore {
  try {
    makePrivate(dataDir);
    const users = new StoreUsers(dataDir);
    const path = join(dataDir, FILE);
    const wasFound = existsSync(path) && statSync(path).ino;
    try {
      return { store: openFile(dataDir, users, now), notice: null };
    } catch (error) {
      const fault = StorageFault.from(error);
      if (!isDamage(fault) || wasFound === false) throw fault;
      const notice = setAside({ dataDir, users, inode: wasFound, now });
      return { store: openFile(dataDir, users, now), notice };
    }
  } catch (error) {
    if (isFull(dataDir))
      throw new StorageFault('full', `The disk is full: there is no room for the history in ${dataDir}.`);
    throw StorageFault.from(error);
  }
}

/** A full disk shows itself in many ways when files are made. */
function isFull(dataDir: string): boolean {
  if (!existsSync(dataDir)) return false;
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize < NEEDED_BYTES;
}

function openFile(dataDir: string, users: StoreUsers, now: () => number): SqliteEventStore {
  const path = join(dataDir, FILE);
  // Made by us, because SQLite would let others read it; its side files take over the mode.
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  const suspect = join(dataDir, SUSPECT);
  const isSuspect = existsSync(suspect);
  const db = new SqliteConnection(path, () => closeSync(openSync(suspect, 'a', 0o600)));
  try {
    useWal(db);
    db.exec('PRAGMA synchronous = NORMAL');
    if (isSuspect || statSync(path).size <= CHECKED_BYTES) check(db);
    rmSync(suspect, { force: true });
    migrate(db, () => users.others());
    for (const table of TABLES) db.all(`SELECT 1 AS found FROM ${table} LIMIT 1`);
    db.run('DELETE FROM commands WHERE at < ?', now() - COMMANDS_KEPT_MS);
    db.settleIn();
    return new SqliteEventStore(db, users.enter());
  } catch (error) {
    db.close();
    throw error;
  }
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

interface SetAside {
  dataDir: string;
  users: StoreUsers;
  inode: number;
  now: () => number;
}

/** Moves the damaged file away, unless someone uses it or another start has done so already. */
function setAside({ dataDir, users, inode, now }: SetAside): string | null {
  const path = join(dataDir, FILE);
  const others = users.others();
  if (others.length > 0) {
    const who = others.join(', ');
    throw new StorageFault(
      'in_use',
      `The history file ${path} is damaged, but ${who} uses it. Stop it, then start again.`,
    );
  }
  if (!existsSync(path) || statSync(path).ino !== inode) return null;
  const aside = `${path}.corrupt-${new Date(now()).toISOString().replace(/[:.]/g, '-')}`;
  // The side files first: a fresh file must never meet the old one's journal.
  for (const end of ['-wal', '-shm', '']) {
    if (existsSync(path + end)) renameSync(path + end, aside + end);
  }
  rmSync(join(dataDir, SUSPECT), { force: true });
  return `The history file was damaged. It was set aside as ${aside}, and a new one was begun.`;
}

/** A directory that is ours alone is closed to others; one that holds other things is left as it is. */
function makePrivate(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const names = readdirSync(dataDir);
  const isOurs = names.length === 0 || names.includes(FILE);
  if (isOurs && (statSync(dataDir).mode & 0o077) !== 0) chmodSync(dataDir, 0o700);
}

import { existsSync, statfsSync } from 'node:fs';
import type { Mending } from './event-store.js';
import { HistoryFile } from './history-file.js';
import { StorageFault } from './sqlite/storage-fault.js';
import { SqliteEventStore } from './sqlite-event-store.js';

/** Less room than this is no room for a journal. */
const NEEDED_BYTES = 256 * 1024;

/** An opened store, and what a person should know of how it went. */
export interface OpenedStore {
  readonly store: SqliteEventStore;
  /** Set when a damaged file was set aside and written anew. */
  readonly mending: Mending | null;
}

/**
 * Opens the history file of a data directory, making both if need be: 0600 in 0700. What can be read of a damaged file
 * is taken over into a fresh one. Throws a `StorageFault` whose message a person may read.
 */
export function openStore(dataDir: string, now: () => number = Date.now): OpenedStore {
  try {
    const file = new HistoryFile(dataDir, now);
    const store = new SqliteEventStore(file.db, file, now);
    return { store, mending: file.mendedAtStart && store.describe(file.mendedAtStart) };
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

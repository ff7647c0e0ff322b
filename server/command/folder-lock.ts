import { createHash } from 'node:crypto';
import { linkSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { draftPrivateFile, makePrivateFolder, writePrivateFile } from '../settings/private-file.js';
import { startOfProcess } from './process-identity.js';
import { isRunning, type RunDoor, type RunRecord, readRunFile } from './run-file.js';

export type LockOutcome = { kind: 'owned'; lock: FolderLock } | { kind: 'held'; by: RunRecord };

/**
 * Makes one server the owner of a folder. Owners are numbered: the file with the highest number names
 * the owner, and to take over from a dead one is to create the next number, which only one process
 * can. The highest file is never removed, so a slow contender cannot take an old number for free.
 */
export class FolderLock {
  readonly #path: string;
  readonly #record: RunRecord;

  private constructor(path: string, record: RunRecord) {
    this.#path = path;
    this.#record = record;
  }

  /** Takes the folder, or says which running server has it. `folder` is a real path. */
  static acquire(dataDir: string, folder: string): LockOutcome {
    const runs = new RunFiles(dataDir, folder);
    const record = { folder, pid: process.pid, started: startOfProcess(process.pid) ?? 'unknown', door: null };
    for (;;) {
      const highest = runs.highest();
      const holder = readRunFile(runs.path(highest));
      if (holder && isRunning(holder)) return { kind: 'held', by: holder };
      if (runs.create(highest + 1, record)) {
        return { kind: 'owned', lock: new FolderLock(runs.path(highest + 1), record) };
      }
    }
  }

  /** The running server that owns the folder, if there is one. */
  static ownerOf(dataDir: string, folder: string): RunRecord | null {
    const runs = new RunFiles(dataDir, folder);
    const record = readRunFile(runs.path(runs.highest()));
    return record && isRunning(record) ? record : null;
  }

  /** Tells other starts where this server answers. */
  publish(door: RunDoor): void {
    this.#write({ ...this.#record, door });
  }

  /** Gives the folder back; the file stays, without a process. */
  release(): void {
    this.#write({ ...this.#record, pid: 0, door: null });
  }

  #write(record: RunRecord): void {
    writePrivateFile(this.#path, JSON.stringify(record));
  }
}

/** The numbered run files of one folder. */
class RunFiles {
  readonly #dir: string;
  readonly #key: string;

  constructor(dataDir: string, folder: string) {
    this.#dir = runFolder(dataDir);
    this.#key = folderKey(folder);
    makePrivateFolder(this.#dir);
  }

  path(number: number): string {
    return join(this.#dir, `${this.#key}.${number}.json`);
  }

  highest(): number {
    return Math.max(0, ...this.#numbers());
  }

  /** Creates the file whole or not at all; false when someone else was first or has gone further. */
  create(number: number, record: RunRecord): boolean {
    const path = this.path(number);
    const draft = draftPrivateFile(path, JSON.stringify(record));
    try {
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    if (this.highest() > number) {
      rmSync(path, { force: true });
      return false;
    }
    for (const older of this.#numbers()) if (older < number) rmSync(this.path(older), { force: true });
    return true;
  }

  #numbers(): number[] {
    const name = new RegExp(`^${this.#key}\\.(\\d+)\\.json$`);
    return readdirSync(this.#dir).flatMap((file) => {
      const number = name.exec(file)?.[1];
      return number === undefined ? [] : [Number(number)];
    });
  }
}

/** Where run files and sockets of a data directory are. */
export function runFolder(dataDir: string): string {
  return join(dataDir, 'run');
}

/** A file name for a folder, whatever its path holds. */
export function folderKey(folder: string): string {
  return createHash('sha256').update(folder).digest('hex').slice(0, 24);
}

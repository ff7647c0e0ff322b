import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPlainFile } from '../../paths/plain-file.js';

/**
 * Which processes have the history file open. What needs sole use (setting a damaged file aside,
 * bringing an old one up to date) asks here, and a person is told whom to stop.
 */
export class StoreUsers {
  readonly #dir: string;

  constructor(dataDir: string) {
    this.#dir = join(dataDir, 'users');
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
  }

  /** This process has the file open from now on, until the returned function is called. */
  enter(): () => void {
    // Somebody may have deleted the whole data directory.
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
    const path = join(this.#dir, `${process.pid}`);
    rmSync(path, { force: true });
    writeFileSync(path, beginOf(process.pid) ?? '', { mode: 0o600, flag: 'wx' });
    return () => rmSync(path, { force: true });
  }

  /** The other processes that have it open, as a person would name them. */
  others(): string[] {
    return this.#names()
      .map(Number)
      .filter((pid) => Number.isSafeInteger(pid) && pid !== process.pid && this.#isThere(pid))
      .map((pid) => `acdeck (process ${pid})`);
  }

  #names(): string[] {
    try {
      return readdirSync(this.#dir);
    } catch {
      return [];
    }
  }

  #isThere(pid: number): boolean {
    const path = join(this.#dir, `${pid}`);
    if (isAlive(pid) && readText(path) === (beginOf(pid) ?? '')) return true;
    rmSync(path, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, where the system says so cheaply: a later process may have the same number. */
function beginOf(pid: number): string | null {
  const stat = readText(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

function readText(path: string): string | null {
  try {
    return readPlainFile(path);
  } catch {
    return null;
  }
}

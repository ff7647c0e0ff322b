import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder, writePrivateFile } from '../settings/private-file.js';
import { folderKey } from './folder-lock.js';

/** What the next start in a folder wants to know of the last one. */
export interface Remembered {
  /** Open tabs and bookmarks come back by themselves if the port stays the same. */
  readonly port: number | null;
  /** The id of an agent, or the program and arguments of one that was given as a command line. */
  readonly agent: string | readonly string[] | null;
}

/** Keeps that for one folder. Only the folder's owner writes it. */
export class FolderMemory {
  readonly #path: string;
  readonly #folder: string;
  #now: Remembered;

  constructor(dataDir: string, folder: string) {
    const dir = join(dataDir, 'folders');
    makePrivateFolder(dir);
    this.#folder = folder;
    this.#path = join(dir, `${folderKey(folder)}.json`);
    this.#now = readRemembered(this.#path);
  }

  get last(): Remembered {
    return this.#now;
  }

  remember(change: Partial<Remembered>): void {
    const next = { ...this.#now, ...change };
    if (JSON.stringify(next) === JSON.stringify(this.#now)) return;
    this.#now = next;
    writePrivateFile(this.#path, JSON.stringify({ folder: this.#folder, ...next }));
  }
}

/** A missing or damaged memory is no memory: everything in it has a default. */
function readRemembered(path: string): Remembered {
  try {
    const { port, agent } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    return { port: isPort(port) ? port : null, agent: isAgent(agent) ? agent : null };
  } catch {
    return { port: null, agent: null };
  }
}

function isPort(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 65_536;
}

function isAgent(value: unknown): value is string | string[] {
  if (typeof value === 'string') return value !== '';
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string');
}

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '../settings/private-file.js';
import { folderKey } from './folder-lock.js';

/** What the next start in a folder wants to know of the last one. */
export interface Remembered {
  /** Open tabs and bookmarks come back by themselves if the port stays the same. */
  readonly port: number | null;
  readonly agentId: string | null;
}

/** Keeps that for one folder. Only the folder's owner writes it. */
export class FolderMemory {
  readonly #path: string;
  readonly #folder: string;
  #now: Remembered;

  constructor(dataDir: string, folder: string) {
    const dir = join(dataDir, 'folders');
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    this.#folder = folder;
    this.#path = join(dir, `${folderKey(folder)}.json`);
    this.#now = readRemembered(this.#path);
  }

  get last(): Remembered {
    return this.#now;
  }

  remember(change: Partial<Remembered>): void {
    const next = { ...this.#now, ...change };
    if (next.port === this.#now.port && next.agentId === this.#now.agentId) return;
    this.#now = next;
    writePrivateFile(this.#path, JSON.stringify({ folder: this.#folder, ...next }));
  }
}

/** A missing or damaged memory is no memory: everything in it has a default. */
function readRemembered(path: string): Remembered {
  try {
    const { port, agentId } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    return {
      port: Number.isSafeInteger(port) && Number(port) > 0 && Number(port) < 65_536 ? Number(port) : null,
      agentId: typeof agentId === 'string' ? agentId : null,
    };
  } catch {
    return { port: null, agentId: null };
  }
}

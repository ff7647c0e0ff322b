import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isInside } from '../../paths/resolve-path.js';
import type { CatalogEntry } from './catalog.js';
import { type AgentPlaces, type FoundAgent, findAgents } from './find-agents.js';

/** What a folder would start if it were trusted, and a print that changes with any of it. */
export interface FolderOffer {
  readonly fingerprint: string;
  readonly agents: readonly { id: string; name: string; command: string }[];
}

export interface OfferParts extends AgentPlaces {
  readonly entries: readonly CatalogEntry[];
  /** The folder's own settings as they are written, or null. */
  readonly config: string | null;
}

const CHUNK = 64 * 1024;
const MOST_BYTES = 32 * 1024 * 1024;

/** What the folder brings; null if that is nothing. */
export function folderOffer({ entries, path, folder, config }: OfferParts): FolderOffer | null {
  const theirs = findAgents(entries, { path, folder }).filter(({ launch }) => launch.origin === 'folder');
  if (theirs.length === 0 && config === null) return null;
  const hash = createHash('sha256');
  hash.update(JSON.stringify([folder, config]));
  for (const { entry, launch } of theirs) {
    hash.update(JSON.stringify([entry.id, launch.command, launch.args]));
    for (const file of filesOf(launch, folder)) addFile(hash, file);
  }
  return { fingerprint: hash.digest('hex'), agents: theirs.map(describe) };
}

/** One line that says exactly what would be run. */
export function commandText(command: string, args: readonly string[]): string {
  return [command, ...args].map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
}

function describe({ entry, launch }: FoundAgent) {
  return { id: entry.id, name: entry.name, command: commandText(launch.command, launch.args) };
}

/** The program itself, and files of the folder that its arguments name, such as a script. */
function filesOf({ command, args }: FoundAgent['launch'], folder: string): string[] {
  const named = args.map((arg) => realFile(resolve(folder, arg))).filter((file) => file !== null);
  const program = realFile(command);
  return [...(program ? [program] : []), ...named.filter((file) => isInside(file, folder))];
}

function realFile(path: string): string | null {
  try {
    const real = realpathSync(path);
    return statSync(real).isFile() ? real : null;
  } catch {
    return null;
  }
}

/** The name and what is in it; of a huge program its beginning, size and time. */
function addFile(hash: Hash, file: string): void {
  const { size, mtimeMs } = statSync(file);
  hash.update(JSON.stringify([file, size, ...(size > MOST_BYTES ? [mtimeMs] : [])]));
  const fd = openSync(file, 'r');
  try {
    const chunk = Buffer.alloc(CHUNK);
    for (let at = 0; at < MOST_BYTES; ) {
      const read = readSync(fd, chunk, 0, CHUNK, at);
      if (read === 0) break;
      hash.update(chunk.subarray(0, read));
      at += read;
    }
  } finally {
    closeSync(fd);
  }
}

import { statSync } from 'node:fs';
import type { SessionHome } from '../protocol/api/session-list.js';
import { FolderLock } from './folder-lock.js';

/** Says which server of this data directory serves a folder. What it leaves for others to read holds no secret. */
export function findServer(dataDir: string, folder: string): SessionHome {
  const port = FolderLock.ownerOf(dataDir, folder)?.door?.port;
  if (port !== undefined) return { folder, state: 'running', port };
  const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return { folder, state: isThere ? 'stopped' : 'gone' };
}

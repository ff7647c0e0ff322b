import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import { AgentFault } from './agent-fault.js';
import { INVALID_PARAMS } from './resolve-path.js';

/**
 * Opens what was found by `resolvePath` and makes sure that it is still that: a folder on the way may have
 * become a link in between.
 */
export async function openInside(path: string, flags: number): Promise<FileHandle> {
  const handle = await open(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const isSame = await isStillAt(handle, path).catch(() => false);
  if (isSame) return handle;
  await handle.close();
  throw new AgentFault(`"${path}" changed while it was opened.`, INVALID_PARAMS);
}

async function isStillAt(handle: FileHandle, path: string): Promise<boolean> {
  if (process.platform === 'linux') return (await readlink(`/proc/self/fd/${handle.fd}`)) === path;
  return (await realpath(path)) === path;
}

/** A folder's path that stays the same folder while its handle is open, where the system offers one. */
export function steadyPath(handle: FileHandle, path: string): string {
  return process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : path;
}

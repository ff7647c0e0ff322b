import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PathFault } from './path-fault.js';

/**
 * Opens what was found by `resolvePath` and makes sure that it is still that: a folder on the way may have
 * become a link in between.
 */
export async function openInside(path: string, flags: number, way: string = path): Promise<FileHandle> {
  const handle = await open(way, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const isSame = await isStillAt(handle, path).catch(() => false);
  if (isSame) return handle;
  await handle.close();
  throw new PathFault('moved', `"${path}" changed while it was opened.`);
}

/** Opens a folder, made first if need be, each part below a folder that is already held. */
export async function openFolder(path: string): Promise<FileHandle> {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY;
  try {
    return await openInside(path, flags);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isMissing || dirname(path) === path) throw error;
  }
  const parent = await openFolder(dirname(path));
  try {
    const way = join(steadyPath(parent, dirname(path)), basename(path));
    await mkdir(way).catch(ignoreExisting);
    return await openInside(path, flags, way);
  } finally {
    await parent.close();
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

async function isStillAt(handle: FileHandle, path: string): Promise<boolean> {
  if (process.platform === 'linux') return (await readlink(`/proc/self/fd/${handle.fd}`)) === path;
  return (await realpath(path)) === path;
}

/** A folder's path that stays the same folder while its handle is open, where the system offers one. */
export function steadyPath(handle: FileHandle, path: string): string {
  return process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : path;
}

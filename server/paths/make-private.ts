import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const OTHERS = 0o077;

/** Takes a folder of ours, and all that is in it, from everybody but its owner. Links are left alone, and so is what goes meanwhile. */
export async function makePrivate(path: string): Promise<void> {
  const about = await lstat(path).catch(() => null);
  if (!about || about.isSymbolicLink()) return;
  if ((about.mode & OTHERS) !== 0) await chmod(path, about.mode & 0o700).catch(ignoreMissing);
  if (!about.isDirectory()) return;
  for (const name of await readdir(path).catch((): string[] => [])) await makePrivate(join(path, name));
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The files at or below a path that are wanted, in a stable order. A path that is not there holds none. */
export async function findFiles(root: string, isWanted: (path: string) => boolean): Promise<string[]> {
  const found = await stat(root).catch(() => null);
  if (!found) return [];
  if (found.isFile()) return isWanted(root) ? [root] : [];
  const names = await readdir(root, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => isWanted(path) && !relative(root, path).includes('node_modules'))
    .sort();
}

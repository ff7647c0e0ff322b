import { lstat, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readPlainFile } from '../paths/plain-file.js';

/** The folder in which git keeps what belongs to these files; null if there is none. Git itself is not asked. */
export async function findGitDir(folder: string): Promise<string | null> {
  for (let place = folder; ; place = dirname(place)) {
    const found = join(place, '.git');
    const about = await lstat(found).catch(() => null);
    if (about?.isDirectory()) return found;
    if (about?.isFile()) {
      const target = /^gitdir: (.*?)\n?$/s.exec(readPlainFile(found))?.[1];
      const real = target === undefined ? null : resolve(place, target);
      const isFolder = real !== null && (await stat(real).catch(() => null))?.isDirectory();
      return isFolder ? real : null;
    }
    if (dirname(place) === place) return null;
  }
}

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The name of the git repository that a folder belongs to, or null. */
export function repositoryOf(folder: string): string | null {
  for (let dir = folder; ; dir = dirname(dir)) {
    if (existsSync(join(dir, '.git'))) return basename(dir);
    if (dir === dirname(dir)) return null;
  }
}

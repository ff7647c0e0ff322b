import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { isInside } from '../paths/resolve-path.js';

const AT_ONCE = 500;
const NEWEST = 100;

/** The files that can be opened, and the newest of them, newest first. */
export interface KeptFiles {
  readonly paths: string[];
  readonly newest: string[];
}

/** Looks at each path and keeps the files that are there and inside of the folder; others may use the thread meanwhile. */
export async function keepFiles(folder: string, listed: readonly string[]): Promise<KeptFiles> {
  const root = realpathSync(folder);
  const paths: string[] = [];
  const times = new Map<string, number>();
  for (const [n, path] of listed.entries()) {
    if (n % AT_ONCE === AT_ONCE - 1) await breathe();
    const stats = fileAt(root, path);
    if (!stats) continue;
    paths.push(path);
    times.set(path, stats.mtimeMs);
  }
  const newest = [...times].sort(([, a], [, b]) => b - a).slice(0, NEWEST);
  return { paths, newest: newest.map(([path]) => path) };
}

function fileAt(root: string, path: string): Stats | null {
  const full = join(root, path);
  if (!isInside(full, root)) return null;
  try {
    const stats = lstatSync(full);
    if (stats.isFile()) return stats;
    if (!stats.isSymbolicLink() || !isInside(realpathSync(full), root)) return null;
    const target = statSync(full);
    return target.isFile() ? target : null;
  } catch {
    return null;
  }
}

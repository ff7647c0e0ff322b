import { isAbsolute, relative } from 'node:path';
import picomatch from 'picomatch';
import { isInside } from '../paths/resolve-path.js';

/** A glob means what it says: no negation, no nested patterns, and a line break in a name is a character like others. */
const OPTIONS = { dot: true, nonegate: true, noextglob: true, flags: 's' };

/** Whether an absolute path is one that a glob means; a relative glob begins at the folder. */
export function isPathIn(
  glob: string,
  path: string,
  { folder, nocase = false }: { folder: string; nocase?: boolean },
): boolean {
  if (isAbsolute(glob)) return picomatch.isMatch(path, glob, { ...OPTIONS, nocase });
  if (!isInside(path, folder)) return false;
  return picomatch.isMatch(relative(folder, path) || '.', glob, { ...OPTIONS, nocase });
}

/** A glob that means one path and nothing else. */
export function globFor(path: string): string {
  return path.replace(/[\\*?[\](){}!+@|$]/g, '\\$&');
}

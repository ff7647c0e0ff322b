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
  if (isAbsolute(glob)) return fits(path, glob, nocase);
  return isInside(path, folder) && fits(relative(folder, path) || '.', glob, nocase);
}

/** Picomatch also takes a name that is the glob letter by letter, with the backslashes that are none of the name's. */
function fits(path: string, glob: string, nocase: boolean): boolean {
  if (!picomatch.isMatch(path, glob, { ...OPTIONS, nocase })) return false;
  return path !== glob || !glob.includes('\\') || picomatch.makeRe(glob, { ...OPTIONS, nocase }).test(path);
}

/** A glob that means one path and nothing else. */
export function globFor(path: string): string {
  return path.replace(/[\\*?[\](){}!+@|$]/g, '\\$&');
}

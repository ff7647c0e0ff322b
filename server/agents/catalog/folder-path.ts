import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, sep } from 'node:path';
import { realPathOrSame } from '../../paths/real-path.js';
import { isInside } from '../../paths/resolve-path.js';

const PACKAGE_BIN = `${sep}node_modules${sep}.bin`;

/**
 * Whether a folder of PATH belongs to the project and not to the person: it is in the project, or is one of the
 * `node_modules/.bin` that npm puts on PATH for everything below the folder that has it.
 */
export function isFolderPart(part: string, folder: string): boolean {
  const [real, home] = [realPathOrSame(part), realPathOrSame(homedir())];
  if ([part, real].some((path) => isPackageBin(path, folder))) return true;
  // Anyone who works in their home folder, or above it, has their own programs there.
  return isInside(real, folder) && !isInside(home, folder);
}

/** PATH without what only npm or a relative entry put there, so that an agent does not take the project's programs for the system's. */
export function pathWithoutFolder(path: string, folder: string): string {
  const isKept = (part: string) => isAbsolute(part) && !isPackageBin(part, folder);
  return path.split(delimiter).filter(isKept).join(delimiter);
}

function isPackageBin(path: string, folder: string): boolean {
  if (!path.endsWith(PACKAGE_BIN)) return false;
  const owner = dirname(dirname(path));
  return isInside(folder, owner) || isInside(owner, folder);
}

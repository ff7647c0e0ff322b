import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { PathFault } from './path-fault.js';

/**
 * The one way from a path that an agent or a tab named to a file that we touch: absolute, all links followed, and
 * inside of one of the roots. The file itself, and folders above it, need not exist yet.
 */
export async function resolvePath(path: unknown, roots: readonly string[]): Promise<string> {
  if (typeof path !== 'string' || path === '' || path.includes('\0') || !isAbsolute(path)) {
    throw new PathFault('malformed', 'A path must be absolute and without control characters.');
  }
  const real = await realTarget(resolve(path));
  const realRoots = await Promise.all(roots.map((root) => realpath(root).catch(() => null)));
  if (realRoots.some((root) => root !== null && isInside(real, root))) return real;
  throw new PathFault('outside', `"${path}" is outside of the session's folders.`);
}

/** Whether a path is a root or below it; both must be real paths. */
export function isInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Follows the links of the deepest part that exists; what comes below it is new and has none. */
async function realTarget(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    await refuseUnlessMissing(path, error);
  }
  const parent = dirname(path);
  return parent === path ? path : join(await realTarget(parent), basename(path));
}

async function refuseUnlessMissing(path: string, error: unknown): Promise<void> {
  const { code } = error as NodeJS.ErrnoException;
  const isThere = await lstat(path).then(
    () => true,
    () => false,
  );
  // A link that leads nowhere would create its target, which may be anywhere.
  if (code === 'ENOENT' && !isThere) return;
  const reason = isThere ? 'is a link that leads nowhere' : `cannot be reached (${code ?? 'unknown error'})`;
  throw new PathFault(isThere ? 'broken_link' : 'unreachable', `"${path}" ${reason}.`);
}

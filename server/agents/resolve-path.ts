import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { AgentFault } from './agent-fault.js';

/** ACP's code for a request that asks for what it may not have. */
export const INVALID_PARAMS = -32602;
/** ACP's code for a file, terminal or session that is not there. */
export const NOT_FOUND = -32002;

/**
 * The one way from a path that an agent named to a file that we touch: absolute, all links followed, and
 * inside of one of the roots. The file itself, and folders above it, need not exist yet.
 */
export async function resolvePath(path: unknown, roots: readonly string[]): Promise<string> {
  if (typeof path !== 'string' || path === '' || path.includes('\0') || !isAbsolute(path)) {
    throw new AgentFault('A path must be absolute and without control characters.', INVALID_PARAMS);
  }
  const real = await realTarget(resolve(path));
  const realRoots = await Promise.all(roots.map((root) => realpath(root).catch(() => null)));
  if (realRoots.some((root) => root !== null && isInside(real, root))) return real;
  throw new AgentFault(`"${path}" is outside of the session's folders.`, INVALID_PARAMS);
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
  // A link that leads nowhere would create its target wherever that is.
  if (code === 'ENOENT' && !isThere) return;
  const reason = isThere ? 'is a link that leads nowhere' : `cannot be reached (${code ?? 'unknown error'})`;
  throw new AgentFault(`"${path}" ${reason}.`, INVALID_PARAMS);
}

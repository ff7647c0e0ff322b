import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { openFolder, openInside, steadyPath } from '../paths/open-inside.js';
import { PathFault } from '../paths/path-fault.js';
import { resolvePath } from '../paths/resolve-path.js';
import { INVALID_PARAMS, NOT_FOUND } from '../protocol/acp-codes.js';
import { AgentFault } from './agent-fault.js';

const LARGEST_FILE = 16 * 1024 * 1024;

/** Which part of a file is wanted: `line` counts from 1, `limit` is a number of lines. */
export interface FilePart {
  line?: number | null;
  limit?: number | null;
}

/** The files that an agent may read and write through us: those below its session's folders. */
export class WorkspaceFiles {
  readonly #roots: readonly string[];

  constructor(roots: readonly string[]) {
    this.#roots = roots;
  }

  async read(path: unknown, part: FilePart = {}): Promise<string> {
    const real = await this.#resolve(path);
    const file = await openInside(real, constants.O_RDONLY).catch((error) => fail(error, real));
    try {
      const stat = await file.stat();
      if (!stat.isFile()) throw new AgentFault(`"${real}" is not a file.`, INVALID_PARAMS);
      if (stat.size > LARGEST_FILE)
        throw new AgentFault(`"${real}" is too large to be read (over 16 MiB).`, INVALID_PARAMS);
      return cutLines(await file.readFile('utf8'), part);
    } finally {
      await file.close();
    }
  }

  /** Replaces or creates a file as a whole; no reader ever sees half of it. */
  async write(path: unknown, content: unknown): Promise<void> {
    if (typeof content !== 'string') throw new AgentFault('The content to write must be text.', INVALID_PARAMS);
    const real = await this.#resolve(path);
    const folder = await openFolder(dirname(real)).catch((error) => fail(error, real));
    try {
      await replaceFile(join(steadyPath(folder, dirname(real)), basename(real)), content);
    } catch (error) {
      fail(error, real);
    } finally {
      await folder.close();
    }
  }

  #resolve(path: unknown): Promise<string> {
    return resolvePath(path, this.#roots).catch((error) => fail(error, String(path)));
  }
}

async function replaceFile(path: string, content: string): Promise<void> {
  const before = await lstat(path).catch(() => null);
  if (before && !before.isFile()) throw new AgentFault('Only a file can be written.', INVALID_PARAMS);
  if (before) await access(path, constants.W_OK);
  const draft = `${path}.${randomUUID().slice(0, 8)}.tmp`;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(draft, flags, before ? before.mode & 0o777 : 0o666);
  try {
    // The mode at creation is cut by the umask; that of a file that was there is kept as it was.
    if (before) await file.chmod(before.mode & 0o7777);
    await file.writeFile(content);
    await file.close();
    await rename(draft, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
}

function cutLines(text: string, { line, limit }: FilePart): string {
  if (line == null && limit == null) return text;
  const lines = text.split(/(?<=\n)/);
  const start = Math.max(0, Math.trunc(line ?? 1) - 1);
  return lines.slice(start, limit == null ? undefined : start + Math.max(0, Math.trunc(limit))).join('');
}

/** A sentence about a file instead of the system's message; the agent hears it. */
function fail(error: unknown, path: string): never {
  if (error instanceof AgentFault) throw error;
  if (error instanceof PathFault) throw new AgentFault(error.message, INVALID_PARAMS);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') throw new AgentFault(`"${path}" was not found.`, NOT_FOUND);
  const reasons: Record<string, string> = {
    EACCES: 'may not be touched',
    EROFS: 'is on a disk that cannot be written',
    ENOSPC: 'could not be written: the disk is full',
    ENOTDIR: 'is below something that is not a folder',
    ELOOP: 'is a link',
    ENAMETOOLONG: 'has too long a name',
  };
  throw new AgentFault(`"${path}" ${reasons[code ?? ''] ?? `failed with ${code ?? String(error)}`}.`, INVALID_PARAMS);
}

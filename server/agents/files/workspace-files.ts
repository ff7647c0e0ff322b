import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { ToolCallContent } from '@agentclientprotocol/sdk';
import { isGuardedName, isGuardedPath } from '../../paths/guarded-path.js';
import { openFolder, openInside, steadyPath } from '../../paths/open-inside.js';
import { PathFault } from '../../paths/path-fault.js';
import { isInside, resolvePath } from '../../paths/resolve-path.js';
import { INVALID_PARAMS, NOT_FOUND } from '../../protocol/acp-codes.js';
import type { WrittenFile } from '../../protocol/events.js';
import { own } from '../../protocol/own.js';
import { RefusedRequest } from '../process/agent-fault.js';
import { placeDiffs } from './place-diffs.js';

/** Of a file that was written through us, the text before and after is reported up to this size each. */
const WRITTEN_BYTES = 256 * 1024;

const LARGEST_FILE = 16 * 1024 * 1024;

/** Which part of a file is wanted: `line` counts from 1, `limit` is a number of lines. */
export interface FilePart {
  line?: number | null;
  limit?: number | null;
}

/** Whether a file may be written that makes programs run by themselves. */
export type MayWrite = (planned: WrittenFile) => Promise<boolean>;

/** Lets a file be written, when it is its turn. */
export type LetWrite = (write: () => Promise<WrittenFile>) => Promise<WrittenFile>;

/** The files that an agent may read and write through us: those below its session's folders. */
export class WorkspaceFiles {
  readonly #roots: readonly string[];
  readonly #closed: readonly string[];

  /** `closed` are folders in which nothing may be touched, unless the session itself works in one of them. */
  constructor(roots: readonly string[], closed: readonly string[] = []) {
    this.#roots = roots;
    this.#closed = closed.filter((place) => !roots.some((root) => isInside(root, place)));
  }

  /** With `isGiven` a person has given the agent this very file, wherever it is. */
  async read(path: unknown, part: FilePart = {}, isGiven = false): Promise<string> {
    const real = await (isGiven
      ? resolvePath(path, ['/']).catch((error) => fail(error, String(path)))
      : this.#resolve(path));
    const file = await openInside(real, constants.O_RDONLY).catch((error) => fail(error, real));
    try {
      const stat = await file.stat();
      if (!stat.isFile()) throw new RefusedRequest(`"${real}" is not a file.`, INVALID_PARAMS);
      if (stat.size > LARGEST_FILE)
        throw new RefusedRequest(`"${real}" is too large to be read (over 16 MiB).`, INVALID_PARAMS);
      return cutLines(await file.readFile('utf8'), part);
    } finally {
      await file.close();
    }
  }

  /** Replaces or creates a file as a whole; no reader ever sees half of it. What runs by itself only if it may be. */
  async write(
    path: unknown,
    content: unknown,
    mayWrite: MayWrite = async () => false,
    letWrite: LetWrite = (write) => write(),
  ): Promise<WrittenFile> {
    if (typeof content !== 'string') throw new RefusedRequest('The content to write must be text.', INVALID_PARAMS);
    const real = await this.#resolve(path);
    const named = resolve(String(path));
    const about = { path: real, ...(named === real ? {} : { named }), bytes: Buffer.byteLength(content) };
    if (isGuardedName(named) || isGuardedPath(real)) {
      const planned = { ...about, ...describe(await textAt(real), content) };
      // Nobody can say yes to what cannot be shown.
      if (planned.untold) throw new RefusedRequest(`"${real}" cannot be shown to a person first.`, INVALID_PARAMS);
      if (!(await mayWrite(planned))) throw new RefusedRequest(`Writing "${real}" was not allowed.`);
    }
    return await letWrite(async () => ({ ...about, ...(await replaceText(real, content)) }));
  }

  /** Changes that the agent tells, with where they are in their files. */
  place(content: readonly ToolCallContent[], isDone: boolean): ToolCallContent[] {
    return placeDiffs(content, this.#roots, isDone);
  }

  async #resolve(path: unknown): Promise<string> {
    const real = await resolvePath(path, this.#roots).catch((error) => fail(error, String(path)));
    if (this.#closed.some((place) => isInside(real, place))) {
      throw new RefusedRequest(`"${real}" belongs to AcDeck itself.`, INVALID_PARAMS);
    }
    return real;
  }
}

/** What is in a file; null if there is none. */
async function textAt(path: string): Promise<{ text: string } | { untold: 'large' | 'unreadable' } | null> {
  const unreadable = { untold: 'unreadable' } as const;
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => error);
  if (file instanceof Error) return file.code === 'ENOENT' ? null : unreadable;
  try {
    const { size } = await file.stat();
    if (size > WRITTEN_BYTES) return { untold: 'large' };
    // Bytes that are no text would be shown as something that was never there.
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.readFile()) };
  } catch {
    return unreadable;
  } finally {
    await file.close();
  }
}

async function replaceText(real: string, content: string): Promise<WrittenTexts> {
  const folder = await openFolder(dirname(real)).catch((error) => fail(error, real));
  try {
    const steady = join(steadyPath(folder, dirname(real)), basename(real));
    const before = await textAt(steady);
    await replaceFile(steady, content);
    return describe(before, content);
  } catch (error) {
    return fail(error, real);
  } finally {
    await folder.close();
  }
}

type WrittenTexts = Pick<WrittenFile, 'isNew' | 'oldText' | 'newText' | 'untold'>;

function describe(before: Awaited<ReturnType<typeof textAt>>, newText: string): WrittenTexts {
  const isNew = before === null;
  const isLarge = Buffer.byteLength(newText) > WRITTEN_BYTES;
  const untold = isLarge ? 'large' : before && 'untold' in before ? before.untold : null;
  if (untold) return { isNew, oldText: null, newText: '', untold };
  return { isNew, oldText: before && 'text' in before ? before.text : null, newText };
}

async function replaceFile(path: string, content: string): Promise<void> {
  const before = await lstat(path).catch(() => null);
  if (before && !before.isFile()) throw new RefusedRequest('Only a file can be written.', INVALID_PARAMS);
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
  if (error instanceof RefusedRequest) throw error;
  if (error instanceof PathFault) throw new RefusedRequest(error.message, INVALID_PARAMS);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') throw new RefusedRequest(`"${path}" was not found.`, NOT_FOUND);
  const reasons: Record<string, string> = {
    EACCES: 'may not be touched',
    EROFS: 'is on a disk that cannot be written',
    ENOSPC: 'could not be written: the disk is full',
    ENOTDIR: 'is below something that is not a folder',
    ELOOP: 'is a link',
    ENAMETOOLONG: 'has too long a name',
  };
  throw new RefusedRequest(
    `"${path}" ${own(reasons, code ?? '') ?? `failed with ${code ?? String(error)}`}.`,
    INVALID_PARAMS,
  );
}

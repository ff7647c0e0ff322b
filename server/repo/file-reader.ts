import { constants } from 'node:fs';
import { type FileHandle, lstat, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { revisionOf } from '../paths/file-revision.js';
import { openInside } from '../paths/open-inside.js';
import { PathFault } from '../paths/path-fault.js';
import { resolvePath } from '../paths/resolve-path.js';
import type { FileKind, FileSlice } from '../protocol/api/repo.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import { LineMap } from './line-map.js';
import { readLines } from './read-lines.js';

/** A file larger than this is not shown; one larger than the second is shown without the number of its lines. */
const LARGEST = 256 * 1024 * 1024;
const COUNTED = 32 * 1024 * 1024;
const PROBE = 8_192;
const MAPS = 16;

/** Which lines are wanted; `from` counts from 1. */
export interface WantedLines {
  readonly from: number;
  readonly count: number;
}

/** Reads files of one folder, a part at a time, and never anything else. */
export class FileReader {
  readonly #folder: string;
  /** Where lines begin, for the files read last. */
  readonly #maps = new Map<string, LineMap>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Some lines of a file, named relative to the folder or absolutely. */
  async read(path: string, wanted: WantedLines): Promise<FileSlice> {
    try {
      const real = await resolvePath(isAbsolute(path) ? path : join(this.#folder, path), [this.#folder]);
      const shown = relative(await realpath(this.#folder), real)
        .split(sep)
        .join('/');
      // Asked before it is opened: opening alone makes some devices act.
      if (!(await lstat(real)).isFile()) throw notAFile(path);
      const file = await openInside(real, constants.O_RDONLY);
      try {
        return { path: shown, ...(await this.#slice(file, real, wanted)) };
      } finally {
        await file.close();
      }
    } catch (error) {
      throw asRpcError(error, path);
    }
  }

  async #slice(file: FileHandle, real: string, { from, count }: WantedLines): Promise<Omit<FileSlice, 'path'>> {
    const stats = await file.stat({ bigint: true });
    if (!stats.isFile()) throw notAFile(real);
    const size = Number(stats.size);
    const revision = revisionOf(stats);
    const about = { from, size, revision, kind: await kindOf(file, size) };
    if (about.kind !== 'text') return { ...about, lines: [], total: null, cut: 0 };
    const map = this.#mapOf(`${real}\0${revision}`, size);
    await map.countTo(file, size <= COUNTED ? Number.POSITIVE_INFINITY : from);
    const start = map.before(from);
    const read = await readLines(file, { offset: start.offset, skip: from - start.line, count });
    if (from === 1 && read.lines[0]) read.lines[0] = read.lines[0].replace(/^\ufeff/, '');
    return { ...about, ...read, total: map.total };
  }

  #mapOf(key: string, size: number): LineMap {
    const map = this.#maps.get(key) ?? new LineMap(size);
    this.#maps.delete(key);
    this.#maps.set(key, map);
    for (const old of this.#maps.keys()) if (this.#maps.size > MAPS) this.#maps.delete(old);
    return map;
  }
}

async function kindOf(file: FileHandle, size: number): Promise<FileKind> {
  if (size > LARGEST) return 'too_big';
  const probe = Buffer.alloc(Math.min(PROBE, size));
  const { bytesRead } = await file.read(probe, 0, probe.length, 0);
  return probe.subarray(0, bytesRead).includes(0) ? 'binary' : 'text';
}

function notAFile(path: string): RpcError {
  return new RpcError('bad_request', `"${path}" is not a file.`, { code: 'not_a_file', path });
}

/** A code of ours instead of the system's. */
function asRpcError(error: unknown, path: string): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof PathFault)
    return new RpcError('bad_request', error.message, { code: PATH_CODES[error.kind], path });
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return missing(path);
  if (code === 'EACCES' || code === 'EPERM') return forbidden(path);
  const said = code ?? (error as Error).message;
  return new RpcError('unavailable', `"${path}" could not be read: ${said}`, { code: 'file_unreadable', path, said });
}

const PATH_CODES = {
  malformed: 'bad_path',
  outside: 'file_outside',
  broken_link: 'broken_link',
  unreachable: 'file_forbidden',
  moved: 'file_moved',
} as const satisfies Record<PathFault['kind'], string>;

function missing(path: string): RpcError {
  return new RpcError('not_found', `"${path}" was not found.`, { code: 'file_missing', path });
}

function forbidden(path: string): RpcError {
  return new RpcError('bad_request', `"${path}" may not be read.`, { code: 'file_forbidden', path });
}

import { randomBytes } from 'node:crypto';
import { type BigIntStats, constants, type Dirent } from 'node:fs';
import {
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  rename,
  rm,
  rmdir,
  symlink,
  unlink,
} from 'node:fs/promises';
import { revisionOf } from './file-revision.js';
import { steadyPath } from './open-inside.js';

const SLASH = Buffer.from('/');
const MOST_PARTS = 200;
const FOLDER_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
/** Characters that file systems of some machines leave out when they compare names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Why a path cannot be used. */
export type EditObstacle = 'outside' | 'not_a_file' | 'too_large';

/** A path that leads out of the root or through a link, or to what isn't a file, or to too large a one. */
export class EditFault extends Error {
  readonly obstacle: EditObstacle;

  constructor(obstacle: EditObstacle) {
    super(`The path cannot be used: ${obstacle}.`);
    this.name = 'EditFault';
    this.obstacle = obstacle;
  }
}

/** What is at a path. */
export type EntryKind = 'file' | 'link' | 'folder' | 'other';

export interface EntryFacts {
  readonly kind: EntryKind;
  readonly mode: number;
  readonly size: number;
  readonly revision: string;
}

/** What a file or a link holds. */
export interface EntryContent {
  readonly kind: 'file' | 'link';
  readonly mode: number;
  readonly bytes: Buffer;
}

/**
 * The files below one root, by their paths in bytes. No path leads out of the root, into a `.git`, or through a link;
 * each folder on the way is held open, so that none can become a link in between.
 */
export class FilesInside {
  readonly #root: string;

  /** The root is a real path. */
  constructor(root: string) {
    this.#root = root;
  }

  /** What is there; null if there is nothing. */
  async look(path: Buffer): Promise<EntryFacts | null> {
    return this.#at(path, false, async (way) => factsOf(await lstat(way, { bigint: true }))).catch(nullIfMissing);
  }

  /** The names in a folder; an empty path is the root. */
  async list(path: Buffer): Promise<Dirent<Buffer>[]> {
    const read = (way: Buffer) => readdir(way, { withFileTypes: true, encoding: 'buffer' });
    if (path.length === 0) return read(Buffer.from(this.#root));
    // One part more, so that the folder itself is opened without following a link.
    return this.#at(Buffer.concat([path, Buffer.from('/x')]), false, (_way, folder) => read(folder));
  }

  /** What a file or link holds; null if there is nothing. Anything else, and what is larger, is a fault. */
  async read(path: Buffer, mostBytes: number): Promise<(EntryContent & { revision: string }) | null> {
    return this.#at(path, false, async (way) => {
      const about = await lstat(way, { bigint: true });
      const { kind, mode, revision } = factsOf(about);
      if (kind === 'link') return { kind, mode, revision, bytes: await readlink(way, { encoding: 'buffer' }) };
      if (kind !== 'file') throw new EditFault('not_a_file');
      const file = await open(way, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        const held = await file.stat({ bigint: true });
        if (!held.isFile()) throw new EditFault('not_a_file');
        if (held.size > mostBytes) throw new EditFault('too_large');
        const bytes = await file.readFile();
        return { kind: 'file' as const, mode: Number(held.mode) & 0o7777, revision: revisionOf(held), bytes };
      } finally {
        await file.close();
      }
    }).catch(nullIfMissing);
  }

  /** The first bytes of a file. */
  async readHead(path: Buffer, bytes: number): Promise<Buffer> {
    return this.#at(path, false, async (way) => {
      const file = await open(way, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        if (!(await file.stat()).isFile()) throw new EditFault('not_a_file');
        const { bytesRead, buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    });
  }

  /** Puts a file or link there, as a whole: no reader ever sees half of it. Gives the new revision. */
  async put(path: Buffer, { kind, mode, bytes }: EntryContent): Promise<string> {
    return this.#at(path, true, async (way, folder) => {
      const draft = Buffer.concat([folder, SLASH, Buffer.from(`.acdeck-${randomBytes(6).toString('hex')}.tmp`)]);
      try {
        if (kind === 'link') await symlink(bytes, draft);
        else await writeWhole(draft, bytes, mode);
        await rename(draft, way);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      return revisionOf(await lstat(way, { bigint: true }));
    });
  }

  /** As `put`, where nothing may stand yet. */
  async create(path: Buffer, content: EntryContent): Promise<string> {
    return this.#at(path, true, async (way) => {
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
      const file = await open(way, flags, content.mode);
      try {
        await file.writeFile(content.bytes);
      } finally {
        await file.close();
      }
      return revisionOf(await lstat(way, { bigint: true }));
    });
  }

  /** Whether a folder is a repository of its own, a submodule or not. */
  async isRepository(path: Buffer): Promise<boolean> {
    const inside = Buffer.concat([path, Buffer.from('/x')]);
    const look = (_way: Buffer, folder: Buffer) => lstat(Buffer.concat([folder, Buffer.from('/.git')]));
    return this.#at(inside, false, look).then(
      () => true,
      () => false,
    );
  }

  /** Creates a folder, and those on the way to it. */
  async createFolder(path: Buffer): Promise<void> {
    await this.#at(path, true, (way) => mkdir(way));
  }

  /**
   * All that is in a folder and the folder itself, deepest folders first; links are not followed. Null if there are more
   * files. A repository in it is a fault: nothing of it may be touched.
   */
  async listDeep(path: Buffer, mostFiles: number): Promise<{ files: Buffer[]; folders: Buffer[] } | null> {
    const files: Buffer[] = [];
    const folders: Buffer[] = [];
    const left = [path];
    for (let folder = left.pop(); folder; folder = left.pop()) {
      folders.unshift(folder);
      for (const entry of await this.list(folder)) {
        const inside = Buffer.concat([folder, SLASH, entry.name]);
        if (isGitName(entry.name.toString('utf8'))) throw new EditFault('outside');
        if (entry.isDirectory()) left.push(inside);
        else if (files.push(inside) > mostFiles) return null;
      }
    }
    return { files, folders };
  }

  /** Removes a folder that is empty by now; one that is not is a fault of the system. */
  async removeFolder(path: Buffer): Promise<void> {
    await this.#at(path, false, (way) => rmdir(way)).catch(nullIfMissing);
  }

  /** Removes a file or a link; nothing if there is none. */
  async remove(path: Buffer): Promise<void> {
    await this.#at(path, false, (way) => unlink(way)).catch(nullIfMissing);
  }

  /** Removes folders that are empty by now, from the deepest up; the root stays. */
  async removeEmptyFolders(path: Buffer): Promise<void> {
    for (let parts = partsOf(path).slice(0, -1); parts.length > 0; parts = parts.slice(0, -1)) {
      const isGone = await this.#at(joinParts(parts), false, (way) => rmdir(way)).then(
        () => true,
        () => false,
      );
      if (!isGone) return;
    }
  }

  /** Gives something another path, where nothing may stand yet. */
  async move(from: Buffer, to: Buffer): Promise<void> {
    await this.#at(from, false, (source) =>
      this.#at(to, true, async (target) => {
        const { kind } = factsOf(await lstat(source, { bigint: true }));
        // A second name fails where one is taken already; renaming would replace it without a word.
        if (kind === 'file') {
          await link(source, target);
          await unlink(source);
          return;
        }
        if (await lstat(target).catch(() => null)) throw Object.assign(new Error('It exists.'), { code: 'EEXIST' });
        await rename(source, target);
      }),
    );
  }

  /** Acts on a path by way of its folder, which is held open; the folder is made if it is wanted and missing. */
  async #at<T>(path: Buffer, makes: boolean, act: (way: Buffer, folder: Buffer) => Promise<T>): Promise<T> {
    const parts = partsOf(path);
    const name = parts.at(-1)!;
    let place: Buffer = Buffer.from(this.#root);
    let held = await open(place, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      for (const part of parts.slice(0, -1)) {
        const below = Buffer.concat([steady(held, place), SLASH, part]);
        const next = await openStep(below, makes);
        await held.close();
        held = next;
        place = Buffer.concat([place, SLASH, part]);
      }
      const folder = steady(held, place);
      return await act(Buffer.concat([folder, SLASH, name]), folder);
    } finally {
      await held.close();
    }
  }
}

/** The parts of a path that leads to something inside. */
export function partsOf(path: Buffer): Buffer[] {
  if (path.length === 0 || path.includes(0)) throw new EditFault('outside');
  const parts: Buffer[] = [];
  for (let start = 0; start <= path.length; ) {
    const end = path.indexOf(SLASH, start);
    const stop = end < 0 ? path.length : end;
    parts.push(path.subarray(start, stop));
    start = stop + 1;
  }
  const isOdd = (part: Buffer) => {
    const text = part.toString('utf8');
    return text === '' || text === '.' || text === '..' || isGitName(text);
  };
  if (parts.length > MOST_PARTS || parts.some(isOdd)) throw new EditFault('outside');
  return parts;
}

/** Whether a file system could take a name for `.git`. */
function isGitName(name: string): boolean {
  return /^\.git[. ]*$/i.test(name.normalize('NFC').replace(IGNORED, ''));
}

function joinParts(parts: readonly Buffer[]): Buffer {
  return Buffer.concat(parts.flatMap((part, n) => (n === 0 ? [part] : [SLASH, part])));
}

async function openStep(way: Buffer, makes: boolean): Promise<FileHandle> {
  try {
    return await open(way, FOLDER_FLAGS);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A link is refused by the system in one of these words.
    if (code === 'ELOOP' || code === 'EMLINK') throw new EditFault('outside');
    if (code === 'ENOTDIR' && (await lstat(way).catch(() => null))?.isSymbolicLink()) {
      throw new EditFault('outside');
    }
    if (code !== 'ENOENT' || !makes) throw error;
  }
  await mkdir(way).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return open(way, FOLDER_FLAGS);
}

function steady(handle: FileHandle, place: Buffer): Buffer {
  return process.platform === 'linux' ? Buffer.from(steadyPath(handle, '')) : place;
}

async function writeWhole(path: Buffer, bytes: Buffer, mode: number): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(path, flags, mode);
  try {
    // The mode at creation is cut by the umask.
    await file.chmod(mode);
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

function factsOf(about: BigIntStats): EntryFacts {
  const kind = about.isFile() ? 'file' : about.isSymbolicLink() ? 'link' : about.isDirectory() ? 'folder' : 'other';
  return { kind, mode: Number(about.mode) & 0o7777, size: Number(about.size), revision: revisionOf(about) };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

import { createHash, randomBytes } from 'node:crypto';
import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { GitRunner, type GitSurroundings } from '../git/git-runner.js';
import { type CatFile, readBatch } from '../git/read-batch.js';
import { repoFault } from '../git/repo-fault.js';
import { WriteQueue } from '../git/write-queue.js';
import { EditFault, type EntryContent, FilesInside } from '../paths/edit-inside.js';
import { makePrivate } from '../paths/make-private.js';
import type { NoUndoReason } from '../protocol/api/repo-trouble.js';
import type { Clock } from '../protocol/clock.js';
import { DAY_MS } from '../protocol/clock.js';
import { own } from '../protocol/own.js';

const MEGABYTE = 1024 * 1024;

/** What one undo may hold, and how much of all of them is kept. */
export const UNDO_LIMITS = {
  untrackedBytes: 5 * MEGABYTE,
  trackedBytes: 20 * MEGABYTE,
  files: 5_000,
  bytes: 200 * MEGABYTE,
  freeBytes: 2 * 1024 * MEGABYTE,
  keptMs: 30 * DAY_MS,
  kept: 200,
  storeBytes: 2 * 1024 * MEGABYTE,
  looseObjects: 2_000,
} as const;

/** An entry of git's index for a path. */
export interface IndexedBlob {
  readonly mode: string;
  readonly oid: string;
  readonly stage: number;
}

/** A path whose state is to be kept. */
export interface PathToKeep {
  readonly path: Buffer;
  readonly isTracked: boolean;
  /** What the index has for it, where that may be lost too, with what is stored under it. */
  readonly index?: readonly (IndexedBlob & { bytes: Buffer | null })[];
}

/** A path as it was; its bytes are told apart by number. */
export interface KeptPath {
  readonly path: Buffer;
  /** Null: there was nothing. */
  readonly content: EntryContent | null;
  /** Left out if the index had no part in it. */
  readonly index?: readonly (IndexedBlob & { bytes: Buffer | null })[];
}

/** Something that was moved, and is undone by moving it back. */
export interface KeptMove {
  readonly from: Buffer;
  readonly to: Buffer;
}

export interface KeptState {
  readonly at: number;
  readonly files: readonly KeptPath[];
  /** A mark for each path, of what the act left there; null if that isn't known. */
  readonly left: readonly string[] | null;
  readonly move: KeptMove | null;
}

/** As it is written; paths are bytes, spelled in Latin-1. */
interface Manifest {
  readonly version: 1;
  readonly at: number;
  readonly move: { from: string; to: string } | null;
  readonly files: readonly {
    path: string;
    content: { kind: 'file' | 'link'; mode: number; blob: number } | null;
    index?: readonly { mode: string; oid: string; stage: number; blob: number | null }[];
  }[];
}

const COMMITTER = 'acdeck <acdeck@localhost>';
const IMPORT = ['fast-import', '--quiet', '--done', '--force', '--date-format=raw'] as const;

/** Ways to give the store other limits and names. */
export interface UndoStoreOptions {
  readonly limits?: { readonly [K in keyof typeof UNDO_LIMITS]: number };
  readonly newId?: () => string;
  /** The room that is left on the disk. */
  readonly freeBytes?: (folder: string) => Promise<number>;
  /** The time by which undos are dropped for their age, in case the clock is wrong for a while. */
  readonly sureNow?: () => number;
}

/**
 * What a root's files were before something was lost, in a bare repository of ours in the data folder. Nothing of it is
 * in the repository of the person, and it holds only what was not committed there.
 */
export class UndoStore {
  readonly #folder: string;
  readonly #place: string;
  readonly #files: FilesInside;
  readonly #runner: GitRunner;
  readonly #clock: Clock;
  readonly #queue = new WriteQueue();
  readonly #limits: NonNullable<UndoStoreOptions['limits']>;
  readonly #newId: () => string;
  readonly #freeBytes: (folder: string) => Promise<number>;
  readonly #sureNow: () => number;
  #isMade = false;

  /** The root is a real path. */
  constructor(dataDir: string, root: string, around: GitSurroundings, options: UndoStoreOptions = {}) {
    this.#folder = join(dataDir, 'checkpoints');
    this.#place = join(this.#folder, `${createHash('sha256').update(root).digest('hex').slice(0, 16)}.git`);
    this.#files = new FilesInside(root);
    this.#runner = new GitRunner(this.#folder, around);
    this.#clock = this.#runner.clock;
    this.#limits = options.limits ?? UNDO_LIMITS;
    this.#newId = options.newId ?? (() => randomBytes(6).toString('hex'));
    this.#freeBytes = options.freeBytes ?? freeBytesOf;
    this.#sureNow = options.sureNow ?? (() => this.#clock.now());
  }

  /**
   * Keeps the state of paths and gives the id by which it comes back. What cannot be kept is refused, unless the person
   * goes without; then it is left out, and an undo never touches it.
   */
  keep(wanted: readonly PathToKeep[], goesWithout = false): Promise<string> {
    return this.#queue.run(async () => {
      const lost = await this.#findLost(wanted);
      if (lost.size > 0 && !goesWithout) {
        const files = [...lost].slice(0, 100).map(([{ path }, why]) => ({ path: path.toString('utf8'), why }));
        throw repoFault({ code: 'no_undo', files });
      }
      return this.#store(
        wanted.filter((each) => !lost.has(each)),
        null,
      );
    });
  }

  /** Notes what an act has left: a mark for each path that was to be kept, in the same order. */
  settle(undoId: string, paths: readonly Buffer[], marks: readonly string[]): Promise<void> {
    return this.#queue.run(async () => {
      const left = Object.fromEntries(paths.map((path, n) => [path.toString('latin1'), marks[n] ?? '']));
      const bytes = Buffer.from(JSON.stringify(left));
      const lines = [
        `commit refs/undo/${undoId}`,
        `committer ${COMMITTER} ${Math.floor(this.#clock.now() / 1000)} +0000`,
        'data 0',
        `from refs/undo/${undoId}^0`,
        'M 100644 inline left',
        `data ${bytes.length}`,
      ];
      const input = Buffer.concat([Buffer.from(`${lines.join('\n')}\n`), bytes, Buffer.from('\ndone\n')]);
      await this.#git(IMPORT, { input });
    });
  }

  /** Keeps that something was moved. */
  keepMove(move: KeptMove): Promise<string> {
    return this.#queue.run(() => this.#store([], move));
  }

  /** What was kept under an id. */
  load(undoId: string): Promise<KeptState> {
    return this.#queue.run(async () => {
      if (!/^[0-9a-z]+-[0-9a-f]+$/.test(undoId)) throw repoFault({ code: 'undo_gone' });
      await this.#make();
      const ref = `refs/undo/${undoId}`;
      const cat: CatFile = (input) =>
        this.#git(['cat-file', '--batch'], { input, outputBytes: 2 * this.#limits.bytes });
      const [written, settled] = await readBatch(cat, [`${ref}:manifest`, `${ref}:left`]);
      if (!written) throw repoFault({ code: 'undo_gone' });
      const { at, move, files } = JSON.parse(written.toString('utf8')) as Manifest;
      const count = files.reduce((sum, { content, index = [] }) => sum + (content ? 1 : 0) + index.length, 0);
      const names = Array.from({ length: count }, (_, n) => `${ref}:blobs/${n}`);
      const blobs = names.length > 0 ? await readBatch(cat, names) : [];
      const blob = (n: number) => blobs[n] ?? Buffer.alloc(0);
      const kept = files.map(
        ({ path, content, index }): KeptPath => ({
          path: Buffer.from(path, 'latin1'),
          content: content && { kind: content.kind, mode: content.mode, bytes: blob(content.blob) },
          ...(index && {
            index: index.map((each) => ({ ...each, bytes: each.blob === null ? null : blob(each.blob) })),
          }),
        }),
      );
      const back = move && { from: Buffer.from(move.from, 'latin1'), to: Buffer.from(move.to, 'latin1') };
      const marks = settled ? (JSON.parse(settled.toString('utf8')) as Record<string, unknown>) : null;
      const left = marks && files.map(({ path }) => String(own(marks, path) ?? ''));
      return { at, files: kept, left, move: back };
    });
  }

  /** Drops what is too old, too many or too much. */
  tidy(): Promise<void> {
    return this.#queue.run(() => this.#tidy());
  }

  /** Which of the paths could not be brought back, and why. */
  async #findLost(wanted: readonly PathToKeep[]): Promise<Map<PathToKeep, NoUndoReason>> {
    const lost = new Map<PathToKeep, NoUndoReason>();
    const { trackedBytes, untrackedBytes, files, bytes, freeBytes } = this.#limits;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const room = Math.min(bytes, (await this.#freeBytes(this.#folder)) - freeBytes);
    let taken = 0;
    for (const [n, each] of wanted.entries()) {
      const about = await this.#files.look(each.path);
      const size = (about?.size ?? 0) + (each.index ?? []).reduce((sum, entry) => sum + (entry.bytes?.length ?? 0), 0);
      if (about && about.kind !== 'file' && about.kind !== 'link') lost.set(each, 'unreadable');
      else if (n >= files) lost.set(each, 'too_many');
      else if (size > (each.isTracked ? trackedBytes : untrackedBytes)) lost.set(each, 'too_large');
      else if (taken + size > room) lost.set(each, room < bytes ? 'no_space' : 'too_many');
      else taken += size;
    }
    return lost;
  }

  /** One process: the contents, the manifest and the ref that holds them. */
  async #store(wanted: readonly PathToKeep[], move: KeptMove | null): Promise<string> {
    await this.#make();
    const at = this.#clock.now();
    const undoId = `${at.toString(36).padStart(9, '0')}-${this.#newId()}`;
    await this.#git(IMPORT, { input: this.#stream(undoId, at, wanted, move) });
    if (await this.#isUntidy()) await this.#tidy();
    return undoId;
  }

  async *#stream(undoId: string, at: number, wanted: readonly PathToKeep[], move: KeptMove | null) {
    const files: Manifest['files'][number][] = [];
    let blobs = 0;
    for (const { path, index } of wanted) {
      const content = await this.#read(path);
      if (content) yield blobOf(blobs + 1, content.bytes);
      const written = content && { kind: content.kind, mode: content.mode, blob: blobs++ };
      const staged: { mode: string; oid: string; stage: number; blob: number | null }[] = [];
      for (const { mode, oid, stage, bytes } of index ?? []) {
        if (bytes) yield blobOf(blobs + 1, bytes);
        staged.push({ mode, oid, stage, blob: bytes ? blobs++ : null });
      }
      files.push({ path: path.toString('latin1'), content: written, ...(index && { index: staged }) });
    }
    const moved = move && { from: move.from.toString('latin1'), to: move.to.toString('latin1') };
    const manifest: Manifest = { version: 1, at, move: moved, files };
    yield blobOf(blobs + 1, Buffer.from(JSON.stringify(manifest)));
    const when = `${Math.floor(at / 1000)} +0000`;
    const lines = [
      `commit refs/undo/${undoId}`,
      `committer ${COMMITTER} ${when}`,
      'data 0',
      `M 100644 :${blobs + 1} manifest`,
      ...Array.from({ length: blobs }, (_, n) => `M 100644 :${n + 1} blobs/${n}`),
      'done',
    ];
    yield Buffer.from(`${lines.join('\n')}\n`);
  }

  /** A file that changed while it was read is read again. */
  async #read(path: Buffer): Promise<EntryContent | null> {
    for (let tries = 0; tries < 3; tries++) {
      const content = await this.#files.read(path, this.#limits.trackedBytes).catch((error) => {
        if (error instanceof EditFault && error.obstacle === 'too_large') throw stale(path);
        throw error;
      });
      const now = await this.#files.look(path);
      if ((content?.revision ?? null) === (now?.revision ?? null)) return content;
    }
    throw stale(path);
  }

  async #make(): Promise<void> {
    if (this.#isMade) return;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // One of an earlier version has files that others could read.
    await makePrivate(this.#folder);
    const how = ['--bare', '--shared=0600', '--quiet', '--template=', '--initial-branch=none'];
    await this.#git(['init', ...how, this.#place], { isNew: true });
    this.#isMade = true;
  }

  /** The oldest first. */
  async #ids(): Promise<string[]> {
    const output = await this.#git(['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/undo']);
    // Those of a time that is still to come were made by a wrong clock, before all others.
    const soon = this.#clock.now() + DAY_MS;
    const turn = (id: string) => (timeOf(id) > soon ? 0 : 1);
    const ids = output.toString('utf8').split('\n').filter(Boolean).sort();
    return ids.sort((a, b) => turn(a) - turn(b));
  }

  async #size(): Promise<{ loose: number; packs: number; bytes: number }> {
    const told = (await this.#git(['count-objects', '-v'])).toString('utf8');
    const value = (key: string) => Number(new RegExp(`^${key}: (\\d+)$`, 'm').exec(told)?.[1] ?? 0);
    return { loose: value('count'), packs: value('packs'), bytes: 1024 * (value('size') + value('size-pack')) };
  }

  async #isUntidy(): Promise<boolean> {
    const { loose, packs, bytes } = await this.#size();
    const { kept, keptMs, looseObjects, storeBytes } = this.#limits;
    const ids = await this.#ids();
    const oldest = this.#sureNow() - keptMs;
    const isOld = ids.slice(0, -1).some((id) => timeOf(id) < oldest);
    return loose > looseObjects || packs > 50 || bytes > storeBytes || ids.length > kept || isOld;
  }

  async #tidy(): Promise<void> {
    await this.#make();
    const { kept, keptMs, storeBytes } = this.#limits;
    const oldest = this.#sureNow() - keptMs;
    const ids = await this.#ids();
    // The newest always stays: it is the one whose Undo may still be on screen.
    await this.#drop(ids.slice(0, -1).filter((id, n) => timeOf(id) < oldest || n < ids.length - kept));
    await this.#repack();
    for (
      let left = await this.#ids();
      left.length > 1 && (await this.#size()).bytes > storeBytes;
      left = await this.#ids()
    ) {
      await this.#drop(left.slice(0, Math.ceil((left.length - 1) / 4)));
      await this.#repack();
    }
  }

  async #drop(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const input = Buffer.from(ids.map((id) => `delete refs/undo/${id}\n`).join(''));
    await this.#git(['update-ref', '--stdin'], { input });
  }

  async #repack(): Promise<void> {
    const pack = ['repack', '-a', '-d', '-q', '--threads=1', '--window-memory=64m'];
    await this.#git(['-c', 'repack.writeBitmaps=false', ...pack]);
    await this.#git(['prune', '--expire=now']);
  }

  #git(
    args: readonly string[],
    { input, outputBytes = 64 * MEGABYTE, isNew = false }: StoreCall = {},
  ): Promise<Buffer> {
    const limits = { wholeMs: 120_000, outputBytes };
    const env = isNew ? {} : { GIT_DIR: this.#place };
    return this.#runner.output({ args, env, limits, ...(input && { input }) });
  }
}

interface StoreCall {
  input?: Buffer | AsyncIterable<Buffer>;
  outputBytes?: number;
  isNew?: boolean;
}

function blobOf(mark: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`blob\nmark :${mark}\ndata ${bytes.length}\n`), bytes, Buffer.from('\n')]);
}

function timeOf(undoId: string): number {
  return Number.parseInt(undoId.split('-')[0]!, 36);
}

function stale(path: Buffer) {
  return repoFault({ code: 'stale', paths: [path.toString('utf8')] });
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

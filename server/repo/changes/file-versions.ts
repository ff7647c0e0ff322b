import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type LineRun, parseRuns } from '../../git/parse-runs.js';
import { parseWholeDiff } from '../../git/parse-whole-diff.js';
import { readBatch } from '../../git/read-batch.js';
import { nullIfNone, repoFault, troubleOf } from '../../git/repo-fault.js';
import type { Repository } from '../../git/repository.js';
import { splitRecords } from '../../git/split-records.js';
import { EditFault } from '../../paths/edit-inside.js';
import type { FileDiff, FileSide, SideKind } from '../../protocol/api/changes.js';
import { REPO_LIMITS } from '../../protocol/api/repo.js';
import { BlobCache } from './blob-cache.js';
import { bytesOf, fileFault, type WorkRoot } from './work-root.js';

const LINK = '120000';
const SUBMODULE = '160000';
/** What `cat-file --batch` says before the contents. */
const HEAD_BYTES = 200;

/** A version of a file: where it is stored, and what it holds as far as that is small enough. */
export interface FileVersion {
  readonly kind: SideKind;
  readonly oid: string | null;
  readonly mode: string | null;
  readonly size: number;
  readonly bytes: Buffer | null;
  /** Whether the index has several versions, because a conflict is not solved. */
  readonly isConflict: boolean;
}

/** A version as git names it. */
interface StoredName {
  readonly oid: string;
  readonly mode: string;
}

/** Two versions, and how their lines differ. */
interface Compared {
  readonly old: FileVersion;
  readonly now: FileVersion;
  readonly runs: LineRun[] | null;
}

/** Both sides, the signs before their lines, and what git says of the file. */
const MOST_AT_ONCE = 3 * REPO_LIMITS.textBytes;
/** Objects of ours are for their owner only. */
const PRIVATELY = ['-c', 'core.sharedRepository=0600'];
/** What is larger is told as binary, without being read. */
const SMALL_ONLY = ['-c', `core.bigFileThreshold=${REPO_LIMITS.textBytes + 1}`, '-c', 'diff.suppressBlankEmpty=false'];
const WHOLE = [
  ...['--patch', '--unified=99999999', '--full-index', '--histogram', '--no-renames', '--ignore-submodules=all'],
  ...['--no-color', '--no-ext-diff', '--no-textconv', '--no-prefix'],
];

const NONE: FileVersion = { kind: 'none', oid: null, mode: null, size: 0, bytes: null, isConflict: false };

/** The versions of a root's files: of a commit, of the index, and of the disk as git would store it. */
export class FileVersions {
  readonly #root: WorkRoot;
  readonly #blobs = new BlobCache();

  constructor(root: WorkRoot) {
    this.#root = root;
  }

  /** A version by its name: `HEAD`, `index`, `worktree`, or a commit. `seen` is what it was when somebody looked. */
  async version(
    path: string,
    name: string,
    { mostBytes = REPO_LIMITS.textBytes, seen = null }: { mostBytes?: number; seen?: string | null } = {},
  ): Promise<FileVersion> {
    const repository = await this.#root.repository();
    if (name === 'worktree') return this.#ofDisk(repository, path, mostBytes, seen);
    if (name === 'index') {
      const { stored, isConflict } = await indexed(repository, path);
      return { ...(stored ? await this.#load(repository, stored, mostBytes) : NONE), isConflict };
    }
    const stored = await committed(repository, path, name);
    return stored ? this.#load(repository, stored, mostBytes) : NONE;
  }

  /** What became of a file from one version to the other. */
  async diff(path: string, from: string, to: string, renamedFrom: string | null): Promise<FileDiff> {
    const repository = await this.#root.repository();
    const [compared, [attributes]] = await Promise.all([
      this.#compare(repository, path, { from, to, renamedFrom }),
      this.#root.attributes.of(repository, [repository.inside(bytesOf(path))]),
    ]);
    const { old, now, runs } = compared;
    return { path, renamedFrom, old: shown(old), new: shown(now), runs, attributes: attributes! };
  }

  async #compare(
    repository: Repository,
    path: string,
    { from, to, renamedFrom }: { from: string; to: string; renamedFrom: string | null },
  ): Promise<Compared> {
    const atOnce = renamedFrom === null ? await this.#compareAtOnce(repository, path, from, to) : null;
    if (atOnce) return atOnce;
    const [old, now] = await Promise.all([this.version(renamedFrom ?? path, from), this.version(path, to)]);
    return { old, now, runs: await this.#runs(repository, old, now) };
  }

  /**
   * In one call instead of up to four: git shows the file with everything around its changes, from which both sides
   * follow. What they are called proves that they are right. Null where that does not work, e.g. for what is only on
   * one side, is no text, or is too large.
   */
  async #compareAtOnce(repository: Repository, path: string, from: string, to: string): Promise<Compared | null> {
    const command = comparing(from, to);
    if (!command) return null;
    if (to === 'worktree') {
      const about = await this.#root.files.look(bytesOf(path)).catch(() => null);
      if (about?.kind !== 'file' || about.size > REPO_LIMITS.textBytes) return null;
    }
    const limits = { wholeMs: 20_000, outputBytes: MOST_AT_ONCE };
    const args = [...SMALL_ONLY, ...command, ...WHOLE, '--', repository.named(path)];
    const patch = await repository.worktree({ args, limits }).catch(nullIfNone);
    const found = patch && parseWholeDiff(patch);
    if (!found) return null;
    const [old, now] = [found.old, found.new].map(({ oid, mode, bytes }) => {
      const isRight = mode.startsWith('100') && bytes.length <= REPO_LIMITS.textBytes && oid === blobName(bytes, oid);
      return isRight ? whole({ oid, mode }, bytes) : null;
    });
    if (old?.kind !== 'text' || now?.kind !== 'text') return null;
    for (const { oid, bytes } of [found.old, found.new]) this.#blobs.put(oid, bytes);
    return { old, now, runs: found.runs };
  }

  /** Where our own objects go, so that a look leaves nothing in the person's repository. */
  async #scratchEnv(repository: Repository): Promise<Record<string, string>> {
    const now = await this.#root.scratch.folder();
    const others = [join(repository.commonDir, 'objects'), ...this.#root.scratch.older];
    // A colon would end the path.
    const quoted = others.map((path) => (/[:"\\\n]/.test(path) ? JSON.stringify(path) : path));
    return { GIT_OBJECT_DIRECTORY: now, GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted.join(':') };
  }

  async #ofDisk(repository: Repository, path: string, mostBytes: number, seen: string | null): Promise<FileVersion> {
    const name = bytesOf(path);
    const found = await this.#root.files.read(name, mostBytes).catch((error: unknown) => error as Error);
    if (found === null) return NONE;
    if (found instanceof Error) {
      if (!(found instanceof EditFault)) throw fileFault(found, path);
      const about = await this.#root.files.look(name).catch(() => null);
      if (found.obstacle === 'too_large') return { ...NONE, kind: 'too_big', size: about?.size ?? 0 };
      if (about?.kind === 'folder') return this.#submodule(repository, path);
      throw fileFault(found, path);
    }
    const isLink = found.kind === 'link';
    const mode = isLink ? LINK : (found.mode & 0o100) > 0 ? '100755' : '100644';
    // What git has stored for it was these very bytes, so no filter stands between them.
    if (seen !== null && !isLink && seen === blobName(found.bytes, seen))
      return whole({ oid: seen, mode }, found.bytes);
    const oid = await this.#store(repository, path, found.bytes, isLink);
    if (isLink) return { ...NONE, kind: 'link', oid, mode, size: found.bytes.length, bytes: found.bytes };
    if (oid === blobName(found.bytes, oid)) return whole({ oid, mode }, found.bytes);
    return this.#load(repository, { oid, mode }, mostBytes);
  }

  /** A folder where git has a commit is a submodule; any other is no file. */
  async #submodule(repository: Repository, path: string): Promise<FileVersion> {
    const { stored } = await indexed(repository, path);
    if (stored?.mode !== SUBMODULE) throw repoFault({ code: 'not_a_file', path });
    return { ...NONE, kind: 'submodule', mode: SUBMODULE };
  }

  /** What git would store for a file, put where only we see it. */
  async #store(repository: Repository, path: string, input: Buffer, isLink: boolean): Promise<string> {
    const env = await this.#scratchEnv(repository);
    const how = isLink ? ['--no-filters'] : [`--path=${repository.named(path)}`];
    const args = [...PRIVATELY, 'hash-object', '-w', '--stdin', ...how];
    const output = await repository.worktree({ args, input, env });
    await this.#root.scratch.took(input.length);
    return output.toString('latin1').trim();
  }

  async #load(repository: Repository, { oid, mode }: StoredName, mostBytes: number): Promise<FileVersion> {
    if (mode === SUBMODULE) return { ...NONE, kind: 'submodule', oid, mode };
    const known = this.#blobs.get(oid);
    if (known && known.length <= mostBytes) return loaded({ oid, mode }, known);
    const env = await this.#scratchEnv(repository);
    const limits = { wholeMs: 20_000, outputBytes: mostBytes + HEAD_BYTES };
    const cat = (input: Buffer) => repository.objects({ args: ['cat-file', '--batch'], input, env, limits });
    const found = await readBatch(cat, [oid]).catch((error: unknown) => {
      if (troubleOf(error)?.code === 'too_large') return null;
      throw error;
    });
    if (!found || (found[0]?.length ?? 0) > mostBytes) {
      const size = await repository.objects({ args: ['cat-file', '-s', oid], env });
      return { ...NONE, kind: 'too_big', oid, mode, size: Number(size.toString('latin1')) };
    }
    const [bytes] = found;
    if (!bytes) throw repoFault({ code: 'git', command: 'cat-file', output: `missing ${oid}` });
    this.#blobs.put(oid, bytes);
    return loaded({ oid, mode }, bytes);
  }

  async #runs(repository: Repository, old: FileVersion, now: FileVersion): Promise<LineRun[] | null> {
    const isShown = ({ kind }: FileVersion) => kind === 'text' || kind === 'none';
    if (!isShown(old) || !isShown(now)) return null;
    if (old.oid === now.oid) return [];
    if (old.oid === null || now.oid === null) {
      const runs: LineRun = [0, lineCount(old.bytes), lineCount(now.bytes)];
      return runs[1] + runs[2] > 0 ? [runs] : [];
    }
    const env = await this.#scratchEnv(repository);
    const how = ['--histogram', '-U0', '--text', '--no-color', '--no-ext-diff', '--no-textconv', '--no-prefix'];
    return parseRuns(await repository.objects({ args: ['diff', ...how, old.oid, now.oid], env }));
  }
}

/** The call that compares two versions of a file; null if none does. */
export function comparing(from: string, to: string): string[] | null {
  const isCommit = (name: string) => name === 'HEAD' || /^[0-9a-f]{40,64}$/.test(name);
  if (from === 'index' && to === 'worktree') return ['diff-files'];
  if (isCommit(from) && to === 'worktree') return ['diff-index', from];
  if (isCommit(from) && to === 'index') return ['diff-index', '--cached', from];
  return isCommit(from) && isCommit(to) ? ['diff-tree', from, to] : null;
}

/** What the index has; of a conflict, our side. */
async function indexed(
  repository: Repository,
  path: string,
): Promise<{ stored: StoredName | null; isConflict: boolean }> {
  const args = ['ls-files', '--stage', '-z', '--', repository.named(path)];
  const named = bytesOf(repository.named(path));
  const found = splitRecords(await repository.objects({ args })).flatMap((record) => {
    const [, mode, oid, stage] = /^(\d+) ([0-9a-f]+) (\d)\t/.exec(record.toString('latin1')) ?? [];
    const isSame = record.subarray(record.indexOf(9) + 1).equals(named);
    return mode && oid && stage && isSame ? [{ mode, oid, stage }] : [];
  });
  const stored = found.find(({ stage }) => stage === '0') ?? found.find(({ stage }) => stage === '2') ?? null;
  return { stored, isConflict: found.some(({ stage }) => stage !== '0') };
}

/** What a commit has. */
async function committed(repository: Repository, path: string, name: string): Promise<StoredName | null> {
  if (name === NO_COMMIT) return null;
  const commit = await resolveCommit(repository, name);
  if (commit === null) {
    // Before the first commit there is no version of anything.
    if (name === 'HEAD') return null;
    throw repoFault({ code: 'no_commit' });
  }
  const args = ['ls-tree', '-z', '--full-tree', commit, '--', repository.named(path)];
  const record = splitRecords(await repository.objects({ args }))[0];
  const [, mode, type, oid] = /^(\d+) (\w+) ([0-9a-f]+)\t/.exec(record?.toString('latin1') ?? '') ?? [];
  if (type === 'tree') throw repoFault({ code: 'not_a_file', path });
  return mode && oid ? { mode, oid } : null;
}

/** Stands for what was before the first commit: nothing. */
export const NO_COMMIT = '0'.repeat(40);

/** The commit that a name stands for; null if there is none. */
export async function resolveCommit(repository: Repository, name: string): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const output = await repository.objects({ args }).catch(nullIfNone);
  const oid = output?.toString('latin1').trim() ?? '';
  return /^[0-9a-f]{40,64}$/.test(oid) ? oid : null;
}

function loaded(stored: StoredName, bytes: Buffer): FileVersion {
  return stored.mode === LINK ? { ...NONE, kind: 'link', ...stored, size: bytes.length, bytes } : whole(stored, bytes);
}

function whole({ oid, mode }: StoredName, bytes: Buffer): FileVersion {
  return { ...NONE, kind: bytes.includes(0) ? 'binary' : 'text', oid, mode, size: bytes.length, bytes };
}

function shown({ kind, oid, mode, size, bytes }: FileVersion): FileSide {
  const isText = (kind === 'text' || kind === 'link') && bytes !== null;
  return {
    kind,
    oid,
    mode,
    size,
    text: isText ? bytes.toString('utf8') : null,
    isUtf8: bytes === null || isUtf8(bytes),
  };
}

/** What git calls these bytes, by the kind of name that it uses. */
function blobName(bytes: Buffer, like: string): string {
  const hash = createHash(like.length > 40 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function lineCount(bytes: Buffer | null): number {
  if (!bytes || bytes.length === 0) return 0;
  let count = bytes.at(-1) === 10 ? 0 : 1;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}

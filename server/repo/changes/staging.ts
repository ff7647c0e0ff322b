import { repoFault } from '../../git/repo-fault.js';
import type { Repository } from '../../git/repository.js';
import { type LineSplice, spliceLines } from '../../git/splice-lines.js';
import { joinRecords } from '../../git/split-records.js';
import type { DiffIds, FileAt, FilesChanged } from '../../protocol/api/changes.js';
import type { FileVersion, FileVersions } from './file-versions.js';
import { readStatus, type StatusFile, type WorkStatus } from './read-status.js';
import { bytesOf, type WorkRoot } from './work-root.js';

/** Lines that were picked in a diff, and what its sides were. */
export interface PickedLines {
  readonly ids: DiffIds;
  readonly splices: readonly LineSplice[];
}

/** Puts files and lines into the index, and takes them out again. */
export class Staging {
  readonly #root: WorkRoot;
  readonly #versions: FileVersions;

  constructor(root: WorkRoot, versions: FileVersions) {
    this.#root = root;
    this.#versions = versions;
  }

  /** Stages files as they are on the disk. */
  stage(files: readonly FileAt[]): Promise<FilesChanged> {
    return this.#act(async (repository, status) => {
      const found = findFiles(status, files);
      const nested = found.find(({ shown }) => shown.kind === 'nested');
      if (nested) throw repoFault({ code: 'not_a_file', path: nested.shown.path });
      await add(
        repository,
        found.map(({ entry }) => entry.path),
      );
      return found.length;
    });
  }

  /** Stages all that differs, also what no tab can name; but no repository inside of this one. */
  stageAll(): Promise<FilesChanged> {
    return this.#act(async (repository, { entries }) => {
      const wanted = entries.filter(({ path, worktree }) => worktree !== '.' && path.at(-1) !== 0x2f);
      await add(
        repository,
        wanted.map(({ path }) => path),
      );
      return wanted.length;
    });
  }

  /** Takes files out of the index; the files themselves stay as they are. */
  unstage(files: readonly FileAt[]): Promise<FilesChanged> {
    return this.#act(async (repository, status) => {
      const found = findFiles(status, files);
      const conflicts = found.filter(({ entry }) => entry.kind === 'conflict');
      if (conflicts.length > 0) throw repoFault({ code: 'conflicts', paths: conflicts.map(({ shown }) => shown.path) });
      const staged = found.filter(({ entry }) => entry.index !== '.' && entry.kind === 'changed');
      await resetIndex(
        repository,
        staged.flatMap(({ entry }) => entryPaths(entry)),
      );
      return staged.length;
    });
  }

  /** Stages some lines: the index gets lines of the file. */
  stageLines(path: string, lines: PickedLines): Promise<FilesChanged> {
    return this.#spliceIndex(path, lines, 'worktree');
  }

  /** Takes some lines out again: the index gets lines of the last commit. */
  unstageLines(path: string, lines: PickedLines): Promise<FilesChanged> {
    return this.#spliceIndex(path, lines, 'HEAD');
  }

  async #spliceIndex(path: string, { ids, splices }: PickedLines, source: string): Promise<FilesChanged> {
    const repository = await this.#root.repository();
    await repository.queue.run(async () => {
      if (source === 'worktree') await repository.demandTrust('filters');
      const [old, other] = await Promise.all([this.#text(path, 'index'), this.#text(path, source, ids.new)]);
      if (old.isConflict) throw repoFault({ code: 'conflicts', paths: [path] });
      if (old.oid !== ids.old || other.oid !== ids.new) throw repoFault({ code: 'stale', paths: [path] });
      const bytes = spliceLines(old.bytes ?? Buffer.alloc(0), other.bytes ?? Buffer.alloc(0), splices);
      if (!bytes) throw repoFault({ code: 'bad_lines', path });
      const name = repository.inside(bytesOf(path));
      // Nothing is left, and the other side has no such file either.
      if (bytes.length === 0 && other.kind === 'none')
        return setIndex(repository, name, { mode: '0', oid: '0'.repeat(old.oid?.length ?? 40) });
      const written = await repository.write({ args: ['hash-object', '-w', '--stdin'], input: bytes });
      const oid = written.toString('latin1').trim();
      await setIndex(repository, name, { mode: old.mode ?? other.mode ?? '100644', oid });
    });
    return { undoId: null, files: 1 };
  }

  async #text(path: string, name: string, seen: string | null = null): Promise<FileVersion> {
    const version = await this.#versions.version(path, name, { seen });
    if (version.kind === 'text' || version.kind === 'none') return version;
    // An empty file has no line, but lines can come into it.
    throw repoFault({ code: 'bad_lines', path });
  }

  async #act(act: (repository: Repository, status: WorkStatus) => Promise<number>): Promise<FilesChanged> {
    const repository = await this.#root.repository();
    return repository.queue.run(async () => {
      await repository.demandTrust('filters');
      return { undoId: null, files: await act(repository, await readStatus(repository, this.#root.counter)) };
    });
  }
}

/** The files as somebody has seen them; refused if any is another one by now. */
export function findFiles(status: WorkStatus, wanted: readonly FileAt[]): StatusFile[] {
  // A file that was taken out of the index and is still there is told twice: as deleted, and as new.
  const known = new Map(status.files.map((file) => [`${file.shown.revision} ${file.shown.path}`, file]));
  const found = wanted.map(({ path, revision }) => ({ path, file: known.get(`${revision} ${path}`) }));
  const stale = found.filter(({ file }) => !file);
  if (stale.length > 0) throw repoFault({ code: 'stale', paths: stale.slice(0, 100).map(({ path }) => path) });
  return found.map(({ file }) => file!);
}

/** Where a file is and was. */
export function entryPaths({ path, origin }: StatusFile['entry']): Buffer[] {
  return origin ? [path, origin] : [path];
}

async function add(repository: Repository, paths: readonly Buffer[]): Promise<void> {
  if (paths.length === 0) return;
  // Unlike `git add`, this takes a submodule's commit without running git in there.
  const args = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'];
  await repository.write({ args, input: joinRecords(paths) }, 'filters');
}

/** The index has for these what the last commit has. */
export async function resetIndex(repository: Repository, paths: readonly Buffer[]): Promise<void> {
  if (paths.length === 0) return;
  const args = ['reset', '--quiet', '--pathspec-from-file=-', '--pathspec-file-nul'];
  await repository.write({ args, input: joinRecords(paths) });
}

/** Puts one entry into the index, or takes it out if it has no mode. */
async function setIndex(
  repository: Repository,
  path: Buffer,
  { mode, oid }: { mode: string; oid: string },
): Promise<void> {
  const text = `${mode} ${oid} 0\t`;
  const input = joinRecords([Buffer.concat([Buffer.from(text), path])]);
  await repository.write({ args: ['update-index', '-z', '--index-info'], input });
}

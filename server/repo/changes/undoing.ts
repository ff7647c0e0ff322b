import { repoFault } from '../../git/repo-fault.js';
import type { Repository } from '../../git/repository.js';
import { joinRecords } from '../../git/split-records.js';
import type { FilesChanged } from '../../protocol/api/changes.js';
import type { IndexedBlob, KeptPath, KeptState, PathToKeep } from '../../undo/undo-store.js';
import { readIndex } from './discarding.js';
import { actUndoably, listIndex, markPaths, printMarks } from './undoable.js';
import { fileFault, type WorkRoot } from './work-root.js';

const LARGEST = 64 * 1024 * 1024;
/** A person reads no longer list. */
const MOST_NAMED = 100;

/** Brings back what an undo holds; what is there now is kept first, so that an undo can be undone. */
export class Undoing {
  readonly #root: WorkRoot;

  constructor(root: WorkRoot) {
    this.#root = root;
  }

  /**
   * Files that are no longer as the act left them are replaced only if the person has seen exactly that: `replaces` is the
   * print of the refusal.
   */
  async undo(undoId: string, replaces: string | null = null): Promise<FilesChanged> {
    const repository = await this.#root.repositoryIfAny();
    const act = async () => {
      const kept = await this.#root.undo.load(undoId);
      if (kept.move) return this.#moveBack(kept.move.from, kept.move.to);
      return this.#restore(repository, kept, replaces).catch((error) => {
        throw fileFault(error, kept.files[0]?.path.toString('utf8') ?? '');
      });
    };
    return repository ? repository.queue.run(act) : act();
  }

  async #moveBack(from: Buffer, to: Buffer): Promise<FilesChanged> {
    await this.#root.files.move(to, from).catch((error) => {
      throw fileFault(error, from.toString('utf8'));
    });
    return { undoId: await this.#root.undo.keepMove({ from: to, to: from }), files: 1 };
  }

  async #restore(repository: Repository | null, kept: KeptState, replaces: string | null): Promise<FilesChanged> {
    const { files } = kept;
    const seen = await this.#revisions(files);
    const marks = await markPaths(this.#root, repository, files);
    const newer = await this.#findNewer(repository, kept, marks);
    const print = printMarks(marks);
    if (newer.length > 0 && replaces !== print) {
      const paths = newer.slice(0, MOST_NAMED).map(({ path }) => path.toString('utf8'));
      throw repoFault({ code: 'newer_work', paths, total: newer.length, print });
    }
    const wanted = await this.#present(repository, files);
    const { undoId, result } = await actUndoably(this.#root, { repository, wanted }, async () => {
      const now = await this.#revisions(files);
      const changed = files.filter((_, n) => now[n] !== seen[n]);
      if (changed.length > 0)
        throw repoFault({ code: 'stale', paths: changed.map(({ path }) => path.toString('utf8')) });
      let count = 0;
      for (const file of files) if (await this.#restoreFile(file)) count += 1;
      if (repository && files.some(({ index }) => index !== undefined)) await this.#restoreIndex(repository, files);
      return count;
    });
    return { undoId, files: result };
  }

  /** Those that are others than the act left, and others than they would become. */
  async #findNewer(
    repository: Repository | null,
    { files, left }: KeptState,
    marks: readonly string[],
  ): Promise<KeptPath[]> {
    const changed = files.filter((_, n) => left?.[n] !== marks[n]);
    if (changed.length === 0) return [];
    const staged = changed.filter(({ index }) => index !== undefined).map(({ path }) => path);
    const index =
      repository && staged.length > 0
        ? await listIndex(
            repository,
            staged.map((path) => repository.inside(path)),
          )
        : null;
    const newer: KeptPath[] = [];
    for (const file of changed) {
      const name = repository ? repository.inside(file.path).toString('latin1') : '';
      const isStagedSame = file.index === undefined || isSameIndex(file.index, index?.get(name) ?? []);
      if (!isStagedSame || !(await this.#isAs(file))) newer.push(file);
    }
    return newer;
  }

  async #present(repository: Repository | null, files: readonly KeptPath[]): Promise<PathToKeep[]> {
    const inGit = (path: Buffer) => (repository ? repository.inside(path) : path);
    const hasIndex = repository !== null && files.some(({ index }) => index !== undefined);
    const names = files.map(({ path }) => inGit(path));
    const index = hasIndex ? await readIndex(repository, names) : null;
    return files.map(
      ({ path, index: kept }): PathToKeep => ({
        path,
        isTracked: true,
        ...(kept && index && { index: index.get(inGit(path).toString('latin1')) ?? [] }),
      }),
    );
  }

  async #revisions(files: readonly KeptPath[]): Promise<(string | undefined)[]> {
    const revisions: (string | undefined)[] = [];
    for (const { path } of files) revisions.push((await this.#root.files.look(path))?.revision);
    return revisions;
  }

  /** Whether the file is what was kept. */
  async #isAs({ path, content }: KeptPath): Promise<boolean> {
    const { files } = this.#root;
    const about = await files.look(path);
    if (!content || !about) return !content && !about;
    if (about.kind !== content.kind || about.size !== content.bytes.length) return false;
    const now = await files.read(path, LARGEST);
    return now !== null && now.mode === content.mode && now.bytes.equals(content.bytes);
  }

  /** Only what differs is written, so that nothing else gets a new time. */
  async #restoreFile(file: KeptPath): Promise<boolean> {
    const { path, content } = file;
    const { files } = this.#root;
    const name = path.toString('utf8');
    try {
      const about = await files.look(path);
      if (about?.kind === 'folder') throw repoFault({ code: 'exists', path: name });
      if (await this.#isAs(file)) return false;
      if (content) await files.put(path, content);
      else await files.remove(path);
      return true;
    } catch (error) {
      throw fileFault(error, name);
    }
  }

  /** The index has for the paths what it had, and the repository what that names. */
  async #restoreIndex(repository: Repository, files: readonly KeptPath[]): Promise<void> {
    const lines: Buffer[] = [];
    for (const { path, index } of files) {
      if (!index) continue;
      const name = repository.inside(path);
      lines.push(Buffer.concat([Buffer.from(`0 ${'0'.repeat(index[0]?.oid.length ?? 40)} 0\t`), name]));
      for (const { mode, oid, stage, bytes } of index) {
        if (bytes) await repository.write({ args: ['hash-object', '-w', '--stdin'], input: bytes });
        lines.push(Buffer.concat([Buffer.from(`${mode} ${oid} ${stage}\t`), name]));
      }
    }
    if (lines.length > 0)
      await repository.write({ args: ['update-index', '-z', '--index-info'], input: joinRecords(lines) });
  }
}

function isSameIndex(kept: readonly IndexedBlob[], now: readonly IndexedBlob[]): boolean {
  const line = ({ mode, oid, stage }: IndexedBlob) => `${mode} ${oid} ${stage}`;
  return kept.map(line).sort().join('\n') === now.map(line).sort().join('\n');
}

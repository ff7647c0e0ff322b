import { repoFault } from '../../git/repo-fault.js';
import type { Repository } from '../../git/repository.js';
import { joinRecords } from '../../git/split-records.js';
import type { FilesChanged } from '../../protocol/api/changes.js';
import type { KeptPath, PathToKeep } from '../../undo/undo-store.js';
import { readIndex } from './discarding.js';
import { fileFault, type WorkRoot } from './work-root.js';

const LARGEST = 64 * 1024 * 1024;

/** Brings back what an undo holds; what is there now is kept first, so that an undo can be undone. */
export class Undoing {
  readonly #root: WorkRoot;

  constructor(root: WorkRoot) {
    this.#root = root;
  }

  async undo(undoId: string): Promise<FilesChanged> {
    const repository = await this.#root.repositoryIfAny();
    const act = async () => {
      const { files, move } = await this.#root.undo.load(undoId);
      if (move) return this.#moveBack(move.from, move.to);
      return this.#restore(repository, files);
    };
    return repository ? repository.queue.run(act) : act();
  }

  async #moveBack(from: Buffer, to: Buffer): Promise<FilesChanged> {
    await this.#root.files.move(to, from).catch((error) => {
      throw fileFault(error, from.toString('utf8'));
    });
    return { undoId: await this.#root.undo.keepMove({ from: to, to: from }), files: 1 };
  }

  async #restore(repository: Repository | null, files: readonly KeptPath[]): Promise<FilesChanged> {
    const inGit = (path: Buffer) => (repository ? repository.inside(path) : path);
    const hasIndex = repository !== null && files.some(({ index }) => index !== undefined);
    const index = hasIndex
      ? await readIndex(
          repository,
          files.map(({ path }) => inGit(path)),
        )
      : null;
    const now = files.map(
      ({ path, index: kept }): PathToKeep => ({
        path,
        isTracked: true,
        ...(kept && index && { index: index.get(inGit(path).toString('latin1')) ?? [] }),
      }),
    );
    const undoId = await this.#root.undo.keep(now);
    let changed = 0;
    for (const file of files) if (await this.#restoreFile(file)) changed += 1;
    if (repository && hasIndex) await this.#restoreIndex(repository, files);
    return { undoId, files: changed };
  }

  /** Only what differs is written, so that nothing else gets a new time. */
  async #restoreFile({ path, content }: KeptPath): Promise<boolean> {
    const { files } = this.#root;
    const name = path.toString('utf8');
    try {
      const about = await files.look(path);
      if (about?.kind === 'folder') throw repoFault({ code: 'exists', path: name });
      if (!content) {
        if (about) await files.remove(path);
        return about !== null;
      }
      const isSize = about?.kind === content.kind && about.size === content.bytes.length;
      const now = isSize ? await files.read(path, LARGEST) : null;
      if (now && now.mode === content.mode && now.bytes.equals(content.bytes)) return false;
      await files.put(path, content);
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

import { isUtf8 } from 'node:buffer';
import { repoFault } from '../git/repo-fault.js';
import { type EntryFacts, partsOf } from '../paths/edit-inside.js';
import { isGuardedName } from '../paths/guarded-path.js';
import type { FileAt, FilesChanged, FileWritten } from '../protocol/api/changes.js';
import { REPO_LIMITS } from '../protocol/api/repo.js';
import { UNDO_LIMITS } from '../undo/undo-store.js';
import { actUndoably } from './changes/undoable.js';
import { bytesOf, fileFault, type WorkRoot } from './changes/work-root.js';

/** As many files as an undo can hold. */
const MOST_IN_FOLDER = UNDO_LIMITS.files;

/** Who edits: only the owner may write files that make programs run by themselves. */
export interface FileEditor {
  readonly isOwner: boolean;
}

/** Creates, writes, renames and deletes files of a root, each with a way back. */
export class EditFiles {
  readonly #root: WorkRoot;

  constructor(root: WorkRoot) {
    this.#root = root;
  }

  /** Creates a file where there is none. */
  create(path: string, text: string, editor: FileEditor): Promise<FileWritten> {
    return this.#act([path], editor, async () => {
      const name = bytesOf(path);
      if (await this.#root.files.look(name)) throw repoFault({ code: 'exists', path });
      const content = { kind: 'file', mode: 0o666, bytes: Buffer.from(text) } as const;
      const { undoId, result: revision } = await this.#undoably([name], () => this.#root.files.create(name, content));
      this.#root.saved.note(path, revision);
      return { undoId, revision };
    });
  }

  /** Writes a file that is still the one that was seen. */
  write(path: string, text: string, revision: string, editor: FileEditor): Promise<FileWritten> {
    return this.#act([path], editor, async () => {
      const name = bytesOf(path);
      const { mode, kind } = await this.#seen(path, revision);
      if (kind !== 'file') throw repoFault({ code: 'not_a_file', path });
      const before = await this.#root.files.read(name, REPO_LIMITS.textBytes);
      if (!before || !isUtf8(before.bytes)) throw repoFault({ code: 'not_text', path });
      const { undoId, result: written } = await this.#undoably([name], async () => {
        await this.#seen(path, revision);
        return this.#root.files.put(name, { kind: 'file', mode, bytes: Buffer.from(text) });
      });
      this.#root.saved.note(path, written);
      return { undoId, revision: written };
    });
  }

  /** Deletes a file or link that is still the one that was seen. */
  delete({ path, revision }: FileAt, goesWithout: boolean, editor: FileEditor): Promise<FilesChanged> {
    return this.#act([path], editor, async () => {
      const name = bytesOf(path);
      const { kind } = await this.#seen(path, revision);
      if (kind === 'folder') throw repoFault({ code: 'not_a_file', path });
      const remove = async () => {
        await this.#seen(path, revision);
        await this.#root.files.remove(name);
      };
      const { undoId } = await this.#undoably([name], remove, goesWithout);
      return { undoId, files: 1 };
    });
  }

  /** Gives a file another path, where there is nothing. */
  rename({ path: from, revision }: FileAt, to: string, editor: FileEditor): Promise<FilesChanged> {
    return this.#act([from, to], editor, async () => {
      const { kind } = await this.#seen(from, revision);
      if (kind === 'folder') throw repoFault({ code: 'not_a_file', path: from });
      return this.#move(from, to);
    });
  }

  /** Gives a folder another path, where there is nothing. */
  renameFolder(from: string, to: string, editor: FileEditor): Promise<FilesChanged> {
    return this.#act([from, to], editor, async () => {
      const about = await this.#root.files.look(bytesOf(from));
      if (!about) throw repoFault({ code: 'missing', path: from });
      if (about.kind !== 'folder') throw repoFault({ code: 'not_a_folder', path: from });
      if (`${to}/`.startsWith(`${from}/`)) throw repoFault({ code: 'exists', path: to });
      return this.#move(from, to);
    });
  }

  /** Creates an empty folder, where there is nothing. */
  createFolder(path: string, editor: FileEditor): Promise<FilesChanged> {
    return this.#act([path], editor, async () => {
      if (await this.#root.files.look(bytesOf(path))) throw repoFault({ code: 'exists', path });
      await this.#root.files.createFolder(bytesOf(path));
      return { undoId: null, files: 0 };
    });
  }

  /** Deletes a folder with all that is in it. An undo brings its files back; a repository inside is never deleted. */
  deleteFolder(path: string, goesWithout: boolean, editor: FileEditor): Promise<FilesChanged> {
    return this.#act([path], editor, async () => {
      const { files } = this.#root;
      const about = await files.look(bytesOf(path));
      if (!about) throw repoFault({ code: 'missing', path });
      if (about.kind !== 'folder') throw repoFault({ code: 'not_a_folder', path });
      const inside = await files.listDeep(bytesOf(path), goesWithout ? Number.POSITIVE_INFINITY : MOST_IN_FOLDER);
      if (!inside) throw repoFault({ code: 'no_undo', files: [{ path, why: 'too_many' }] });
      const guarded = inside.files.map((each) => each.toString('utf8')).find(isGuardedName);
      if (guarded && !editor.isOwner) throw repoFault({ code: 'guarded', path: guarded });
      const remove = async () => {
        for (const each of inside.files) await files.remove(each);
        for (const each of inside.folders) await files.removeFolder(each);
      };
      if (inside.files.length === 0) {
        await remove();
        return { undoId: null, files: 0 };
      }
      const { undoId } = await this.#undoably(inside.files, remove, goesWithout);
      return { undoId, files: inside.files.length };
    });
  }

  #undoably<T>(paths: readonly Buffer[], act: () => Promise<T>, goesWithout = false) {
    const wanted = paths.map((path) => ({ path, isTracked: true }));
    return actUndoably(this.#root, { repository: null, wanted, goesWithout }, act);
  }

  async #move(from: string, to: string): Promise<FilesChanged> {
    const { files, undo } = this.#root;
    const move = { from: bytesOf(from), to: bytesOf(to) };
    if (await files.look(move.to)) throw repoFault({ code: 'exists', path: to });
    await files.move(move.from, move.to);
    return { undoId: await undo.keepMove(move), files: 1 };
  }

  async #seen(path: string, revision: string): Promise<EntryFacts> {
    const about = await this.#root.files.look(bytesOf(path));
    if (about?.revision !== revision) throw repoFault({ code: 'stale', paths: [path] });
    return about;
  }

  async #act<T>(paths: readonly string[], { isOwner }: FileEditor, act: () => Promise<T>): Promise<T> {
    try {
      for (const path of paths) {
        partsOf(bytesOf(path));
        if (isGuardedName(path) && !isOwner) throw repoFault({ code: 'guarded', path });
      }
      return await act();
    } catch (error) {
      throw fileFault(error, paths.at(-1) ?? '');
    }
  }
}

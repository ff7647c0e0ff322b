import type { TreeEntry } from '../../../server/protocol/api/changes.js';
import type { RepoTrouble } from '../../../server/protocol/api/repo-trouble.js';
import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { errorText } from '../../codes/error-words.js';
import { sendUndo } from '../../state/app/send-undo.js';
import { type ToastStore, UNDO_MS } from '../../state/app/toast-store.js';
import { Store } from '../../state/base/store.js';
import type { OutboxStore } from '../../state/session/outbox-store.js';
import { browserEdits, type EditShelf } from '../../state/work/edit-shelf.js';
import { EditedFile } from '../../state/work/edited-file.js';
import { FilesMemory } from '../../state/work/files-memory.js';
import { type StatusSource, TreeMarks } from '../../state/work/tree-marks.js';
import { parentOf } from '../../state/work/tree-paths.js';
import { TreeStore } from '../../state/work/tree-store.js';
import type { WorkStore } from '../../state/work/work-store.js';
import { nameLabel } from '../../ui/visible-text.js';
import { fileWords } from './words.js';

export interface FileDeskPorts {
  readonly repo: RepoApi;
  readonly status: StatusSource;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly panel: WorkStore;
  readonly outbox: Pick<OutboxStore, 'send'>;
  readonly toasts: Pick<ToastStore, 'show' | 'dismiss'>;
  /** The folder's path. */
  readonly folder: string;
}

/** The paths of texts that were edited and not saved. */
class UnsavedFiles extends Store<ReadonlySet<string>> {
  constructor() {
    super(new Set());
  }

  follow(paths: Iterable<string>): void {
    this.set(new Set(paths));
  }

  mark(path: string, isUnsaved: boolean): void {
    if (this.value.has(path) === isUnsaved) return;
    const others = [...this.value].filter((each) => each !== path);
    this.set(new Set(isUnsaved ? [...others, path] : others));
  }
}

/** Something in the tree that a person acts on. */
export interface TreeTarget {
  readonly path: string;
  readonly kind: TreeEntry['kind'];
}

/** The files of the folder for one page: what is shown of them, and every act on them with its way back. */
export class FileDesk {
  readonly memory: FilesMemory;
  readonly tree: TreeStore;
  readonly marks: TreeMarks;
  readonly shelf: EditShelf;
  readonly unsaved = new UnsavedFiles();
  readonly #ports: FileDeskPorts;
  #toast = 0;

  constructor(ports: FileDeskPorts) {
    this.#ports = ports;
    this.memory = new FilesMemory(ports.storage, ports.folder);
    this.tree = new TreeStore(ports.repo, this.memory);
    this.marks = new TreeMarks(ports.status);
    this.shelf = browserEdits(ports.folder);
    void this.shelf.list().then(
      (paths) => this.unsaved.follow(paths),
      () => {},
    );
  }

  /** Looks what is other than it was. */
  async refresh(): Promise<void> {
    const touched = await this.marks.load();
    if (this.marks.value.hasGit) this.tree.refresh(touched);
    else this.tree.refreshAll();
  }

  /** An edit of a file. */
  edit(): EditedFile {
    const { repo, outbox } = this.#ports;
    return new EditedFile({
      repo,
      shelf: this.shelf,
      now: () => Date.now(),
      write: (path, text, revision) => outbox.send('Repo', 'write_file', path, text, revision),
    });
  }

  /** A file was written; says so, with a way back. */
  tellSaved(path: string, undoId: string): void {
    this.#tell(fileWords.done.saved(nameLabel(path)), undoId);
  }

  async create(path: string, kind: 'file' | 'folder'): Promise<boolean> {
    const { outbox, panel } = this.#ports;
    return this.#act([parentOf(path)], async () => {
      if (kind === 'folder') {
        await outbox.send('Repo', 'create_folder', path);
        this.tree.expand(path);
        await this.tree.reveal(path);
        return;
      }
      const { undoId } = await outbox.send('Repo', 'create_file', path, '');
      await this.tree.reveal(path);
      panel.openFile(path, null);
      this.#tell(fileWords.done.created(nameLabel(path)), undoId);
    });
  }

  async rename(target: TreeTarget, to: string): Promise<boolean> {
    const { outbox } = this.#ports;
    const { path, kind } = target;
    if (to === path) return true;
    return this.#act([parentOf(path), parentOf(to)], async () => {
      const { undoId } =
        kind === 'folder' || kind === 'repository'
          ? await outbox.send('Repo', 'rename_directory', path, to)
          : await outbox.send('Repo', 'rename_file', { path, revision: await this.#revision(target) }, to);
      await this.#follow(path, to);
      this.#tell(fileWords.done.renamed(nameLabel(to)), undoId);
    });
  }

  /** What cannot be brought back is deleted only if the person says so once more. */
  async delete(target: TreeTarget, goesWithout = false): Promise<void> {
    const { outbox, toasts } = this.#ports;
    const { path, kind } = target;
    const act = async () => {
      if (kind === 'folder') {
        const { undoId, files } = await outbox.send('Repo', 'delete_folder', path, goesWithout);
        this.#tell(fileWords.done.deletedFiles(nameLabel(path), files), undoId);
      } else {
        const at = { path, revision: await this.#revision(target) };
        const { undoId } = await outbox.send('Repo', 'delete_file', at, goesWithout);
        this.#tell(fileWords.done.deleted(nameLabel(path)), undoId);
      }
      this.memory.forget(path);
    };
    await act().catch((error) => {
      const reason = RpcError.from(error).reason as RepoTrouble | null;
      if (reason?.code !== 'no_undo') {
        toasts.show({ text: errorText(error), tone: 'error' });
        return;
      }
      const action = { label: fileWords.done.deleteAnyway, run: () => void this.delete(target, true) };
      toasts.show({ text: fileWords.done.notUndoable(nameLabel(path)), action, ms: UNDO_MS });
    });
    this.tree.refresh([parentOf(path)]);
  }

  /** What is open or kept under the old name goes along. */
  async #follow(from: string, to: string): Promise<void> {
    const { panel } = this.#ports;
    const moved = (path: string) =>
      path === from ? to : path.startsWith(`${from}/`) ? to + path.slice(from.length) : null;
    for (const path of this.unsaved.value) {
      const next = moved(path);
      const kept = next && (await this.shelf.read(path).catch(() => null));
      if (!next || !kept) continue;
      await this.shelf.write(next, kept);
      await this.shelf.remove(path);
      this.unsaved.mark(path, false);
      this.unsaved.mark(next, true);
    }
    const { file } = panel.value;
    const next = file && moved(file.path);
    if (next) panel.openFile(next, file.line);
    this.memory.rename(moved);
  }

  /** A link is another thing than what it leads to. */
  async #revision({ path, kind }: TreeTarget): Promise<string> {
    const { repo } = this.#ports;
    if (kind === 'link') return (await repo.get_file_content(path, null)).revision ?? '';
    return (await repo.read_file(path, 1, 1)).revision;
  }

  /** Refusals of these are told by the outbox. */
  async #act(folders: readonly string[], act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch {
      return false;
    } finally {
      this.tree.refresh(folders);
    }
  }

  #tell(text: string, undoId: string | null): void {
    const { toasts } = this.#ports;
    // One way back is enough to look at.
    toasts.dismiss(this.#toast);
    const action = undoId && { label: fileWords.done.undo, run: () => void this.#undo(undoId, fileWords.done.redo) };
    this.#toast = toasts.show({ text, tone: 'success', ...(action && { action, ms: UNDO_MS }) });
  }

  async #undo(undoId: string, next: string, replaces?: string): Promise<void> {
    const { toasts } = this.#ports;
    const again = (print: string) => void this.#undo(undoId, next, print);
    try {
      const undone = await sendUndo(this.#ports, { undoId, replaces, again });
      if (!undone) return;
      const other = next === fileWords.done.redo ? fileWords.done.undo : fileWords.done.redo;
      const { undoId: redoId } = undone;
      const action = redoId && { label: next, run: () => void this.#undo(redoId, other) };
      this.#toast = toasts.show({ text: fileWords.done.undone, ...(action && { action, ms: UNDO_MS }) });
    } catch {
      // The outbox has told why.
    }
    this.tree.refreshAll();
  }
}

const desks = new WeakMap<RepoApi, FileDesk>();

/** The desk of a page: made once, so that the tree is as it was when the person comes back to it. */
export function fileDesk(ports: FileDeskPorts): FileDesk {
  const known = desks.get(ports.repo);
  if (known) return known;
  const desk = new FileDesk(ports);
  desks.set(ports.repo, desk);
  return desk;
}

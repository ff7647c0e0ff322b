import {
  type ChangedFile,
  type CommitOptions,
  type DiffIds,
  type FileAt,
  type FilesChanged,
  type LineChange,
  MAIN_ROOT,
} from '../../../server/protocol/api/changes.js';
import type { RepoTrouble } from '../../../server/protocol/api/repo-trouble.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { isAnsweredInPlace } from '../../codes/answered-in-place.js';
import { sendUndo } from '../app/send-undo.js';
import type { ToastStore } from '../app/toast-store.js';
import { Store } from '../base/store.js';
import type { OutboxStore } from '../session/outbox-store.js';
import { nameOf } from '../work/tree-paths.js';
import type { RepoStatusStore, WholeStatus } from './repo-status-store.js';
import { changeActWords } from './words.js';

/** Why an act was refused, where a person can decide what to do about it. */
export interface Refusal {
  readonly trouble: RepoTrouble;
  /** Does the same, although; null if that can't be. */
  readonly again: (() => void) | null;
}

/** What the acts tell while they are under way. */
export interface ActsView {
  readonly refusal: Refusal | null;
  /** Acts on their way. */
  readonly running: number;
  /** Files that the last act left alone, because they are others by now. */
  readonly stale: readonly string[];
}

export interface ChangeActsPorts {
  readonly outbox: Pick<OutboxStore, 'send'>;
  readonly toasts: Pick<ToastStore, 'show'>;
  readonly status: Pick<RepoStatusStore, 'followAct'>;
}

/** Lines of a file, with the ids of both sides of their diff. */
export interface LinesToChange {
  readonly path: string;
  readonly ids: DiffIds;
  readonly changes: LineChange[];
}

/** Who writes a message; empty for what is set. */
export interface MessageWriterChoice {
  readonly agent: string;
  readonly model: string;
}

/** An undo is offered for so long; the server keeps it for much longer. */
export const DISCARD_UNDO_MS = 20_000;

/** What a person does with changes: what is lost can be brought back from a toast, what is refused is said. */
export class ChangeActs extends Store<ActsView> {
  readonly #ports: ChangeActsPorts;

  constructor(ports: ChangeActsPorts) {
    super({ refusal: null, running: 0, stale: [] });
    this.#ports = ports;
  }

  dismiss(): void {
    this.set({ ...this.value, refusal: null });
  }

  stage(files: readonly ChangedFile[]): Promise<unknown> {
    return this.#do((outbox) => outbox.send('Repo', 'stage_files', files.map(named)));
  }

  stageAll(): Promise<unknown> {
    return this.#do((outbox) => outbox.send('Repo', 'stage_all'));
  }

  unstage(files: readonly ChangedFile[]): Promise<unknown> {
    return this.#do((outbox) => outbox.send('Repo', 'unstage_files', files.map(named)));
  }

  stageLines({ path, ids, changes }: LinesToChange): Promise<unknown> {
    return this.#do((outbox) => outbox.send('Repo', 'stage_lines', path, ids, changes));
  }

  unstageLines({ path, ids, changes }: LinesToChange): Promise<unknown> {
    return this.#do((outbox) => outbox.send('Repo', 'unstage_lines', path, ids, changes));
  }

  async discardLines({ path, ids, changes }: LinesToChange): Promise<unknown> {
    const done = await this.#do((outbox) => outbox.send('Repo', 'discard_lines', path, ids, changes));
    if (done) this.#offerUndo(done, changeActWords.discardedLines(nameOf(path)));
    return done;
  }

  /** Throws away what is not staged in files; those that git does not know are deleted. */
  async discard(files: readonly ChangedFile[], goesWithout = false): Promise<unknown> {
    const again = () => void this.discard(files, true);
    const done = await this.#do(
      (outbox) => outbox.send('Repo', 'discard_changes', files.map(named), 'worktree', goesWithout),
      again,
    );
    if (done) this.#offerUndo(done, discardedWords(files));
    return done;
  }

  /** Everything that git knows is as in the last commit again, for the status that a person has seen. */
  async discardEverything({ revision }: Pick<WholeStatus, 'revision'>, goesWithout = false): Promise<void> {
    const again = () => void this.discardEverything({ revision }, true);
    const done = await this.#do((outbox) => outbox.send('Repo', 'reset_hard', revision, goesWithout), again);
    if (done) this.#offerUndo(done, changeActWords.discardedMany(done.files));
  }

  async undo(undoId: string, replaces?: string): Promise<void> {
    const again = (print: string) => void this.undo(undoId, print);
    const done = await this.#do((outbox) =>
      sendUndo({ outbox, toasts: this.#ports.toasts }, { undoId, replaces, again }),
    );
    if (done) this.#ports.toasts.show({ text: changeActWords.restored(done.files), tone: 'success' });
  }

  /** Begins a commit; `onBegun` hears of its task, also if a person had to be asked first. */
  async commit(message: string, options: CommitOptions, onBegun: (taskId: string) => void): Promise<boolean> {
    const again = () => void this.commit(message, { ...options, evenIfPushed: true }, onBegun);
    const begun = await this.#do((outbox) => outbox.send('Repo', 'commit', message, options), again);
    if (begun) onBegun(begun.taskId);
    return begun !== null;
  }

  /** Has an agent write a message for what is staged; the id of the task, or null if it was refused. */
  async writeMessage({ agent, model }: MessageWriterChoice): Promise<string | null> {
    const begun = await this.#do((outbox) =>
      outbox.send('AcpBridge', 'generate_commit_message', agent || null, MAIN_ROOT, model || null),
    );
    return begun?.taskId ?? null;
  }

  undoCommit(head: string): Promise<unknown> {
    return this.#do((outbox) => outbox.send('Repo', 'undo_commit', head));
  }

  /** Says yes to the programs of the repository, as they were shown. */
  trust(fingerprint: string): Promise<unknown> {
    return this.#do((outbox) => outbox.send('Repo', 'trust_programs', fingerprint, true));
  }

  /** Null if it was refused; a refusal that is not answered in place was told by the outbox. */
  async #do<T>(
    send: (outbox: Pick<OutboxStore, 'send'>) => Promise<T>,
    again: (() => void) | null = null,
  ): Promise<T | null> {
    this.set({ refusal: null, running: this.value.running + 1, stale: [] });
    try {
      return await send(this.#ports.outbox);
    } catch (error) {
      const { reason } = RpcError.from(error);
      if (reason?.code === 'stale') this.set({ ...this.value, stale: reason.paths });
      if (isAnsweredInPlace(reason)) {
        const trouble = reason as RepoTrouble;
        this.set({ ...this.value, refusal: { trouble, again: trouble.code === 'untrusted' ? null : again } });
      }
      return null;
    } finally {
      this.set({ ...this.value, running: this.value.running - 1 });
      this.#ports.status.followAct();
    }
  }

  #offerUndo({ undoId }: FilesChanged, text: string): void {
    const action = undoId === null ? null : { label: changeActWords.undo, run: () => void this.undo(undoId) };
    this.#ports.toasts.show({ text, action, ms: DISCARD_UNDO_MS });
  }
}

function named({ path, revision }: ChangedFile): FileAt {
  return { path, revision };
}

function discardedWords(files: readonly ChangedFile[]): string {
  const isDelete = files.every(({ kind }) => kind === 'untracked');
  const [first] = files;
  if (first && files.length === 1) {
    return (isDelete ? changeActWords.deleted : changeActWords.discarded)(nameOf(first.path));
  }
  return (isDelete ? changeActWords.deletedMany : changeActWords.discardedMany)(files.length);
}

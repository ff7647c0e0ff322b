import type { ConflictSide, PullWay, PushPlan, ReachOptions } from '../../../server/protocol/api/branches.js';
import type { BranchFacts, FileAt, FilesChanged, TaskBegun } from '../../../server/protocol/api/changes.js';
import type { GitOperation, RepoTrouble } from '../../../server/protocol/api/repo-trouble.js';
import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { isAnsweredInPlace } from '../../codes/answered-in-place.js';
import { sendUndo } from '../app/send-undo.js';
import type { ToastStore } from '../app/toast-store.js';
import { Store } from '../base/store.js';
import type { OutboxStore } from '../session/outbox-store.js';
import { branchActWords } from './words.js';

/** Why an act on branches was refused, and what would do it all the same. */
export interface BranchRefusal {
  readonly trouble: RepoTrouble;
  readonly again: { readonly label: string; run(): void } | null;
}

export interface BranchActsView {
  readonly refusal: BranchRefusal | null;
  readonly running: number;
  /** Tasks that were begun here. */
  readonly tasks: ReadonlySet<string>;
  /** What a forced push would do; a person is asked. */
  readonly force: PushPlan | null;
}

export interface BranchActsPorts {
  readonly outbox: Pick<OutboxStore, 'send'>;
  readonly repo: Pick<RepoApi, 'get_push_plan'>;
  readonly toasts: Pick<ToastStore, 'show'>;
  reload(): void;
}

const UNDO_MS = 20_000;
/** As a person wants it who doesn't trust what the repository brings. */
const OWN_SETTINGS: ReachOptions = { ownSettings: true };

/** What a person does with branches and remotes. */
export class BranchActs extends Store<BranchActsView> {
  readonly #ports: BranchActsPorts;

  constructor(ports: BranchActsPorts) {
    super({ refusal: null, running: 0, tasks: new Set(), force: null });
    this.#ports = ports;
  }

  dismiss(): void {
    this.set({ ...this.value, refusal: null, force: null });
  }

  async switchTo(name: string, stashes = false): Promise<boolean> {
    const again = { label: branchActWords.stashAndSwitch, run: () => void this.switchTo(name, true) };
    const done = await this.#do((outbox) => outbox.send('Repo', 'switch_branch', name, stashes), again);
    if (!done) return false;
    const { stash } = done;
    const action = stash === null ? null : { label: branchActWords.restore, run: () => void this.popStash(stash) };
    const text = (stash === null ? branchActWords.switched : branchActWords.switchedStashed)(done.branch);
    this.#ports.toasts.show({ text, tone: 'success', action, ms: UNDO_MS });
    return true;
  }

  async create(name: string, from: string | null = null): Promise<boolean> {
    const done = await this.#do((outbox) => outbox.send('Repo', 'create_branch', name, from, true));
    if (done) this.#ports.toasts.show({ text: branchActWords.created(name), tone: 'success' });
    return done !== null;
  }

  async rename(name: string, to: string): Promise<boolean> {
    let isDone = false;
    await this.#do(async (outbox) => {
      await outbox.send('Repo', 'rename_branch', name, to);
      isDone = true;
    });
    return isDone;
  }

  async remove({ name }: Pick<BranchFacts, 'name'>, seen: string | null = null): Promise<void> {
    const done = await this.#do(
      (outbox) => outbox.send('Repo', 'delete_branch', name, seen),
      (trouble) => {
        const run = () => void this.remove({ name }, trouble.code === 'unmerged' ? trouble.oid : null);
        return trouble.code === 'unmerged' ? { label: branchActWords.deleteAnyway, run } : null;
      },
    );
    if (!done) return;
    const restore = () => void this.#do((outbox) => outbox.send('Repo', 'create_branch', done.branch, done.oid, false));
    const action = { label: branchActWords.undo, run: restore };
    this.#ports.toasts.show({ text: branchActWords.deleted(name), action, ms: UNDO_MS });
  }

  async stash(message: string): Promise<boolean> {
    const done = await this.#do((outbox) => outbox.send('Repo', 'stash_push', message, true));
    if (done) this.#ports.toasts.show({ text: branchActWords.stashed, tone: 'success' });
    return done !== null;
  }

  async popStash(oid: string): Promise<void> {
    const done = await this.#do((outbox) => outbox.send('Repo', 'stash_pop', oid));
    if (!done) return;
    const { conflicts } = done;
    if (conflicts.length === 0) this.#ports.toasts.show({ text: branchActWords.restored, tone: 'success' });
    else this.#ports.toasts.show({ text: branchActWords.restoredWithConflicts(conflicts.length), tone: 'warning' });
  }

  async dropStash(oid: string): Promise<void> {
    const done = await this.#do((outbox) => outbox.send('Repo', 'stash_drop', oid));
    if (!done) return;
    const store = () => void this.#do((outbox) => outbox.send('Repo', 'stash_store', oid, done.message));
    this.#ports.toasts.show({
      text: branchActWords.dropped,
      action: { label: branchActWords.undo, run: store },
      ms: UNDO_MS,
    });
  }

  fetch(options: ReachOptions = {}): Promise<void> {
    const again = () => void this.fetch(OWN_SETTINGS);
    return this.#begin((outbox) => outbox.send('Repo', 'fetch', null, options), again);
  }

  pull(way: PullWay, options: ReachOptions = {}): Promise<void> {
    const again = () => void this.pull(way, OWN_SETTINGS);
    return this.#begin((outbox) => outbox.send('Repo', 'pull', way, options), again);
  }

  push(replaces?: string, options: ReachOptions = {}): Promise<void> {
    this.set({ ...this.value, force: null });
    const named = replaces === undefined ? options : { ...options, replaces };
    const again = () => void this.push(replaces, OWN_SETTINGS);
    return this.#begin((outbox) => outbox.send('Repo', 'push', named), again);
  }

  /** Asks a person about the commits that a forced push would take away. */
  async askForce(): Promise<void> {
    const force = await this.#do(() => this.#ports.repo.get_push_plan());
    if (force) this.set({ ...this.value, force });
  }

  continueOperation(operation: Exclude<GitOperation, 'bisect'>): Promise<void> {
    return this.#begin((outbox) => outbox.send('Repo', 'continue_operation', operation));
  }

  async abort(operation: GitOperation, head: string, goesWithout = false): Promise<void> {
    const again = { label: branchActWords.abortAnyway, run: () => void this.abort(operation, head, true) };
    const done = await this.#do(
      (outbox) => outbox.send('Repo', 'abort_operation', operation, head, goesWithout),
      again,
    );
    if (done) this.#offerUndo(done, branchActWords.aborted);
  }

  async resolve(file: FileAt, side: ConflictSide): Promise<void> {
    const done = await this.#do((outbox) => outbox.send('Repo', 'resolve_conflict', file, side));
    if (done) this.#offerUndo(done, branchActWords.resolved);
  }

  /** Says yes to the programs of the repository, as they were shown. */
  async trust(fingerprint: string): Promise<void> {
    await this.#do((outbox) => outbox.send('Repo', 'trust_programs', fingerprint, true));
  }

  async #begin(
    send: (outbox: Pick<OutboxStore, 'send'>) => Promise<TaskBegun>,
    withOwnSettings: (() => void) | null = null,
  ): Promise<void> {
    const begun = await this.#do(send, (trouble) => {
      const canGo = trouble.code === 'untrusted' && trouble.reach?.canGoWithout === true;
      return canGo && withOwnSettings ? { label: branchActWords.ownSettings, run: withOwnSettings } : null;
    });
    if (begun) this.set({ ...this.value, tasks: new Set([...this.value.tasks, begun.taskId]) });
  }

  #offerUndo({ undoId }: FilesChanged, text: string): void {
    const { toasts } = this.#ports;
    const undo = async (replaces?: string) => {
      const again = (print: string) => void undo(print);
      const done = await this.#do((outbox) => sendUndo({ outbox, toasts }, { undoId: undoId!, replaces, again }));
      if (done) this.#ports.toasts.show({ text: branchActWords.undone, tone: 'success' });
    };
    const action = undoId === null ? null : { label: branchActWords.undo, run: () => void undo() };
    this.#ports.toasts.show({ text, action, ms: UNDO_MS });
  }

  async #do<T>(
    send: (outbox: Pick<OutboxStore, 'send'>) => Promise<T>,
    again: BranchRefusal['again'] | ((trouble: RepoTrouble) => BranchRefusal['again']) = null,
  ): Promise<T | null> {
    this.set({ ...this.value, refusal: null, running: this.value.running + 1 });
    try {
      return await send(this.#ports.outbox);
    } catch (error) {
      const { reason } = RpcError.from(error);
      if (isAnsweredInPlace(reason)) {
        const trouble = reason as RepoTrouble;
        const next = typeof again === 'function' ? again(trouble) : again;
        const isHeld = trouble.code === 'untrusted' && !trouble.reach;
        this.set({ ...this.value, refusal: { trouble, again: isHeld ? null : next } });
      }
      return null;
    } finally {
      this.set({ ...this.value, running: this.value.running - 1 });
      this.#ports.reload();
    }
  }
}

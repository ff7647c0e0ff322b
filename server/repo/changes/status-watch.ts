import { type FSWatcher, watch } from 'node:fs';
import type { Clock } from '../../protocol/clock.js';
import { readStatus, type WorkStatus } from './read-status.js';
import type { WorkRoot } from './work-root.js';

/** A status is not made more often than this, nor than so many times its own cost. */
const LEAST_MS = 1_000;
const PATIENCE = 10;
/** While somebody looks, and nothing else said that something changed. */
const POLL_MS = 10_000;

/** A status with its number, which goes up when it is another one. */
export interface NumberedStatus extends WorkStatus {
  readonly revision: number;
}

export interface StatusWatchParts {
  readonly root: WorkRoot;
  readonly clock: Clock;
  /** Hears of every new status; the run is over when all are told. */
  onRevision(status: NumberedStatus): Promise<void>;
  /** No status could be made, after one that could. */
  onFailure(): void;
}

/**
 * Keeps the status of one root: one run at a time and at most one to follow. It looks by itself only while a tab shows
 * it; with nobody there it starts nothing.
 */
export class StatusWatch {
  readonly #parts: StatusWatchParts;
  readonly #shownBy = new Set<string>();
  #latest: NumberedStatus | null = null;
  #revision = 0;
  #running: Promise<NumberedStatus> | null = null;
  #following: Promise<NumberedStatus> | null = null;
  /** Something may have changed since the run that is at work, or the last one, began. */
  #isOld = true;
  /** A person did that something: they are shown what came of it at once. */
  #isActedOn = false;
  #hasFailed = false;
  #calmUntil = 0;
  #watcher: FSWatcher | null = null;
  #cancelLook: () => void = () => {};

  constructor(parts: StatusWatchParts) {
    this.#parts = parts;
  }

  /** The status that was made last; null before the first one. */
  get latest(): NumberedStatus | null {
    return this.#latest;
  }

  /** The status now. While it is watched, the last one will do until it is time for the next, unless a person has acted. */
  get(): Promise<NumberedStatus> {
    const mayWait = this.#watcher !== null && !this.#isActedOn && !this.#hasFailed;
    if (!mayWait) return this.#makeSure();
    if (this.#running) return this.#running;
    const isCalm = this.#parts.clock.now() < this.#calmUntil;
    return this.#latest && isCalm ? Promise.resolve(this.#latest) : this.#makeSure();
  }

  /** A tab shows it from now on; it is told by the number when there is another one. */
  show(tabId: string): void {
    this.#shownBy.add(tabId);
    if (this.#shownBy.size === 1) this.#lookSoon();
  }

  hide(tabId: string): void {
    if (!this.#shownBy.delete(tabId) || this.#shownBy.size > 0) return;
    this.#stopLooking();
  }

  /** Something was changed: by an act of a person here, or by somebody else. */
  touch(isAct = false): void {
    this.#isOld = true;
    if (isAct) this.#isActedOn = true;
    if (this.#shownBy.size === 0) return;
    // What a person has done is told at once; a failure is told to whoever asks.
    if (isAct) this.#makeSure().catch(() => {});
    else this.#lookSoon();
  }

  close(): void {
    this.#shownBy.clear();
    this.#stopLooking();
  }

  /** A run that begins now or later, shared by all who ask meanwhile. */
  #makeSure(): Promise<NumberedStatus> {
    if (!this.#running) return this.#run();
    this.#following ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#following = null;
        return this.#running ?? this.#run();
      });
    return this.#following;
  }

  #run(): Promise<NumberedStatus> {
    const { clock, root } = this.#parts;
    const begun = clock.now();
    this.#isOld = false;
    this.#isActedOn = false;
    this.#running = root
      .repository()
      .then((repository) => readStatus(repository, root.counter))
      .then((status) => this.#take(status))
      .catch((error) => {
        if (!this.#hasFailed) this.#parts.onFailure();
        this.#hasFailed = true;
        root.forget();
        throw error;
      })
      .finally(() => {
        const now = clock.now();
        this.#calmUntil = now + Math.max(LEAST_MS, PATIENCE * (now - begun));
        this.#running = null;
        const calm = this.#calmUntil - now;
        if (this.#shownBy.size > 0) this.#lookIn(this.#isOld ? calm : Math.max(POLL_MS, calm));
      });
    return this.#running;
  }

  async #take(status: WorkStatus): Promise<NumberedStatus> {
    this.#hasFailed = false;
    if (this.#latest?.print === status.print) return this.#latest;
    this.#revision += 1;
    const latest = { ...status, revision: this.#revision };
    this.#latest = latest;
    await this.#parts.onRevision(latest);
    return latest;
  }

  /** Looks when it is time to; the end of a run that is at work plans the next by itself. */
  #lookSoon(): void {
    const { clock } = this.#parts;
    if (this.#running) return;
    this.#lookIn(Math.max(0, this.#calmUntil - clock.now()));
  }

  #lookIn(ms: number): void {
    this.#cancelLook();
    this.#cancelLook = this.#parts.clock.after(ms, () => {
      if (this.#shownBy.size === 0) return;
      this.#listen();
      this.#makeSure().catch(() => {});
    });
  }

  /** Git's own folder, and not what is below it: a commit, a switch or a staged file shows there. */
  #listen(): void {
    if (this.#watcher) return;
    const { root } = this.#parts;
    void root
      .repository()
      .then(({ gitDir }) => {
        if (this.#watcher || this.#shownBy.size === 0) return;
        const watcher = watch(gitDir, { persistent: false }, (_event, name) => {
          if (!name?.endsWith('.lock')) this.touch();
        });
        watcher.on('error', () => this.#deafen(watcher));
        this.#watcher = watcher;
      })
      .catch(() => {});
  }

  #deafen(watcher: FSWatcher): void {
    watcher.close();
    if (this.#watcher === watcher) this.#watcher = null;
  }

  #stopLooking(): void {
    this.#cancelLook();
    if (this.#watcher) this.#deafen(this.#watcher);
  }
}

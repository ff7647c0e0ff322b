import { type FSWatcher, watch } from 'node:fs';
import { findGitDir } from '../../git/find-git-dir.js';
import type { BranchPlace } from '../../protocol/api/changes.js';
import type { Clock } from '../../protocol/clock.js';
import { readHeadPlace } from './read-place.js';

/** A switch writes several files; one look after them will do. */
const SETTLE_MS = 100;

export interface PlaceWatchParts {
  readonly folder: string;
  readonly clock: Clock;
  onChange(place: BranchPlace | null): void;
}

/** Knows which branch a root is at, also while nobody looks at its status: it reads one file of git's folder, and starts nothing. */
export class PlaceWatch {
  readonly #parts: PlaceWatchParts;
  #place: BranchPlace | null = null;
  #counts: Pick<BranchPlace, 'ahead' | 'behind'> & { branch: string | null } = {
    branch: null,
    ahead: null,
    behind: null,
  };
  #watcher: FSWatcher | null = null;
  #cancelLook: (() => void) | null = null;
  #isClosed = false;

  constructor(parts: PlaceWatchParts) {
    this.#parts = parts;
  }

  get place(): BranchPlace | null {
    return this.#place;
  }

  /** Looks now, and again when git's folder changes. */
  async look(): Promise<void> {
    const gitDir = await findGitDir(this.#parts.folder).catch(() => null);
    if (this.#isClosed) return;
    if (gitDir) this.#listen(gitDir);
    const head = gitDir && (await readHeadPlace(gitDir));
    if (this.#isClosed) return;
    this.#set(head ? { ...head, ...this.#countsOf(head.branch) } : null);
  }

  /** A status has told how far the branch is from its upstream; who says so tells the tabs. */
  count(branch: string | null, ahead: number | null, behind: number | null): void {
    this.#counts = { branch, ahead, behind };
    if (this.#place?.branch === branch) this.#place = { ...this.#place, ahead, behind };
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelLook?.();
    this.#watcher?.close();
  }

  #countsOf(now: string | null): Pick<BranchPlace, 'ahead' | 'behind'> {
    const { branch, ahead, behind } = this.#counts;
    return branch === now ? { ahead, behind } : { ahead: null, behind: null };
  }

  #set(place: BranchPlace | null): void {
    if (JSON.stringify(place) === JSON.stringify(this.#place)) return;
    this.#place = place;
    this.#parts.onChange(place);
  }

  #listen(gitDir: string): void {
    if (this.#watcher) return;
    try {
      const watcher = watch(gitDir, { persistent: false }, (_event, name) => {
        if (!name?.endsWith('.lock')) this.#lookSoon();
      });
      watcher.on('error', () => {
        watcher.close();
        if (this.#watcher === watcher) this.#watcher = null;
      });
      this.#watcher = watcher;
    } catch {
      // Where nothing can be watched, the next act or reply makes it look again.
    }
  }

  #lookSoon(): void {
    this.#cancelLook ??= this.#parts.clock.after(SETTLE_MS, () => {
      this.#cancelLook = null;
      void this.look();
    });
  }
}

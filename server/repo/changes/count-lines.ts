import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type IndexEntry, makeIndex } from '../../git/make-index.js';
import { type ChangeCounts, parseNumstat } from '../../git/parse-numstat.js';
import type { StatusEntry } from '../../git/parse-status.js';
import { troubleOf } from '../../git/repo-fault.js';
import type { Repository } from '../../git/repository.js';
import { splitRecords } from '../../git/split-records.js';
import type { ScratchObjects } from './scratch-objects.js';

const NO_MODE = '000000';

/** A file that was written this recently may be written again without a trace in its revision. */
const SETTLED_MS = 2_000;
/** How often a count is begun while files change under it. */
const MOST_TRIES = 3;
/** More counts than that are not remembered. */
const MOST_KNOWN = 20_000;

/** A changed file with what its revision says, and when it was changed. */
export interface CountedEntry {
  readonly entry: StatusEntry;
  readonly revision: string;
  readonly changedAt: number;
}

/**
 * By how many lines files differ from the last commit. Git compares them with an index of ours that holds nothing but what
 * is known to differ: with its own it would look at every file of the folder a second time. A file that is still what it
 * was is not counted again.
 */
export class LineCounter {
  readonly #scratch: ScratchObjects;
  readonly #now: () => number;
  readonly #known = new Map<string, { readonly revision: string; readonly counts: ChangeCounts }>();
  #readBy = '';

  constructor(scratch: ScratchObjects, now: () => number = Date.now) {
    this.#scratch = scratch;
    this.#now = now;
  }

  /** The counts by path. `readBy` changes with what else has a part in how files are read, e.g. whether filters run. */
  async count(
    repository: Repository,
    files: readonly CountedEntry[],
    readBy: string,
  ): Promise<Map<string, ChangeCounts>> {
    if (readBy !== this.#readBy) this.#known.clear();
    this.#readBy = readBy;
    const known = new Map<string, ChangeCounts>();
    for (const { entry, revision } of files) {
      const found = this.#known.get(keyOf(entry));
      if (isAlone(entry) && found?.revision === revision) known.set(keyOf(entry), found.counts);
    }
    const asked = files.filter(({ entry }) => !known.has(keyOf(entry)));
    const counted = await this.#askUntilStill(
      repository,
      asked.map(({ entry }) => entry),
    );
    this.#remember(asked, counted);
    return new Map([...known, ...counted]);
  }

  /** Git gives up on a file that is written while it is read. It is asked again; a status is right without numbers, too. */
  async #askUntilStill(repository: Repository, entries: readonly StatusEntry[]): Promise<Map<string, ChangeCounts>> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      try {
        return await this.#ask(repository, entries);
      } catch (error) {
        if (troubleOf(error)?.code !== 'git') throw error;
      }
    }
    return new Map();
  }

  async #ask(repository: Repository, entries: readonly StatusEntry[]): Promise<Map<string, ChangeCounts>> {
    const committed = committedEntries(entries);
    if (committed.length === 0) return new Map();
    const file = join(await this.#scratch.folder(), `index-${randomUUID()}`);
    await writeFile(file, makeIndex(committed), { mode: 0o600 });
    try {
      const how = ['--numstat', '-z', '-M', '--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty'];
      const output = await repository.worktree({ args: ['diff-files', ...how], env: { GIT_INDEX_FILE: file } });
      return parseNumstat(splitRecords(output));
    } finally {
      await rm(file, { force: true });
    }
  }

  #remember(asked: readonly CountedEntry[], counted: ReadonlyMap<string, ChangeCounts>): void {
    if (this.#known.size > MOST_KNOWN) this.#known.clear();
    const settled = this.#now() - SETTLED_MS;
    for (const { entry, revision, changedAt } of asked) {
      const counts = counted.get(keyOf(entry));
      if (counts && isAlone(entry) && changedAt < settled) this.#known.set(keyOf(entry), { revision, counts });
    }
  }
}

/** Whether the count is of this file alone; what was moved, added or deleted may be counted as a pair. */
function isAlone({ kind, origin, index, worktree }: StatusEntry): boolean {
  return kind === 'changed' && origin === null && /^[.M]$/.test(index) && /^[.M]$/.test(worktree);
}

function keyOf({ path }: StatusEntry): string {
  return path.toString('latin1');
}

/** What differs, as the last commit has it; what it does not have is still to be added. */
function committedEntries(entries: readonly StatusEntry[]): IndexEntry[] {
  const found = new Map<string, IndexEntry>();
  const put = (entry: IndexEntry) => found.set(entry.path.toString('latin1'), entry);
  for (const { kind, path, origin, index, worktree, modes, oids } of entries) {
    if (kind === 'untracked') continue;
    const [mode, staged, onDisk] = modes;
    const [oid] = oids;
    const isMoved = origin !== null;
    if (oid !== null && !isMoved) put({ path, mode, oid });
    else if (worktree !== 'D') put({ path, mode: onDisk === NO_MODE ? staged : onDisk, oid: null });
    // A copy leaves its origin as it is.
    const isCopy = index === 'C' || worktree === 'C';
    if (isMoved && oid !== null && !isCopy) put({ path: origin, mode, oid });
  }
  // A file that was taken out of the index and is still there is no longer compared with what it was.
  for (const { kind, path } of entries) if (kind === 'untracked') found.delete(path.toString('latin1'));
  return [...found.values()];
}

import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import type { ChangeCounts } from '../../git/parse-numstat.js';
import { type HeadFacts, parseStatus, type StatusEntry } from '../../git/parse-status.js';
import type { RepoPrograms, Repository } from '../../git/repository.js';
import { pathText } from '../../git/split-records.js';
import { revisionOf } from '../../paths/file-revision.js';
import type { ChangedFile, ChangeKind } from '../../protocol/api/changes.js';
import type { GitOperation } from '../../protocol/api/repo-trouble.js';
import type { CountedEntry, LineCounter } from './count-lines.js';

/** Revisions are made for so many files; beyond that a list is of no use to a person. */
const MOST_NAMED = 20_000;
const AT_ONCE = 64;
const ATTRIBUTES = Buffer.from('.gitattributes');

/** A changed file, for our own use and for tabs. */
export interface StatusFile {
  /** Relative to the root. */
  readonly path: Buffer;
  readonly entry: StatusEntry;
  readonly shown: StatedFile;
  /** What the file on the disk is; null if it is gone. */
  readonly onDisk: string | null;
}

/** Attributes are read for the files that a tab asks for, and not at every look. */
export type StatedFile = Omit<ChangedFile, 'attributes' | 'isSavedHere'>;

/** How a root differs from its last commit. */
export interface WorkStatus {
  readonly head: HeadFacts;
  readonly operation: GitOperation | null;
  readonly programs: RepoPrograms;
  /** What tabs can name. */
  readonly files: readonly StatusFile[];
  /** Everything, also what tabs cannot name. */
  readonly entries: readonly StatusEntry[];
  readonly leftOut: number;
  /** Changes with any of it. */
  readonly print: string;
}

/** At most two calls of git: what differs, and by how many lines. */
export async function readStatus(repository: Repository, counter: LineCounter): Promise<WorkStatus> {
  const { limitArgs } = repository;
  const [output, operation, programs] = await Promise.all([
    repository.worktree({
      args: [
        ...['status', '--porcelain=v2', '-z', '--branch', '--untracked-files=all'],
        // Looking into a submodule would run what its own settings name.
        ...['--ignore-submodules=dirty', '--find-renames', ...limitArgs],
      ],
    }),
    repository.operation(),
    repository.programs(),
  ]);
  const { head, entries } = parseStatus(output);
  const seen = await lookAtFiles(repository, entries);
  const readBy = JSON.stringify([
    programs.fingerprint,
    programs.isTrusted,
    ...seen.filter(isAttributes).map(revisionIn),
  ]);
  const counts = head.oid === null ? new Map() : await counter.count(repository, seen, readBy);
  const files = nameFiles(repository, seen, counts);
  const shown = files.map((file) => file.shown);
  const hash = createHash('sha256').update(JSON.stringify([head, operation, programs, entries.length, shown]));
  return {
    head,
    operation,
    programs,
    entries,
    files,
    leftOut: entries.length - files.length,
    print: hash.digest('base64url'),
  };
}

interface SeenEntry extends CountedEntry {
  readonly writtenAt: number | null;
  readonly onDisk: string | null;
}

/** What is on the disk of each, of as many as are told to tabs. */
async function lookAtFiles(repository: Repository, entries: readonly StatusEntry[]): Promise<SeenEntry[]> {
  const seen: SeenEntry[] = [];
  for (let n = 0; n < Math.min(entries.length, MOST_NAMED); n += AT_ONCE) {
    const some = entries.slice(n, n + AT_ONCE).map((entry) => lookAt(repository, entry));
    seen.push(...(await Promise.all(some)));
  }
  return seen;
}

/** Its revision changes with the file on the disk, with what is staged of it and with what was committed of it. */
async function lookAt(repository: Repository, entry: StatusEntry): Promise<SeenEntry> {
  const { path, index, worktree, oids } = entry;
  const about = await lstat(Buffer.concat([Buffer.from(`${repository.top}/`), path]), { bigint: true }).catch(
    () => null,
  );
  const parts = [about ? `${revisionOf(about)}-${about.mode}` : 'none', index, worktree, ...oids];
  const revision = createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
  const [changedAt, onDisk] = about ? [Number(about.ctimeMs), revisionOf(about)] : [0, null];
  return { entry, revision, changedAt, onDisk, writtenAt: about ? Number(about.mtimeMs) : null };
}

function nameFiles(
  repository: Repository,
  seen: readonly SeenEntry[],
  counts: ReadonlyMap<string, ChangeCounts>,
): StatusFile[] {
  return seen.flatMap(({ entry, revision, writtenAt, onDisk }): StatusFile[] => {
    const path = repository.outside(entry.path);
    const text = path && pathText(path);
    if (!path || !text) return [];
    const { added = null, removed = null } = counts.get(entry.path.toString('latin1')) ?? {};
    const origin = entry.origin && repository.outside(entry.origin);
    const shown: StatedFile = {
      path: text,
      renamedFrom: origin ? pathText(origin) : null,
      kind: kindOf(entry),
      index: entry.index,
      worktree: entry.worktree,
      added,
      removed,
      isModeChange: isModeChange(entry),
      revision,
      writtenAt,
    };
    return [{ path, entry, shown, onDisk }];
  });
}

/** A changed `.gitattributes` may say that other files are read otherwise. */
function isAttributes({ entry }: CountedEntry): boolean {
  return entry.path.subarray(-ATTRIBUTES.length).equals(ATTRIBUTES);
}

function revisionIn({ revision }: CountedEntry): string {
  return revision;
}

function kindOf({ kind, path, isSubmodule }: StatusEntry): ChangeKind {
  if (kind === 'untracked' && path.at(-1) === 0x2f) return 'nested';
  return isSubmodule && kind === 'changed' ? 'submodule' : kind;
}

function isModeChange({ modes: [head, index, worktree] }: StatusEntry): boolean {
  const isRun = (mode: string) => mode === '100755';
  const isFile = (mode: string) => mode.startsWith('100');
  const known = [head, index, worktree].filter(isFile);
  return known.length > 1 && known.some(isRun) !== known.every(isRun);
}

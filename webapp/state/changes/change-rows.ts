import type { ChangedFile, FileAttributes } from '../../../server/protocol/api/changes.js';
import type { BesideFile, ChangeOrigin } from '../session/changed-besides.js';

/** Where a changed file stands between the last commit and the disk. */
export type ChangeGroup = 'conflicts' | 'staged' | 'unstaged' | 'untracked';

export const CHANGE_GROUPS: readonly ChangeGroup[] = ['conflicts', 'staged', 'unstaged', 'untracked'];

/** A line of the list: a file in one of its groups, and between which versions its diff is. */
export interface ChangeRow {
  readonly group: ChangeGroup | 'branch' | 'beside';
  readonly path: string;
  readonly renamedFrom: string | null;
  /** Git's letter; `U` for a conflict, `?` for a new file. */
  readonly letter: string;
  readonly kind: ChangedFile['kind'];
  /** Null where nobody has counted. */
  readonly added: number | null;
  readonly removed: number | null;
  readonly isModeChange: boolean;
  readonly from: string;
  readonly to: string;
  /** Another one when the diff may be. */
  readonly version: string;
  readonly attributes: FileAttributes;
  /** The file as the status has it; null where nothing can be done with it. */
  readonly file: ChangedFile | null;
  /** By whom, where that is said. */
  readonly origin?: ChangeOrigin;
}

/** A file that was changed besides the agent's edits, which is only looked at. */
export function besideRow({ file, origin }: BesideFile): ChangeRow {
  const isNew = file.kind === 'untracked' || file.index === 'A';
  return {
    ...rowOf(file, 'conflicts'),
    group: 'beside',
    letter: isNew ? '?' : 'M',
    renamedFrom: null,
    added: file.added,
    removed: file.removed,
    file: null,
    origin,
  };
}

/** The rows of each group, in the order of the status. A file of which a part is staged stands in two. */
export function rowsByGroup(files: readonly ChangedFile[]): Readonly<Record<ChangeGroup, readonly ChangeRow[]>> {
  const groups: Record<ChangeGroup, ChangeRow[]> = { conflicts: [], staged: [], unstaged: [], untracked: [] };
  for (const file of files) {
    if (file.kind === 'conflict') groups.conflicts.push(rowOf(file, 'conflicts'));
    else if (file.kind === 'untracked' || file.kind === 'nested') groups.untracked.push(rowOf(file, 'untracked'));
    else {
      if (file.index !== '.') groups.staged.push(rowOf(file, 'staged'));
      if (file.worktree !== '.') groups.unstaged.push(rowOf(file, 'unstaged'));
    }
  }
  return groups;
}

const SIDES: Readonly<Record<ChangeGroup, readonly [from: string, to: string]>> = {
  conflicts: ['HEAD', 'worktree'],
  staged: ['HEAD', 'index'],
  unstaged: ['index', 'worktree'],
  untracked: ['index', 'worktree'],
};

function rowOf(file: ChangedFile, group: ChangeGroup): ChangeRow {
  const [from, to] = SIDES[group];
  const letter = letterOf(file, group);
  // The counts are those against the last commit, so they are of one row only if the file has one.
  const isWhole = file.index === '.' || file.worktree === '.' || group === 'conflicts';
  return {
    group,
    path: file.path,
    renamedFrom: letter === 'R' || letter === 'C' ? file.renamedFrom : null,
    letter,
    kind: file.kind,
    added: isWhole ? file.added : null,
    removed: isWhole ? file.removed : null,
    isModeChange: file.isModeChange,
    attributes: file.attributes,
    from,
    to,
    version: file.revision,
    file,
  };
}

function letterOf({ index, worktree }: ChangedFile, group: ChangeGroup): string {
  switch (group) {
    case 'conflicts':
      return 'U';
    case 'untracked':
      return '?';
    case 'staged':
      return index;
    case 'unstaged':
      return worktree;
    default:
      return group satisfies never;
  }
}

/** Whether lines of a row can be picked: not of a conflict, and not of what has another name on the other side. */
export function canPickLines({ group, renamedFrom, kind }: ChangeRow): boolean {
  return (
    group !== 'conflicts' &&
    group !== 'branch' &&
    group !== 'beside' &&
    renamedFrom === null &&
    kind !== 'nested' &&
    kind !== 'submodule'
  );
}

/** Whether a row's changes can be thrown away. */
export function canDiscard({ group, kind }: ChangeRow): boolean {
  return (group === 'unstaged' || group === 'untracked') && kind !== 'nested' && kind !== 'submodule';
}

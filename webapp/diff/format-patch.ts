import { formatPatch, type StructuredPatch, structuredPatch } from 'diff';

/** A change of one file; no old text means that the file is new. */
export interface PatchAsk {
  readonly path: string;
  readonly oldText: string | null;
  readonly newText: string;
  /** The line with which the texts begin; null if nobody knows. */
  readonly firstLine?: number | null;
  readonly movedFrom?: string | null;
  readonly isDeleted?: boolean;
}

const CONTEXT = 3;
const MOST_EDITS = 2500;
/** A hunk that says line 1 is tied to the beginning of its file; from any other line git looks around. */
const ANY_LINE = 2;

/** The change as a patch that `git apply` takes. */
export function formatGitPatch({
  path,
  oldText,
  newText,
  firstLine = 1,
  movedFrom,
  isDeleted = false,
}: PatchAsk): string {
  const isPart = firstLine !== 1;
  const isCreate = !isPart && !isDeleted && !movedFrom && (oldText === null || oldText === '');
  const isDelete = isDeleted && !isPart;
  const name = nameOf(path);
  const before = nameOf(movedFrom ?? path);
  const names = { old: isCreate ? '/dev/null' : `a/${before}`, new: isDelete ? '/dev/null' : `b/${name}` };
  const options = { context: CONTEXT, maxEditLength: MOST_EDITS };
  const exact = structuredPatch(names.old, names.new, oldText ?? '', newText, undefined, undefined, options);
  const patch = exact ?? replaceAll(names, oldText ?? '', newText);
  const shift = (firstLine ?? ANY_LINE) - 1;
  const hunks = patch.hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + shift,
    newStart: hunk.newStart + shift,
  }));
  return formatPatch({
    ...patch,
    hunks,
    isGit: true,
    ...(isCreate && { isCreate: true, newMode: '100644' }),
    ...(isDelete && { isDelete: true, oldMode: '100644' }),
    ...(movedFrom && { isRename: true }),
  });
}

function nameOf(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '') || 'file';
}

/** For texts too different to compare in good time. */
function replaceAll(names: { old: string; new: string }, oldText: string, newText: string): StructuredPatch {
  const removed = structuredPatch(names.old, names.new, oldText, '', undefined, undefined, { context: 0 });
  const added = structuredPatch(names.old, names.new, '', newText, undefined, undefined, { context: 0 });
  const [from, to] = [removed.hunks[0], added.hunks[0]];
  const hunk = {
    oldStart: 1,
    oldLines: from?.oldLines ?? 0,
    newStart: 1,
    newLines: to?.newLines ?? 0,
    lines: [...(from?.lines ?? []), ...(to?.lines ?? [])],
  };
  return { ...removed, hunks: [hunk] };
}

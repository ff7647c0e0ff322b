import { formatPatch, type StructuredPatch, structuredPatch } from 'diff';

/** A change of one file; no old text means that the file is new. */
export interface FileChange {
  readonly path: string;
  readonly oldText: string | null;
  readonly newText: string;
}

const CONTEXT = 3;
const MOST_EDITS = 2500;

/** The change as a patch that `git apply` takes. */
export function formatGitPatch({ path, oldText, newText }: FileChange): string {
  const isCreate = oldText === null || oldText === '';
  const name = path.replace(/^(?:\.?\/)+/, '') || 'file';
  const names = { old: isCreate ? '/dev/null' : `a/${name}`, new: `b/${name}` };
  const options = { context: CONTEXT, maxEditLength: MOST_EDITS };
  const exact = structuredPatch(names.old, names.new, oldText ?? '', newText, undefined, undefined, options);
  const patch = exact ?? replaceAll(names, oldText ?? '', newText);
  return formatPatch({ ...patch, isGit: true, ...(isCreate && { isCreate: true, newMode: '100644' }) });
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

import { editsOf, type FileEdit } from '../../../server/protocol/transcript/edits.js';
import type { Entry } from '../../../server/protocol/transcript/entries.js';
import { type EntryList, endOf, entriesOf, entryAt } from '../../../server/protocol/transcript/entry-list.js';
import { isAllowed } from '../../../server/protocol/transcript/reduce-tool.js';

/** A stretch of changes to a file whose texts follow from each other. */
export interface ChangePart {
  readonly oldText: string | null;
  readonly newText: string;
  /** The line with which the texts begin; null if nobody knows. */
  readonly firstLine: number | null;
}

/** What became of a file. */
export type FileDeed = 'created' | 'edited' | 'deleted' | 'moved';

/** All that was changed in one file. */
export interface FileChange {
  readonly path: string;
  readonly deed: FileDeed;
  /** Where it was before, if it was moved. */
  readonly movedFrom: string | null;
  readonly parts: readonly ChangePart[];
  /** Why a part of what was changed is not shown. */
  readonly untold?: FileEdit['untold'];
  /** How many tool calls made this. */
  readonly edits: number;
}

/** What an edit does to its file. */
export function deedOf({ isDeleted, movedFrom, isNew }: FileEdit): FileDeed {
  if (isDeleted) return 'deleted';
  return movedFrom !== undefined ? 'moved' : isNew ? 'created' : 'edited';
}

/** The changes that the loaded entries tell of, oldest first. */
export function loadedEdits(entries: EntryList): FileEdit[] {
  return entriesOf(entries).flatMap(editsOf);
}

/** The changes of the newest turn that made some. */
export function newestEdits(entries: EntryList): FileEdit[] {
  const found: FileEdit[] = [];
  for (let n = endOf(entries) - 1; n >= entries.first; n--) {
    const entry = entryAt(entries, n);
    if (!entry || (found[0] && entry.turn !== found[0].turn)) break;
    found.unshift(...editsOf(entry));
  }
  return found;
}

/** Whether commands may have changed files in one turn, or in all of them; nobody says which files. */
export function mayHideChanges(entries: EntryList, turn: number | null): boolean {
  if (turn === null && entries.first > 0) return true;
  for (let n = endOf(entries) - 1; n >= entries.first; n--) {
    const entry = entryAt(entries, n);
    if (!entry || (turn !== null && entry.turn < turn)) return false;
    if ((turn === null || entry.turn === turn) && hasRun(entry)) return true;
  }
  return false;
}

/** Whether an entry is a command of the agent's that was let run. */
function hasRun(entry: Entry): boolean {
  if (entry.kind === 'terminal') return true;
  if (entry.kind !== 'tool' || entry.toolKind !== 'execute') return false;
  return entry.permissions.length > 0 ? entry.permissions.some(isAllowed) : entry.status !== 'pending';
}

/** Puts changes together by file, in the order in which files were first changed. */
export function changesByFile(edits: readonly FileEdit[]): FileChange[] {
  const files = new Map<string, FileChange>();
  for (const edit of edits) {
    const { path, movedFrom } = edit;
    // What was changed before it moved goes with it.
    const before = files.get(path) ?? (movedFrom === undefined ? undefined : files.get(movedFrom));
    if (movedFrom !== undefined) files.delete(movedFrom);
    files.set(path, {
      path,
      deed: joinDeeds(before?.deed, deedOf(edit)),
      movedFrom: movedFrom ?? before?.movedFrom ?? null,
      parts: edit.untold ? (before?.parts ?? []) : joinPart(before?.parts ?? [], edit),
      ...untoldOf(edit, before),
      edits: (before?.edits ?? 0) + 1,
    });
  }
  return [...files.values()];
}

/** A file that was made and then edited or moved is new all the same. */
function joinDeeds(before: FileDeed | undefined, now: FileDeed): FileDeed {
  if (before === undefined || now === 'deleted') return now;
  if (before === 'deleted') return now === 'created' ? 'edited' : now;
  return before === 'edited' ? now : before;
}

/** A move or deletion without a text leaves nothing untold of a file whose changes are shown. */
function untoldOf({ untold }: FileEdit, before: FileChange | undefined): Pick<FileChange, 'untold'> {
  const reason = untold === 'none' && before ? before.untold : (untold ?? before?.untold);
  return reason ? { untold: reason } : {};
}

/** An edit that begins where the one before it ended makes one change with it. */
function joinPart(parts: readonly ChangePart[], { oldText, newText, firstLine = 1 }: FileEdit): ChangePart[] {
  const last = parts.at(-1);
  // The agent's own account of what was written through us.
  if (last && last.newText === newText && last.oldText === oldText) return [...parts];
  if (last && last.newText === oldText && last.firstLine === firstLine) return parts.with(-1, { ...last, newText });
  return [...parts, { oldText, newText, firstLine }];
}

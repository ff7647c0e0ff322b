import { editsOf, type FileEdit } from '../../server/protocol/edits.js';
import { type EntryList, endOf, entriesOf, entryAt } from '../../server/protocol/entry-list.js';

/** A stretch of changes to a file whose texts follow from each other. */
export interface ChangePart {
  readonly oldText: string | null;
  readonly newText: string;
}

/** All that was changed in one file. */
export interface FileChange {
  readonly path: string;
  readonly parts: readonly ChangePart[];
  /** It was deleted last, and its text was not told. */
  readonly isDeleted: boolean;
  /** How many tool calls made this. */
  readonly edits: number;
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

/** Puts changes together by file, in the order in which files were first changed. */
export function changesByFile(edits: readonly FileEdit[]): FileChange[] {
  const files = new Map<string, FileChange>();
  for (const edit of edits) {
    const before = files.get(edit.path);
    files.set(edit.path, {
      path: edit.path,
      parts: edit.isDeleted ? (before?.parts ?? []) : joinPart(before?.parts ?? [], edit),
      isDeleted: edit.isDeleted === true,
      edits: (before?.edits ?? 0) + 1,
    });
  }
  return [...files.values()];
}

/** An edit that begins where the one before it ended makes one change with it. */
function joinPart(parts: readonly ChangePart[], { oldText, newText }: FileEdit): ChangePart[] {
  const last = parts.at(-1);
  if (last && last.newText === oldText) return parts.with(-1, { oldText: last.oldText, newText });
  return [...parts, { oldText, newText }];
}

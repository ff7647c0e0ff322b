import { LIMITS } from '../protocol/limits.js';
import { editsOf, type FileEdit, type OlderEdits } from '../protocol/transcript/edits.js';
import type { OlderEntries } from '../protocol/transcript/snapshot.js';

/** So many entries are looked at for one answer; a tab asks again for the rest. */
const MOST_LOOKS = 5;
/** Text of edits in one answer; the last edit may go beyond it. */
const MOST_CHARS = 512 * 1024;

/** The edits of entries before number `before`, newest entries first to be looked at, as many as fit an answer. */
export function editsBefore(before: number, read: (before: number, limit: number) => OlderEntries): OlderEdits {
  let first = before;
  let edits: FileEdit[] = [];
  let chars = 0;
  for (let look = 0; look < MOST_LOOKS && first > 0; look++) {
    const older = read(first, LIMITS.snapshotEntries);
    // Nothing can be read below: this is where the record begins.
    if (older.entries.length === 0) return { first: 0, edits };
    for (const [n, entry] of [...older.entries.entries()].reverse()) {
      const found = editsOf(entry);
      edits = [...found, ...edits];
      chars += found.reduce((sum, { oldText, newText }) => sum + (oldText?.length ?? 0) + newText.length, 0);
      if (chars > MOST_CHARS) return { first: older.first + n, edits };
    }
    first = older.first;
  }
  return { first, edits };
}

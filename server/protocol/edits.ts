import type { Diff } from '@agentclientprotocol/sdk';
import { contentOf } from './call-content.js';
import type { Entry, ToolEntry, ToolStatus } from './entries.js';

/** One change to one file that a tool call has made. */
export interface FileEdit {
  readonly entryId: string;
  readonly turn: number;
  readonly path: string;
  /** Null for a new file, or where nobody told what was there. */
  readonly oldText: string | null;
  readonly newText: string;
  /** The file is gone, and its text was not told. */
  readonly isDeleted?: true;
}

/** Changes of entries that a tab has not loaded: those from entry `first` on, oldest first. */
export interface OlderEdits {
  first: number;
  edits: FileEdit[];
}

/** What was refused, failed or still waits for a person has changed nothing. */
const MADE: ReadonlySet<ToolStatus> = new Set(['completed', 'ended']);

/** The changes that an entry tells of; most tell of none. */
export function editsOf(entry: Entry): readonly FileEdit[] {
  if (entry.kind !== 'tool' || !MADE.has(entry.status)) return [];
  const diffs = contentOf(entry).filter((item): item is Diff & { type: 'diff' } => item.type === 'diff');
  if (diffs.length === 0) return entry.toolKind === 'delete' ? deletionsOf(entry) : [];
  return diffs.map(({ path, oldText, newText }) => {
    return { entryId: entry.id, turn: entry.turn, path, oldText: oldText ?? null, newText };
  });
}

function deletionsOf({ id, turn, locations }: ToolEntry): FileEdit[] {
  return locations.map(({ path }) => ({ entryId: id, turn, path, oldText: null, newText: '', isDeleted: true }));
}

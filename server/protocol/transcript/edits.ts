import { inputIn, readInput } from '../call-reading.js';
import type { WrittenFile } from '../events.js';
import { type DiffFacts, factsOfDiff, isBinary, isDiff, type ShownDiff } from '../shown-diff.js';
import { contentOf, patchOfCall } from './call-content.js';
import type { Entry, ToolEntry, ToolStatus } from './entries.js';

/** One change to one file that a tool call has made. */
export interface FileEdit extends DiffFacts {
  readonly entryId: string;
  readonly turn: number;
  readonly path: string;
  /** Null for a new file, or where nobody reported what was there. */
  readonly oldText: string | null;
  readonly newText: string;
  /** The file was not there before. */
  readonly isNew?: true;
  /** There is no text to show: why. */
  readonly untold?: WrittenFile['untold'] | 'binary' | 'none';
}

/** Changes of entries that a tab has not loaded: those from entry `first` on, oldest first. */
export interface OlderEdits {
  first: number;
  edits: FileEdit[];
}

/** What was refused, failed or still waits for a person has changed nothing. */
const MADE: ReadonlySet<ToolStatus> = new Set(['completed', 'ended']);

/** The changes that an entry reports; most report none. */
export function editsOf(entry: Entry): readonly FileEdit[] {
  if (entry.kind !== 'tool') return [];
  // What was written through us is there, no matter what became of the call.
  return MADE.has(entry.status)
    ? plannedEdits(entry)
    : plannedEdits({ ...entry, content: [], permissions: [], rawInput: null, locations: [] });
}

/** The changes that a call makes, or would make if it were let. */
export function plannedEdits(entry: ToolEntry): readonly FileEdit[] {
  const place = { entryId: entry.id, turn: entry.turn };
  const written = entry.written ?? [];
  const diffs = contentOf(entry)
    .filter(isDiff)
    .map((diff): FileEdit => {
      const { path, oldText, newText } = diff;
      const facts = { ...place, path, ...factsOfDiff(diff), ...newness(diff, entry) };
      const isGone = entry.toolKind === 'delete' && newText === '' ? { isDeleted: true as const } : {};
      if (isBinary(oldText ?? '') || isBinary(newText)) return { ...facts, ...isGone, ...NO_TEXT, untold: 'binary' };
      return { ...facts, ...isGone, oldText: oldText ?? null, newText };
    });
  const untold = written.flatMap(({ path, untold, isNew }): FileEdit[] =>
    untold ? [{ ...place, path, ...NO_TEXT, untold, ...(isNew ? { isNew } : {}) }] : [],
  );
  const edits = [...diffs, ...untold];
  const bare = bareEdits(entry).filter(({ path }) => !edits.some((edit) => edit.path === path));
  return [...edits, ...bare.map((edit): FileEdit => ({ ...place, ...NO_TEXT, untold: 'none', ...edit }))];
}

const NO_TEXT = { oldText: null, newText: '' } as const;

function newness(diff: ShownDiff, { written }: ToolEntry): Pick<FileEdit, 'isNew'> {
  // A write that changed nothing says nothing of what was there before the agent's own.
  const ours = written?.find((file) => file.path === diff.path && !file.untold && file.oldText !== file.newText);
  const isTold = !diff.oldText && factsOfDiff(diff).firstLine !== null;
  return (ours ? ours.isNew : isTold) ? { isNew: true } : {};
}

type BareEdit = Pick<FileEdit, 'path'> & DiffFacts;

/** Files that go, or go elsewhere, without a text that reports it. */
function bareEdits(entry: ToolEntry): BareEdit[] {
  const { toolKind, locations, rawInput } = entry;
  const patched = patchOfCall(entry).flatMap(({ kind, path, movedTo, hunks }): BareEdit[] => {
    if (movedTo !== null) return [{ path: movedTo, movedFrom: path }];
    return kind === 'delete' && hunks.length === 0 ? [{ path, isDeleted: true }] : [];
  });
  if (patched.length > 0) return patched;
  if (toolKind === 'move') return moveOf(entry);
  if (toolKind !== 'delete') return [];
  const told = locations.map(({ path }) => path);
  const { file } = readInput(inputIn(rawInput), toolKind);
  return [...(told.length > 0 ? told : [file])].flatMap((path) => (path === null ? [] : [{ path, isDeleted: true }]));
}

/** From where to where, by the tool's input or by the two places that the agent names. */
function moveOf({ rawInput, locations }: ToolEntry): BareEdit[] {
  const [move] = readInput(inputIn(rawInput), 'move').moves;
  if (move) return [{ path: move.to, movedFrom: move.from }];
  const [first, second, ...more] = locations.map(({ path }) => path);
  return first && second && more.length === 0 ? [{ path: second, movedFrom: first }] : [];
}

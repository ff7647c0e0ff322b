import type { DiffResult, DiffRun } from './diff-result.js';
import { type Hunk, hunksOf } from './pick-lines.js';

/** One line of one side, by its place in the old and in the new text (-1 where it is not). */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly old: number;
  readonly new: number;
  /** What differs from the line that it pairs with. */
  readonly marks: readonly (readonly [number, number])[];
}

/** A row: one line where both sides share a column, or left and right, either of which may be empty. */
export type DiffRow = readonly (DiffLine | null)[];

/** A stretch of rows to draw, or lines that are left out until asked for. */
export type DiffPart =
  | { readonly kind: 'rows'; readonly key: string; readonly rows: readonly DiffRow[] }
  | { readonly kind: 'gap'; readonly key: string; readonly run: number; readonly hidden: number }
  | { readonly kind: 'hunk'; readonly key: string; readonly n: number; readonly hunk: Hunk };

/** Parts that are drawn, or not yet drawn, together; the head of a long hunk stands alone, so that it stays in sight. */
export type DiffBlock =
  | { readonly kind: 'block'; readonly key: string; readonly parts: readonly DiffPart[]; readonly height: number }
  | Extract<DiffPart, { kind: 'hunk' }>;

/** How to lay out a diff: side by side or not, and how many more lines of which run a person asked for at each end. */
export interface DiffLayout {
  readonly split: boolean;
  readonly shown: ReadonlyMap<number, number>;
  /** Whether each hunk begins with a line of its own. */
  readonly hasHunks?: boolean;
}

const CONTEXT = 3;
/** Rows that are drawn, or not yet drawn, together. */
const CHUNK = 50;
/** A gap or the head of a hunk is about as high as so many rows. */
const HEAD_ROWS = 2;

/** Rows around the changes; unchanged lines further away become gaps. */
export function layOutDiff(diff: DiffResult, { split, shown, hasHunks = false }: DiffLayout): DiffPart[] {
  const parts: DiffPart[] = [];
  const hunks = new Map((hasHunks ? hunksOf(diff) : []).map((hunk, n) => [hunk.first, { hunk, n }]));
  let rows: DiffRow[] = [];
  const flush = (...part: DiffPart[]) => {
    parts.push(...chunks(rows), ...part);
    rows = [];
  };
  let [oldAt, newAt] = [0, 0];
  for (const [index, run] of diff.runs.entries()) {
    const { lead, hidden, tail } = cut(run, index, diff, shown.get(index) ?? 0);
    // A hunk begins with the unchanged lines before it.
    const next = run.same > 0 && run.removed + run.added === 0 ? index + 1 : index;
    const begun = hunks.get(next);
    hunks.delete(next);
    const head: DiffPart[] = begun ? [{ kind: 'hunk', key: `hunk ${begun.hunk.first}`, ...begun }] : [];
    const before = hidden > 0 || !begun ? lead : Math.max(0, lead - CONTEXT);
    pushAll(rows, sameRows(oldAt, newAt, before, split));
    if (hidden > 0) flush({ kind: 'gap', key: `gap ${index}`, run: index, hidden });
    if (head.length > 0) flush(...head);
    pushAll(rows, sameRows(oldAt + before, newAt + before, lead - before, split));
    pushAll(rows, sameRows(oldAt + lead + hidden, newAt + lead + hidden, tail, split));
    pushAll(rows, changedRows(run, oldAt, newAt, split));
    oldAt += run.same + run.removed;
    newAt += run.same + run.added;
  }
  return [...parts, ...chunks(rows)];
}

/** The parts in blocks of about as many rows as are drawn together: thousands of small hunks are not drawn at once. */
export function blocksOf(parts: readonly DiffPart[]): DiffBlock[] {
  const blocks: DiffBlock[] = [];
  let [open, height]: [DiffPart[], number] = [[], 0];
  const close = () => {
    const [first] = open;
    if (first) blocks.push({ kind: 'block', key: first.key, parts: open, height });
    [open, height] = [[], 0];
  };
  for (const [n, part] of parts.entries()) {
    if (part.kind === 'hunk' && rowsAfter(parts, n) > CHUNK) {
      close();
      blocks.push(part);
      continue;
    }
    const own = part.kind === 'rows' ? part.rows.length : HEAD_ROWS;
    if (height > 0 && height + own > CHUNK) close();
    open.push(part);
    height += own;
  }
  close();
  return blocks;
}

/** How many rows follow a part before anything else does. */
function rowsAfter(parts: readonly DiffPart[], n: number): number {
  let rows = 0;
  for (let at = n + 1; at < parts.length && rows <= CHUNK; at += 1) {
    const part = parts[at]!;
    if (part.kind !== 'rows') break;
    rows += part.rows.length;
  }
  return rows;
}

/** One by one: more than a hundred thousand arguments are too many for a call. */
function pushAll(rows: DiffRow[], more: readonly DiffRow[]): void {
  for (const row of more) rows.push(row);
}

/** How much of an unchanged run stands after the change before it and before the one after it. */
function cut({ same }: DiffRun, index: number, diff: DiffResult, more: number) {
  const lead = index === 0 ? 0 : CONTEXT + more;
  const tail = index === diff.runs.length - 1 ? 0 : CONTEXT + more;
  // A gap of a line or two takes as much room as the lines.
  const hidden = same - lead - tail;
  return hidden > 2 ? { lead, hidden, tail } : { lead: same, hidden: 0, tail: 0 };
}

function sameRows(oldAt: number, newAt: number, count: number, split: boolean): DiffRow[] {
  return Array.from({ length: count }, (_, i) => {
    const line: DiffLine = { kind: 'same', old: oldAt + i, new: newAt + i, marks: [] };
    return split ? [line, line] : [line];
  });
}

function changedRows(run: DiffRun, oldAt: number, newAt: number, split: boolean): DiffRow[] {
  const removed = Array.from({ length: run.removed }, (_, i): DiffLine => {
    return { kind: 'removed', old: oldAt + i, new: -1, marks: run.words[i]?.old ?? [] };
  });
  const added = Array.from({ length: run.added }, (_, i): DiffLine => {
    return { kind: 'added', old: -1, new: newAt + i, marks: run.words[i]?.new ?? [] };
  });
  if (!split) return [...removed, ...added].map((line) => [line]);
  const height = Math.max(run.removed, run.added);
  return Array.from({ length: height }, (_, i) => [removed[i] ?? null, added[i] ?? null]);
}

function chunks(rows: readonly DiffRow[]): DiffPart[] {
  const parts: DiffPart[] = [];
  for (let from = 0; from < rows.length; from += CHUNK) {
    const part = rows.slice(from, from + CHUNK);
    const first = part[0]!.find((line) => line !== null);
    parts.push({ kind: 'rows', key: `${first?.old} ${first?.new}`, rows: part });
  }
  return parts;
}

/** A piece of a line: its colour, and whether it is what changed. */
export interface LinePiece {
  readonly text: string;
  readonly kind: string;
  readonly marked: boolean;
}

/** Lays marks over coloured pieces: each piece is cut where a mark begins or ends. */
export function markPieces(
  pieces: readonly { readonly text: string; readonly kind: string }[],
  marks: readonly (readonly [number, number])[],
): LinePiece[] {
  if (marks.length === 0) return pieces.map((piece) => ({ ...piece, marked: false }));
  const edges = marks.flat();
  let at = 0;
  return pieces.flatMap(({ text, kind }) => {
    const [from, to] = [at, at + text.length];
    at = to;
    const cuts = [from, ...edges.filter((edge) => edge > from && edge < to), to];
    return cuts.slice(1).map((end, i) => {
      const start = cuts[i]!;
      const marked = marks.some(([begin, stop]) => begin <= start && end <= stop);
      return { text: text.slice(start - from, end - from), kind, marked };
    });
  });
}

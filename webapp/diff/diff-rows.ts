import type { DiffResult, DiffRun } from './diff-result.js';

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
  | { readonly kind: 'gap'; readonly key: string; readonly run: number; readonly hidden: number };

/** How to lay out a diff: side by side or not, and how many more lines of which run a person asked for at each end. */
export interface DiffLayout {
  readonly split: boolean;
  readonly shown: ReadonlyMap<number, number>;
}

const CONTEXT = 3;
/** Rows that are drawn, or not yet drawn, together. */
const CHUNK = 50;

/** Rows around the changes; unchanged lines further away become gaps. */
export function layOutDiff(diff: DiffResult, { split, shown }: DiffLayout): DiffPart[] {
  const parts: DiffPart[] = [];
  let rows: DiffRow[] = [];
  let [oldAt, newAt] = [0, 0];
  for (const [index, run] of diff.runs.entries()) {
    const { lead, hidden, tail } = cut(run, index, diff, shown.get(index) ?? 0);
    rows.push(...sameRows(oldAt, newAt, lead, split));
    if (hidden > 0) {
      parts.push(...chunks(rows), { kind: 'gap', key: `gap ${index}`, run: index, hidden });
      rows = [];
    }
    rows.push(...sameRows(oldAt + lead + hidden, newAt + lead + hidden, tail, split));
    rows.push(...changedRows(run, oldAt, newAt, split));
    oldAt += run.same + run.removed;
    newAt += run.same + run.added;
  }
  return [...parts, ...chunks(rows)];
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

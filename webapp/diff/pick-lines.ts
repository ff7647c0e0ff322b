import type { DiffResult } from './diff-result.js';
import type { DiffRow } from './diff-rows.js';

/** Changed lines that somebody has picked: removed ones by their place in the old text, added ones by that in the new one. */
export interface LinePicks {
  readonly old: ReadonlySet<number>;
  readonly new: ReadonlySet<number>;
}

export const NO_PICKS: LinePicks = { old: new Set(), new: new Set() };

/** At line `at`, `drop` lines go and `take` lines of the other side come; all count from 0. */
export interface Splice {
  at: number;
  drop: number;
  take: [from: number, count: number];
}

/** Changes close to each other, which are looked at and acted on together. */
export interface Hunk {
  /** From which run to which one, both included. */
  readonly first: number;
  readonly last: number;
  /** Its lines on either side, as from and count. */
  readonly old: readonly [number, number];
  readonly new: readonly [number, number];
}

/** Unchanged lines beyond this number part two hunks; the same at which they are folded away. */
export const JOINED_LINES = 8;

/** The hunks of a diff, in order. */
export function hunksOf({ runs }: DiffResult): Hunk[] {
  const hunks: { first: number; last: number; old: [number, number]; new: [number, number] }[] = [];
  let [oldAt, newAt, same] = [0, 0, Number.POSITIVE_INFINITY];
  for (const [n, run] of runs.entries()) {
    oldAt += run.same;
    newAt += run.same;
    same += run.same;
    if (run.removed + run.added === 0) continue;
    const last = hunks.at(-1);
    const hunk = last && same <= JOINED_LINES ? last : { first: n, last: n, old: [oldAt, 0], new: [newAt, 0] };
    if (hunk !== last) hunks.push(hunk as (typeof hunks)[number]);
    const open = hunks.at(-1)!;
    open.last = n;
    oldAt += run.removed;
    newAt += run.added;
    open.old[1] = oldAt - open.old[0];
    open.new[1] = newAt - open.new[0];
    same = 0;
  }
  return hunks;
}

/** Every changed line of a diff, or of one of its hunks. */
export function allPicks({ runs }: DiffResult, hunk: Pick<Hunk, 'first' | 'last'> | null = null): LinePicks {
  const picks = { old: new Set<number>(), new: new Set<number>() };
  let [oldAt, newAt] = [0, 0];
  for (const [n, run] of runs.entries()) {
    oldAt += run.same;
    newAt += run.same;
    if (!hunk || (n >= hunk.first && n <= hunk.last)) {
      for (let i = 0; i < run.removed; i += 1) picks.old.add(oldAt + i);
      for (let i = 0; i < run.added; i += 1) picks.new.add(newAt + i);
    }
    oldAt += run.removed;
    newAt += run.added;
  }
  return picks;
}

/** The picks inside a hunk. */
export function picksInside({ old, new: now }: Hunk, picks: LinePicks): LinePicks {
  const within = (lines: ReadonlySet<number>, [from, count]: readonly [number, number]) =>
    new Set([...lines].filter((line) => line >= from && line < from + count));
  return { old: within(picks.old, old), new: within(picks.new, now) };
}

export function pickCount({ old, new: now }: LinePicks): number {
  return old.size + now.size;
}

/** Whether a row changes something, and can be picked. */
export function isChangedRow(row: DiffRow): boolean {
  return row.some((line) => line !== null && line.kind !== 'same');
}

export function isRowPicked(row: DiffRow, picks: LinePicks): boolean {
  return row.every((line) => {
    if (line === null || line.kind === 'same') return true;
    return line.kind === 'removed' ? picks.old.has(line.old) : picks.new.has(line.new);
  });
}

/** The picks with some rows picked, or no longer. */
export function pickRows(picks: LinePicks, rows: readonly DiffRow[], isPicked: boolean): LinePicks {
  const [old, now] = [new Set(picks.old), new Set(picks.new)];
  for (const line of rows.flat()) {
    if (!line || line.kind === 'same') continue;
    const [lines, at] = line.kind === 'removed' ? [old, line.old] : [now, line.new];
    if (isPicked) lines.add(at);
    else lines.delete(at);
  }
  return { old, new: now };
}

/**
 * What turns one side into the other as far as lines were picked: with `forward` the old side gets lines of the new one,
 * with `back` the new side gets lines of the old one.
 */
export function splicesFor(diff: DiffResult, picks: LinePicks, direction: 'forward' | 'back'): Splice[] {
  const isForward = direction === 'forward';
  const [goes, comes] = isForward ? [picks.old, picks.new] : [picks.new, picks.old];
  const splices: Splice[] = [];
  let [here, there] = [0, 0];
  for (const run of diff.runs) {
    here += run.same;
    there += run.same;
    const [drops, takes] = isForward ? [run.removed, run.added] : [run.added, run.removed];
    spliceRun({ here, there, drops, takes }, goes, comes, splices);
    here += drops;
    there += takes;
  }
  return splices;
}

interface RunAt {
  readonly here: number;
  readonly there: number;
  readonly drops: number;
  readonly takes: number;
}

/**
 * A line that comes stands where the line that it replaces was, if that goes; else beside the picked line before or
 * after it; and where nothing goes, after the lines that stay.
 */
function spliceRun(
  { here, there, drops, takes }: RunAt,
  goes: ReadonlySet<number>,
  comes: ReadonlySet<number>,
  splices: Splice[],
): void {
  const coming = range(takes).filter((i) => comes.has(there + i));
  const slots: (number | null)[] = coming.map((i) => (i < drops && goes.has(here + i) ? i : null));
  for (let n = 1; n < slots.length; n += 1) slots[n] ??= slots[n - 1]!;
  for (let n = slots.length - 1; n >= 0; n -= 1) slots[n] ??= n + 1 < slots.length ? slots[n + 1]! : drops;
  let next = 0;
  for (let i = 0; i <= drops; i += 1) {
    for (; next < coming.length && slots[next]! <= i; next += 1) addLine(splices, here + i, there + coming[next]!);
    if (i < drops && goes.has(here + i)) dropLine(splices, here + i);
  }
}

function addLine(splices: Splice[], at: number, from: number): void {
  const last = splices.at(-1);
  const joins = last && last.at + last.drop === at && last.take[0] + last.take[1] === from && last.take[1] > 0;
  if (joins) last.take[1] += 1;
  else splices.push({ at, drop: 0, take: [from, 1] });
}

function dropLine(splices: Splice[], at: number): void {
  const last = splices.at(-1);
  if (last && last.at + last.drop === at) last.drop += 1;
  else splices.push({ at, drop: 1, take: [0, 0] });
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

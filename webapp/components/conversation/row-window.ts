/** Rows that are on the page while a person is at the end. */
export const DRAWN_ROWS = 80;
/** Rows that are on the page at most. */
export const MOST_ROWS = 120;
/** Rows that come when the edge of what is drawn gets near. */
const STEP_ROWS = 40;

/**
 * Which rows of a conversation are on the page: from entry number `from` up to, and without, entry number `to`. A window
 * without an end follows the conversation. The functions below take the numbers of the rows' first entries, ascending.
 */
export interface RowWindow {
  readonly from: number;
  readonly to: number;
}

export const wholeWindow: RowWindow = { from: 0, to: Number.POSITIVE_INFINITY };

/**
 * At the end. What is far above it leaves the page in one go, and not a row at a time. It begins with a row that is there:
 * what is loaded in front of it is not drawn by itself.
 */
export function windowAtEnd({ from }: RowWindow, starts: readonly number[]): RowWindow {
  const first = indexOf(starts, from);
  const row = starts.length - first > MOST_ROWS ? starts.at(-DRAWN_ROWS) : starts[first];
  return { from: row ?? from, to: Number.POSITIVE_INFINITY };
}

/** Where a person reads while the conversation goes on: what is drawn stays, and what is too much is not drawn yet. */
export function windowHeld({ from, to }: RowWindow, starts: readonly number[]): RowWindow {
  return { from, to: Math.min(to, starts[indexOf(starts, from) + MOST_ROWS] ?? Number.POSITIVE_INFINITY) };
}

/** Some rows further up. */
export function windowAbove({ from, to }: RowWindow, starts: readonly number[]): RowWindow {
  const first = Math.max(0, indexOf(starts, from) - STEP_ROWS);
  return windowHeld({ from: starts[first] ?? 0, to }, starts);
}

/** Some rows further down; at the end of the rows it follows again. */
export function windowBelow({ from, to }: RowWindow, starts: readonly number[]): RowWindow {
  const last = indexOf(starts, to) + STEP_ROWS;
  const first = Math.max(indexOf(starts, from), Math.min(last, starts.length) - MOST_ROWS);
  return { from: starts[first] ?? 0, to: starts[last] ?? Number.POSITIVE_INFINITY };
}

/** With entry number `n` in its middle. */
export function windowAround(n: number, starts: readonly number[]): RowWindow {
  const at = indexOf(starts, n + 1) - 1;
  const first = Math.max(0, at - DRAWN_ROWS / 2);
  return { from: starts[first] ?? 0, to: starts[first + DRAWN_ROWS] ?? Number.POSITIVE_INFINITY };
}

/** The first row that begins at entry number `n` or after it. */
export function indexOf(starts: readonly number[], n: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! < n) low = middle + 1;
    else high = middle;
  }
  return low;
}

import type { Diff } from '@agentclientprotocol/sdk';

/** One line of a diff; a gap stands for unchanged lines that are left out. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed' | 'gap';
  readonly text: string;
  /** The line's number in the new text, or in the old one if it is gone. */
  readonly number: number | null;
}

export interface LineDiff {
  readonly lines: readonly DiffLine[];
  readonly added: number;
  readonly removed: number;
  /** Lines beyond what is shown. */
  readonly hidden: number;
}

const CONTEXT = 3;
const MOST_LINES = 2_000;
const known = new WeakMap<Diff, LineDiff>();

/** The diff if it was computed before; the algorithm is only loaded when there is something to compare. */
export function knownDiff(diff: Diff): LineDiff | undefined {
  return known.get(diff);
}

export async function computeDiff(diff: Diff): Promise<LineDiff> {
  const { structuredPatch } = await import('diff');
  const { hunks } = structuredPatch('', '', diff.oldText ?? '', diff.newText, '', '', { context: CONTEXT });
  const lines: DiffLine[] = [];
  for (const hunk of hunks) {
    if (hunk.newStart > 1 && hunk.oldStart > 1) lines.push({ kind: 'gap', text: '', number: null });
    lines.push(...linesOf(hunk));
  }
  const result = {
    lines: lines.slice(0, MOST_LINES),
    added: lines.filter(({ kind }) => kind === 'added').length,
    removed: lines.filter(({ kind }) => kind === 'removed').length,
    hidden: Math.max(0, lines.length - MOST_LINES),
  };
  known.set(diff, result);
  return result;
}

/** About how many lines a diff touches, without loading the algorithm: what is between the same head and tail. */
export function changedLines({ oldText, newText }: Pick<Diff, 'oldText' | 'newText'>): number {
  const [before, after] = [(oldText ?? '').split('\n'), newText.split('\n')];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return before.length + after.length - 2 * (head + tail);
}

function linesOf(hunk: { oldStart: number; newStart: number; lines: string[] }): DiffLine[] {
  let [before, after] = [hunk.oldStart, hunk.newStart];
  return hunk.lines.flatMap((line): DiffLine[] => {
    const text = line.slice(1);
    if (line.startsWith('+')) return [{ kind: 'added', text, number: after++ }];
    if (line.startsWith('-')) return [{ kind: 'removed', text, number: before++ }];
    // The remark that a file has no newline at its end.
    if (line.startsWith('\\')) return [];
    before++;
    return [{ kind: 'same', text, number: after++ }];
  });
}

import { type FileCopyState, SLICE_LINES } from '../../state/work/paged-file.js';
import { codeWorker } from '../../worker/code-worker-client.js';
import { compareTexts } from '../../worker/compare-texts.js';

/** Longer files are shown again without marks: nobody sees that much at once. */
const MOST_COMPARED = 5_000;

/** The lines of a file that were not so before, from 0 on; a place where lines only went is marked by the next one. */
export async function freshLines(
  before: FileCopyState,
  now: FileCopyState,
  worker = codeWorker,
): Promise<ReadonlySet<number>> {
  const [old, fresh] = [wholeText(before), wholeText(now)];
  if (old === null || fresh === null || old === fresh) return new Set();
  const { runs } = await compareTexts(old, fresh, worker);
  const changed = new Set<number>();
  let line = 0;
  for (const { same, removed, added } of runs) {
    line += same;
    const marked = added > 0 ? added : removed > 0 ? 1 : 0;
    for (let n = 0; n < marked; n += 1) changed.add(Math.min(line + n, Math.max(0, now.total - 1)));
    line += added;
  }
  return changed;
}

/** By how many lines the line at the top has moved, so that it can stay where it is seen; 0 where that is not certain. */
export function shiftAt(before: FileCopyState, now: FileCopyState, top: number): number {
  const shift = now.total - before.total;
  const was = lineAt(before, top - 1);
  const isMoved = was !== null && lineAt(now, top - 1) !== was && lineAt(now, top - 1 + shift) === was;
  return isMoved ? shift : 0;
}

function lineAt({ slices }: FileCopyState, index: number): string | null {
  return slices.get(Math.floor(index / SLICE_LINES))?.[index % SLICE_LINES] ?? null;
}

/** Whether all of a file was fetched, and it is short enough to be compared. */
export function isWhole(file: FileCopyState): boolean {
  return wholeText(file) !== null;
}

/** The text, if all of it was fetched. */
function wholeText({ slices, total }: FileCopyState): string | null {
  const count = Math.ceil(total / SLICE_LINES);
  if (total > MOST_COMPARED || slices.size < count) return null;
  const parts = Array.from({ length: count }, (_, n) => slices.get(n));
  return parts.every((part) => part !== undefined) ? `${parts.flat().join('\n')}\n` : null;
}

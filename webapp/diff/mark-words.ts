import { diffWordsWithSpace } from 'diff';
import type { WordMarks } from './diff-result.js';

const NONE: WordMarks = { old: [], new: [] };
const LONGEST_LINE = 1000;
/** Lines that share less than this have nothing to do with each other; marks would only be noise. */
const LEAST_SHARED = 0.35;

/** What differs between two versions of a line. */
export function markWords(before: string, after: string): WordMarks {
  if (before === after) return NONE;
  if (before.length > LONGEST_LINE || after.length > LONGEST_LINE) return markMiddle(before, after);
  const old: [number, number][] = [];
  const fresh: [number, number][] = [];
  let [oldAt, newAt, shared] = [0, 0, 0];
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    if (removed) mark(old, oldAt, value.length);
    if (added) mark(fresh, newAt, value.length);
    if (!added && !removed) shared += value.trim().length;
    if (!added) oldAt += value.length;
    if (!removed) newAt += value.length;
  }
  const longer = Math.max(before.trim().length, after.trim().length, 1);
  return shared / longer < LEAST_SHARED ? NONE : { old, new: fresh };
}

/** Comparing very long lines word by word takes too long: what is between their same start and end differs. */
function markMiddle(before: string, after: string): WordMarks {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  if ((head + tail) / Math.max(before.length, after.length) < LEAST_SHARED) return NONE;
  const range = (text: string): [number, number][] => (head < text.length - tail ? [[head, text.length - tail]] : []);
  return { old: range(before), new: range(after) };
}

function mark(ranges: [number, number][], from: number, length: number): void {
  const last = ranges.at(-1);
  if (last && last[1] === from) last[1] = from + length;
  else ranges.push([from, from + length]);
}

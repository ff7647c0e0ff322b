import { type FileHit, SEARCH_LIMITS } from '../../protocol/api/search.js';

/** A line with the places of its matches, cut around the first one if it is long. */
export function cutLine(line: string, ranges: readonly [number, number][]): Pick<FileHit, 'text' | 'ranges'> {
  const text = line.replace(/\r?\n?$/, '');
  const most = SEARCH_LIMITS.lineChars;
  const first = ranges[0]?.[0] ?? 0;
  // Some of what comes before is shown too.
  const start = text.length <= most ? 0 : Math.max(0, Math.min(first - 40, text.length - most));
  const shown = text.slice(start, start + most);
  const kept = ranges
    .slice(0, SEARCH_LIMITS.ranges)
    .map(([from, to]): [number, number] => [from - start, Math.min(to - start, shown.length)])
    .filter(([from, to]) => from >= 0 && from < to);
  return { text: shown, ranges: kept };
}

/** Where a plain text is in a line. */
export function plainRanges(line: string, text: string, isCase: boolean): [number, number][] {
  const [where, what] = isCase ? [line, text] : [line.toLowerCase(), text.toLowerCase()];
  // Some letters get longer when they are made small; then nobody knows where they were.
  if (where.length !== line.length || what === '') return [];
  const ranges: [number, number][] = [];
  for (
    let at = where.indexOf(what);
    at >= 0 && ranges.length < SEARCH_LIMITS.ranges;
    at = where.indexOf(what, at + what.length)
  ) {
    ranges.push([at, at + what.length]);
  }
  return ranges;
}

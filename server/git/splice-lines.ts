const NEWLINE = 10;
const RETURN = 13;

/** A change of lines: at line `at` of the old side, `drop` lines go and `take` lines of the new side come. All count from 0. */
export interface LineSplice {
  at: number;
  drop: number;
  take: [from: number, count: number];
}

/** Bytes as lines with their ends; only the last may lack one. */
export function byteLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, start);
    const stop = end < 0 ? bytes.length : end + 1;
    lines.push(bytes.subarray(start, stop));
    start = stop;
  }
  return lines;
}

/**
 * The old side with some lines of the new one in place of some of its own; null if the splices do not fit. A line
 * without an end that gets a successor is given one, of the kind that the line before it has.
 */
export function spliceLines(oldBytes: Buffer, newBytes: Buffer, splices: readonly LineSplice[]): Buffer | null {
  const [oldLines, newLines] = [byteLines(oldBytes), byteLines(newBytes)];
  const result: Buffer[] = [];
  let at = 0;
  for (const { at: place, drop, take } of splices) {
    const [from, count] = take;
    if (place < at || place + drop > oldLines.length || from + count > newLines.length) return null;
    result.push(...oldLines.slice(at, place), ...newLines.slice(from, from + count));
    at = place + drop;
  }
  result.push(...oldLines.slice(at));
  return Buffer.concat(
    result.flatMap((line, n) => (n < result.length - 1 && !isEnded(line) ? [line, endOf(result, n)] : [line])),
  );
}

function isEnded(line: Buffer): boolean {
  return line.at(-1) === NEWLINE;
}

function endOf(lines: readonly Buffer[], n: number): Buffer {
  const before = lines[n - 1] ?? lines.find(isEnded);
  return Buffer.from(before && before.at(-2) === RETURN && isEnded(before) ? '\r\n' : '\n');
}

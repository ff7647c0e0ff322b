/**
 * Splits a line that is several JSON objects without a newline between them. Gives back nothing if the
 * line is anything else: an object inside of other text may be a log of what was sent already.
 */
export function splitGlued(line: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (start < line.length) {
    if (line[start] !== '{') return [];
    const end = endOfObject(line, start);
    if (end < 0) return [];
    pieces.push(line.slice(start, end));
    start = end;
    while (line[start] === ' ') start++;
  }
  return pieces;
}

function endOfObject(line: string, start: number): number {
  let depth = 0;
  let inText = false;
  for (let at = start; at < line.length; at++) {
    const char = line[at];
    if (inText && char === '\\') at++;
    else if (char === '"') inText = !inText;
    else if (!inText && char === '{') depth++;
    else if (!inText && char === '}' && --depth === 0) return at + 1;
  }
  return -1;
}

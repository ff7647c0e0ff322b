import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Diff, ToolCallContent } from '@agentclientprotocol/sdk';
import { isInside } from '../../paths/resolve-path.js';
import { type DiffFacts, isBinary, isDiff, withFacts } from '../../protocol/shown-diff.js';

/** A larger file is not worth the time that everyone would wait for it. */
const LARGEST = 1024 * 1024;
/** A call with more changes than this keeps the rest as it came. */
const MOST_DIFFS = 20;
/** Lines around a change that are shown with it, if they are lines that people read. */
const AROUND = 3;
const LONGEST_LINE = 1_000;

/**
 * Agents often tell only the part of a file that changes. Looks into the file for where that part is, so that line
 * numbers are true, and adds the lines around it. At once, because what an agent says is recorded in the order in which
 * it comes.
 */
export function placeDiffs(
  content: readonly ToolCallContent[],
  roots: readonly string[],
  isDone: boolean,
): ToolCallContent[] {
  let left = MOST_DIFFS;
  return content.map((item) => (isDiff(item) && left-- > 0 ? { ...item, ...placed(item, roots, isDone) } : item));
}

function placed(diff: Diff, roots: readonly string[], isDone: boolean): Partial<Diff> {
  const { oldText, newText } = diff;
  if (oldText === null || oldText === undefined || isBinary(oldText) || isBinary(newText)) return {};
  const text = textOf(diff.path, roots);
  if (text === 'none') return isDone && newText === '' && oldText !== '' ? withFacts(diff, { isDeleted: true }) : {};
  if (text === 'unknown' || text.whole === oldText || text.whole === newText) return {};
  const sides = isDone ? ([newText, oldText] as const) : ([oldText, newText] as const);
  for (const side of sides) {
    const found = side === '' ? -1 : text.whole.indexOf(side);
    if (found < 0) continue;
    if (text.whole.indexOf(side, found + 1) >= 0) break;
    return widened(diff, { text: text.whole, at: found, length: side.length });
  }
  // An insertion into nothing that cannot be found is taken for a new file, as it came.
  return oldText === '' ? {} : withFacts(diff, UNKNOWN);
}

const UNKNOWN: DiffFacts = { firstLine: null };

/** The change in whole lines, with some around it. */
function widened(diff: Diff, { text, at, length }: { text: string; at: number; length: number }): Diff {
  let start = lineStart(text, at);
  let end = lineEnd(text, at + length);
  const isShort = at - start <= LONGEST_LINE && end - (at + length) <= LONGEST_LINE;
  if (!isShort) return withFacts(diff, { firstLine: lineAt(text, at) });
  for (let n = 0; n < AROUND && start > 0; n++) {
    const before = lineStart(text, start - 1);
    if (start - before > LONGEST_LINE) break;
    start = before;
  }
  for (let n = 0; n < AROUND && end < text.length; n++) {
    const after = lineEnd(text, end + 1);
    if (after - end > LONGEST_LINE) break;
    end = after;
  }
  const [before, after] = [text.slice(start, at), text.slice(at + length, end)];
  const around = (part: string) => `${before}${part}${after}`;
  return withFacts(
    { ...diff, oldText: around(diff.oldText ?? ''), newText: around(diff.newText) },
    { firstLine: lineAt(text, start) },
  );
}

/** Where the line begins that a place is in. */
function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/** Behind the end of the line that ends at or after a place; an end that is there already is enough. */
function lineEnd(text: string, at: number): number {
  if (at > 0 && text[at - 1] === '\n') return at;
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

function lineAt(text: string, at: number): number {
  let line = 1;
  for (let n = text.indexOf('\n'); n >= 0 && n < at; n = text.indexOf('\n', n + 1)) line++;
  return line;
}

/** The text of a file of the session; none if there is no such file, unknown if it is none of ours to read. */
function textOf(path: string, roots: readonly string[]): { whole: string } | 'none' | 'unknown' {
  let file: number | null = null;
  try {
    const real = realpathSync(resolve(roots[0] ?? '/', path));
    if (!roots.some((root) => isInside(real, realpathSync(root)))) return 'unknown';
    // Never waits: what isn't a file may be a pipe that nobody writes to.
    file = openSync(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const about = fstatSync(file);
    if (!about.isFile() || about.size > LARGEST) return 'unknown';
    const whole = readFileSync(file, 'utf8');
    return isBinary(whole) ? 'unknown' : { whole };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'none' : 'unknown';
  } finally {
    if (file !== null) closeSync(file);
  }
}

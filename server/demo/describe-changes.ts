import { PATCH_HEADING, STAGED_HEADING } from '../protocol/aside-prompt.js';
import { own } from '../protocol/own.js';

const LINE_CHARS = 72;
const LISTED = 10;

type Act = 'Add' | 'Delete' | 'Rename' | 'Update';

interface ChangedFile {
  readonly act: Act;
  readonly path: string;
  /** Before it was renamed. */
  readonly from: string | null;
  /** Lines added and removed; null where the prompt has only a part of them, or the file has none. */
  readonly lines: { readonly added: number; readonly removed: number } | null;
}

/** A commit message made of names and counts alone: what files say never becomes part of it. */
export function describeChanges(prompt: string): string {
  // Only git's own lines begin in the first column, and only `\n` ends one of them.
  const lines = prompt.split('\n');
  const stagedAt = lines.indexOf(STAGED_HEADING);
  const patchAt = lines.indexOf(PATCH_HEADING, stagedAt + 1);
  const stat = stagedAt < 0 ? [] : lines.slice(stagedAt + 1, patchAt < 0 ? undefined : patchAt);
  const files = patchAt < 0 ? [] : readPatch(lines.slice(patchAt + 1));
  const total = totalIn(stat);
  if (files.length === 0 && total === null) return 'Update files';
  if (files.length === 1 && (total ?? 1) <= 1) return describeOne(files[0]!);
  return describeMany(files, total === null ? null : Math.max(total, files.length));
}

function describeOne(file: ChangedFile): string {
  const counts = file.lines && [countOf(file.lines.added, 'added'), countOf(file.lines.removed, 'removed')];
  const body = counts?.filter((count) => count !== null).join(', ');
  return `${sentenceFor(file, LINE_CHARS)}${body ? `\n\n${body}.` : ''}`;
}

function describeMany(files: readonly ChangedFile[], total: number | null): string {
  const acts = new Set(files.map(({ act }) => act));
  const [only = 'Update'] = acts;
  const act = acts.size === 1 ? only : 'Update';
  const count = total === null ? 'many files' : `${total} ${total === 1 ? 'file' : 'files'}`;
  const unlisted = total === null || total > files.length;
  const folder = unlisted ? '' : commonFolder(files.map(({ path }) => path));
  const head = `${act} ${count}`;
  const subject = folder === '' ? head : `${head} under ${shorten(folder, LINE_CHARS - head.length - 7)}`;
  const list = files.slice(0, LISTED).map((file) => {
    const counts = countsOf(file);
    return `- ${sentenceFor(file, LINE_CHARS - 2 - counts.length)}${counts}`;
  });
  if (list.length === 0) return subject;
  const more = total === null ? null : total - list.length;
  const rest = more === null ? ['- and more'] : more > 0 ? [`- and ${more} more`] : [];
  return [subject, '', ...list, ...rest].join('\n');
}

function sentenceFor({ act, path, from }: ChangedFile, room: number): string {
  if (act !== 'Rename' || from === null) return `${act} ${shorten(path, room - act.length - 1)}`;
  const each = Math.floor((room - 'Rename  to '.length) / 2);
  return `Rename ${shorten(from, each)} to ${shorten(path, each)}`;
}

function countsOf({ lines }: ChangedFile): string {
  const counts = [lines?.added ? `+${lines.added}` : '', lines?.removed ? `−${lines.removed}` : ''].filter(Boolean);
  return counts.length > 0 ? ` (${counts.join(' ')})` : '';
}

function countOf(lines: number, what: string): string | null {
  if (lines === 0) return null;
  return `${lines} ${lines === 1 ? 'line' : 'lines'} ${what}`;
}

/** The end of a path says more than its beginning. */
function shorten(path: string, room: number): string {
  const letters = [...path];
  return letters.length <= room ? path : `…${letters.slice(letters.length - room + 1).join('')}`;
}

function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/').slice(0, -1));
  const differs = first.findIndex((part, n) => others.some((folder) => folder[n] !== part));
  return first.slice(0, differs < 0 ? undefined : differs).join('/');
}

/** How many files git counted; null if the list was cut before that line. */
function totalIn(stat: readonly string[]): number | null {
  const counted = stat.map(
    (line) => /^ (\d{1,9}) files? changed(?:, \d+ (?:insertion|deletion)s?\([+-]\))*$/.exec(line)?.[1],
  );
  return Number(counted.find(Boolean) ?? Number.NaN) || null;
}

function readPatch(lines: readonly string[]): ChangedFile[] {
  const parts: string[][] = [];
  for (const line of lines) {
    if (line.startsWith('diff --git ')) parts.push([line]);
    else parts.at(-1)?.push(line);
  }
  const byPath = new Map<string, ChangedFile>();
  for (const part of parts) {
    const file = readFile(part);
    if (!file) continue;
    // A file that becomes a link is deleted and added.
    byPath.set(file.path, byPath.has(file.path) ? { ...file, act: 'Update', lines: null } : file);
  }
  return [...byPath.values()];
}

function readFile(part: readonly string[]): ChangedFile | null {
  const hunksAt = part.findIndex((line) => line.startsWith('@@'));
  const head = hunksAt < 0 ? part : part.slice(0, hunksAt);
  const body = hunksAt < 0 ? [] : part.slice(hunksAt);
  const named = (start: string) => {
    const line = head.find((text) => text.startsWith(start));
    return line === undefined ? null : nameIn(line.slice(start.length));
  };
  const side = (start: string) => named(start)?.replace(/^[ab]\//, '') ?? null;
  const from = named('rename from ');
  const path = named('rename to ') ?? sideOr(side('+++ ')) ?? sideOr(side('--- ')) ?? nameInHeader(part[0] ?? '');
  if (!path) return null;
  const has = (start: string) => head.some((line) => line.startsWith(start));
  const act = from !== null ? 'Rename' : has('new file') ? 'Add' : has('deleted file') ? 'Delete' : 'Update';
  return { act, path: printable(path), from: from && printable(from), lines: countLines(body) };
}

/** Which side is missing says git by this name. */
function sideOr(name: string | null): string | null {
  return name === '/dev/null' ? null : name;
}

function countLines(body: readonly string[]): ChangedFile['lines'] {
  const isCut = body.some((line) => line.startsWith('['));
  if (body.length === 0 || isCut) return null;
  const count = (sign: string) => body.filter((line) => line.startsWith(sign)).length;
  return { added: count('+'), removed: count('-') };
}

/** Of a file without lines (empty, binary, or with a new mode), whose header has its name twice. */
function nameInHeader(line: string): string | null {
  const both = line.slice('diff --git '.length);
  const first = /^"(?:[^"\\]|\\.)*"/.exec(both)?.[0];
  const name = first ? nameIn(first) : both.slice(0, (both.length - 1) / 2);
  return name.replace(/^[ab]\//, '') || null;
}

/** A name as git writes it: in quotes, with escaped bytes, if it has unusual letters; followed by a tab if it has spaces. */
function nameIn(written: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"\t?$/.exec(written)?.[1];
  if (quoted === undefined) return written.replace(/\t$/, '');
  const bytes = quoted.split(/(\\[0-7]{3}|\\.)/).map((piece) => {
    if (!piece.startsWith('\\')) return Buffer.from(piece);
    const octal = /^\\([0-7]{3})$/.exec(piece)?.[1];
    return octal ? Buffer.from([Number.parseInt(octal, 8) & 255]) : Buffer.from(own(ESCAPED, piece[1]!) ?? piece[1]!);
  });
  return Buffer.concat(bytes).toString('utf8');
}

const ESCAPED: Partial<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
};

/** One line that reads as it looks. */
function printable(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '?');
}

import { own } from '../own.js';

/** What a patch does to one file. */
export interface PatchedFile {
  readonly kind: 'add' | 'update' | 'delete';
  readonly path: string;
  /** Where the file goes, if the patch moves or copies it. */
  readonly movedTo: string | null;
  /** The changed places in their order, as the text before and after. */
  readonly hunks: readonly PatchHunk[];
}

export interface PatchHunk {
  readonly oldText: string;
  readonly newText: string;
  /** Where it begins in the old file; null where the patch does not say. */
  readonly firstLine: number | null;
}

const MOST_FILES = 500;

/**
 * Reads a patch in one of the two forms that agents use: `*** Begin Patch` and unified diffs, also git's. Null if the
 * text is no such patch, or if any line of it can't be read for certain: a patch must not touch a file that is not shown.
 */
export function parsePatch(text: string): PatchedFile[] | null {
  const lines = text
    .replace(/\r\n/g, '\n')
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n');
  if (lines.some((line) => /[\0\r]/.test(line))) return null;
  const files = lines[0]?.trim() === '*** Begin Patch' ? readEnvelope(lines) : readUnified(lines);
  return files && files.length > 0 && files.length <= MOST_FILES ? files : null;
}

/** Collects the lines of a file's changes. */
class OpenFile {
  readonly hunks: PatchHunk[] = [];
  kind: PatchedFile['kind'];
  path: string;
  movedTo: string | null = null;
  /** Where the hunk that is being read begins. */
  firstLine: number | null = null;
  #before: string[] = [];
  #after: string[] = [];

  constructor(kind: PatchedFile['kind'], path: string) {
    this.kind = kind;
    this.path = path;
  }

  /** Takes a line of a change; false if it is none. */
  take(line: string): boolean {
    const rest = line.slice(1);
    if (line === '' || line.startsWith(' ')) {
      this.#before.push(rest);
      this.#after.push(rest);
    } else if (line.startsWith('-')) this.#before.push(rest);
    else if (line.startsWith('+')) this.#after.push(rest);
    else return false;
    return true;
  }

  endHunk(): void {
    if (this.#before.length + this.#after.length === 0) return;
    this.hunks.push({ oldText: joined(this.#before), newText: joined(this.#after), firstLine: this.firstLine });
    [this.#before, this.#after] = [[], []];
    this.firstLine = null;
  }

  close(): PatchedFile {
    this.endHunk();
    return { kind: this.kind, path: this.path, movedTo: this.movedTo, hunks: this.hunks };
  }
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

const FILE_LINE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const KINDS = { Add: 'add', Update: 'update', Delete: 'delete' } as const;

function readEnvelope(lines: readonly string[]): PatchedFile[] | null {
  if (lines.at(-1)?.trim() !== '*** End Patch') return null;
  const files: PatchedFile[] = [];
  let open: OpenFile | null = null;
  for (const line of lines.slice(1, -1)) {
    const file = FILE_LINE.exec(line.trimEnd());
    const move = /^\*\*\* Move to: (.+)$/.exec(line.trimEnd());
    if (file) {
      if (open) files.push(open.close());
      open = new OpenFile(own(KINDS, file[1]!)!, file[2]!.trim());
    } else if (!open) return null;
    else if (move) {
      if (open.kind !== 'update' || open.movedTo !== null) return null;
      open.movedTo = move[1]!.trim();
    } else if (/^\*\*\* End of File$/.test(line.trimEnd())) open.endHunk();
    else if (line.startsWith('***')) return null;
    else if (open.kind === 'delete') return null;
    else if (open.kind === 'add') {
      if (!line.startsWith('+') || !open.take(line)) return null;
    } else if (line.startsWith('@@')) open.endHunk();
    else if (!open.take(line)) return null;
  }
  if (open) files.push(open.close());
  return files;
}

/** How many lines of either side a hunk still has. */
interface Left {
  before: number;
  after: number;
}

function readUnified(lines: readonly string[]): PatchedFile[] | null {
  const files: PatchedFile[] = [];
  let open: OpenFile | null = null;
  let left: Left | null = null;
  let isHeader = false;
  const close = () => {
    if (open) files.push(open.close());
    open = null;
  };
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n]!;
    if (left && left.before + left.after > 0) {
      if (/^\\ No newline/.test(line)) continue;
      if (!open || !(open as OpenFile).take(line)) return null;
      if (!line.startsWith('+')) left.before--;
      if (!line.startsWith('-')) left.after--;
      if (left.before < 0 || left.after < 0) return null;
      continue;
    }
    if (/^\\ No newline/.test(line)) continue;
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    const git = /^diff --git (.+)$/.exec(line);
    if (hunk) {
      if (!open) return null;
      (open as OpenFile).endHunk();
      left = { before: Number(hunk[2] ?? 1), after: Number(hunk[3] ?? 1) };
      // A hunk without old lines is after the line that it names.
      (open as OpenFile).firstLine = Math.max(1, Number(hunk[1]) + (left.before === 0 ? 1 : 0));
      isHeader = false;
    } else if (git) {
      close();
      const pair = gitPair(git[1]!);
      if (!pair) return null;
      open = new OpenFile('update', pair[0]);
      if (pair[1] !== pair[0]) (open as OpenFile).movedTo = pair[1];
      [left, isHeader] = [null, true];
    } else if (line.startsWith('--- ') && lines[n + 1]?.startsWith('+++ ')) {
      const sides = sidesOf(line, lines[++n]!, isHeader && open !== null && (open as OpenFile).kind === 'add');
      if (!sides) return null;
      const [before, after] = sides;
      const known: OpenFile | null = isHeader ? open : null;
      if (!known) close();
      const file: OpenFile = known ?? new OpenFile('update', (before ?? after)!);
      if (before === null) [file.kind, file.path] = ['add', after!];
      else if (after === null) [file.kind, file.path] = ['delete', before];
      else if (before !== after) [file.path, file.movedTo] = [before, after];
      open = file;
      [left, isHeader] = [null, false];
    } else if (isHeader && open) {
      if (!readGitLine(open, line)) return null;
    } else if (line.trim() !== '' && !/^(Index: |={60,}$)/.test(line)) return null;
  }
  if (left && left.before + left.after > 0) return null;
  close();
  return files;
}

/** A line between `diff --git` and the first hunk. */
function readGitLine(file: OpenFile, line: string): boolean {
  const named = /^(rename|copy) (from|to) (.+)$/.exec(line);
  if (named) {
    const path = unquoted(named[3]!);
    if (path === null) return false;
    if (named[2] === 'from') file.path = path;
    else file.movedTo = path;
  } else if (/^(?:new|create) file mode 100/.test(line)) file.kind = 'add';
  else if (line.startsWith('deleted file mode')) file.kind = 'delete';
  else return /^(index |old mode |new mode 100|similarity index |dissimilarity index )/.test(line);
  return true;
}

/** `a/x b/x`: only if both halves can be told apart for certain. */
function gitPair(text: string): [string, string] | null {
  const quotedPair = /^("(?:[^"\\]|\\.)*"|[^" ]+) ("(?:[^"\\]|\\.)*"|[^" ]+)$/.exec(text);
  const middle = (text.length - 1) / 2;
  const halves = quotedPair ? [quotedPair[1]!, quotedPair[2]!] : [text.slice(0, middle), text.slice(middle + 1)];
  const [a, b] = halves.map((half) => unquoted(half));
  if (!a?.startsWith('a/') || !b?.startsWith('b/')) return null;
  if (!quotedPair && (text[middle] !== ' ' || a.slice(2) !== b.slice(2))) return null;
  return [a.slice(2), b.slice(2)];
}

/** The paths of a `---` and a `+++` line, null for none; null in all if they can't be read. */
function sidesOf(minus: string, plus: string, isNew: boolean): [string | null, string | null] | null {
  const [before, after] = [minus, plus].map((line) => unquoted(line.slice(4).replace(/\t.*$/, '')));
  if (!before || !after) return null;
  // Copilot's patches have `a/dev/null` for a file that is new.
  const isNone = (path: string) => path === '/dev/null' || (isNew && path === 'a/dev/null');
  if (isNone(before) && isNone(after)) return null;
  const isGit = (isNone(before) || before.startsWith('a/')) && (isNone(after) || after.startsWith('b/'));
  const name = (path: string) => (isNone(path) ? null : isGit ? path.slice(2) : path);
  return [name(before), name(after)];
}

/** Git quotes names with unusual characters; those are left to people. */
function unquoted(text: string): string | null {
  if (!text.startsWith('"')) return text.includes('"') || text.includes('\\') ? null : text;
  return /^"[^"\\]*"$/.test(text) ? text.slice(1, -1) : null;
}

import { splitRecords } from './split-records.js';

/** Where HEAD is. */
export interface HeadFacts {
  /** Null before the first commit. */
  oid: string | null;
  /** Null if it is at no branch. */
  branch: string | null;
  upstream: string | null;
  ahead: number | null;
  behind: number | null;
}

/** One path that differs from HEAD or the index, as git tells it. */
export interface StatusEntry {
  /** As git names it: from the top of the repository, in bytes. */
  path: Buffer;
  /** The earlier path of a file that was moved or copied. */
  origin: Buffer | null;
  kind: 'changed' | 'conflict' | 'untracked';
  /** Git's letters for the index and for the file: `M`, `A`, `D`, `R`, `C`, `T`, `U` or `.`. */
  index: string;
  worktree: string;
  isSubmodule: boolean;
  /** Modes in HEAD, in the index and of the file, in octal; zeros where there is none. */
  modes: readonly [head: string, index: string, worktree: string];
  /** The stored contents in HEAD and in the index; null where there is none. */
  oids: readonly [head: string | null, index: string | null];
}

/** All of them, and where HEAD is. */
export interface ParsedStatus {
  head: HeadFacts;
  entries: StatusEntry[];
}

const NO_MODE = '000000';

/** Reads `status --porcelain=v2 -z --branch`. */
export function parseStatus(bytes: Buffer): ParsedStatus {
  const head: HeadFacts = { oid: null, branch: null, upstream: null, ahead: null, behind: null };
  const entries: StatusEntry[] = [];
  const records = splitRecords(bytes);
  for (let n = 0; n < records.length; n++) {
    const record = records[n]!;
    switch (String.fromCharCode(record[0] ?? 0)) {
      case '#':
        readHead(head, record.toString('utf8'));
        break;
      case '1':
        entries.push(changed(record, 8, null));
        break;
      case '2':
        // The new name stands first here, unlike in the output of diff.
        entries.push(changed(record, 9, records[++n] ?? null));
        break;
      case 'u':
        entries.push(conflicted(record));
        break;
      case '?':
        entries.push(untracked(record.subarray(2)));
        break;
    }
  }
  return { head, entries };
}

function readHead(head: HeadFacts, line: string): void {
  const [, key, value = ''] = /^# branch\.(\S+) (.*)$/s.exec(line) ?? [];
  if (key === 'oid') head.oid = value === '(initial)' ? null : value;
  else if (key === 'head') head.branch = value === '(detached)' ? null : value;
  else if (key === 'upstream') head.upstream = value;
  else if (key === 'ab') {
    const [, ahead, behind] = /^\+(\d+) -(\d+)$/.exec(value) ?? [];
    head.ahead = ahead === undefined ? null : Number(ahead);
    head.behind = behind === undefined ? null : Number(behind);
  }
}

/** `1 XY sub mH mI mW hH hI path`, and with a score before the path for what was moved. */
function changed(record: Buffer, fields: number, origin: Buffer | null): StatusEntry {
  const [words, path] = split(record, fields);
  const [, letters = '..', sub = 'N...', mH = NO_MODE, mI = NO_MODE, mW = NO_MODE, hH = '', hI = ''] = words;
  return {
    path,
    origin,
    kind: 'changed',
    index: letters[0] ?? '.',
    worktree: letters[1] ?? '.',
    isSubmodule: sub.startsWith('S'),
    modes: [mH, mI, mW],
    oids: [oidOf(hH), oidOf(hI)],
  };
}

/** `u XY sub m1 m2 m3 mW h1 h2 h3 path` */
function conflicted(record: Buffer): StatusEntry {
  const [words, path] = split(record, 10);
  const [, letters = 'UU', sub = 'N...', , ours = NO_MODE, , mW = NO_MODE, , hOurs = ''] = words;
  return {
    path,
    origin: null,
    kind: 'conflict',
    index: letters[0] ?? 'U',
    worktree: letters[1] ?? 'U',
    isSubmodule: sub.startsWith('S'),
    modes: [ours, NO_MODE, mW],
    oids: [oidOf(hOurs), null],
  };
}

function untracked(path: Buffer): StatusEntry {
  return {
    path,
    origin: null,
    kind: 'untracked',
    index: '?',
    worktree: '?',
    isSubmodule: false,
    modes: [NO_MODE, NO_MODE, NO_MODE],
    oids: [null, null],
  };
}

/** So many words, and the path after them, which may hold anything. */
function split(record: Buffer, fields: number): [words: string[], path: Buffer] {
  let at = 0;
  for (let n = 0; n < fields; n++) at = record.indexOf(0x20, at) + 1;
  return [record.subarray(0, at).toString('latin1').split(' '), record.subarray(at)];
}

function oidOf(text: string): string | null {
  return /^0*$/.test(text) ? null : text;
}

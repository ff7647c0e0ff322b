import type { BranchFile } from './changes.js';
import type { CommitLine } from './commit-line.js';

/** A name that a commit has. */
export interface CommitRef {
  /** `head` is where HEAD is, without a branch. */
  kind: 'head' | 'branch' | 'remote' | 'tag';
  name: string;
  /** Whether HEAD is at this branch. */
  isCurrent: boolean;
}

/** A commit in the graph. */
export interface GraphRow extends CommitLine {
  parents: string[];
  refs: CommitRef[];
}

/** Which commits are wanted. */
export interface GraphWish {
  /** All branches and tags, or what HEAD is made of. */
  scope: 'head' | 'all';
  /** Only commits with these words; the start of a commit's id will do, too. */
  query?: string;
  /** Where the words are: in the message, in the author's name, or in lines that the commit added or removed. */
  by?: 'message' | 'author' | 'code';
}

/** Some commits, and how to get the next. */
export interface CommitPage {
  /** Null when these were the last. */
  walkId: string | null;
  rows: GraphRow[];
}

/** A commit that has changed a file, and what the file was called then. */
export interface FileLogRow extends CommitLine {
  path: string;
  renamedFrom: string | null;
  /** The first parent; null for a first commit. */
  parent: string | null;
}

export interface FileLog {
  rows: FileLogRow[];
  /** How many come before the next page; null on the last one. */
  next: number | null;
}

/** What a commit has changed against its first parent. `get_file_diff` shows a file from `parent` to `oid`. */
export interface CommitFiles {
  oid: string;
  /** All zeros for a first commit: there was nothing. */
  parent: string;
  files: BranchFile[];
  total: number;
  leftOut: number;
}

/** Who wrote the lines of a file. */
export interface BlameLines {
  /** The first line, counted from 1. */
  from: number;
  /** In the order of the lines: the commit, or null for what is not committed, and how many lines are from it. */
  spans: [oid: string | null, lines: number][];
  commits: CommitLine[];
}

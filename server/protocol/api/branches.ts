import type { CommitLine } from './commit-line.js';
import type { GitOperation } from './repo-trouble.js';

/** Some commits, and how many there are in all. */
export interface CommitList {
  commits: CommitLine[];
  total: number;
}

/** Where HEAD is after a switch. */
export interface BranchSwitched {
  branch: string;
  /** The changes that were put away for it; null if there were none or they came along. */
  stash: string | null;
}

/** A branch that is gone, and the commit by which it can come back. */
export interface BranchDeleted {
  branch: string;
  oid: string;
}

/** Changes that were put away. */
export interface StashFacts {
  oid: string;
  message: string;
  at: number;
}

/** What came of taking changes out again. With conflicts the stash is kept. */
export interface StashPopped {
  conflicts: string[];
}

/** Another copy of the repository. */
export interface RemoteFacts {
  name: string;
  /** Without a name and a password. */
  url: string;
}

/** What a push of the current branch would do, as far as is known without asking the remote. */
export interface PushPlan {
  branch: string;
  oid: string;
  remote: string;
  /** What the branch is called there. */
  remoteBranch: string;
  /** The commit that it is at there, as of the last fetch or push; null if it is not there yet. */
  remoteOid: string | null;
  /** Commits that it would get. */
  added: CommitList;
  /** Commits that it has and would lose; only a forced push takes them away. */
  lost: CommitList;
  /** Where a pull request for it can be opened; null if the remote's address does not say. */
  pullRequest: string | null;
}

/** How a branch and its upstream come together: only if nothing has to be merged, by a merge, or by moving our commits. */
export type PullWay = 'forward' | 'merge' | 'rebase';

/** How a remote is reached. */
export interface ReachOptions {
  /** With the person's own settings alone: what the repository brings counts for nothing. */
  ownSettings?: boolean;
}

/** What a push may do besides. */
export interface PushOptions extends ReachOptions {
  /** The commit that the remote's branch is at; it is overwritten if it still is. */
  replaces?: string;
}

/** How a conflict in a file is settled. */
export type ConflictSide = 'ours' | 'theirs' | 'both';

/** The three versions of a file in conflict; null where there is none, or it is not text, or too large. */
export interface ConflictStages {
  path: string;
  operation: GitOperation | null;
  base: string | null;
  ours: string | null;
  theirs: string | null;
}

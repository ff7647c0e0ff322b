import type { GitOperation, RepoTrouble } from './repo-trouble.js';

/** A folder that tabs can work in, named to them by its id. */
export interface RepoRoot {
  id: string;
  path: string;
  name: string;
  /** Goes up when its status is another one. Zero until somebody looked. */
  revision: number;
  /** Left out where there is no repository. */
  place?: BranchPlace;
}

/** Where a root is in its history, as far as that is known without a look at its files. */
export interface BranchPlace {
  /** Null if HEAD is at no branch. */
  branch: string | null;
  /** The commit that HEAD is at without a branch. */
  oid: string | null;
  /** What was begun and not ended. */
  operation: GitOperation | null;
  /** Commits that only it has, and that only its upstream has, when somebody looked last; null without an upstream. */
  ahead: number | null;
  behind: number | null;
}

/** The root that is meant where none is named. */
export const MAIN_ROOT = 'main';

/** What a path is to git: a repository inside of another one is `nested`, and git looks at neither that nor a submodule's files. */
export type ChangeKind = 'changed' | 'conflict' | 'untracked' | 'nested' | 'submodule';

/** What the folder's `.gitattributes` say of a file. */
export interface FileAttributes {
  /** Made by a program, so few people want to read it: `linguist-generated`. */
  generated: boolean;
  /** Git has only a pointer, and LFS has the contents: `filter=lfs`. */
  lfs: boolean;
}

/** A file that differs from the last commit. */
export interface ChangedFile {
  /** Relative to the root. */
  path: string;
  renamedFrom: string | null;
  kind: ChangeKind;
  /** Git's letters for the index and for the file: `M`, `A`, `D`, `R`, `C`, `T`, `U`, `?` or `.` for no change. */
  index: string;
  worktree: string;
  /** Lines against the last commit; null where there are none to count. */
  added: number | null;
  removed: number | null;
  /** Whether only one of both may be run as a program. */
  isModeChange: boolean;
  /** Changes with the file, what is staged of it and what was committed of it. */
  revision: string;
  /** When it was written last, as its disk says; null if it is gone. */
  writtenAt: number | null;
  /** Whether it is as somebody saved it in a tab. */
  isSavedHere: boolean;
  attributes: FileAttributes;
}

/** Programs that the repository brings by itself. They run only once a person has said yes to exactly these. */
export interface RepoProgramsView {
  state: 'none' | 'asked' | 'trusted';
  fingerprint: string;
  keys: { key: string; value: string }[];
  hooks: string[];
}

/** How a root differs from its last commit; one page of it. */
export interface RepoStatus {
  rootId: string;
  revision: number;
  head: {
    /** Null before the first commit. */
    oid: string | null;
    /** Null if HEAD is at no branch. */
    branch: string | null;
    upstream: string | null;
    ahead: number | null;
    behind: number | null;
  };
  /** What was begun and not ended. */
  operation: GitOperation | null;
  programs: RepoProgramsView;
  /** How many files differ in all. */
  total: number;
  files: ChangedFile[];
  /** Where the next page begins; null on the last one. */
  next: number | null;
  /** Files whose names are not text, which no tab can name. Acts on everything include them. */
  leftOut: number;
}

/** Why a branch is compared with this one: a person chose it, it is the upstream, a remote calls it its main one, or by its name. */
export type BaseOrigin = 'chosen' | 'upstream' | 'remote_head' | 'usual_name';

/** What a branch is compared with. */
export interface BranchBase {
  /** As git spells it, without `refs/…`, e.g. `origin/main`. */
  name: string;
  oid: string;
  origin: BaseOrigin;
}

/** A file that the commits of a branch have changed. `get_file_diff` shows it from `mergeBase` to `head`. */
export interface BranchFile {
  path: string;
  renamedFrom: string | null;
  kind: 'changed' | 'submodule';
  /** Git's letter: `A`, `C`, `D`, `M`, `R` or `T`. */
  letter: string;
  /** Null where there are no lines to count. */
  added: number | null;
  removed: number | null;
  isModeChange: boolean;
  /** What git calls the contents of both sides. */
  ids: DiffIds;
  attributes: FileAttributes;
}

/** What the commits of a branch have changed since it left its base; one page of it. */
export interface BranchChanges {
  rootId: string;
  /** Null if HEAD is at no branch. */
  branch: string | null;
  /** Null before the first commit. */
  head: string | null;
  /** Null if nothing suggests itself; then there is nothing to show until a person chooses. */
  base: BranchBase | null;
  /** The commit that both have in common; null if there is none, and then there are no files. */
  mergeBase: string | null;
  /** Commits that only the branch has, and that only the base has. */
  ahead: number;
  behind: number;
  /** How many files differ in all. */
  total: number;
  files: BranchFile[];
  /** Where the next page begins; null on the last one. */
  next: number | null;
  /** Files that are not told: their names are not text, or there are too many. */
  leftOut: number;
}

/** A branch, here or of a remote. */
export interface BranchFacts {
  /** As git spells it, without `refs/…`. */
  name: string;
  isRemote: boolean;
  /** Whether HEAD is at it. */
  isCurrent: boolean;
  oid: string;
  subject: string;
  committedAt: number;
  upstream: string | null;
  /** Commits that only it has, and that only its upstream has; null without one. */
  ahead: number | null;
  behind: number | null;
  /** Whether its upstream was deleted. */
  isUpstreamGone: boolean;
}

/** A file as somebody has seen it. */
export interface FileAt {
  path: string;
  revision: string;
}

/** What a side of a diff is: a text, or why there is none. */
export type SideKind = 'text' | 'binary' | 'too_big' | 'link' | 'submodule' | 'none';

/** One side of a diff. */
export interface FileSide {
  kind: SideKind;
  /** What git calls these contents; null where there are none. */
  oid: string | null;
  /** In octal, as git has it. */
  mode: string | null;
  size: number;
  /** Lines end as they do in the file. Null for all but texts and links. */
  text: string | null;
  /** False if some bytes are no UTF-8 and are shown as something else. */
  isUtf8: boolean;
}

/** What became of a file from one side to the other. */
export interface FileDiff {
  path: string;
  renamedFrom: string | null;
  old: FileSide;
  new: FileSide;
  /** Lines that stay, go and come, in turns; what follows the last is the same. Null unless both sides are texts. */
  runs: [same: number, removed: number, added: number][] | null;
  /** As the folder says now, whatever the sides are. */
  attributes: FileAttributes;
}

/** A part of a file that changes, with some lines around it. */
export interface DiffHunk {
  /** The number of its first line in the old and in the new file, counted from 1. */
  oldFrom: number;
  newFrom: number;
  oldText: string;
  newText: string;
  runs: [same: number, removed: number, added: number][];
}

/** The parts of a file that change, of one that is too large for a `FileDiff` with its texts. */
export interface DiffHunks {
  path: string;
  hunks: DiffHunk[];
  /** Whether there are more, because these were large enough. */
  isCut: boolean;
  isBinary: boolean;
}

/** Lines that go from the old side, and lines of the new side that come in their place; all count from 0. */
export interface LineChange {
  at: number;
  drop: number;
  take: [from: number, count: number];
}

/** What both sides were when lines were picked; null where there was no file. */
export interface DiffIds {
  old: string | null;
  new: string | null;
}

/** What an act left behind. */
export interface FilesChanged {
  /** Brings back what was there before; null if nothing was lost. */
  undoId: string | null;
  /** How many files were changed. */
  files: number;
}

/** A file that was written. */
export interface FileWritten {
  revision: string;
  undoId: string;
}

/** A whole file, or the version of it that a commit or the index has. */
export interface FileContent {
  path: string;
  kind: 'text' | 'binary' | 'link';
  size: number;
  /** With a byte order mark and line ends as they are; null if it is binary. */
  text: string | null;
  isUtf8: boolean;
  /** Of the file itself; null for a stored version. */
  revision: string | null;
  oid: string | null;
}

/** Some bytes of a file, for pictures and other things that are no text. */
export interface FileBytes {
  size: number;
  offset: number;
  /** In base64. */
  data: string;
}

/** What is in a folder. */
export interface TreeEntry {
  name: string;
  /** A repository inside of this one, a submodule or not, can be looked into like a folder. */
  kind: 'file' | 'folder' | 'repository' | 'link' | 'other';
  isIgnored: boolean;
  /** Whether it, or something in it, differs from the last commit, as far as that is known. */
  isChanged: boolean;
  size: number;
}

export interface TreePage {
  folder: string;
  /** Folders first, then by name. */
  entries: TreeEntry[];
  /** The last name, if there are more. */
  next: string | null;
  leftOut: number;
}

export interface FileListPage {
  paths: string[];
  next: string | null;
  /** False if there are more files than are ever listed. */
  isWhole: boolean;
  leftOut: number;
}

/** How a commit is to be made. */
export interface CommitOptions {
  /** The last commit as the person sees it; null before the first one. */
  head: string | null;
  amend?: boolean;
  /** Also if the commit that is amended is in a remote branch. */
  evenIfPushed?: boolean;
  signOff?: boolean;
  skipHooks?: boolean;
}

/** A commit as it is shown. */
export interface CommitFacts {
  oid: string;
  parents: string[];
  author: { name: string; email: string; at: number };
  committedAt: number;
  /** Its first line. */
  subject: string;
  /** All of it. */
  message: string;
  /** Remote branches that have it, a few of them. */
  pushedTo: string[];
}

/** Something that takes its time, for all tabs to see. */
export interface TaskState {
  id: string;
  kind: 'commit' | 'message' | 'fetch' | 'pull' | 'push' | 'continue';
  rootId: string;
  state: 'running' | 'done' | 'failed' | 'stopped';
  startedAt: number;
  /** Who began it. */
  device: string;
  /** The hook that runs now. */
  hook: string | null;
  /** The last lines that it wrote. */
  lines: string[];
  /** Why it failed. */
  trouble: RepoTrouble | null;
  /** The commit that it made. */
  oid: string | null;
  /** The remote that is reached, and the branch that is pushed or pulled. */
  remote?: string;
  branch?: string;
  /** What goes on. */
  operation?: GitOperation;
  /** The agent that writes a message, and what it wrote. */
  agentId?: string;
  text?: string;
}

/** A task that was begun; how it goes is in the app's state. */
export interface TaskBegun {
  taskId: string;
}

import type { AgentTrouble } from '../agent-trouble.js';
import type { CommitLine } from './commit-line.js';

/** An operation of git that was begun and not ended. */
export type GitOperation = 'merge' | 'rebase' | 'cherry_pick' | 'revert' | 'bisect';

/** Why a file cannot be kept for an undo. */
export type NoUndoReason = 'too_large' | 'too_many' | 'unreadable' | 'no_space' | 'home_folder';

/** What has the place of a file that git would read. */
export type OddFile = 'pipe' | 'socket' | 'device' | 'too_large';

/** A remote that settings of the repository have a part in reaching. */
export interface UntrustedReach {
  /** Where it is; null if it is on this machine. */
  host: string | null;
  /** Whether it can be reached with the person's own settings alone. */
  canGoWithout: boolean;
}

/** Why something with the files or the history of a root did not work. It is the `reason` of the error; the page has the words. */
export type RepoTrouble =
  /** There is no git on this machine. */
  | { code: 'no_git' }
  | { code: 'old_git'; version: string; needed: string }
  | { code: 'not_repo' }
  /** A repository without files of its own, or the inside of one. */
  | { code: 'bare' }
  /** The repository belongs to another user of the machine, and git refuses it. */
  | { code: 'owner'; path: string }
  /** Its settings say that its files are somewhere else. */
  | { code: 'elsewhere'; path: string }
  /** Git would wait at this, or read it without end. */
  | { code: 'odd_file'; path: string; kind: OddFile }
  /** The folder is gone. */
  | { code: 'gone' }
  | { code: 'unknown_root'; rootId: string }
  /** Another version of these is there by now; nothing was done. */
  | { code: 'stale'; paths: string[] }
  /** Another program holds git's lock. */
  | { code: 'locked'; lock: string }
  /** It would use programs or settings that the repository brings, and nobody has said yes to them. */
  | { code: 'untrusted'; fingerprint: string; keys: string[]; hooks: string[]; reach?: UntrustedReach }
  /** A merge would look into these other repositories, which bring programs of their own. */
  | { code: 'nested_programs'; paths: string[] }
  | { code: 'operation'; operation: GitOperation }
  | { code: 'conflicts'; paths: string[] }
  | { code: 'hook'; hook: string; output: string }
  /** Git does not know who commits. */
  | { code: 'identity'; output: string }
  | { code: 'signing'; output: string }
  | { code: 'nothing_to_commit' }
  /** The agent that was to write a message could not be asked. */
  | { code: 'agent_failed'; agentId: string; trouble: AgentTrouble }
  | { code: 'agent_slow'; seconds: number }
  /** It said nothing or too much, refused, or began to use a tool, which ended it. */
  | { code: 'no_message'; why: 'empty' | 'too_long' | 'refused' | 'used_tool' }
  | { code: 'no_commit' }
  /** The commit is already in these remote branches. */
  | { code: 'pushed'; branches: string[] }
  // Branches.
  /** Git would have to overwrite these, which were changed or are not in git. */
  | { code: 'overwritten'; paths: string[] }
  /** These commits are in no other place that the branch is merged to. */
  | { code: 'unmerged'; branch: string; oid: string; commits: CommitLine[]; total: number }
  | { code: 'branch_exists' | 'no_branch' | 'bad_branch' | 'current_branch'; branch: string }
  /** Another worktree has it. */
  | { code: 'checked_out'; branch: string }
  /** HEAD is at no branch. */
  | { code: 'detached' }
  | { code: 'no_stash' | 'nothing_to_stash' | 'no_operation' }
  | { code: 'no_conflict'; path: string }
  /** Somebody reads on in a history, or waits for hits, that the server has put away. */
  | { code: 'walk_gone' | 'search_gone' }
  /** An expression that cannot be looked for, in the words of who should have. */
  | { code: 'bad_pattern'; said: string }
  // Remotes.
  | { code: 'no_remote' }
  | { code: 'no_upstream'; branch: string }
  /** Both have commits that the other one lacks. */
  | { code: 'diverged'; branch: string; upstream: string; ahead: number; behind: number }
  /** The remote has commits that would go, has others than were seen, or does not want the push. */
  | { code: 'rejected'; remote: string; branch: string; why: 'behind' | 'moved' | 'refused'; output: string }
  | { code: 'auth'; remote: string; why: 'credentials' | 'key' | 'host_key'; output: string }
  | { code: 'remote_missing' | 'remote_unreachable'; remote: string; output: string }
  | { code: 'remote_silent'; remote: string; seconds: number }
  | { code: 'too_slow'; seconds: number }
  | { code: 'stopped' }
  | { code: 'too_large'; path: string; bytes: number; most: number }
  /** What would be lost cannot be kept for an undo. */
  | { code: 'no_undo'; files: { path: string; why: NoUndoReason }[] }
  /** These are others than the act left them, and an undo would replace them; `print` names exactly what is there. */
  | { code: 'newer_work'; paths: string[]; total: number; print: string }
  /** There is nothing kept under this id any more. */
  | { code: 'undo_gone' }
  /** The path leads out of the root, into `.git`, or through a link. */
  | { code: 'outside'; path: string }
  | { code: 'missing'; path: string }
  | { code: 'exists'; path: string }
  | { code: 'not_a_file'; path: string }
  | { code: 'not_a_folder'; path: string }
  /** The file is not UTF-8 text, so text cannot take its place. */
  | { code: 'not_text'; path: string }
  /** The lines do not fit the file. */
  | { code: 'bad_lines'; path: string }
  /** A filter makes the file's lines others than git's, so single lines cannot be told apart. */
  | { code: 'filtered'; path: string }
  /** A program that makes others run, which only the owner may write. */
  | { code: 'guarded'; path: string }
  | { code: 'denied'; path: string }
  | { code: 'disk'; path: string; error: string }
  | { code: 'git'; command: string; output: string };

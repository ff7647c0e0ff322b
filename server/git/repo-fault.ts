import type { RepoTrouble } from '../protocol/api/repo-trouble.js';
import { RpcError, type RpcErrorName } from '../protocol/api/rpc-error.js';
import { own } from '../protocol/own.js';

/** Which of the names on the wire a trouble has; the others are the request's own fault. */
const NAMES: Partial<Record<RepoTrouble['code'], RpcErrorName>> = {
  no_git: 'unavailable',
  old_git: 'unavailable',
  owner: 'unavailable',
  elsewhere: 'unavailable',
  too_slow: 'unavailable',
  odd_file: 'unavailable',
  agent_failed: 'unavailable',
  agent_slow: 'unavailable',
  no_message: 'unavailable',
  disk: 'unavailable',
  git: 'unavailable',
  gone: 'not_found',
  not_repo: 'not_found',
  bare: 'not_found',
  unknown_root: 'not_found',
  missing: 'not_found',
  undo_gone: 'not_found',
  no_commit: 'not_found',
  stale: 'conflict',
  locked: 'conflict',
  operation: 'conflict',
  conflicts: 'conflict',
  exists: 'conflict',
  pushed: 'conflict',
  no_undo: 'conflict',
  newer_work: 'conflict',
  stopped: 'conflict',
  untrusted: 'forbidden',
  guarded: 'forbidden',
  nested_programs: 'forbidden',
  denied: 'forbidden',
  too_large: 'too_large',
  overwritten: 'conflict',
  unmerged: 'conflict',
  branch_exists: 'conflict',
  current_branch: 'conflict',
  checked_out: 'conflict',
  detached: 'conflict',
  diverged: 'conflict',
  rejected: 'conflict',
  no_branch: 'not_found',
  walk_gone: 'not_found',
  search_gone: 'not_found',
  no_stash: 'not_found',
  no_operation: 'not_found',
  no_conflict: 'not_found',
  no_remote: 'not_found',
  no_upstream: 'not_found',
  remote_missing: 'not_found',
  auth: 'unavailable',
  remote_unreachable: 'unavailable',
  remote_silent: 'unavailable',
};

/** The error that tells a tab about a trouble: its reason holds the code and the data, its message is for logs. */
export function repoFault(trouble: RepoTrouble): RpcError {
  return new RpcError(own(NAMES, trouble.code) ?? 'bad_request', `Repo: ${trouble.code}`, trouble);
}

/** The trouble that an error is about; null if it is about something else. */
export function troubleOf(error: unknown): RepoTrouble | null {
  if (!(error instanceof RpcError)) return null;
  const { reason } = error;
  return reason as RepoTrouble | null;
}

/** Null for an error that is git's answer "there is none"; a repository that can't be read at all is an error all the same. */
export function nullIfNone(error: unknown): null {
  const code = troubleOf(error)?.code;
  if (code === 'odd_file' || code === 'too_slow') throw error;
  return null;
}

import type { GitOperation, NoUndoReason, OddFile, RepoTrouble } from '../../server/protocol/api/repo-trouble.js';
import { own } from '../../server/protocol/own.js';
import { catalogue } from '../ui/catalogue.js';
import { byteSize, list, plural } from '../ui/format.js';
import { codeWords, type WordsByCode } from './by-code.js';
import { addReasons } from './error-words.js';
import { troubleSentence } from './trouble-words.js';

const OPERATIONS = catalogue<Record<GitOperation, string>>({
  merge: 'merge',
  rebase: 'rebase',
  cherry_pick: 'cherry-pick',
  revert: 'revert',
  bisect: 'bisect',
});

const NO_UNDO = catalogue<Record<NoUndoReason, string>>({
  too_large: 'it’s too large',
  too_many: 'there are too many files',
  unreadable: 'it can’t be read',
  no_space: 'the disk is full',
  home_folder: 'this is your home folder',
});

const ODD_FILES = catalogue<Record<OddFile, (path: string) => string>>({
  pipe: (path) => `“${path}” is a pipe, not a file. Git would wait for it forever. Remove it, then try again.`,
  socket: (path) => `“${path}” is a socket, not a file. Remove it, then try again.`,
  device: (path) => `“${path}” is a device, not a file. Git would read it forever. Remove it, then try again.`,
  too_large: (path) => `“${path}” is far too large for what it is. Remove it, then try again.`,
});

type Rejected = Extract<RepoTrouble, { code: 'rejected' }>['why'];

const REJECTED = catalogue<Record<Rejected, (branch: string, remote: string) => string>>({
  behind: (branch, remote) => `${remote} has commits on ${branch} that you don’t have. Pull first.`,
  moved: (branch, remote) => `${branch} on ${remote} has new commits. Nothing was overwritten.`,
  refused: (branch, remote) => `${remote} refused the push to ${branch}.`,
});

type Locked = Extract<RepoTrouble, { code: 'auth' }>['why'];

const LOCKED = catalogue<Record<Locked, (remote: string) => string>>({
  credentials: (remote) => `${remote} wants a user name and password.`,
  key: (remote) => `${remote} didn’t accept your SSH key.`,
  host_key: (remote) => `The identity of ${remote} isn’t known to SSH yet, or has changed.`,
});

type NoMessage = Extract<RepoTrouble, { code: 'no_message' }>['why'];

const NO_MESSAGE = catalogue<Record<NoMessage, string>>({
  empty: 'The agent wrote no message.',
  too_long: 'The agent’s answer was too long for a commit message.',
  refused: 'The agent refused to write a message.',
  used_tool: 'The agent was stopped because it used a tool instead of writing a message.',
});

/** Why something with the files or the history of a folder did not work. What git said is shown as it said it. */
export const REPO_WORDS: WordsByCode<RepoTrouble> = codeWords<RepoTrouble>({
  no_git: 'Git isn’t installed on this machine.',
  old_git: ({ version, needed }) => `Git ${version} is too old. AcDeck needs ${needed} or newer.`,
  not_repo: 'This folder isn’t a Git repository.',
  bare: 'This repository has no working files.',
  owner: ({ path }) => `Git refuses to use ${path} because it belongs to another user.`,
  elsewhere: ({ path }) => `This repository keeps its files somewhere else: ${path}`,
  gone: 'This folder no longer exists.',
  unknown_root: ({ rootId }) => `There is no folder called “${rootId}” here.`,
  stale: ({ paths }) => `${list(paths)} changed in the meantime. Nothing was done.`,
  locked: ({ lock }) => `Another program is using Git here (${lock}). Try again in a moment.`,
  untrusted: 'This would use programs or settings that come with the repository. Trust them first.',
  nested_programs: ({ paths }) =>
    `A merge would run programs of another repository in this folder: ${list(paths)}. Rebase instead, or merge in a terminal.`,
  operation: ({ operation }) => `Finish or abort the ${own(OPERATIONS, operation) ?? operation} first.`,
  conflicts: ({ paths }) => `Resolve the conflicts first: ${list(paths)}`,
  hook: ({ hook, output }) => `The ${hook} hook refused: ${output}`,
  identity: ({ output }) => `Git doesn’t know who you are: ${output}`,
  signing: ({ output }) => `The commit couldn’t be signed: ${output}`,
  nothing_to_commit: 'There is nothing to commit.',
  agent_failed: ({ trouble }) => troubleSentence(trouble),
  agent_slow: ({ seconds }) => `The agent took longer than ${seconds} s and was stopped.`,
  no_message: ({ why }) => own(NO_MESSAGE, why) ?? 'The agent wrote no message.',
  no_commit: 'There is no commit yet.',
  pushed: ({ branches }) => `This commit was already pushed to ${list(branches)}.`,
  overwritten: ({ paths }) =>
    paths.length > 0
      ? `Your changes in ${list(paths)} would be overwritten.`
      : 'Your uncommitted changes would be overwritten.',
  unmerged: ({ branch, total }) =>
    plural(total, `${branch} has # commit that isn’t merged.`, `${branch} has # commits that aren’t merged.`),
  branch_exists: ({ branch }) => `There is already a branch called ${branch}.`,
  no_branch: ({ branch }) => `There is no branch called ${branch}.`,
  bad_branch: ({ branch }) => `“${branch}” can’t be the name of a branch.`,
  current_branch: ({ branch }) => `You’re on ${branch}. Switch to another branch first.`,
  checked_out: ({ branch }) => `${branch} is open in another worktree.`,
  detached: 'You’re not on a branch. Switch to one or create one first.',
  no_stash: 'This stash no longer exists.',
  nothing_to_stash: 'There is nothing to stash.',
  no_operation: 'There is nothing left to finish or abort.',
  no_conflict: ({ path }) => `“${path}” has no conflict.`,
  walk_gone: 'The history was put away. Load it again.',
  search_gone: 'Another search has begun.',
  bad_pattern: ({ said }) => `This expression can’t be searched for: ${said}`,
  no_remote: 'This repository has no remote yet.',
  no_upstream: ({ branch }) => `${branch} isn’t on a remote yet. Push it first.`,
  diverged: ({ branch, upstream }) => `${branch} and ${upstream} both have new commits.`,
  rejected: ({ remote, branch, why }) => (own(REJECTED, why) ?? REJECTED.refused)(branch, remote),
  auth: ({ remote, why }) => (own(LOCKED, why) ?? LOCKED.credentials)(remote),
  remote_missing: ({ remote }) => `There is no repository at the address of ${remote}.`,
  remote_unreachable: ({ remote }) => `${remote} couldn’t be reached.`,
  remote_silent: ({ remote, seconds }) => `${remote} didn’t respond for ${seconds} s.`,
  too_slow: ({ seconds }) => `Git took longer than ${seconds} s and was stopped.`,
  stopped: 'It was stopped.',
  too_large: ({ path, bytes, most }) => `${path} is too large (${byteSize(bytes)}). The limit is ${byteSize(most)}.`,
  no_undo: ({ files }) => {
    const reasons = files.map(({ path, why }) => `${path} (${own(NO_UNDO, why) ?? why})`);
    return `Nothing was done, because it couldn’t be undone: ${list(reasons)}`;
  },
  newer_work: ({ paths }) => `${list(paths)} changed since. Nothing was undone.`,
  odd_file: ({ path, kind }) => (own(ODD_FILES, kind) ?? ODD_FILES.pipe)(path),
  undo_gone: 'This can no longer be undone.',
  outside: ({ path }) => `“${path}” is outside this folder.`,
  missing: ({ path }) => `“${path}” was not found.`,
  exists: ({ path }) => `“${path}” already exists.`,
  not_a_file: ({ path }) => `“${path}” isn’t a file.`,
  not_a_folder: ({ path }) => `“${path}” isn’t a folder.`,
  not_text: ({ path }) => `“${path}” isn’t a text file.`,
  bad_lines: ({ path }) => `The lines of “${path}” have changed. Try again.`,
  filtered: ({ path }) => `Single lines of “${path}” can’t be chosen because Git converts the file.`,
  guarded: ({ path }) => `“${path}” can make programs run. Only AcDeck’s own machine can change it.`,
  denied: ({ path }) => `You don’t have permission for “${path}”.`,
  disk: ({ path, error }) => `“${path}” couldn’t be written: ${error}`,
  git: ({ command, output }) => `git ${command} failed: ${output}`,
});

addReasons(REPO_WORDS);

/** Whether a reason is one of these. */
export function isRepoTrouble(reason: unknown): reason is RepoTrouble {
  const code = typeof reason === 'object' && reason !== null ? Reflect.get(reason, 'code') : null;
  return typeof code === 'string' && Object.hasOwn(REPO_WORDS, code);
}

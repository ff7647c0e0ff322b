import { z } from 'zod';
import type { CommitOptions } from '../protocol/api/changes.js';
import type { GraphWish } from '../protocol/api/history.js';
import { REPO_LIMITS } from '../protocol/api/repo.js';
import { SEARCH_LIMITS, type SearchQuery } from '../protocol/api/search.js';
import type { RepoActor } from '../repo/changes/repo-door.js';
import { count, id, path, rootId, seq, within, words } from './schemas.js';
import type { ServedClass } from './served-class.js';
import type { CommandCall } from './services.js';

/** A version of a file or a commit: a name that cannot be taken for an option. */
const version = z
  .string()
  .min(1)
  .max(1_000)
  .refine((text) => !/^-|[\0\n]/.test(text), 'Invalid input: no name of a version');
/** A branch or a remote; git itself is strict about the rest of the name. */
const branch = z
  .string()
  .min(1)
  .max(250)
  .refine((text) => !/^-|\p{Cc}/u.test(text), 'Invalid input: no name of a branch');
/** A line that a person wrote. */
const title = words(300).refine((given) => given.trim() !== '' && !/[\r\n]/.test(given), 'Invalid input: one line');
const oid = z.string().regex(/^[0-9a-f]{40,64}$/);
const text = z.string().max(REPO_LIMITS.textBytes);
const file = z.object({ path, revision: z.string().max(200) });
const files = z.array(file).min(1).max(REPO_LIMITS.namedFiles);
const ids = z.object({ old: oid.nullable(), new: oid.nullable() });
const line = within({ least: 0, most: 0x7fff_ffff });
const changes = z.array(z.object({ at: line, drop: line, take: z.tuple([line, line]) })).max(REPO_LIMITS.splices);
const flag = z.boolean();
const reach = { ownSettings: flag.exactOptional() };
const options: z.ZodType<CommitOptions> = z.strictObject({
  head: oid.nullable(),
  amend: flag.exactOptional(),
  evenIfPushed: flag.exactOptional(),
  signOff: flag.exactOptional(),
  skipHooks: flag.exactOptional(),
});
const wish: z.ZodType<GraphWish> = z.strictObject({
  scope: z.enum(['head', 'all']),
  query: words(REPO_LIMITS.queryChars).exactOptional(),
  by: z.enum(['message', 'author', 'code']).exactOptional(),
});
const globs = z
  .array(
    z
      .string()
      .min(1)
      .max(SEARCH_LIMITS.globChars)
      .regex(/^[^\0\n]*$/),
  )
  .max(SEARCH_LIMITS.globs);
const query: z.ZodType<SearchQuery> = z.strictObject({
  text: z
    .string()
    .min(1)
    .max(SEARCH_LIMITS.textChars)
    .regex(/^[^\0\n\r]*$/),
  isRegex: flag,
  isWord: flag,
  isCase: flag,
  include: globs,
  exclude: globs,
});
const folder = z
  .string()
  .max(REPO_LIMITS.pathChars)
  .refine((given) => !given.includes('\0'), 'Invalid input: a path has no NUL');
const message = words(REPO_LIMITS.messageChars).refine((given) => given.trim() !== '', 'A commit needs a message');

/** Files and git. */
export const Repo: ServedClass<'Repo'> = {
  find_files: {
    args: [words(REPO_LIMITS.queryChars), count(REPO_LIMITS.foundFiles), z.boolean().optional()],
    run: ({ files }, query, limit, hasFolders) => files.find(query, limit, hasFolders ?? false),
  },
  read_file: {
    args: [path, count(Number.MAX_SAFE_INTEGER), count(REPO_LIMITS.sliceLines)],
    run: ({ files }, ...args) => files.read(...args),
  },
  get_file_tree: { args: [folder, path.nullable(), rootId], run: ({ repo }, ...args) => repo.tree(...args) },
  get_flat_file_list: { args: [path.nullable(), rootId], run: ({ repo }, ...args) => repo.list(...args) },
  get_file_content: {
    args: [path, version.nullable(), rootId],
    run: ({ repo }, ...args) => repo.fileContent(...args),
  },
  get_file_bytes: {
    args: [path, version.nullable(), seq, rootId],
    run: ({ repo }, ...args) => repo.fileBytes(...args),
  },
  file_exists: { args: [path, rootId], run: ({ repo }, ...args) => repo.exists(...args) },
  is_binary_file: { args: [path, rootId], run: ({ repo }, ...args) => repo.isBinary(...args) },
  get_status: { args: [seq, rootId], run: ({ repo }, ...args) => repo.status(...args) },
  watch_status: {
    args: [flag, rootId],
    run: ({ repo, tab }, ...args) => {
      repo.watch(tab, ...args);
      return null;
    },
  },
  get_branch_changes: {
    args: [version.nullable(), seq, rootId],
    run: ({ repo }, ...args) => repo.branchChanges(...args),
  },
  list_branches: { args: [rootId], run: ({ repo }, root) => repo.branches(root) },
  is_clean: { args: [rootId], run: ({ repo }, root) => repo.isClean(root) },
  get_file_diff: {
    args: [path, version, version, path.nullable(), rootId],
    run: ({ repo }, name, from, to, renamedFrom, root) => repo.fileDiff(name, { from, to }, renamedFrom, root),
  },
  get_diff_hunks: {
    args: [path, version, version, path.nullable(), rootId],
    run: ({ repo }, name, from, to, renamedFrom, root) => repo.diffHunks(name, { from, to, renamedFrom }, root),
  },
  get_staged_diff: { args: [rootId], run: ({ repo }, root) => repo.patch(true, root) },
  get_unstaged_diff: { args: [rootId], run: ({ repo }, root) => repo.patch(false, root) },
  get_current_branch: { args: [rootId], run: ({ repo }, root) => repo.head(root) },
  resolve_ref: { args: [version, rootId], run: ({ repo }, ...args) => repo.resolveRef(...args) },
  get_commit_parent: { args: [version, rootId], run: ({ repo }, ...args) => repo.commitParent(...args) },
  get_merge_base: { args: [version, version, rootId], run: ({ repo }, ...args) => repo.mergeBase(...args) },
  get_commit: { args: [version, rootId], run: ({ repo }, ...args) => repo.commitFacts(...args) },
  create_file: { args: [path, text, rootId], run: (call, ...args) => call.repo.createFile(actorOf(call), ...args) },
  write_file: {
    args: [path, text, z.string().max(200), rootId],
    run: (call, ...args) => call.repo.writeFile(actorOf(call), ...args),
  },
  delete_file: { args: [file, flag, rootId], run: (call, ...args) => call.repo.deleteFile(actorOf(call), ...args) },
  rename_file: { args: [file, path, rootId], run: (call, ...args) => call.repo.renameFile(actorOf(call), ...args) },
  rename_directory: {
    args: [path, path, rootId],
    run: (call, ...args) => call.repo.renameFolder(actorOf(call), ...args),
  },
  create_folder: { args: [path, rootId], run: (call, ...args) => call.repo.createFolder(actorOf(call), ...args) },
  delete_folder: { args: [path, flag, rootId], run: (call, ...args) => call.repo.deleteFolder(actorOf(call), ...args) },
  undo: { args: [id, rootId, z.string().max(64).optional()], run: ({ repo }, ...args) => repo.undo(...args) },
  stage_files: { args: [files, rootId], run: ({ repo }, ...args) => repo.stage(...args) },
  stage_all: { args: [rootId], run: (call, root) => call.repo.stageAll(root) },
  unstage_files: { args: [files, rootId], run: ({ repo }, ...args) => repo.unstage(...args) },
  stage_lines: {
    args: [path, ids, changes, rootId],
    run: (call, name, sides, splices, root) => call.repo.stageLines(name, { ids: sides, splices }, root),
  },
  unstage_lines: {
    args: [path, ids, changes, rootId],
    run: (call, name, sides, splices, root) => call.repo.unstageLines(name, { ids: sides, splices }, root),
  },
  discard_lines: {
    args: [path, ids, changes, rootId],
    run: (call, name, sides, splices, root) => call.repo.discardLines(name, { ids: sides, splices }, root),
  },
  discard_changes: {
    args: [files, z.enum(['worktree', 'all']), flag, rootId],
    run: (call, named, scope, goesWithout, root) => call.repo.discard(named, { scope, goesWithout }, root),
  },
  reset_hard: { args: [seq, flag, rootId], run: ({ repo }, ...args) => repo.resetHard(...args) },
  commit: { args: [message, options, rootId], run: (call, ...args) => call.repo.commit(actorOf(call), ...args) },
  undo_commit: { args: [oid, rootId], run: ({ repo }, ...args) => repo.undoCommit(...args) },
  get_commit_graph: {
    args: [wish, count(REPO_LIMITS.commits), rootId],
    run: ({ history, tab }, ...args) => history.graph(tab, ...args),
  },
  get_more_commits: { args: [id, count(REPO_LIMITS.commits)], run: ({ history }, ...args) => history.more(...args) },
  get_commit_files: { args: [version, rootId], run: ({ history }, ...args) => history.commitFiles(...args) },
  get_file_log: {
    args: [path, seq, count(REPO_LIMITS.commits), rootId],
    run: ({ history }, ...args) => history.fileLog(...args),
  },
  get_blame: {
    args: [path, version.nullable(), count(0x7fff_ffff), count(REPO_LIMITS.sliceLines), rootId],
    run: ({ history }, name, at, from, lines, root) => history.blame(name, { version: at, from, count: lines }, root),
  },
  search_files: { args: [query, rootId], run: ({ search, tab }, ...args) => search.begin(tab, ...args) },
  get_search_hits: { args: [id, seq], run: ({ search }, ...args) => search.hits(...args) },
  stop_search: {
    args: [],
    run: ({ search, tab }) => {
      search.dropTab(tab);
      return null;
    },
  },
  create_branch: {
    args: [branch, version.nullable(), flag, rootId],
    run: (call, name, from, isSwitching, root) => call.branches.create(name, { from, isSwitching }, root),
  },
  switch_branch: {
    args: [branch, flag, rootId],
    run: ({ branches }, ...args) => branches.switch(...args),
  },
  rename_branch: {
    args: [branch, branch, rootId],
    run: ({ branches }, ...args) => branches.rename(...args),
  },
  delete_branch: {
    args: [branch, oid.nullable(), rootId],
    run: ({ branches }, ...args) => branches.delete(...args),
  },
  stash_list: { args: [rootId], run: ({ branches }, root) => branches.stashes(root) },
  stash_push: { args: [title, flag, rootId], run: ({ branches }, ...args) => branches.stash(...args) },
  stash_pop: { args: [oid, rootId], run: ({ branches }, ...args) => branches.popStash(...args) },
  stash_drop: { args: [oid, rootId], run: ({ branches }, ...args) => branches.dropStash(...args) },
  stash_store: {
    args: [oid, title, rootId],
    run: ({ branches }, ...args) => branches.storeStash(...args),
  },
  get_remotes: { args: [rootId], run: ({ branches }, root) => branches.remotes(root) },
  get_push_plan: { args: [rootId], run: ({ branches }, root) => branches.pushPlan(root) },
  fetch: {
    args: [branch.nullable(), z.strictObject(reach), rootId],
    run: (call, ...args) => call.branches.fetch(actorOf(call), ...args),
  },
  pull: {
    args: [z.enum(['forward', 'merge', 'rebase']), z.strictObject(reach), rootId],
    run: (call, ...args) => call.branches.pull(actorOf(call), ...args),
  },
  push: {
    args: [z.strictObject({ ...reach, replaces: oid.exactOptional() }), rootId],
    run: (call, ...args) => call.branches.push(actorOf(call), ...args),
  },
  continue_operation: {
    args: [z.enum(['merge', 'rebase', 'cherry_pick', 'revert']), rootId],
    run: (call, ...args) => call.branches.continue(actorOf(call), ...args),
  },
  abort_operation: {
    args: [z.enum(['merge', 'rebase', 'cherry_pick', 'revert', 'bisect']), oid, flag, rootId],
    run: (call, operation, head, goesWithout, root) => call.branches.abort(operation, { head, goesWithout }, root),
  },
  get_conflict: { args: [path, rootId], run: ({ branches }, ...args) => branches.conflict(...args) },
  resolve_conflict: {
    args: [file, z.enum(['ours', 'theirs', 'both']), rootId],
    run: ({ branches }, ...args) => branches.resolve(...args),
  },
  stop_task: {
    args: [id],
    run: ({ repo }, taskId) => {
      repo.stopTask(taskId);
      return null;
    },
  },
  trust_programs: {
    args: [id, flag, rootId],
    run: ({ repo }, ...args) => repo.trustPrograms(...args),
  },
};

/** Who acts, as the repository wants to know it. */
export function actorOf({ tab }: CommandCall): RepoActor {
  return { device: tab.device, isOwner: tab.role === 'owner' };
}

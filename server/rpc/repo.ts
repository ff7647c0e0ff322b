import { z } from 'zod';
import type { CommitOptions } from '../protocol/api/changes.js';
import type { GraphWish } from '../protocol/api/history.js';
import { REPO_LIMITS } from '../protocol/api/repo.js';
import { SEARCH_LIMITS, type SearchQuery } from '../protocol/api/search.js';
import type { RepoActor } from '../repo/changes/repo-door.js';
import { count, id, path, rootId, seq, within, words } from './schemas.js';
import { call, command, type ServedClass } from './served-class.js';
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
  find_files: call(
    'full',
    [words(REPO_LIMITS.queryChars), count(REPO_LIMITS.foundFiles), z.boolean().optional()],
    ({ files }, query, limit, hasFolders) => files.find(query, limit, hasFolders ?? false),
  ),
  read_file: call('full', [path, count(Number.MAX_SAFE_INTEGER), count(REPO_LIMITS.sliceLines)], ({ files }, ...args) =>
    files.read(...args),
  ),
  get_file_tree: call('full', [folder, path.nullable(), rootId], ({ repo }, ...args) => repo.tree(...args)),
  get_flat_file_list: call('full', [path.nullable(), rootId], ({ repo }, ...args) => repo.list(...args)),
  get_file_content: call('full', [path, version.nullable(), rootId], ({ repo }, ...args) => repo.fileContent(...args)),
  get_file_bytes: call('full', [path, version.nullable(), seq, rootId], ({ repo }, ...args) => repo.fileBytes(...args)),
  file_exists: call('full', [path, rootId], ({ repo }, ...args) => repo.exists(...args)),
  is_binary_file: call('full', [path, rootId], ({ repo }, ...args) => repo.isBinary(...args)),
  get_status: call('full', [seq, rootId], ({ repo }, ...args) => repo.status(...args)),
  watch_status: call('full', [flag, rootId], ({ repo, tab }, ...args) => {
    repo.watch(tab, ...args);
    return null;
  }),
  get_branch_changes: call('full', [version.nullable(), seq, rootId], ({ repo }, ...args) =>
    repo.branchChanges(...args),
  ),
  list_branches: call('full', [rootId], ({ repo }, root) => repo.branches(root)),
  is_clean: call('full', [rootId], ({ repo }, root) => repo.isClean(root)),
  get_file_diff: call(
    'full',
    [path, version, version, path.nullable(), rootId],
    ({ repo }, name, from, to, renamedFrom, root) => repo.fileDiff(name, { from, to }, renamedFrom, root),
  ),
  get_diff_hunks: call(
    'full',
    [path, version, version, path.nullable(), rootId],
    ({ repo }, name, from, to, renamedFrom, root) => repo.diffHunks(name, { from, to, renamedFrom }, root),
  ),
  get_staged_diff: call('full', [rootId], ({ repo }, root) => repo.patch(true, root)),
  get_unstaged_diff: call('full', [rootId], ({ repo }, root) => repo.patch(false, root)),
  get_current_branch: call('full', [rootId], ({ repo }, root) => repo.head(root)),
  resolve_ref: call('full', [version, rootId], ({ repo }, ...args) => repo.resolveRef(...args)),
  get_commit_parent: call('full', [version, rootId], ({ repo }, ...args) => repo.commitParent(...args)),
  get_merge_base: call('full', [version, version, rootId], ({ repo }, ...args) => repo.mergeBase(...args)),
  get_commit: call('full', [version, rootId], ({ repo }, ...args) => repo.commitFacts(...args)),
  create_file: command('full', [path, text, rootId], (call, name, content, root) =>
    call.repo.act(root, ({ edits }) => edits.create(name, content, actorOf(call))),
  ),
  write_file: command('full', [path, text, z.string().max(200), rootId], (call, name, content, revision, root) =>
    call.repo.act(root, ({ edits }) => edits.write(name, content, revision, actorOf(call))),
  ),
  delete_file: command('full', [file, flag, rootId], (call, at, goesWithout, root) =>
    call.repo.act(root, ({ edits }) => edits.delete(at, goesWithout, actorOf(call))),
  ),
  rename_file: command('full', [file, path, rootId], (call, at, to, root) =>
    call.repo.act(root, ({ edits }) => edits.rename(at, to, actorOf(call))),
  ),
  rename_directory: command('full', [path, path, rootId], (call, from, to, root) =>
    call.repo.act(root, ({ edits }) => edits.renameFolder(from, to, actorOf(call))),
  ),
  create_folder: command('full', [path, rootId], (call, name, root) =>
    call.repo.act(root, ({ edits }) => edits.createFolder(name, actorOf(call))),
  ),
  delete_folder: command('full', [path, flag, rootId], (call, name, goesWithout, root) =>
    call.repo.act(root, ({ edits }) => edits.deleteFolder(name, goesWithout, actorOf(call))),
  ),
  undo: command('full', [id, rootId, z.string().max(64).optional()], ({ repo }, undoId, root, replaces) =>
    repo.act(root, ({ undoing }) => undoing.undo(undoId, replaces)),
  ),
  stage_files: command('full', [files, rootId], ({ repo }, named, root) =>
    repo.act(root, ({ staging }) => staging.stage(named)),
  ),
  stage_all: command('full', [rootId], ({ repo }, root) => repo.act(root, ({ staging }) => staging.stageAll())),
  unstage_files: command('full', [files, rootId], ({ repo }, named, root) =>
    repo.act(root, ({ staging }) => staging.unstage(named)),
  ),
  stage_lines: command('full', [path, ids, changes, rootId], ({ repo }, name, sides, splices, root) =>
    repo.act(root, ({ staging }) => staging.stageLines(name, { ids: sides, splices })),
  ),
  unstage_lines: command('full', [path, ids, changes, rootId], ({ repo }, name, sides, splices, root) =>
    repo.act(root, ({ staging }) => staging.unstageLines(name, { ids: sides, splices })),
  ),
  discard_lines: command('full', [path, ids, changes, rootId], ({ repo }, name, sides, splices, root) =>
    repo.act(root, ({ discarding }) => discarding.discardLines(name, { ids: sides, splices })),
  ),
  discard_changes: command(
    'full',
    [files, z.enum(['worktree', 'all']), flag, rootId],
    ({ repo }, named, scope, goesWithout, root) =>
      repo.act(root, ({ discarding }) => discarding.discard(named, { scope, goesWithout })),
  ),
  reset_hard: command('full', [seq, flag, rootId], ({ repo }, revision, goesWithout, root) =>
    repo.act(root, ({ discarding }) => discarding.reset(revision, goesWithout)),
  ),
  commit: command('full', [message, options, rootId], (call, words, how, root) =>
    call.repo.act(root, ({ committing }) => committing.commit(words, how, actorOf(call))),
  ),
  undo_commit: command('full', [oid, rootId], ({ repo }, head, root) =>
    repo.act(root, ({ committing }) => committing.undoCommit(head)),
  ),
  get_commit_graph: call('full', [wish, count(REPO_LIMITS.commits), rootId], ({ history, tab }, ...args) =>
    history.graph(tab, ...args),
  ),
  get_more_commits: call('full', [id, count(REPO_LIMITS.commits)], ({ history }, ...args) => history.more(...args)),
  get_commit_files: call('full', [version, rootId], ({ history }, ...args) => history.commitFiles(...args)),
  get_file_log: call('full', [path, seq, count(REPO_LIMITS.commits), rootId], ({ history }, ...args) =>
    history.fileLog(...args),
  ),
  get_blame: call(
    'full',
    [path, version.nullable(), count(0x7fff_ffff), count(REPO_LIMITS.sliceLines), rootId],
    ({ history }, name, at, from, lines, root) => history.blame(name, { version: at, from, count: lines }, root),
  ),
  search_files: call('full', [query, rootId], ({ search, tab }, ...args) => search.begin(tab, ...args)),
  get_search_hits: call('full', [id, seq], ({ search }, ...args) => search.hits(...args)),
  stop_search: call('full', [], ({ search, tab }) => {
    search.dropTab(tab);
    return null;
  }),
  create_branch: command('full', [branch, version.nullable(), flag, rootId], (call, name, from, isSwitching, root) =>
    call.branches.create(name, { from, isSwitching }, root),
  ),
  switch_branch: command('full', [branch, flag, rootId], ({ branches }, ...args) => branches.switch(...args)),
  rename_branch: command('full', [branch, branch, rootId], ({ branches }, ...args) => branches.rename(...args)),
  delete_branch: command('full', [branch, oid.nullable(), rootId], ({ branches }, ...args) => branches.delete(...args)),
  stash_list: call('full', [rootId], ({ branches }, root) => branches.stashes(root)),
  stash_push: command('full', [title, flag, rootId], ({ branches }, ...args) => branches.stash(...args)),
  stash_pop: command('full', [oid, rootId], ({ branches }, ...args) => branches.popStash(...args)),
  stash_drop: command('full', [oid, rootId], ({ branches }, ...args) => branches.dropStash(...args)),
  stash_store: command('full', [oid, title, rootId], ({ branches }, ...args) => branches.storeStash(...args)),
  get_remotes: call('full', [rootId], ({ branches }, root) => branches.remotes(root)),
  get_push_plan: call('full', [rootId], ({ branches }, root) => branches.pushPlan(root)),
  fetch: command('full', [branch.nullable(), z.strictObject(reach), rootId], (call, ...args) =>
    call.branches.fetch(actorOf(call), ...args),
  ),
  pull: command('full', [z.enum(['forward', 'merge', 'rebase']), z.strictObject(reach), rootId], (call, ...args) =>
    call.branches.pull(actorOf(call), ...args),
  ),
  push: command('full', [z.strictObject({ ...reach, replaces: oid.exactOptional() }), rootId], (call, ...args) =>
    call.branches.push(actorOf(call), ...args),
  ),
  continue_operation: command('full', [z.enum(['merge', 'rebase', 'cherry_pick', 'revert']), rootId], (call, ...args) =>
    call.branches.continue(actorOf(call), ...args),
  ),
  abort_operation: command(
    'full',
    [z.enum(['merge', 'rebase', 'cherry_pick', 'revert', 'bisect']), oid, flag, rootId],
    (call, operation, head, goesWithout, root) => call.branches.abort(operation, { head, goesWithout }, root),
  ),
  get_conflict: call('full', [path, rootId], ({ branches }, ...args) => branches.conflict(...args)),
  resolve_conflict: command('full', [file, z.enum(['ours', 'theirs', 'both']), rootId], ({ branches }, ...args) =>
    branches.resolve(...args),
  ),
  stop_task: call('full', [id], ({ repo }, taskId) => {
    repo.stopTask(taskId);
    return null;
  }),
  trust_programs: command('owner', [id, flag, rootId], ({ repo }, ...args) => repo.trustPrograms(...args)),
};

/** Who acts, as the repository wants to know it. */
export function actorOf({ tab }: CommandCall): RepoActor {
  return { device: tab.device, isOwner: tab.role === 'owner' };
}

import type { ChangedFile, FileDiff } from '../../protocol/api/changes.js';
import type { GitOperation } from '../../protocol/api/repo-trouble.js';
import type { Repo } from '../../rpc/repo.js';

export type RepoMethod = keyof typeof Repo;

/** Calls a method as a tab does; null if it is refused. */
export type CallRepo = <T>(method: RepoMethod, ...args: unknown[]) => Promise<T | null>;

/** Methods that run no git, and why they can't. */
export const WITHOUT_GIT: Readonly<Partial<Record<RepoMethod, string>>> = {
  read_file: 'reads a file itself',
  file_exists: 'looks at the disk itself',
  is_binary_file: 'reads the first bytes of a file itself',
  watch_status: 'only notes who looks; the look is get_status',
  stop_search: 'ends a process',
  stop_task: 'ends a process',
};

interface Status {
  readonly revision: number;
  readonly files: readonly ChangedFile[];
  readonly head: { readonly oid: string | null };
  readonly operation: GitOperation | null;
  readonly programs: { readonly fingerprint: string };
}

const QUERY = { text: 'line', isRegex: false, isWord: false, isCase: true, include: [], exclude: [] };
/** Files that the templates have; the last is a repository inside. */
const KNOWN = ['a.txt', 'mixed.txt', 'emb'];

/** Groups of acts. A person looks first; the order of the others is random, because one may remove the trap of another. */
export const ROUNDS = { lookAtAll, editFiles, stageAndDiscard, useBranches, useStashes, reachRemotes } as const;
export type Round = keyof typeof ROUNDS;

/** Calls every method that runs git, as a person would who looks at everything and tries every button; or some rounds of that. */
export async function callEverything(
  call: CallRepo,
  { rounds, isGivingUp, isShort }: { rounds: readonly Round[]; isGivingUp: boolean; isShort: boolean },
): Promise<void> {
  const isLook = (round: Round) => round === 'lookAtAll';
  if (rounds.some(isLook)) await lookAtAll(call, isShort);
  await settleOperation(call, isGivingUp);
  for (const round of rounds) if (!isLook(round)) await ROUNDS[round](call, isShort);
  await settleOperation(call, !isGivingUp);
  await endWithReset(call);
}

async function lookAtAll(call: CallRepo, isShort: boolean): Promise<void> {
  await call('get_status', 0);
  await call('is_clean');
  await call('get_current_branch');
  await call('get_file_tree', '', null);
  await call('get_file_tree', 'sub', null);
  await call('get_flat_file_list', null);
  await call('find_files', 'txt', 10);
  await call('list_branches');
  await call('get_branch_changes', null, 0);
  await call('get_branch_changes', 'side', 0);
  await call('get_staged_diff');
  await call('get_unstaged_diff');
  for (const path of isShort ? KNOWN.slice(1, 2) : KNOWN) await lookAtFile(call, path);
  for (const name of ['HEAD', 'side']) {
    await call('resolve_ref', name);
    await call('get_commit_parent', name);
    await call('get_commit', name);
    await call('get_commit_files', name);
  }
  await call('get_merge_base', 'main', 'side');
  for (const by of ['message', 'author', 'code']) {
    const page = await call<{ walkId: string | null }>('get_commit_graph', { scope: 'all', query: 'o', by }, 1);
    if (page?.walkId) await call('get_more_commits', page.walkId, 50);
  }
  const begun = await call<{ searchId: string }>('search_files', QUERY);
  if (begun) await call('get_search_hits', begun.searchId, 0);
  await call('stash_list');
  await call('get_remotes');
  await call('get_push_plan');
}

async function lookAtFile(call: CallRepo, path: string): Promise<void> {
  for (const version of ['HEAD', 'index', null]) await call('get_file_content', path, version);
  const sides = [
    ['HEAD', 'index'],
    ['index', 'worktree'],
    ['HEAD', 'worktree'],
  ] as const;
  for (const [from, to] of sides) await call('get_file_diff', path, from, to, null);
  await call('get_diff_hunks', path, 'index', 'worktree', null);
  await call('get_file_bytes', path, 'HEAD', 0);
  await call('get_file_log', path, 0, 5);
  await call('get_blame', path, null, 1, 50);
}

async function editFiles(call: CallRepo): Promise<void> {
  const created = await call<{ undoId: string; revision: string }>('create_file', 'made.txt', 'made\n');
  if (created) {
    const written = await call<{ undoId: string }>('write_file', 'made.txt', 'more\n', created.revision);
    if (written) await call('undo', written.undoId);
  }
  for (const path of ['a.txt', 'dir/inner.txt']) {
    const content = await call<{ revision: string }>('get_file_content', path, null);
    if (content?.revision) await call('write_file', path, 'line\nwritten\n', content.revision);
  }
  const other = await call<{ revision: string }>('get_file_content', 'made.txt', null);
  if (other?.revision) {
    await call('rename_file', { path: 'made.txt', revision: other.revision }, 'moved.txt');
    const deleted = await call<{ undoId: string }>(
      'delete_file',
      { path: 'moved.txt', revision: other.revision },
      false,
    );
    if (deleted) await call('undo', deleted.undoId);
  }
  await call('create_folder', 'fresh');
  await call('create_file', 'fresh/x.txt', 'x\n');
  await call('rename_directory', 'fresh', 'fresher');
  await call('delete_folder', 'fresher', false);
}

async function stageAndDiscard(call: CallRepo): Promise<void> {
  const at = async (...paths: string[]) => {
    const { files = [] } = (await call<Status>('get_status', 0)) ?? {};
    const wanted = files.filter(({ path }) => paths.includes(path));
    return wanted.map(({ path, revision }) => ({ path, revision }));
  };
  await call('stage_files', await at('free.txt', 'new.txt', 'sub', 'emb'));
  await call('unstage_files', await at('free.txt', 'staged.txt'));
  for (const [method, from, to] of [
    ['stage_lines', 'index', 'worktree'],
    ['unstage_lines', 'HEAD', 'index'],
    ['discard_lines', 'index', 'worktree'],
  ] as const) {
    const diff = await call<FileDiff>('get_file_diff', 'mixed.txt', from, to, null);
    if (!diff) continue;
    const ids = { old: diff.old.oid, new: diff.new.oid };
    // Both take lines back.
    const lines = method === 'stage_lines' ? ids : { old: ids.new, new: ids.old };
    await call(method, 'mixed.txt', lines, [{ at: 0, drop: 1, take: [0, 2] }]);
  }
  const discarded = await call<{ undoId: string }>('discard_changes', await at('gone.txt'), 'worktree', false);
  if (discarded) await call('undo', discarded.undoId);
  await call('discard_changes', await at('free.txt', 'staged.txt'), 'all', false);
  await call('stage_all');
  for (const options of [{}, { amend: true, signOff: true, evenIfPushed: true }, { skipHooks: true }]) {
    const { head } = (await call<Status>('get_status', 0)) ?? {};
    await call('create_file', `commit-${Object.keys(options).length}.txt`, 'x\n');
    await call('stage_all');
    await call('commit', 'A message', { head: head?.oid ?? null, ...options });
  }
  const { head } = (await call<Status>('get_status', 0)) ?? {};
  if (head?.oid) await call('undo_commit', head.oid);
}

async function useBranches(call: CallRepo): Promise<void> {
  await call('create_branch', 'made', null, false);
  await call('rename_branch', 'made', 'renamed');
  await call('create_branch', 'made-2', 'HEAD', true);
  await call('create_file', 'in-the-way.txt', 'x\n');
  for (const [name, stashes] of [
    ['side', false],
    ['topic', true],
    ['origin/remote-only', true],
    ['odd;$(touch$IFS.x)', true],
    ['main', false],
    ['main', true],
  ] as const) {
    await call('switch_branch', name, stashes);
    await call('get_status', 0);
    await call('stage_all');
  }
  const oid = await call<string>('resolve_ref', 'refs/heads/renamed');
  await call('delete_branch', 'renamed', null);
  if (oid) await call('delete_branch', 'renamed', oid);
}

async function useStashes(call: CallRepo): Promise<void> {
  const brought = (await call<{ oid: string }[]>('stash_list'))?.at(-1);
  if (brought) {
    await call('stash_pop', brought.oid);
    // It may have left conflicts.
    await clean(call);
  }
  for (const isWithNew of [false, true]) {
    await call('create_file', `stashed-${isWithNew}.txt`, 'x\n');
    const about = await call<{ revision: string }>('get_file_content', 'free.txt', null);
    if (about?.revision) await call('write_file', 'free.txt', `stashed ${isWithNew}\n`, about.revision);
    await call('stash_push', 'Put away', isWithNew);
  }
  const stashes = (await call<{ oid: string }[]>('stash_list')) ?? [];
  const [first, second] = stashes;
  if (first) await call('stash_pop', first.oid);
  if (second) {
    await call('stash_drop', second.oid);
    await call('stash_store', second.oid, 'Stored again');
  }
}

async function reachRemotes(call: CallRepo, isShort: boolean): Promise<void> {
  const remotes = (await call<{ name: string; url: string }[]>('get_remotes')) ?? [];
  await call('get_push_plan');
  for (const options of [{}, { ownSettings: true }]) {
    await call('fetch', null, options);
    // A fetch that names the attacker's host may go there.
    for (const { name, url } of remotes) if (!url.endsWith('/lazy')) await call('fetch', name, options);
    await clean(call);
    const ways = ['merge', 'forward', 'rebase'];
    for (const way of isShort ? ways.slice(0, 1) : ways) {
      await call('pull', way, options);
      await settleOperation(call, false);
    }
    await call('push', options);
    const theirs = await call<string>('resolve_ref', 'refs/remotes/origin/main');
    if (theirs) await call('push', { ...options, replaces: theirs });
  }
}

/** Removes changes that would get a pull refused. */
async function clean(call: CallRepo): Promise<void> {
  const { revision } = (await call<Status>('get_status', 0)) ?? {};
  if (revision !== undefined) await call('reset_hard', revision, true);
}

async function settleOperation(call: CallRepo, isGivingUp: boolean): Promise<void> {
  const before = await call<Status>('get_status', 0);
  const operation = before?.operation ?? 'merge';
  const conflicts = (before?.files ?? []).filter(({ kind }) => kind === 'conflict');
  for (const [n, { path, revision }] of conflicts.entries()) {
    await call('get_conflict', path);
    if (!isGivingUp) await call('resolve_conflict', { path, revision }, (['both', 'ours', 'theirs'] as const)[n % 3]);
  }
  if (conflicts.length === 0) {
    await call('get_conflict', 'a.txt');
    await call('resolve_conflict', { path: 'a.txt', revision: 'none' }, 'ours');
  }
  if (operation !== 'bisect' && !isGivingUp) await call('continue_operation', operation);
  const { head, operation: left } = (await call<Status>('get_status', 0)) ?? {};
  if (!isGivingUp && left === null) return;
  await call('abort_operation', operation, head?.oid ?? '0'.repeat(40), true);
}

async function endWithReset(call: CallRepo): Promise<void> {
  const status = await call<Status>('get_status', 0);
  if (!status) return;
  await call('trust_programs', status.programs.fingerprint, false);
  await call('reset_hard', status.revision, true);
  await call('get_status', 0);
}

import { nestedPaths } from '../../git/nested-programs.js';
import { repoFault } from '../../git/repo-fault.js';
import type { Repository } from '../../git/repository.js';
import { joinRecords } from '../../git/split-records.js';
import type { StashFacts, StashPopped } from '../../protocol/api/branches.js';
import { resolveCommit } from '../changes/file-versions.js';
import { demandSuccess, hasSucceeded, unmergedPaths } from './git-says.js';

const MOST = 200;
const MESSAGE_CHARS = 300;

/** What was put away, the newest first. */
export async function listStashes(repository: Repository): Promise<StashFacts[]> {
  if (!(await resolveCommit(repository, 'refs/stash'))) return [];
  const format = ['%H', '%ct', '%gs'].join('%x00');
  const args = [
    'log',
    '-g',
    `--max-count=${MOST}`,
    '--no-color',
    '--encoding=UTF-8',
    `--format=${format}`,
    'refs/stash',
  ];
  const output = await repository.objects({ args: [...args, '--'] });
  const lines = output.toString('utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [oid = '', at = '0', ...message] = line.split('\0');
    return { oid, at: Number(at) * 1000, message: message.join(' ').slice(0, MESSAGE_CHARS) };
  });
}

/** Puts changes of the root away; null if there are none. Part of an act that is in the queue already. */
export async function pushStash(repository: Repository, message: string, isWithNew: boolean): Promise<string | null> {
  const before = await resolveCommit(repository, 'refs/stash');
  const flags = ['--quiet', ...(isWithNew ? ['--include-untracked'] : []), `--message=${message}`];
  const patterns = await stashPatterns(repository);
  const limit = patterns.length > 0 ? ['--pathspec-from-file=-', '--pathspec-file-nul'] : [];
  const call = { args: ['stash', 'push', ...flags, ...limit], input: joinRecords(patterns) };
  await demandSuccess(repository, await repository.act(call), 'stash');
  const after = await resolveCommit(repository, 'refs/stash');
  return after === before ? null : after;
}

/**
 * What of the index a stash is about: all of it (no pattern), or a part. Other repositories in it are left out: git would look
 * for changes in there, with their own filters.
 */
async function stashPatterns(repository: Repository): Promise<Buffer[]> {
  const nested = await nestedPaths(repository);
  const without = nested.map((path) => Buffer.concat([Buffer.from(':(top,exclude,literal)'), path]));
  if (repository.prefix !== '') return [Buffer.from(`:(top,literal)${repository.prefix}`), ...without];
  return without.length > 0 ? [Buffer.from(':(top)'), ...without] : [];
}

/** Takes changes out again. Part of an act that is in the queue already. */
export async function popStash(repository: Repository, oid: string): Promise<StashPopped> {
  const args = ['-c', 'core.quotePath=false', 'stash', 'pop', '--quiet', '--index', await nameOf(repository, oid)];
  const result = await repository.act({ args }, 'merge');
  if (hasSucceeded(result)) return { conflicts: [] };
  const conflicts = await unmergedPaths(repository);
  if (conflicts.length > 0) return { conflicts };
  // What was staged may not fit any more: then the changes come without that.
  const plain = await repository.act({ args: args.filter((arg) => arg !== '--index') }, 'merge');
  const left = hasSucceeded(plain) ? [] : await unmergedPaths(repository);
  if (left.length === 0) await demandSuccess(repository, plain, 'stash');
  return { conflicts: left };
}

/** Throws away what was put away. Gives its message, by which it can be stored again. */
export async function dropStash(repository: Repository, oid: string): Promise<StashFacts> {
  const facts = (await listStashes(repository)).find((stash) => stash.oid === oid);
  if (!facts) throw repoFault({ code: 'no_stash' });
  const args = ['stash', 'drop', '--quiet', await nameOf(repository, oid)];
  await demandSuccess(repository, await repository.act({ args }), 'stash');
  return facts;
}

/** Puts something back into the list that was dropped from it. */
export async function storeStash(repository: Repository, oid: string, message: string): Promise<void> {
  // A stash is a commit with two or three parents, and nothing else goes into the list.
  if (!(await resolveCommit(repository, `${oid}^2`))) throw repoFault({ code: 'no_stash' });
  const args = ['stash', 'store', '--quiet', `--message=${message}`, oid];
  await demandSuccess(repository, await repository.act({ args }), 'stash');
}

/** The name that a stash has now; it changes with every other one that comes or goes. */
async function nameOf(repository: Repository, oid: string): Promise<string> {
  const n = (await listStashes(repository)).findIndex((stash) => stash.oid === oid);
  if (n < 0) throw repoFault({ code: 'no_stash' });
  return `stash@{${n}}`;
}

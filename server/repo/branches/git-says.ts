import { failureOf } from '../../git/git-runner.js';
import { parseStatus } from '../../git/parse-status.js';
import { repoFault } from '../../git/repo-fault.js';
import type { Repository } from '../../git/repository.js';
import { pathText, splitRecords } from '../../git/split-records.js';
import type { RunLimits, RunResult } from '../../processes/run-program.js';
import type { RepoTrouble } from '../../protocol/api/repo-trouble.js';
import { commitTrouble } from '../changes/committing.js';

const MOST_PATHS = 100;
const OUTPUT_CHARS = 4_000;
const OVERWRITTEN = /would be overwritten by [\w-]+:\n((?:\t.*\n)+)/g;
/** `rebase` names no file: it wants a folder without changes. */
const CHANGED = /(?:cannot (?:rebase|pull with rebase)|Please commit or stash them)/;
const ASKS_KEYS =
  /Permission denied|Too many authentication failures|incorrect passphrase|agent refused operation|sign_and_send_pubkey|bad permissions/i;
const ASKS_PASSWORD =
  /could not read (Username|Password)|terminal prompts disabled|Authentication failed|Access denied|returned error: 40[13]|invalid credentials/i;
const HOST_KEY = /Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/;
const MISSING =
  /Repository not found|repository '[^']*' not found|does not appear to be a git repository|returned error: 404|does not exist/i;
const UNREACHABLE =
  /Could not resolve host|Failed to connect|Connection (refused|timed out|reset|closed)|Network is unreachable|No route to host|Could(n't| not) connect|hung up unexpectedly|early EOF|unable to access|Could not read from remote repository/i;

/** All that a call has written, at most the end of it. */
export function saidBy({ output, errors }: RunResult): string {
  return Buffer.concat([output, errors]).toString('utf8').trim().slice(-OUTPUT_CHARS);
}

/** Whether a call did what it was to do. */
export function hasSucceeded({ end, exitCode }: RunResult): boolean {
  return end === 'exit' && exitCode === 0;
}

/** What is known of a call beside what it has written: the hook that has failed, and the two commits it was to lead over. */
interface ActFacts {
  readonly hook?: string | null;
  readonly way?: readonly [from: string, to: string] | null;
}

/** Why a call that changes files or branches did not do it. */
export async function actTrouble(
  repository: Repository,
  result: RunResult,
  command: string,
  { hook = null, way = null }: ActFacts = {},
): Promise<RepoTrouble> {
  const said = saidBy(result);
  if (result.end === 'exit') {
    if (hook) return { code: 'hook', hook, output: said };
    const told = overwrittenPaths(result.errors.toString('utf8'));
    if (told.length > 0) {
      const exact = way ? await pathsInTheWay(repository, way) : [];
      return { code: 'overwritten', paths: exact.length > 0 ? exact : told };
    }
    if (CHANGED.test(said)) return { code: 'overwritten', paths: [] };
    const unmerged = await unmergedPaths(repository);
    if (unmerged.length > 0) return { code: 'conflicts', paths: unmerged };
    const trouble = commitTrouble(said);
    if (trouble) return trouble;
  }
  return failureOf(result, { args: [command], limits: { wholeMs: 600_000, outputBytes: 0 } });
}

/** Why a remote was not reached, or did not want what it was given. */
export function networkTrouble(result: RunResult, remote: string, limits: RunLimits): RepoTrouble {
  const output = saidBy(result);
  if (result.end === 'silent') {
    return { code: 'remote_silent', remote, seconds: (limits.silentMs ?? limits.wholeMs) / 1000 };
  }
  if (result.end === 'exit') {
    if (HOST_KEY.test(output)) return { code: 'auth', remote, why: 'host_key', output };
    if (ASKS_PASSWORD.test(output)) return { code: 'auth', remote, why: 'credentials', output };
    if (ASKS_KEYS.test(output)) return { code: 'auth', remote, why: 'key', output };
    if (MISSING.test(output)) return { code: 'remote_missing', remote, output };
    if (UNREACHABLE.test(output)) return { code: 'remote_unreachable', remote, output };
  }
  return failureOf(result, { args: ['remote'], limits });
}

/** Fails with what git has said, unless it did what it was to do. */
export async function demandSuccess(repository: Repository, result: RunResult, command: string): Promise<void> {
  if (!hasSucceeded(result)) throw repoFault(await actTrouble(repository, result, command));
}

/** Files that are in conflict, as the root calls them. */
export async function unmergedPaths(repository: Repository): Promise<string[]> {
  const output = await repository.objects({ args: ['ls-files', '--unmerged', '-z', '--', '.'] });
  const names = splitRecords(output).flatMap((record) => {
    const path = repository.outside(record.subarray(record.indexOf(9) + 1));
    return path ? [path.toString('utf8')] : [];
  });
  return [...new Set(names)].slice(0, MOST_PATHS);
}

/**
 * Files with changes that also differ between two commits. Git's own message puts question marks in names and ends after
 * 4,096 bytes.
 */
async function pathsInTheWay(repository: Repository, [from, to]: readonly [string, string]): Promise<string[]> {
  const [changed, status] = await Promise.all([
    repository.objects({ args: ['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to] }),
    repository.worktree({
      args: ['status', '--porcelain=v2', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=dirty'],
    }),
  ]);
  const wanted = new Set(splitRecords(changed).map((path) => path.toString('latin1')));
  const found = parseStatus(status).entries.filter(({ path }) => wanted.has(path.toString('latin1')));
  return found.flatMap(({ path }) => pathText(repository.outside(path) ?? path) ?? []).slice(0, MOST_PATHS);
}

function overwrittenPaths(said: string): string[] {
  const blocks = [...said.matchAll(OVERWRITTEN)].map(([, lines = '']) => lines);
  const names = blocks.flatMap((lines) => lines.split('\n').map((line) => line.trim()));
  return names.filter(Boolean).slice(0, MOST_PATHS);
}

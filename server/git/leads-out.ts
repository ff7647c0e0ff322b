import { lstat, readdir, readlink, realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { readPlainFile } from '../paths/plain-file.js';
import { isInside } from '../paths/resolve-path.js';
import type { ConfigEntry } from './repo-programs.js';

/** Folders of a repository with files that git appends to or overwrites, at any depth. */
const DEEP = ['logs', 'refs'];
/** Others with such files. Objects are never written again once they are there. */
const SHALLOW = ['info', 'objects', 'objects/info', 'rebase-merge', 'rebase-apply', 'sequencer', 'reftable'];
/** Git reads these, and never writes them. */
const NOT_WRITTEN = ['hooks', 'description'];
/** More files than these are not looked through, and count as a way out: nobody has so many branches. */
const MOST_FILES = 300_000;
const STRATEGY = '(ort|recursive|resolve|octopus|ours|subtree)';
/** Files by which an operation goes on, with the lines that run nothing. Git runs `git-merge-x` for a strategy `x`, also if that is a path. */
const STATE_FILES: readonly (readonly [file: string, quiet: RegExp])[] = [
  [
    'rebase-merge/git-rebase-todo',
    /^(#|;|$|(pick|p|reword|r|edit|e|squash|s|fixup|f|drop|d|label|l|reset|t|merge|m|break|b|noop|update-ref|u)(\s|$))/,
  ],
  ['rebase-merge/strategy', new RegExp(`^${STRATEGY}?$`)],
  // Arguments for `git apply`, which can write anywhere.
  ['rebase-apply/apply-opt', /^$/],
  ['sequencer/opts', new RegExp(`^(?!.*strategy)|^strategy-option\\s*=|^strategy\\s*=\\s*${STRATEGY}$`, 'i')],
];
const STATE_BYTES = 4 * 1024 * 1024;

/** A repository's folders, as real paths. */
export interface RepositoryPlaces {
  readonly top: string;
  readonly gitDir: string;
  readonly commonDir: string;
}

/**
 * Where the repository's own files would have git write to somewhere else: a link in `.git` to a file of the person's, to which
 * git would append lines that the repository chose, or a `.git` that is another repository's. Each is told like a setting.
 */
export async function findLeadsOut(
  { top, gitDir, commonDir }: RepositoryPlaces,
  hasWorktree: boolean,
): Promise<ConfigEntry[]> {
  const found: ConfigEntry[] = [];
  const say = (key: string, value: string) => found.push({ scope: 'local', key, value });
  // A submodule's settings name its files; a worktree's folder has a file that does.
  if (!isInside(gitDir, top) && !hasWorktree && !(await pointsBack(gitDir, top))) say('.git', gitDir);
  // Only a worktree has its own folder apart from the one that all share.
  const isWorktree = isInside(gitDir, join(commonDir, 'worktrees'));
  if (gitDir !== commonDir && !isWorktree) say('.git/commondir', commonDir);
  for (const folder of new Set([gitDir, commonDir])) {
    for (const link of await linksOf(folder)) {
      const target = await realpath(link).catch(async () => resolve(dirname(link), await readlink(link)));
      if (target !== link && [top, gitDir, commonDir].some((own) => isInside(target, own))) continue;
      say(`.git/${relative(folder, link)}`, target);
    }
  }
  return found;
}

/** The programs that Continue would run in an operation that was begun: steps of a rebase, and strategies that git doesn't bring. */
export async function findSteps(gitDir: string): Promise<ConfigEntry[]> {
  const found: ConfigEntry[] = [];
  for (const [file, isQuiet] of STATE_FILES) {
    const about = await lstat(join(gitDir, file)).catch(() => null);
    if (!about) continue;
    const isReadable = about.isFile() && about.size <= STATE_BYTES;
    const lines = isReadable ? readPlainFile(join(gitDir, file)).split('\n') : ['?'];
    const loud = lines.map((line) => line.trim()).filter((line) => !isReadable || !isQuiet.test(line));
    found.push(...loud.map((value) => ({ scope: 'local', key: `.git/${file}`, value })));
  }
  return found;
}

/** Links among the files that git writes in a repository's folder, and a folder with more files than anybody could look through. */
async function linksOf(folder: string): Promise<string[]> {
  const links: string[] = [];
  let left = MOST_FILES;
  const look = async (place: string, isDeep: (name: string) => boolean) => {
    const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
    left -= entries.length;
    if (left < 0) links.push(place);
    for (const entry of left < 0 ? [] : entries) {
      if (entry.isSymbolicLink()) links.push(join(place, entry.name));
      else if (entry.isDirectory() && isDeep(entry.name)) await look(join(place, entry.name), () => true);
    }
  };
  await look(folder, (name) => DEEP.includes(name));
  for (const place of SHALLOW) await look(join(folder, place), () => false);
  return links.filter((link) => !NOT_WRITTEN.includes(relative(folder, link)));
}

/** Whether a worktree's folder, which is elsewhere, says itself that these are its files. */
async function pointsBack(gitDir: string, top: string): Promise<boolean> {
  const file = join(gitDir, 'gitdir');
  if (!(await lstat(file).catch(() => null))?.isFile()) return false;
  const said = resolve(gitDir, readPlainFile(file).replace(/\n$/, ''));
  return (await realpath(said).catch(() => null)) === join(top, '.git');
}

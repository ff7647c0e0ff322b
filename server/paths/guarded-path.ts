import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { isInside } from './resolve-path.js';

/**
 * Files that make something run later, unasked, or that decide what may run. A change of one of them is worth a
 * question of its own, no matter what else a person has allowed. Names are those of one part of a path, in small letters.
 */
const GUARDED_NAMES: ReadonlySet<string> = new Set([
  // Git: hooks, and settings that name programs to run.
  ...'.git .gitconfig .githooks .husky'.split(' '),
  // What shells and sessions read when they start.
  ...'.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin'.split(
    ' ',
  ),
  ...'.zlogout .kshrc .mkshrc .cshrc .tcshrc .login .logout .inputrc .pam_environment .envrc'.split(' '),
  ...'.xprofile .xinitrc .xsession .xsessionrc .xserverrc'.split(' '),
  // Keys, and what their programs run.
  ...'.ssh .gnupg'.split(' '),
  // What an agent, or AcDeck itself, is allowed to do.
  ...'.claude .codex .gemini .qwen .cursor .mcp.json .acdeck.yaml .acdeck.yml'.split(' '),
]);

/** The same for names that mean this only in a certain place: parts that follow each other. */
const GUARDED_PLACES: readonly (readonly string[])[] = [
  ['.config', 'git'],
  ['.config', 'fish'],
  ['.config', 'autostart'],
  ['.config', 'systemd'],
  ['.config', 'environment.d'],
  ['.config', 'plasma-workspace'],
  ['library', 'launchagents'],
  ['library', 'launchdaemons'],
  // Editors run these when a folder is opened.
  ['.vscode', 'tasks.json'],
  ['.vscode', 'settings.json'],
  ['.devcontainer'],
  ['.devcontainer.json'],
  ['var', 'spool', 'cron'],
];

/** Whose mere reading gives something away. */
const SECRET_NAMES: ReadonlySet<string> = new Set(['.ssh', '.gnupg']);
/** Characters that file systems of some machines leave out when they compare names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
const CONFIG_BYTES = 256 * 1024;
const MOST_PARTS = 100;

/** Whether a path names something guarded, by its words alone. */
export function isGuardedName(path: string): boolean {
  const parts = partsOf(path);
  return (
    parts.some((part) => GUARDED_NAMES.has(part)) ||
    GUARDED_PLACES.some((place) => parts.some((_, n) => place.every((name, m) => parts[n + m] === name))) ||
    (path.startsWith('/') && parts[0] === 'etc')
  );
}

/** Whether it names keys, which even a look at gives away. */
export function isSecretPath(path: string): boolean {
  return partsOf(path).some((part) => SECRET_NAMES.has(part));
}

/** The names that are guarded everywhere, and those that are in their place, for looking through text. */
export const guardedNames: readonly string[] = [...GUARDED_NAMES];
export const guardedPlaces: readonly string[] = GUARDED_PLACES.map((parts) => parts.join('/'));

/**
 * Whether a file, all links followed, is guarded: by its name, or because Git keeps its own there or runs it. At once,
 * so that a question and the answer of a rule stay one step.
 */
export function isGuardedPath(path: string, home: string = homedir()): boolean {
  if (isGuardedName(path)) return true;
  let folder = dirname(path);
  for (let n = 0; n < MOST_PARTS && folder !== dirname(folder); n++, folder = dirname(folder)) {
    if (isGitFolder(folder) || hooksOf(folder, home).some((place) => isInside(path, place))) return true;
  }
  return false;
}

/** Whether a path leads to something guarded, or to where nobody can tell. */
export function leadsToGuarded(path: string, home: string = homedir()): boolean {
  if (isGuardedName(path)) return true;
  const real = realPlace(resolve(path));
  return real === null || isGuardedPath(real, home);
}

/** Where a path leads, as far as it exists; null for a link that leads nowhere. */
function realPlace(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') return code === 'ENAMETOOLONG' ? path : null;
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return null;
  }
  const parent = dirname(path);
  if (parent === path) return path;
  const above = realPlace(parent);
  return above === null ? null : join(above, basename(path));
}

function partsOf(path: string): string[] {
  const plain = path.normalize('NFC').replace(IGNORED, '').toLowerCase();
  return plain.split('/').filter((part) => part !== '' && part !== '.');
}

/** A bare repository, or the place that a `.git` file leads to. */
function isGitFolder(folder: string): boolean {
  if (!existsSync(join(folder, 'HEAD'))) return false;
  if (existsSync(join(folder, 'commondir'))) return true;
  return existsSync(join(folder, 'objects')) && existsSync(join(folder, 'refs'));
}

/** Where Git looks for the hooks of a work tree, if that is told to be elsewhere. */
function hooksOf(folder: string, home: string): string[] {
  const git = join(folder, '.git');
  if (!existsSync(git)) return [];
  const files = [configOf(git), join(home, '.gitconfig'), join(home, '.config', 'git', 'config')];
  const named = files.flatMap((file) =>
    [...readSmall(file).matchAll(/^\s*hookspath\s*=\s*"?(.*?)"?\s*$/gim)].map(([, place]) => place!),
  );
  return named.map((place) => {
    const full = place.startsWith('~/') ? join(home, place.slice(2)) : isAbsolute(place) ? place : join(folder, place);
    return realPlace(full) ?? full;
  });
}

/** The settings of a repository; its `.git` may be a file that says where they are. */
function configOf(git: string): string {
  const place = /^gitdir:\s*(.+?)\s*$/m.exec(readSmall(git))?.[1];
  const folder = place === undefined ? git : resolve(dirname(git), place);
  const common = readSmall(join(folder, 'commondir')).trim();
  return join(common ? resolve(folder, common) : folder, 'config');
}

function readSmall(path: string): string {
  try {
    const about = statSync(path, { throwIfNoEntry: false });
    return about?.isFile() && about.size <= CONFIG_BYTES ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds this package, both in a checkout and when installed. */
export const PACKAGE_ROOT = findPackageRoot();

/** Where the build notes the commit it was made from. */
export const BUILD_STAMP = join(PACKAGE_ROOT, 'dist', 'server', 'build.json');

/**
 * The package's version and, when known, the commit: `0.1.0 (1a2b3c4d)`. The web app is built with that of
 * the server's build, since a tab of another version asks to be loaded anew.
 */
export function versionText(isBuild = runsFromBuild()): string {
  const { version } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string };
  const commit = (isBuild ? stampedCommit() : null) ?? checkedOutCommit();
  return commit ? `${version} (${commit})` : version;
}

/** The commit that is checked out here, read without running git; null outside of a checkout. */
export function checkedOutCommit(root = PACKAGE_ROOT): string | null {
  const git = gitFolder(root);
  const head = git && readText(join(git, 'HEAD'));
  if (!git || !head) return null;
  const ref = /^ref: (.+)$/.exec(head)?.[1];
  const commit = ref ? commitOf(git, ref) : head;
  return commit && /^[0-9a-f]{40,64}$/.test(commit) ? commit.slice(0, 8) : null;
}

function runsFromBuild(): boolean {
  return fileURLToPath(import.meta.url).startsWith(join(PACKAGE_ROOT, 'dist'));
}

function stampedCommit(): string | null {
  const stamp = readText(BUILD_STAMP);
  return stamp ? (JSON.parse(stamp) as { commit: string | null }).commit : null;
}

function gitFolder(root: string): string | null {
  const dot = join(root, '.git');
  if (!existsSync(dot)) return null;
  // In a worktree `.git` is a file that names the folder.
  const elsewhere = /^gitdir: (.+)$/.exec(readText(dot) ?? '')?.[1];
  return elsewhere ? resolve(root, elsewhere) : dot;
}

function commitOf(git: string, ref: string): string | null {
  const shared = readText(join(git, 'commondir'));
  const common = shared ? resolve(git, shared) : git;
  const packed = readText(join(common, 'packed-refs')) ?? '';
  const line = packed.split('\n').find((entry) => entry.endsWith(` ${ref}`));
  return readText(join(git, ref)) ?? readText(join(common, ref)) ?? line?.split(' ')[0] ?? null;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

function findPackageRoot(): string {
  let dir = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(dir, 'package.json')) && dir !== dirname(dir)) dir = dirname(dir);
  return dir;
}

import { lstat, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readPlainFile } from '../../paths/plain-file.js';
import type { GitOperation } from '../../protocol/api/repo-trouble.js';
import { own } from '../../protocol/own.js';

/** What git leaves in its folder while something was begun and not ended. */
const MARKS: Readonly<Record<string, GitOperation>> = {
  'rebase-merge': 'rebase',
  'rebase-apply': 'rebase',
  MERGE_HEAD: 'merge',
  CHERRY_PICK_HEAD: 'cherry_pick',
  REVERT_HEAD: 'revert',
  BISECT_LOG: 'bisect',
};

/** Where HEAD is, and what was begun and not ended. */
export interface HeadPlace {
  readonly branch: string | null;
  readonly oid: string | null;
  readonly operation: GitOperation | null;
}

/** The folder in which git keeps what belongs to these files; null if there is none. Git itself is not asked. */
export async function findGitDir(folder: string): Promise<string | null> {
  for (let place = folder; ; place = dirname(place)) {
    const found = join(place, '.git');
    const about = await lstat(found).catch(() => null);
    if (about?.isDirectory()) return found;
    if (about?.isFile()) {
      const target = /^gitdir: (.*?)\n?$/s.exec(readPlainFile(found))?.[1];
      const real = target === undefined ? null : resolve(place, target);
      const isFolder = real !== null && (await stat(real).catch(() => null))?.isDirectory();
      return isFolder ? real : null;
    }
    if (dirname(place) === place) return null;
  }
}

/** Reads it from git's own folder, without git. */
export async function readHeadPlace(gitDir: string): Promise<HeadPlace | null> {
  try {
    const head = readPlainFile(join(gitDir, 'HEAD')).trim();
    const names = new Set(await readdir(gitDir));
    const mark = Object.keys(MARKS).find((name) => names.has(name));
    const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? null;
    const oid = /^[0-9a-f]{40,64}$/.test(head) ? head : null;
    return { branch, oid, operation: mark ? own(MARKS, mark)! : null };
  } catch {
    return null;
  }
}

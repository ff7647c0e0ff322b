import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
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

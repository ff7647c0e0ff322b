import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { readPlainFile } from '../paths/plain-file.js';
import { isInside } from '../paths/resolve-path.js';
import type { OddFile } from '../protocol/api/repo-trouble.js';
import { findGitDir } from './find-git-dir.js';
import { repoFault } from './repo-fault.js';
import type { ConfigEntry } from './repo-programs.js';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** The files in git's folder that most calls read, with more than any of them has in earnest. */
const GIT_FILES: Readonly<Record<string, number>> = {
  HEAD: 64 * KILOBYTE,
  commondir: 64 * KILOBYTE,
  config: 16 * MEGABYTE,
  'config.worktree': 16 * MEGABYTE,
  index: 1024 * MEGABYTE,
  'packed-refs': 512 * MEGABYTE,
  shallow: 64 * MEGABYTE,
  'info/attributes': 16 * MEGABYTE,
  'info/exclude': 16 * MEGABYTE,
  'info/grafts': 64 * MEGABYTE,
  'info/sparse-checkout': 16 * MEGABYTE,
  'objects/info/alternates': MEGABYTE,
  'objects/info/commit-graph': 4096 * MEGABYTE,
  'logs/HEAD': 1024 * MEGABYTE,
  MERGE_HEAD: MEGABYTE,
  CHERRY_PICK_HEAD: MEGABYTE,
  REVERT_HEAD: MEGABYTE,
  FETCH_HEAD: 64 * MEGABYTE,
  ORIG_HEAD: MEGABYTE,
  BISECT_LOG: 16 * MEGABYTE,
};
/** Those at the top of its files. */
const TOP_FILES = ['.gitattributes', '.gitignore', '.gitmodules', '.mailmap'];
/** Settings that name a file for git to read. */
const NAMING = /^(blame\.ignorerevsfile|mailmap\.file|core\.(attributesfile|excludesfile)|commit\.template)$/;
const NAMED_BYTES = 64 * MEGABYTE;

/** A file that git would read, and how people know it. */
interface Place {
  readonly path: string;
  readonly shown: string;
  readonly most: number;
}

/**
 * Refuses a repository in which something else has the place of a file that git reads: git would wait at a pipe without end, and
 * read a device or an endless file for as long. Only the usual places are looked at; a call that hangs at another ends by its limit.
 */
export async function demandPlainFiles({ top, gitDir, commonDir }: GitPlaces): Promise<void> {
  const inGit = [...new Set([gitDir, commonDir])].flatMap((folder) =>
    Object.entries(GIT_FILES).map(([name, most]) => ({ path: join(folder, name), shown: `.git/${name}`, most })),
  );
  const atTop = TOP_FILES.map((name) => ({ path: join(top, name), shown: name, most: NAMED_BYTES }));
  await demandPlain([...inGit, ...atTop]);
}

export interface GitPlaces {
  readonly top: string;
  readonly gitDir: string;
  readonly commonDir: string;
}

/** The same for a folder of which nothing is known yet. */
export async function demandPlainFilesOf(folder: string): Promise<void> {
  const gitDir = await findGitDir(folder).catch(() => null);
  if (!gitDir) return;
  await demandPlainFiles({ top: folder, gitDir, commonDir: gitDir });
  const common = join(gitDir, 'commondir');
  const isThere = (await stat(common).catch(() => null))?.isFile();
  const commonDir = isThere ? resolve(gitDir, readPlainFile(common).trim()) : gitDir;
  if (commonDir !== gitDir) await demandPlainFiles({ top: folder, gitDir, commonDir });
  await demandPlainIncludes(join(commonDir, 'config'), folder);
}

/** The same for files that settings name, as git resolves them. */
export async function demandPlainNamed(entries: readonly ConfigEntry[], top: string): Promise<void> {
  const named = entries.filter(({ key, value }) => NAMING.test(key) && value !== '');
  await demandPlain(named.map(({ value }) => placeOf(resolve(top, atHome(value)), top)));
}

/** Files that a file of settings includes; those that are included in turn are not looked for. */
async function demandPlainIncludes(config: string, top: string): Promise<void> {
  if (!(await stat(config).catch(() => null))?.isFile()) return;
  const text = readPlainFile(config);
  if (!/^\s*\[\s*include/im.test(text)) return;
  const paths = [...text.matchAll(/^[^#;\n]*?\bpath\s*=\s*"?([^"\n]*?)"?\s*$/gim)].map(([, path]) => path!);
  await demandPlain(paths.map((path) => placeOf(resolve(config, '..', atHome(path)), top)));
}

function placeOf(path: string, top: string): Place {
  return { path, shown: isInside(path, top) ? relative(top, path) : path, most: NAMED_BYTES };
}

function atHome(path: string): string {
  return path.replace(/^~(?=\/)/, homedir());
}

async function demandPlain(places: readonly Place[]): Promise<void> {
  const nothing = await stat('/dev/null').catch(() => null);
  const found = await Promise.all(
    places.map(async ({ path, most }) => {
      const about = await stat(path).catch(() => null);
      // People name this one for "no file".
      return about && about.rdev === nothing?.rdev && about.isCharacterDevice() ? null : oddness(about, most);
    }),
  );
  const n = found.findIndex((kind) => kind !== null);
  if (n >= 0)
    throw repoFault({ code: 'odd_file', path: places[n]!.shown || basename(places[n]!.path), kind: found[n]! });
}

function oddness(about: Awaited<ReturnType<typeof stat>> | null, most: number): OddFile | null {
  if (!about) return null;
  if (about.isFIFO()) return 'pipe';
  if (about.isSocket()) return 'socket';
  if (about.isCharacterDevice() || about.isBlockDevice()) return 'device';
  return about.isFile() && about.size > most ? 'too_large' : null;
}

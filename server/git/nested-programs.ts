import { lstat, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readPlainFile } from '../paths/plain-file.js';
import { judgeSetting } from './local-settings.js';
import type { Repository } from './repository.js';
import { splitRecords } from './split-records.js';

/** Where other repositories are in the index: submodules, and those that somebody has added as they were. */
export async function nestedPaths(repository: Repository): Promise<Buffer[]> {
  const records = splitRecords(await repository.objects({ args: ['ls-files', '--stage', '-z'] }));
  const nested = records.filter((record) => record.subarray(0, 6).toString('latin1') === '160000');
  return nested.map((record) => record.subarray(record.indexOf('\t') + 1));
}

/**
 * Repositories in the index that `.gitmodules` doesn't name, and that bring settings of their own which are not plain. A merge
 * with commits on both sides looks into these, whatever it is told.
 */
export async function findNestedPrograms(repository: Repository): Promise<string[]> {
  const paths = (await nestedPaths(repository)).map((path) => path.toString('utf8'));
  if (paths.length === 0) return [];
  const known = await submodulePaths(repository);
  const verdicts = await Promise.all(
    paths.map(async (path) => !known.has(path) && !(await isPlain(repository, join(repository.top, path)))),
  );
  return paths.filter((_, n) => verdicts[n]);
}

async function submodulePaths(repository: Repository): Promise<Set<string>> {
  const args = [
    'config',
    '--file',
    join(repository.top, '.gitmodules'),
    '-z',
    '--get-regexp',
    '^submodule\\..*\\.path$',
  ];
  const output = await repository.objects({ args }).catch(() => Buffer.alloc(0));
  return new Set(splitRecords(output).map((record) => record.subarray(record.indexOf('\n') + 1).toString('utf8')));
}

/** Whether a repository has nothing that git could run, nor others inside of it. */
async function isPlain(repository: Repository, folder: string): Promise<boolean> {
  const place = join(folder, '.git');
  const about = await lstat(place).catch(() => null);
  if (!about) return true;
  if (await lstat(join(folder, '.gitmodules')).catch(() => null)) return false;
  const target = about.isFile() ? /^gitdir: (.*?)\n?$/s.exec(readPlainFile(place))?.[1] : place;
  if (target === undefined) return false;
  const config = join(resolve(folder, target), 'config');
  if (!(await stat(config).catch(() => null))?.isFile()) return false;
  const args = ['config', '--file', config, '--no-includes', '-z', '--list'];
  const output = await repository.objects({ args }).catch(() => null);
  return (
    output !== null &&
    splitRecords(output).every((record) => {
      const [key = '', ...value] = record.toString('utf8').split('\n');
      return judgeSetting({ key, value: value.join('\n') }).isPlain;
    })
  );
}

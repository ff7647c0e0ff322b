import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The files that differ from a commit, or are new, by their paths from the project's root. */
export async function changedFiles(root: string, since: string): Promise<string[]> {
  const git = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)('git', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
    return stdout.split('\0').filter(Boolean);
  };
  const [tracked, fresh] = await Promise.all([
    git('diff', '--name-only', '--relative', '-z', since),
    git('ls-files', '--others', '--exclude-standard', '-z'),
  ]);
  return [...new Set([...tracked, ...fresh])];
}

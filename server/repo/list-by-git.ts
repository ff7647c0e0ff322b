import { spawn } from 'node:child_process';
import { delimiter, isAbsolute, sep } from 'node:path';
import { FileCollector, type ListedFiles, MADE_FOLDERS } from './listed-files.js';

const LIMIT_MS = 30_000;

/**
 * Nothing that a folder's own git config names may run: no monitor of files, no hooks, no pager, no fetching.
 * Only names are asked for, because a comparison of contents would run the folder's filters.
 */
const ARGUMENTS = [
  '--no-pager',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.untrackedCache=false',
  'ls-files',
  '--cached',
  '--others',
  '--exclude-standard',
  '-z',
  ...MADE_FOLDERS.map((name) => `--exclude=${name}/`),
];

/** The files that git counts to a folder: those it tracks, and those that are new and not ignored. Null where git has no answer. */
export function listByGit(folder: string): Promise<ListedFiles | null> {
  return new Promise((resolve) => {
    const child = spawn('git', ARGUMENTS, {
      cwd: folder,
      env: gitEnv(process.env, folder),
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    const names = new NameReader();
    child.stdout.on('data', (bytes: Buffer) => {
      names.push(bytes);
      if (names.collector.isFull) child.stdout.destroy();
    });
    child.on('error', () => resolve(null));
    child.on('close', (code) => {
      const { collector } = names;
      const { isFull } = collector;
      if (isFull) collector.stopHere();
      const { files } = collector;
      // A folder that git knows nothing of may be one that it ignores as a whole.
      resolve((code === 0 || isFull) && files.paths.length + files.leftOut > 0 ? files : null);
    });
  });
}

/** The environment for git: without what would lead it to another repository, and no command from the folder itself. */
function gitEnv(env: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^(GIT_|ACDECK_|NODE_OPTIONS$)/.test(name));
  const isSafe = (dir: string) => isAbsolute(dir) && dir !== folder && !dir.startsWith(folder + sep);
  return {
    ...Object.fromEntries(kept),
    PATH: (env.PATH ?? '').split(delimiter).filter(isSafe).join(delimiter),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_PAGER: 'cat',
    LC_ALL: 'C',
  };
}

/** Takes names apart that end with a NUL, however they are torn. */
class NameReader {
  readonly collector = new FileCollector();
  #rest: Buffer = Buffer.alloc(0);

  push(bytes: Buffer): void {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    let start = 0;
    for (let end = all.indexOf(0); end >= 0; end = all.indexOf(0, start)) {
      this.collector.add(all.subarray(start, end));
      start = end + 1;
    }
    this.#rest = all.subarray(start);
  }
}

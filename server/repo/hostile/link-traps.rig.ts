import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bed } from './bed.rig.js';
import type { Trap } from './trap.rig.js';

const COMMIT = 'git commit -q --allow-empty -m x';
// A reset would remove the link.
const MERGE = 'git restore --staged .; git merge -q side';
const CLEAN_MERGE = 'git restore --staged .; git merge -q --no-ff -m x topic';

/** Files in git's folder that git writes where a link leads, with what makes it write them. */
const FILES: Readonly<Record<string, string>> = {
  COMMIT_EDITMSG: COMMIT,
  'logs/HEAD': COMMIT,
  'logs/refs/heads/main': COMMIT,
  FETCH_HEAD: 'git fetch origin',
  MERGE_MSG: CLEAN_MERGE,
  MERGE_MODE: MERGE,
  AUTO_MERGE: MERGE,
  SQUASH_MSG: 'git restore --staged .; git merge -q --squash topic',
};

/** Those that it reads first; they are moved to where the link leads. */
const MOVED: Readonly<Record<string, string>> = {
  index: 'git add -A',
  config: 'git config a.b c',
  'packed-refs': 'git pack-refs --all',
  logs: COMMIT,
  objects: 'git add -A',
  refs: 'git branch made',
  'refs/heads': 'git branch made',
  'refs/remotes': 'git fetch origin',
};

function link(name: string, typed: string, plant: Trap['plant'], slot?: 'git'): Trap {
  return { name: `link-${name}`, kind: 'link', typed, plant, ...(slot && { slot }) };
}

/** Another repository of the person, which has the same commits. */
function mine(bed: Bed): string {
  const folder = join(bed.home, 'mine');
  mkdirSync(folder);
  cpSync(join(bed.folder, '.git'), join(folder, '.git'), { recursive: true });
  return join(folder, '.git');
}

export const LINK_TRAPS: readonly Trap[] = [
  ...Object.entries(FILES).map(([file, typed]) =>
    link(file.replaceAll('/', '-'), typed, (bed) => bed.link(`.git/${file}`, join(bed.home, '.bashrc'))),
  ),
  ...Object.entries(MOVED).map(([file, typed]) =>
    link(
      `${file.replaceAll('/', '-')}-moved`,
      typed,
      (bed) => bed.link(`.git/${file}`, join(bed.home, 'moved'), true),
      'git',
    ),
  ),
  link('rr-cache', MERGE, (bed) => {
    mkdirSync(join(bed.home, 'rr'));
    bed.link('.git/rr-cache', join(bed.home, 'rr'));
  }),
  {
    // A person who opens the link itself has chosen its target.
    ...link('folder-of-files', 'echo x >> dir/inner.txt', (bed) => bed.link('dir', join(bed.home, 'dir'), true)),
    isWhole: true,
  },
  link('file', 'echo x >> a.txt', (bed) => bed.link('a.txt', join(bed.home, '.bashrc'))),
  link(
    'to-other-repository',
    COMMIT,
    (bed) => {
      const other = mine(bed);
      bed.link('.git', other);
    },
    'git',
  ),
  link(
    'file-to-other-repository',
    COMMIT,
    (bed) => {
      const other = mine(bed);
      rmSync(join(bed.folder, '.git'), { recursive: true });
      bed.put('.git', `gitdir: ${other}\n`);
    },
    'git',
  ),
  link('common-folder', 'git branch made', (bed) => bed.put('.git/commondir', `${mine(bed)}\n`), 'git'),
  link(
    'folder-is-the-repository',
    'git status',
    (bed, spell) => {
      bed.config('core.fsmonitor', spell);
      bed.config('core.worktree', '.');
      for (const name of ['HEAD', 'config', 'index', 'objects', 'refs', 'packed-refs', 'info']) {
        cpSync(join(bed.folder, '.git', name), join(bed.folder, name), { recursive: true });
      }
      rmSync(join(bed.folder, '.git'), { recursive: true });
    },
    'git',
  ),
  link('worktree', 'git reset -q --hard', (bed) => bed.config('core.worktree', bed.home)),
];

import type { Bed } from './bed.rig.js';
import { nameOf, type Trap } from './trap.rig.js';

const SERVER_HOOKS = ['pre-receive', 'update', 'post-receive', 'post-update', 'reference-transaction'];

/** A bare repository in the folder whose hooks run when something is sent there. */
function tools(bed: Bed, name: string, path = 'tools.git'): void {
  if (!bed.has(path)) bed.bare(path);
  for (const hook of SERVER_HOOKS) bed.put(`${path}/hooks/${hook}`, bed.spellText(name), 0o755);
}

/** Names of a remote that git takes for a path, with an address that looks harmless. */
const NAMES: readonly (readonly [label: string, name: (bed: Bed) => string])[] = [
  ['proc', () => '/proc/self/cwd/tools.git'],
  ['absolute', (bed) => `${bed.folder}/tools.git`],
  ['absolute-dots', (bed) => `${bed.folder}/dir/../tools.git`],
  ['two-slashes', (bed) => `/${bed.folder}/tools.git`],
];

/** Addresses on this machine in odd spellings. */
const ADDRESSES: readonly (readonly [label: string, url: (bed: Bed) => string, path?: string])[] = [
  ['relative', () => 'tools.git'],
  ['dot', () => './tools.git'],
  ['dots', () => 'dir/../tools.git'],
  ['absolute', (bed) => `${bed.folder}/tools.git`],
  ['file', (bed) => `file://${bed.folder}/tools.git`],
  ['file-local', (bed) => `file://localhost${bed.folder}/tools.git`],
  ['colon', () => './a:b', 'a:b'],
  ['proc', () => '/proc/self/cwd/tools.git'],
  ['without-git', () => 'tools'],
];

/** Ways to make another place the one that a bare `git push` means. */
const DEFAULTS: readonly (readonly [label: string, plant: (bed: Bed) => void])[] = [
  ['branch-remote', (bed) => bed.config('branch.main.remote', './tools.git')],
  ['branch-push-remote', (bed) => bed.config('branch.main.pushRemote', './tools.git')],
  ['push-default', (bed) => bed.config('remote.pushDefault', './tools.git')],
  [
    'remotes-file',
    (bed) => {
      bed.put('.git/remotes/sly', 'URL: ./tools.git\nPush: refs/heads/main:refs/heads/made\n');
      bed.config('branch.main.pushRemote', 'sly');
    },
  ],
  [
    'branches-file',
    (bed) => {
      bed.put('.git/branches/sly', './tools.git\n');
      bed.config('branch.main.pushRemote', 'sly');
    },
  ],
];

const push =
  'git push "$(git config --get-regexp "^remote\\..*\\.url$" | head -1 | sed "s/^remote\\.//; s/\\.url .*//")"';

export const REMOTE_TRAPS: readonly Trap[] = [
  ...NAMES.map(([label, name]): Trap => {
    const own = `remote-named-${label}`;
    return {
      name: own,
      kind: 'remote',
      slot: 'remote',
      typed: `${push} main:refs/heads/made`,
      plant: (bed) => {
        tools(bed, own);
        bed.remote = { name: name(bed), url: bed.hosts.trueUrl };
      },
    };
  }),
  ...ADDRESSES.map(([label, url, path]): Trap => {
    const own = `remote-at-${label}`;
    return {
      name: own,
      kind: 'remote',
      slot: 'remote',
      typed: 'git push origin main:refs/heads/made',
      plant: (bed) => {
        tools(bed, own, path);
        bed.remote = { name: 'origin', url: url(bed) };
      },
    };
  }),
  ...['pushurl', 'url'].map((key): Trap => {
    const own = `remote-second-${key}`;
    return {
      name: own,
      kind: 'remote',
      mayBeLate: true,
      typed: 'git push origin main:refs/heads/made',
      plant: (bed) => {
        tools(bed, own);
        bed.config(`remote.origin.${key}`, './tools.git');
      },
    };
  }),
  ...DEFAULTS.map(([label, plant]): Trap => {
    const own = `remote-by-${label}`;
    return {
      name: own,
      kind: 'remote',
      typed: 'git -c push.default=current push',
      slot: 'remote',
      plant: (bed) => {
        tools(bed, own);
        bed.remote = null;
        plant(bed);
        bed.config('remote.origin.url', bed.hosts.trueUrl);
      },
    };
  }),
  ...['ext::SPELL', 'ext::sh -c SPELL'].map((url): Trap => {
    return {
      name: `remote-at-${nameOf(url)}`,
      kind: 'remote',
      slot: 'remote',
      typed: 'git fetch origin',
      plant: (bed, spell) => {
        bed.config('protocol.ext.allow', 'always');
        bed.remote = { name: 'origin', url: url.replace('SPELL', spell) };
      },
    };
  }),
];

import type { Bed } from './bed.rig.js';
import type { Trap, TrapKind } from './trap.rig.js';

const ADD = 'git add -A';

/** Names that are hard to pass to git in arguments; one isn't valid UTF-8. */
const NAMES: readonly (readonly [label: string, name: string])[] = [
  ['plain', 'evil'],
  ['equals', 'a=b'],
  ['ends-with-equals', 'a='],
  ['not-text', '\xff\xfe'],
  ['dots', 'x.clean'],
  ['dash', '--x'],
  ['quote', 'a\'b"c'],
  ['dollar', '$(x)'],
  ['upper-case', 'EvIl'],
];

/** Where attributes can be. */
const PLACES: readonly (readonly [label: string, plant: (bed: Bed) => void])[] = [
  ['gitattributes', (bed) => bed.attributes('* filter=evil', '.gitattributes')],
  ['subfolder', (bed) => bed.attributes('* filter=evil', 'dir/.gitattributes')],
  ['macro', (bed) => bed.attributes('[attr]sly filter=evil\n* sly')],
  ['working-tree-encoding', (bed) => bed.attributes('* working-tree-encoding=UTF-16 filter=evil text eol=crlf ident')],
  [
    'attributes-file',
    (bed) => {
      bed.config('core.attributesFile', '.git/sly');
      bed.attributes('* filter=evil', '.git/sly');
    },
  ],
];

/** Files of settings beside the usual one, with the setting that leads there. */
const INCLUDES: readonly (readonly [label: string, key: string, typed?: string])[] = [
  ['path', 'include.path'],
  ['gitdir', 'includeIf.gitdir:**.path'],
  ['branch', 'includeIf.onbranch:main.path'],
  ['other-branch', 'includeIf.onbranch:side.path', `git switch -qf side; echo x >> free.txt; ${ADD}`],
  ['remote', 'includeIf.hasconfig:remote.*.url:http://**.path'],
];

function filter(label: string, kind: TrapKind, plant: Trap['plant'], typed = ADD): Trap {
  return { name: label, kind, mayBeLate: true, plant, typed };
}

/** Settings in a tracked file: they change with a switch, or in the middle of an act. */
const COMING: readonly Trap[] = [
  {
    name: 'filter-coming-by-switch',
    kind: 'include',
    slot: 'git',
    typed: `git stash -q; git switch -q topic; echo x >> a.txt; ${ADD}`,
    plant: (bed, spell) => {
      const before = track(bed, bed.read('.git/config'));
      bed.commitFile('settings', `${before}[filter "evil"]\n\tclean = ${spell}\n`);
      bed.attributes('* filter=evil');
      bed.link('.git/config', '../settings');
    },
  },
  {
    name: 'filter-coming-by-stash',
    kind: 'include',
    typed: 'git reset -q --hard; git stash pop',
    plant: (bed, spell) => {
      track(bed, '[core]\n');
      bed.prepare('stash', 'clear');
      bed.put('settings', `[filter "evil"]\n\tsmudge = ${spell}\n`);
      bed.put('restored.txt', 'x\n');
      bed.prepare('stash', 'push', '-q', '--include-untracked', '--', 'settings', 'restored.txt');
      bed.attributes('restored.txt filter=evil');
      bed.config('include.path', '../settings');
    },
  },
];

/** Commits a file of settings; gives what it holds. */
function track(bed: Bed, text: string): string {
  bed.put('settings', text);
  bed.prepare('add', 'settings');
  bed.prepare('commit', '-q', '-m', 'settings', '--', 'settings');
  return text;
}

export const FILTER_TRAPS: readonly Trap[] = [
  ...COMING,
  ...(['clean', 'smudge', 'process'] as const).map((way) =>
    filter(
      `filter-${way}`,
      'filter',
      (bed, spell) => {
        bed.config(`filter.evil.${way}`, spell);
        bed.attributes('* filter=evil');
      },
      way === 'smudge' ? 'rm -f a.txt; git checkout -- a.txt' : ADD,
    ),
  ),
  ...NAMES.map(([label, name]) =>
    filter(`filter-named-${label}`, 'filter', (bed, spell) => {
      bed.config(`filter.${name}.clean`, spell);
      bed.attributes(`* filter=${name}`);
    }),
  ),
  ...NAMES.map(([label, name]) =>
    filter(
      `merge-driver-named-${label}`,
      'filter',
      (bed, spell) => {
        bed.config(`merge.${name}.driver`, spell);
        bed.attributes(`* merge=${name}`);
      },
      'git reset -q --hard; git merge -q side',
    ),
  ),
  ...PLACES.map(([label, plant]) =>
    filter(`filter-by-${label}`, 'filter', (bed, spell) => {
      bed.config('filter.evil.clean', spell);
      plant(bed);
    }),
  ),
  filter('filter-in-worktree-settings', 'include', (bed, spell) => {
    bed.config('core.repositoryFormatVersion', '1');
    bed.config('extensions.worktreeConfig', 'true');
    bed.config('filter.evil.clean', spell, '.git/config.worktree');
    bed.attributes('* filter=evil');
  }),
  ...INCLUDES.map(([label, key, typed]) =>
    filter(
      `filter-included-by-${label}`,
      'include',
      (bed, spell) => {
        const file = `.git/included-${label}`;
        bed.config('filter.evil.clean', spell, file);
        bed.config(key, `included-${label}`);
        bed.attributes('* filter=evil');
      },
      typed,
    ),
  ),
];

import type { Bed } from './bed.rig.js';
import type { Trap } from './trap.rig.js';

/** Repositories inside, with the folder that holds their settings and a file of each. */
const INNER = {
  absorbed: { git: '.git/modules/sub', file: 'sub/s.txt', folder: 'sub' },
  embedded: { git: 'emb/.git', file: 'emb/s.txt', folder: 'emb' },
  nested: { git: 'sub/nested/.git', file: 'sub/nested/s.txt', folder: 'sub/nested' },
} as const;
type Inner = (typeof INNER)[keyof typeof INNER];

/** Programs of a submodule. */
const BRINGS: readonly (readonly [label: string, plant: (bed: Bed, inner: Inner, spell: string) => void])[] = [
  [
    'clean',
    (bed, { git }, spell) => {
      bed.config('filter.only.clean', spell, `${git}/config`);
      bed.attributes('* filter=only', `${git}/info/attributes`);
    },
  ],
  [
    'process',
    (bed, { git }, spell) => {
      bed.config('filter.only.process', spell, `${git}/config`);
      bed.attributes('* filter=only', `${git}/info/attributes`);
    },
  ],
  ['fsmonitor', (bed, { git }, spell) => bed.config('core.fsmonitor', spell, `${git}/config`)],
  ['hook', (bed, { git }, spell) => bed.link(`${git}/hooks/post-index-change`, spell)],
];

/** Settings of the outer repository that have git look inside more often, with a line that shows it. */
const OUTER: readonly (readonly [label: string, settings: readonly (readonly [string, string])[], typed: string])[] = [
  ['diff', [['diff.submodule', 'diff']], 'git diff'],
  ['log', [['diff.submodule', 'log']], 'git diff'],
  ['summary', [['status.submoduleSummary', 'true']], 'git status'],
  ['recurse', [['submodule.recurse', 'true']], 'git status'],
  ['ignore', [['diff.ignoreSubmodules', 'none']], 'git status'],
  ['ignore-own', [['submodule.sub.ignore', 'none']], 'git status'],
  [
    'autostash',
    [
      ['merge.autoStash', 'true'],
      ['rebase.autoStash', 'true'],
    ],
    'git merge topic',
  ],
];

function submodule(name: string, inner: Inner, plant: Trap['plant'], typed: string): Trap {
  return {
    name,
    kind: 'submodule',
    typed,
    plant: (bed, spell) => {
      plant(bed, spell);
      bed.touch(inner.file);
    },
  };
}

export const SUBMODULE_TRAPS: readonly Trap[] = [
  ...Object.entries(INNER).flatMap(([place, inner]) =>
    BRINGS.map(([label, plant]) =>
      submodule(`submodule-${place}-${label}`, inner, (bed, spell) => plant(bed, inner, spell), 'git status'),
    ),
  ),
  ...OUTER.map(([label, settings, typed]) =>
    submodule(
      `submodule-with-${label}`,
      INNER.absorbed,
      (bed, spell) => {
        // Its commit is another one than the outer repository has.
        bed.prepare('-C', 'sub', 'commit', '-q', '--allow-empty', '-m', 'moved on');
        for (const [key, value] of settings) bed.config(key, value);
        BRINGS[0]![1](bed, INNER.absorbed, spell);
      },
      typed,
    ),
  ),
];

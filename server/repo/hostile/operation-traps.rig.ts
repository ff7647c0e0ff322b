import type { Bed } from './bed.rig.js';
import type { Shape } from './templates.rig.js';
import type { Trap } from './trap.rig.js';

const SETTLE = 'echo settled > merged.txt; git add merged.txt; export GIT_EDITOR=true;';
/** Git makes a status for the message of these two only in a terminal. */
const inTerminal = (line: string) => `${SETTLE} script -qec '${line}' /dev/null`;

/** An archive can bring an operation that is half done, and its files in `.git` can name programs. */
const STATES: readonly (Omit<Trap, 'kind' | 'name'> & { readonly label: string })[] = [
  {
    label: 'rebase-exec',
    shape: 'rebase',
    typed: `${SETTLE} git rebase --continue`,
    plant: (bed, spell) => bed.put('.git/rebase-merge/git-rebase-todo', `exec ${spell}\n${todo(bed)}`),
  },
  {
    label: 'rebase-exec-short',
    shape: 'rebase',
    typed: `${SETTLE} git rebase --continue`,
    plant: (bed, spell) => bed.put('.git/rebase-merge/git-rebase-todo', `x ${spell}\n`),
  },
  {
    label: 'rebase-strategy',
    shape: 'rebase',
    typed: `${SETTLE} git rebase --continue`,
    plant: (bed) => {
      putStrategy(bed, 'operation-rebase-strategy');
      bed.put('.git/rebase-merge/strategy', 'x/evil\n');
    },
  },
  {
    label: 'cherry-pick-strategy',
    shape: 'cherry_pick',
    typed: `${SETTLE} git cherry-pick --continue`,
    plant: (bed) => {
      putStrategy(bed, 'operation-cherry-pick-strategy');
      bed.put('.git/sequencer/opts', '[options]\n\tstrategy = x/evil\n');
    },
  },
  {
    label: 'rebase-by-patches',
    slot: 'git',
    typed: `${SETTLE} git rebase --continue`,
    plant: (bed) => {
      bed.prepare('reset', '-q', '--hard');
      bed.prepare('rebase', '--apply', 'side');
      bed.put('.git/rebase-apply/apply-opt', ` '--build-fake-ancestor=${bed.home}/.bashrc'\n`);
    },
  },
];

/** Continuing and aborting make a status, for which git looks into submodules. */
const ENDS: Readonly<Partial<Record<Shape, string>>> = {
  merge: `${SETTLE} git merge --continue`,
  rebase: `${SETTLE} git rebase --continue`,
  cherry_pick: inTerminal('git cherry-pick --continue'),
  revert: inTerminal('git revert --continue'),
  bisect: 'git bisect reset',
};

export const OPERATION_TRAPS: readonly Trap[] = [
  ...STATES.map(({ label, ...trap }): Trap => ({ name: `operation-${label}`, kind: 'operation', ...trap })),
  ...Object.entries(ENDS).map(([shape, typed]): Trap => {
    const plant: Trap['plant'] = (bed, spell) => inner(bed, spell);
    return { name: `operation-${shape}-looks-inside`, kind: 'operation', shape: shape as Shape, typed, plant };
  }),
];

function todo(bed: Bed): string {
  return bed.read('.git/rebase-merge/git-rebase-todo');
}

/** Git runs `git-merge-` and the name of a strategy, which may be a path. */
function putStrategy(bed: Bed, name: string): void {
  bed.put('git-merge-x/evil', bed.spellText(name), 0o755);
}

function inner(bed: Bed, spell: string): void {
  bed.config('filter.only.clean', spell, 'emb/.git/config');
  bed.attributes('* filter=only', 'emb/.git/info/attributes');
  bed.touch('emb/s.txt');
}

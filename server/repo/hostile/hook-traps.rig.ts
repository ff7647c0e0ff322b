import type { Trap } from './trap.rig.js';

const commit = 'git commit --allow-empty -m x';
const push = 'git push "file://$PWD" HEAD:refs/heads/pushed';
const mail = 'git reset -q --hard; git format-patch -q -1 --stdout side > x.mbox; git am x.mbox';

/** Hooks of git 2.39, with a line that runs each. Left out: `proc-receive`, `push-to-checkout`, `p4-*`, `sendemail-validate`. */
const HOOKS: Readonly<Record<string, string>> = {
  'applypatch-msg': mail,
  'pre-applypatch': `${mail}; git am --abort; git switch -qf -c z topic; git am x.mbox`,
  'post-applypatch': `${mail}; git am --abort; git switch -qf -c z topic; git am x.mbox`,
  'pre-commit': commit,
  'prepare-commit-msg': commit,
  'commit-msg': commit,
  'post-commit': commit,
  'pre-merge-commit': 'git reset -q --hard; git merge -q --no-ff topic',
  'pre-rebase': 'git reset -q --hard; git rebase topic',
  'post-checkout': 'git switch -qf side',
  'post-merge': 'git reset -q --hard; git switch -q side; git merge -q topic -m x',
  'pre-push': push,
  'pre-receive': push,
  update: push,
  'post-receive': push,
  'post-update': push,
  'reference-transaction': 'git branch made',
  'post-index-change': 'git add -A',
  'post-rewrite': 'git commit --amend -q --allow-empty -m x',
  // Git guesses the number of objects from this folder.
  'pre-auto-gc': `mkdir .git/objects/17; touch .git/objects/17/${'1'.repeat(38)} .git/objects/17/${'2'.repeat(38)}; git -c gc.auto=1 gc --auto`,
};

/** Where they can be. */
const PLACES = ['own', 'path', 'link', 'linked-folder'] as const;

/** Hooks that are not there yet: they come with a branch or a pull, and run right after that. */
const COMING: readonly (readonly [hook: string, isElsewhere: boolean, typed: string])[] = [
  ['post-checkout', false, 'git switch -qf topic'],
  ['post-merge', true, 'git restore --staged .; git pull -q --no-rebase --no-edit'],
  ['post-index-change', false, 'git switch -qf topic'],
];

const COMING_TRAPS = COMING.map(([hook, isElsewhere, typed]): Trap => {
  const name = `hook-${hook}-coming`;
  return {
    name,
    kind: 'hook',
    typed,
    plant: (bed) => {
      bed.commitFile(`later/${hook}`, bed.spellText(name), {
        ...{ branch: isElsewhere ? 'main' : 'topic', isElsewhere, mode: 755 },
      });
      bed.link('.git/hooks', '../later');
    },
  };
});

export const HOOK_TRAPS: readonly Trap[] = [
  ...COMING_TRAPS,
  ...Object.entries(HOOKS).map(([hook, typed]) => hookTrap(hook, 'own', typed)),
  ...PLACES.filter((place) => place !== 'own').flatMap((place) =>
    (['pre-commit', 'post-checkout', 'reference-transaction', 'post-index-change'] as const).map((hook) =>
      hookTrap(hook, place, HOOKS[hook]!),
    ),
  ),
];

function hookTrap(hook: string, place: (typeof PLACES)[number], typed: string): Trap {
  return {
    name: `hook-${hook}-${place}`,
    kind: 'hook',
    mayBeLate: true,
    typed,
    plant: (bed, spell) => {
      if (place === 'own') bed.put(`.git/hooks/${hook}`, bed.spellText(`hook-${hook}-${place}`), 0o755);
      else if (place === 'link') bed.link(`.git/hooks/${hook}`, spell);
      else {
        bed.put(`.tools/${hook}`, bed.spellText(`hook-${hook}-${place}`), 0o755);
        if (place === 'path') bed.config('core.hooksPath', '.tools');
        else bed.link('.git/hooks', '../.tools');
      }
    },
  };
}

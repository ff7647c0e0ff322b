import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { RepoRig, troubleWith } from './changes.rig.js';

const MINE = '# mine\n';

function trapIn(rig: RepoRig, name: string): string {
  const [marks, path] = [join(rig.home, 'marks'), join(rig.home, name)];
  mkdirSync(marks, { recursive: true });
  writeFileSync(path, `#!/bin/sh\n: > ${marks}/${name}\ncat\n`);
  chmodSync(path, 0o755);
  return path;
}

const marksOf = (rig: RepoRig) => {
  const marks = join(rig.home, 'marks');
  const found = existsSync(marks) ? readdirSync(marks) : [];
  for (const name of found) rmSync(join(marks, name));
  return found;
};

/** A repository with a submodule whose folder is absorbed, one with a `.git` in it, and an embedded repository, each with a filter. */
function nested(t: TestContext, isMoved: boolean): RepoRig {
  const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
  const other = join(rig.home, 'other');
  rig.git('init', '-q', other);
  writeFileSync(join(other, 'in.txt'), 'in\n');
  rig.git('-C', other, 'add', '-A');
  rig.git('-C', other, 'commit', '-q', '-m', 'in');
  for (const name of ['absorbed', 'own']) {
    rig.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, name);
    rig.git('config', '-f', '.gitmodules', `submodule.${name}.ignore`, 'none');
  }
  rmSync(join(rig.folder, 'own/.git'));
  renameSync(join(rig.folder, '.git/modules/own'), join(rig.folder, 'own/.git'));
  rig.git('config', '--file', 'own/.git/config', '--unset', 'core.worktree');
  rig.git('clone', '-q', other, 'embedded');
  rig.commitAll('nested');
  rig.git('branch', 'side');
  for (const name of ['absorbed', 'own', 'embedded']) {
    if (isMoved) rig.git('-C', name, 'commit', '-q', '--allow-empty', '-m', 'moved');
    rig.git('-C', name, 'config', 'filter.only.clean', trapIn(rig, name));
    const gitDir = rig.git('-C', name, 'rev-parse', '--absolute-git-dir').trim();
    mkdirSync(join(gitDir, 'info'), { recursive: true });
    writeFileSync(join(gitDir, 'info/attributes'), '* filter=only\n');
    utimesSync(join(rig.folder, name, 'in.txt'), 1, 1);
  }
  rig.git('config', 'diff.submodule', 'diff');
  rig.git('config', 'status.submoduleSummary', 'true');
  rig.git('config', 'diff.ignoreSubmodules', 'none');
  return rig;
}

describe('other repositories in a folder', () => {
  for (const isMoved of [false, true]) {
    it(`[GT39] are entered by no act, ${isMoved ? 'moved to another commit' : 'only looked at'}`, async (t) => {
      const rig = nested(t, isMoved);
      rig.git('status');
      assert.deepEqual(marksOf(rig).sort(), ['absorbed', 'embedded', 'own'], 'git enters them in a terminal');
      // Git remembers what it has looked at.
      let time = 1;
      const touch = () => {
        time += 1;
        for (const name of ['absorbed', 'own', 'embedded']) utimesSync(join(rig.folder, name, 'in.txt'), time, time);
      };
      touch();
      rig.write('a.txt', 'b\n');
      rig.git('stash');
      assert.equal(marksOf(rig).length > 0, !isMoved, 'git stash enters those that are where they were');
      const acts: [name: string, act: () => Promise<unknown>][] = [
        ['status', () => rig.repo.status(0)],
        ['patch', () => rig.repo.patch(false)],
        ['staged patch', () => rig.repo.patch(true)],
        ['stage', async () => rig.root.staging.stage(await rig.at('own', 'absorbed'))],
        ['unstage', async () => rig.root.staging.unstage(await rig.at('own', 'absorbed'))],
        ['stage all', () => rig.root.staging.stageAll()],
        ['stash', () => rig.repo.branching.stash('x', true)],
        ['switch', () => rig.repo.branching.switch('side', true)],
        [
          'commit',
          async () => {
            const { taskId } = await rig.root.committing.commit(
              'x',
              { head: rig.git('rev-parse', 'HEAD').trim() },
              rig.actor,
            );
            return rig.ended(taskId);
          },
        ],
      ];
      for (const [name, act] of acts) {
        rig.write('a.txt', `${name}\n`);
        touch();
        marksOf(rig);
        await act().catch(() => null);
        assert.deepEqual(marksOf(rig), [], name);
      }
    });
  }

  it('[GT39] are staged at the commit that they are at', async (t) => {
    const rig = nested(t, true);
    await rig.root.staging.stage(await rig.at('own', 'absorbed', 'embedded'));
    for (const name of ['own', 'absorbed', 'embedded']) {
      const staged = rig.git('ls-files', '--stage', name).split(' ')[1];
      assert.equal(staged, rig.git('-C', name, 'rev-parse', 'HEAD').trim(), name);
    }
  });
});

describe('a merge', () => {
  it('[GT39] is refused if it would look into a repository that brings programs and isn’t a submodule', async (t) => {
    const rig = nested(t, false);
    const bare = join(rig.home, 'bare.git');
    rig.git('clone', '-q', '--bare', '.', bare);
    rig.git('remote', 'add', 'origin', bare);
    rig.git('fetch', '-q', 'origin');
    rig.git('branch', '-q', '--set-upstream-to=origin/main', 'main');
    const tree = rig.git('rev-parse', 'HEAD^{tree}').trim();
    const theirs = rig.git('-C', bare, 'commit-tree', tree, '-p', 'main', '-m', 'theirs').trim();
    rig.git('-C', bare, 'update-ref', 'refs/heads/main', theirs);
    rig.git('commit', '-q', '--allow-empty', '-m', 'ours');
    const { programs } = await rig.repo.status(0);
    await rig.repo.trustPrograms(programs.fingerprint, true);
    marksOf(rig);
    rig.write('a.txt', 'mine\n');
    utimesSync(join(rig.folder, 'embedded/in.txt'), 9, 9);
    const pull = async () => rig.ended((await rig.repo.branching.pull(rig.actor, 'merge', {})).taskId);
    const { trouble } = await pull();
    assert.deepEqual(trouble, { code: 'nested_programs', paths: ['embedded'] });
    assert.deepEqual(marksOf(rig), []);
    rig.git('-C', 'embedded', 'config', '--remove-section', 'filter.only');
    assert.equal((await pull()).state, 'done');
    assert.deepEqual(marksOf(rig), []);
  });
});

describe('files in .git that lead elsewhere', () => {
  it('[GT40] are looked at anew if they change, also behind a link', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n', '.gitattributes': '*.txt filter=late\n' } });
    const config = join(rig.home, 'config');
    renameSync(join(rig.folder, '.git/config'), config);
    symlinkSync(config, join(rig.folder, '.git/config'));
    await rig.repo.status(0);
    writeFileSync(config, `[filter "late"]\n\tclean = ${trapIn(rig, 'late')}\n`, { flag: 'a' });
    rig.write('a.txt', 'b\n');
    await rig.repo.status(0);
    await rig.repo.patch(false);
    assert.deepEqual(marksOf(rig), []);
  });

  const commit = async (rig: RepoRig) => {
    rig.write('a.txt', 'new\n');
    await rig.root.staging.stageAll();
    const { taskId } = await rig.root.committing.commit(
      '$(id)',
      { head: rig.git('rev-parse', 'HEAD').trim() },
      rig.actor,
    );
    return rig.ended(taskId);
  };
  for (const name of [
    'logs/HEAD',
    'logs/refs/heads/main',
    'COMMIT_EDITMSG',
    'index',
    'ORIG_HEAD',
    'FETCH_HEAD',
    'objects/info/x',
  ]) {
    it(`[GT40] ask before anything is written: ${name}`, async (t) => {
      const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
      const victim = join(rig.home, '.bashrc');
      const place = join(rig.folder, '.git', name);
      if (existsSync(place)) renameSync(place, victim);
      else writeFileSync(victim, MINE);
      symlinkSync(victim, place);
      const before = readFileSync(victim);
      const key = `.git/${name}`;
      const acts = [() => commit(rig), () => rig.repo.branching.create('x', { from: null, isSwitching: true })];
      for (const act of acts) {
        const trouble = await troubleWith(act());
        assert.ok(trouble.code === 'untrusted' && trouble.keys.includes(key), JSON.stringify(trouble));
      }
      assert.deepEqual(readFileSync(victim), before);
      const { programs } = await rig.repo.status(0);
      assert.deepEqual(programs.keys, [{ key, value: victim }]);
      await rig.repo.trustPrograms(programs.fingerprint, true);
      assert.equal((await commit(rig)).state, 'done');
    });
  }

  it('[GT40] don’t ask if they stay in the folder', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
    rmSync(join(rig.folder, '.git/hooks'), { recursive: true, force: true });
    symlinkSync('../.githooks', join(rig.folder, '.git/hooks'));
    renameSync(join(rig.folder, '.git/logs'), join(rig.folder, '.git/kept'));
    symlinkSync('kept', join(rig.folder, '.git/logs'));
    assert.equal((await commit(rig)).state, 'done');
  });

  it('[GT40] ask if the .git is another repository’s, and not if that one says that these are its files', async (t) => {
    /** A repository of the person's, and a folder that has none yet. */
    const scene = () => {
      const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
      const other = join(rig.home, 'other');
      renameSync(join(rig.folder, '.git'), other);
      return { rig, other };
    };
    const taken = scene();
    writeFileSync(join(taken.rig.folder, '.git'), `gitdir: ${taken.other}\n`);
    const trouble = await troubleWith(commit(taken.rig));
    assert.ok(trouble.code === 'untrusted' && trouble.keys.includes('.git'), JSON.stringify(trouble));
    const shared = scene();
    mkdirSync(join(shared.rig.folder, '.git'));
    writeFileSync(join(shared.rig.folder, '.git/commondir'), shared.other);
    writeFileSync(join(shared.rig.folder, '.git/HEAD'), 'ref: refs/heads/main\n');
    const again = await troubleWith(commit(shared.rig));
    assert.ok(again.code === 'untrusted' && again.keys.includes('.git/commondir'), JSON.stringify(again));
    // A worktree's own folder is in the shared one, and names it.
    const { rig, other } = scene();
    rmSync(join(rig.folder, 'a.txt'));
    rig.git('-C', other, 'config', 'core.bare', 'true');
    rig.git('-C', other, 'worktree', 'add', '-q', '-f', rig.folder, 'main');
    assert.equal((await commit(rig)).state, 'done');
  });

  const steps: [file: string, text: string][] = [
    ['rebase-merge/git-rebase-todo', 'exec TRAP'],
    ['rebase-merge/git-rebase-todo', 'pick HEAD\n  x TRAP'],
    ['rebase-merge/strategy', 'x/evil'],
    ['rebase-apply/apply-opt', " '--build-fake-ancestor=TRAP'"],
    ['sequencer/opts', '[options]\n\tstrategy = x/evil'],
  ];
  for (const [file, text] of steps) {
    it(`[GT40] ask if they are steps that run something: ${file}, ${text.split('\n').at(-1)}`, async (t) => {
      const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
      const head = rig.git('rev-parse', 'HEAD').trim();
      const folder = join(rig.folder, '.git', file.split('/')[0]!);
      mkdirSync(folder);
      const state = {
        'head-name': 'refs/heads/main',
        onto: head,
        'orig-head': head,
        interactive: '',
        end: '1',
        msgnum: '1',
        done: '',
      };
      for (const [name, content] of Object.entries(state)) writeFileSync(join(folder, name), `${content}\n`);
      writeFileSync(join(rig.folder, '.git', file), text.replace('TRAP', trapIn(rig, 'step')));
      const operation = file.startsWith('rebase') ? 'rebase' : 'cherry_pick';
      if (operation === 'cherry_pick') writeFileSync(join(rig.folder, '.git/CHERRY_PICK_HEAD'), `${head}\n`);
      const trouble = await troubleWith(rig.repo.branching.continue(rig.actor, operation));
      assert.ok(trouble.code === 'untrusted' && trouble.keys.includes(`.git/${file}`), JSON.stringify(trouble));
      assert.deepEqual(marksOf(rig), []);
    });
  }

  it('[GT40] don’t ask if they are steps of git’s own', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
    rig.write('a.txt', 'b\n');
    rig.commitAll('second');
    rig.git('-c', 'sequence.editor=sed -i s/^pick/edit/', 'rebase', '-i', '--root', '--strategy=ort');
    const { taskId } = await rig.repo.branching.continue(rig.actor, 'rebase');
    assert.equal((await rig.ended(taskId)).state, 'done');
  });
});

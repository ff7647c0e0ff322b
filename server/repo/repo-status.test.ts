import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { GitRunner } from '../git/git-runner.js';
import { Repository } from '../git/repository.js';
import { ScreenedDir } from '../git/screened-dir.js';
import { watchdogGuard } from '../processes/process-guard.js';
import { TestClock } from '../protocol/clock.rig.js';
import { until } from '../testing/until.rig.js';
import { LineCounter } from './changes/count-lines.js';
import { readStatus } from './changes/read-status.js';
import { ScratchObjects } from './changes/scratch-objects.js';
import { RepoRig, troubleWith } from './changes.rig.js';

/** Names of which each is a trap for somebody. */
const ODD = [
  'line\nbreak',
  'tab\there',
  '"quoted"',
  '-rf',
  ':(top)x',
  ' spaces ',
  'é/ü',
  '*.txt',
  `${`${'d'.repeat(200)}/`.repeat(18)}deep`,
];

/** A folder for PATH in which `git` is this script. */
function gitAs(t: TestContext, rig: { home: string }, script: string): string {
  const bin = join(rig.home, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, 'git'), 0o755);
  t.after(() => rmSync(bin, { recursive: true, force: true }));
  return `${bin}:${process.env.PATH}`;
}

describe('the status of a root', () => {
  it('[V8] is told at once after an act of a person while a tab shows it, and to nobody otherwise', async (t) => {
    const clock = new TestClock();
    const rig = new RepoRig(t, { clock, files: { 'a.txt': 'a\n' } });
    rig.write('a.txt', 'b\n');
    await rig.repo.status(0);
    rig.repo.watch({ id: 'tab' }, true);
    const before = rig.told.length;
    await rig.root.staging.stage(await rig.at('a.txt'));
    // No time goes by, and nobody asks.
    await until(() => rig.told.length > before);
    assert.deepEqual(rig.told.at(-1), await rig.repo.status(0));
    assert.equal(rig.git('diff', '--cached', '--name-only'), 'a.txt\n');
    rig.repo.watch({ id: 'tab' }, false);
    const told = rig.told.length;
    rig.write('a.txt', 'c\n');
    await rig.root.staging.stageAll();
    await rig.repo.close();
    assert.equal(rig.told.length, told);
  });

  it('[RP41] tells every kind of change rightly', async (t) => {
    const files = {
      'a.txt': 'a\nb\n',
      'moved.txt': 'one\ntwo\nthree\nfour\n',
      'run.sh': '#!/bin/sh\n',
      both: '1\n',
      link: 'x',
    };
    const rig = new RepoRig(t, { files });
    rig.write('a.txt', 'a\nc\nd\n');
    rig.git('mv', 'moved.txt', 'there.txt');
    chmodSync(join(rig.folder, 'run.sh'), 0o755);
    rig.write('both', '2\n');
    rig.git('add', 'both');
    rig.write('both', '3\n');
    rmSync(join(rig.folder, 'link'));
    symlinkSync('a.txt', join(rig.folder, 'link'));
    rig.write('new/n.txt', 'n');
    mkdirSync(join(rig.folder, 'inner'));
    rig.git('init', '-q', 'inner');
    const { files: shown, head, total, leftOut, operation } = await rig.repo.status(0);
    const byPath = Object.fromEntries(
      shown.map(({ path, kind, index, worktree, added, removed, renamedFrom, isModeChange }) => [
        path,
        [kind, index + worktree, added, removed, renamedFrom, isModeChange],
      ]),
    );
    assert.deepEqual(byPath, {
      'a.txt': ['changed', '.M', 2, 1, null, false],
      'there.txt': ['changed', 'R.', 0, 0, 'moved.txt', false],
      'run.sh': ['changed', '.M', 0, 0, null, true],
      both: ['changed', 'MM', 1, 1, null, false],
      link: ['changed', '.T', 1, 1, null, false],
      'new/n.txt': ['untracked', '??', null, null, null, false],
      'inner/': ['nested', '??', null, null, null, false],
    });
    assert.deepEqual([head.branch, total, leftOut, operation], ['main', 7, 0, null]);
  });

  it('[RP41] knows a detached HEAD, a conflict, a submodule and what was begun', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
    const other = new RepoRig(t, { files: { x: 'x' } });
    rig.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.folder, 'sub');
    rig.commitAll('sub');
    rig.git('checkout', '-q', '-b', 'side');
    rig.write('a.txt', 'side\n');
    rig.commitAll('side');
    rig.git('checkout', '-q', '--detach', 'main');
    rig.write('a.txt', 'main\n');
    rig.commitAll('main');
    rig.git('-C', 'sub', 'commit', '-q', '--allow-empty', '-m', 'more');
    assert.throws(() => rig.git('merge', 'side'));
    const { files, head, operation } = await rig.repo.status(0);
    assert.deepEqual(
      files.map(({ path, kind }) => [path, kind]),
      [
        ['sub', 'submodule'],
        ['a.txt', 'conflict'],
      ],
    );
    assert.deepEqual([head.branch, operation], [null, 'merge']);
    const conflict = await rig.at('a.txt');
    assert.equal((await troubleWith(rig.root.staging.unstage(conflict))).code, 'conflicts');
    assert.equal((await troubleWith(rig.root.committing.commit('x', { head: head.oid }, rig.actor))).code, 'conflicts');
    assert.equal((await troubleWith(rig.root.discarding.reset(1, false))).code, 'operation');
    const lines = { ids: { old: null, new: null }, splices: [] };
    const { staging, discarding } = rig.root;
    const acts = [staging.stageLines, staging.unstageLines, discarding.discardLines];
    for (const act of acts) assert.equal((await troubleWith(act('a.txt', lines))).code, 'conflicts');
    await rig.root.staging.stage(conflict);
    assert.equal((await rig.changed('a.txt')).kind, 'changed');
  });

  it('[RP42] takes any name: it is listed, staged, thrown away and brought back, or counted as left out', async (t) => {
    const rig = new RepoRig(t, { files: Object.fromEntries(ODD.map((name) => [name, 'old\n'])) });
    const bytes = (name: string) => Buffer.concat([Buffer.from(`${rig.folder}/`), Buffer.from(name, 'latin1')]);
    // Elsewhere a name has to be text.
    const untold = process.platform === 'linux' ? [bytes('not-\xff-text')] : [];
    const unseen = process.platform === 'linux' ? [bytes('new-\xfe')] : [];
    for (const path of untold) writeFileSync(path, 'old\n');
    rig.commitAll('odd');
    for (const name of ODD) rig.write(name, 'new\n');
    for (const path of [...untold, ...unseen]) writeFileSync(path, 'new\n');
    const { files, leftOut, total, revision } = await rig.repo.status(0);
    assert.deepEqual(files.map(({ path }) => path).sort(), [...ODD].sort());
    const count = untold.length + unseen.length;
    assert.deepEqual([leftOut, total], [count, ODD.length + count]);
    for (const name of ODD) {
      const { runs, new: now } = await rig.repo.fileDiff(name, { from: 'index', to: 'worktree' }, null);
      assert.deepEqual([runs, now.text], [[[0, 1, 1]], 'new\n'], name);
    }
    const { undoId } = await rig.root.discarding.reset(revision, false);
    const read = () =>
      [...ODD.map((name) => join(rig.folder, name)), ...untold].map((path) => readFileSync(path, 'utf8'));
    assert.deepEqual(new Set(read()), new Set(['old\n']));
    for (const path of unseen) assert.equal(readFileSync(path, 'utf8'), 'new\n', 'a new file stays');
    await rig.root.undoing.undo(undoId!);
    assert.deepEqual(new Set(read()), new Set(['new\n']));
    await rig.root.staging.stage(await rig.at(...ODD));
    assert.equal((await rig.repo.status(0)).files.filter(({ index }) => index === 'M').length, ODD.length);
    await rig.root.staging.stageAll();
    assert.equal(rig.git('diff', '--name-only'), '');
    assert.equal(rig.git('ls-files', '--others'), '');
  });

  it('[RP41] counts lines against the last commit as git itself does', async (t) => {
    const text = (n: number) => Array.from({ length: 30 }, (_, line) => `${n} ${line}\n`).join('');
    const names = Array.from({ length: 24 }, (_, n) => (n % 3 === 0 ? `deep/er/f${n}` : `f${n}`));
    const files = Object.fromEntries(names.map((name, n) => [name, text(n)]));
    const rig = new RepoRig(t, {
      files: { ...files, '.gitattributes': '*.crlf text eol=crlf\n', 'a.crlf': 'a\r\nb\r\n' },
    });
    const path = (n: number) => join(rig.folder, names[n]!);
    for (const n of [0, 1, 2, 3]) rig.write(names[n]!, `${text(n)}more\n`);
    rig.git('add', names[1]!, names[2]!);
    rig.write(names[2]!, text(2).replace('2 3\n', ''));
    rmSync(path(4));
    rig.git('rm', '-q', names[5]!);
    rig.git('mv', names[6]!, 'moved');
    rig.write('moved', `${text(6)}x\n`);
    rig.git('mv', names[7]!, 'deep/moved too');
    rmSync(path(8));
    mkdirSync(path(8));
    rig.write(`${names[8]}/inner`, 'x\ny\n');
    rig.write('added', '1\n2\n3\n');
    rig.write('binary', Buffer.from([0, 1, 2]));
    rig.write('added and gone', 'x\n');
    rig.git('add', 'added', 'binary', 'added and gone');
    rig.write('added', '1\n2\n3\n4\n');
    rmSync(join(rig.folder, 'added and gone'));
    rig.write('a.crlf', 'a\r\nc\r\n');
    rig.write(names[9]!, Buffer.from([0, 1]));
    chmodSync(path(10), 0o755);
    rmSync(path(11));
    symlinkSync('added', path(11));
    const long = `${'n'.repeat(200)}/`.repeat(15);
    rig.write(`${long}long`, 'x\n');
    rig.git('add', long);
    const told = rig.git('-c', 'core.quotePath=false', 'diff', '--numstat', '-M', '--no-renames', 'HEAD').trim();
    const expected = new Map(
      told.split('\n').map((line) => {
        const [added, removed, name] = line.split('\t');
        return [name!, [added === '-' ? null : Number(added), removed === '-' ? null : Number(removed)]];
      }),
    );
    const { files: shown } = await rig.repo.status(0);
    const counted = shown.filter(({ kind, renamedFrom }) => kind === 'changed' && !renamedFrom);
    assert.ok(counted.length >= 15);
    for (const { path: name, added, removed, index, worktree } of counted) {
      if (index + worktree === 'AD') continue;
      assert.deepEqual([added, removed], expected.get(name), name);
    }
    const moved = shown
      .filter(({ renamedFrom }) => renamedFrom)
      .map(({ path: name, added, removed }) => [name, added, removed]);
    assert.deepEqual(moved.sort(), [
      ['deep/moved too', 0, 0],
      ['moved', 1, 0],
    ]);
    assert.equal(rig.git('diff', '--cached', '--name-only', '--diff-filter=A').split('\n').filter(Boolean).length, 4);
  });

  it('[RP43] is that of the root alone, where the repository begins above it', async (t) => {
    const rig = new RepoRig(t, { files: { 'top.txt': 'a\n', 'app/in.txt': 'a\n', 'app/b.txt': 'b\n' }, below: 'app' });
    rig.write('top.txt', 'changed\n');
    rig.write('app/in.txt', 'changed\n');
    rig.write('app/new.txt', 'n\n');
    rig.write('new.txt', 'n\n');
    const { files, revision } = await rig.repo.status(0);
    assert.deepEqual(
      files.map(({ path }) => path),
      ['in.txt', 'new.txt'],
    );
    const { runs } = await rig.repo.fileDiff('in.txt', { from: 'HEAD', to: 'worktree' }, null);
    assert.deepEqual(runs, [[0, 1, 1]]);
    assert.equal((await rig.repo.fileContent('in.txt', 'HEAD')).text, 'a\n');
    await rig.root.discarding.reset(revision, false);
    await rig.root.staging.stageAll();
    assert.equal(rig.git('status', '--porcelain'), 'A  app/new.txt\n M top.txt\n?? new.txt\n');
    for (const path of ['../top.txt', 'x/../../top.txt', './in.txt', '/etc/passwd', 'a//b', '.git/config']) {
      const { repo } = rig;
      const looks: Record<string, () => Promise<unknown>> = {
        file: () => repo.fileContent(path, null),
        index: () => repo.fileContent(path, 'index'),
        commit: () => repo.fileContent(path, 'HEAD'),
        staged: () => repo.fileDiff(path, { from: 'HEAD', to: 'index' }, null),
        changed: () => repo.fileDiff(path, { from: 'HEAD', to: 'worktree' }, null),
        moved: () => repo.fileDiff('in.txt', { from: 'HEAD', to: 'index' }, path),
        hunks: () => repo.diffHunks(path, { from: 'HEAD', to: 'worktree', renamedFrom: null }),
        log: () => repo.history.fileLog(path, 0, 10),
        blame: () => repo.history.blame(path, { version: null, from: 1, count: 10 }),
        conflict: () => repo.branching.conflict(path),
      };
      for (const [name, look] of Object.entries(looks)) {
        assert.deepEqual(await troubleWith(look()), { code: 'outside', path }, `${name} ${path}`);
      }
    }
  });

  it('[RP44] comes in pages', async (t) => {
    const rig = new RepoRig(t);
    for (let n = 0; n < 1_100; n++) rig.write(`f${n}`, 'x');
    const first = await rig.repo.status(0);
    const second = await rig.repo.status(first.next!);
    assert.deepEqual([first.files.length, second.files.length, second.next], [1_000, 100, null]);
    assert.deepEqual([first.revision, first.total], [second.revision, 1_100]);
  });
});

describe('a root that is not as it should be', () => {
  it('[GT20] is told by a code: no git, an old git, no repository, a bare one, a gone folder', async (t) => {
    const there = new RepoRig(t, { files: { a: 'a' } });
    const without = new RepoRig(t, { path: '/nowhere', files: { a: 'a' } });
    assert.deepEqual(await troubleWith(without.repo.status(0)), { code: 'no_git' });
    assert.deepEqual(
      (await without.repo.tree('', null)).entries.map(({ name }) => name),
      ['a'],
    );
    const old = gitAs(t, there, 'echo git version 2.20.1');
    const ancient = new RepoRig(t, { path: old, files: { a: 'a' } });
    assert.deepEqual(await troubleWith(ancient.repo.status(0)), { code: 'old_git', version: '2.20.1', needed: '2.31' });
    const plain = new RepoRig(t, { git: false, files: { a: 'a' } });
    assert.deepEqual(await troubleWith(plain.repo.status(0)), { code: 'not_repo' });
    plain.git('init', '-q');
    assert.equal((await plain.repo.status(0)).total, 1, 'it is looked at again');
    const bare = new RepoRig(t, { git: false });
    bare.git('init', '-q', '--bare');
    assert.deepEqual(await troubleWith(bare.repo.status(0)), { code: 'bare' });
    renameSync(there.folder, `${there.folder}-gone`);
    assert.deepEqual(await troubleWith(there.repo.status(0)), { code: 'gone' });
    assert.equal((await troubleWith(there.root.edits.create('x', 'x', there.actor))).code, 'missing');
    renameSync(`${there.folder}-gone`, there.folder);
    assert.equal((await there.repo.status(0)).total, 0);
  });

  it('[GT20] is left alone if it is the repository of another user', async (t) => {
    const place = new RepoRig(t, { files: { a: 'a' } });
    const path = gitAs(t, place, `GIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec ${realGit()} "$@"`);
    const foreign = new RepoRig(t, { path, files: { a: 'a' } });
    assert.deepEqual(await troubleWith(foreign.repo.status(0)), { code: 'owner', path: foreign.folder });
    assert.doesNotMatch(readFileSync(join(foreign.home, '.gitconfig'), 'utf8'), /safe/);
  });

  it('[GT21] shows a file of 1 GB as too large, and loses nothing of it', async (t) => {
    const rig = new RepoRig(t, { files: { a: 'a' } });
    rig.write('huge', '');
    truncateSync(join(rig.folder, 'huge'), 1024 ** 3);
    const diff = await rig.repo.fileDiff('huge', { from: 'index', to: 'worktree' }, null);
    assert.deepEqual([diff.new.kind, diff.new.size, diff.runs], ['too_big', 1024 ** 3, null]);
    assert.equal((await troubleWith(rig.repo.fileContent('huge', null))).code, 'too_large');
    assert.equal(await rig.repo.isBinary('huge'), true);
    const seen = await rig.at('huge');
    const trouble = await troubleWith(rig.root.discarding.discard(seen, { scope: 'worktree', goesWithout: false }));
    assert.deepEqual(trouble, { code: 'no_undo', files: [{ path: 'huge', why: 'too_large' }] });
    assert.equal(statSync(join(rig.folder, 'huge')).size, 1024 ** 3);
    await rig.root.discarding.discard(seen, { scope: 'worktree', goesWithout: true });
    assert.equal(existsSync(join(rig.folder, 'huge')), false);
  });
});

describe('looking', () => {
  it('[GT22] leaves the index as it is, also where git would write down what it has seen', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n', 'b.txt': 'b\n' } });
    const index = () => readFileSync(join(rig.folder, '.git/index'));
    utimesSync(join(rig.folder, 'a.txt'), 1, 1);
    rig.write('b.txt', 'more\n');
    const before = index();
    await rig.repo.patch(false);
    await rig.repo.status(0);
    await rig.repo.fileDiff('b.txt', { from: 'index', to: 'worktree' }, null);
    assert.deepEqual(index(), before);
    rig.git('diff');
    assert.notDeepEqual(index(), before, 'git writes it in a terminal');
  });

  it('[GT22] never disturbs a git of somebody else, nor is it disturbed', async (t) => {
    const rig = new RepoRig(t, { files: { f: '0' } });
    const script = 'n=0; while [ ! -e stop ]; do n=$((n+1)); echo $n > f; git commit -q -a -m $n || exit 1; done';
    const env = { PATH: process.env.PATH, HOME: rig.home, GIT_CONFIG_NOSYSTEM: '1' };
    const loop = spawn('/bin/sh', ['-c', script], { cwd: rig.folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    loop.stderr.on('data', (bytes) => {
      said += bytes;
    });
    const ended = once(loop, 'exit');
    const runner = new GitRunner(rig.folder, { env, guard: watchdogGuard() });
    const repository = await Repository.open(runner, {
      isTrusted: () => false,
      screened: new ScreenedDir(join(rig.dataDir, 'screened')),
    });
    const counter = new LineCounter(new ScratchObjects(join(rig.dataDir, 'scratch')));
    const first = rig.git('rev-list', '--count', 'HEAD');
    const args = ['status', '--porcelain=v2', '-z', '--branch', '--untracked-files=all'];
    const reader = async (count: number) => {
      for (let n = 0; n < count; n++) await repository.worktree({ args });
    };
    await Promise.all([reader(450), reader(450), readMany(repository, counter, 50)]);
    writeFileSync(join(rig.folder, 'stop'), '');
    const [code] = await ended;
    assert.deepEqual([code, said], [0, '']);
    assert.ok(Number(rig.git('rev-list', '--count', 'HEAD')) > Number(first), 'there were commits meanwhile');
  });

  it('[GT23] starts no git while nobody looks, and few while somebody does', async (t) => {
    const clock = new TestClock();
    const logged = new RepoRig(t, { git: false });
    const log = join(logged.home, 'log');
    writeFileSync(log, '');
    const path = gitAs(t, logged, `echo "$*" >> ${log}; exec ${realGit()} "$@"`);
    const rig = new RepoRig(t, { path, clock, files: { a: 'a' } });
    rig.write('a', 'changed');
    const count = () => readFileSync(log, 'utf8').split('\n').filter(Boolean).length;
    await clock.passSettled(60_000);
    assert.deepEqual([count(), clock.pending], [0, []], 'nothing at the start');
    const tab = { id: 't1' };
    // No git is at work once the next look is planned.
    const planned = async () => {
      await until(() => clock.pending.some((ms) => ms > 0 && ms <= 10_000));
    };
    rig.repo.watch(tab, true);
    clock.pass(0);
    await planned();
    const before = count();
    for (let second = 0; second < 60; second++) {
      clock.pass(1_000);
      await planned();
    }
    const calls = count() - before;
    assert.ok(calls >= 6 && calls <= 14, `${calls} calls of git in a minute`);
    rig.repo.watch(tab, false);
    const after = count();
    await clock.passSettled(60_000);
    rig.git('commit', '-q', '--allow-empty', '-m', 'unseen');
    rig.repo.touch();
    assert.deepEqual(clock.pending, [], 'no look is planned');
    await clock.passSettled(60_000);
    assert.equal(count(), after, 'nothing once nobody looks');
    rig.repo.watch(tab, true);
    rig.repo.dropTab(tab);
    assert.deepEqual(clock.pending, [], 'no look is planned');
    await clock.passSettled(60_000);
    assert.equal(count(), after, 'nothing for a tab that went');
  });

  it('[GT26] is made once at a time with one to follow, and not again within a second or ten times its cost', async (t) => {
    const clock = new TestClock();
    const logged = new RepoRig(t, { git: false });
    const [log, hold] = [join(logged.home, 'log'), join(logged.home, 'hold')];
    writeFileSync(log, '');
    // The status alone takes as long as the test wants.
    const waits = `case "$*" in *porcelain*) echo status >> ${log}; while [ -e ${hold} ]; do sleep 0.01; done;; esac`;
    const path = gitAs(t, logged, `${waits}; exec ${realGit()} "$@"`);
    const rig = new RepoRig(t, { path, clock, files: { a: 'a' } });
    const count = () => readFileSync(log, 'utf8').split('\n').filter(Boolean).length;
    rig.repo.watch({ id: 't1' }, true);
    clock.pass(0);
    await until(() => clock.pending.includes(10_000));
    assert.equal(count(), 1);
    // Many are told that something changed, and ask.
    for (let n = 0; n < 50; n++) rig.repo.touch();
    await Promise.all(Array.from({ length: 50 }, () => rig.repo.status(0)));
    assert.deepEqual([count(), clock.pending], [1, [1_000]], 'they get what was seen a moment ago');
    writeFileSync(hold, '');
    clock.pass(1_000);
    await until(() => count() === 2);
    for (let n = 0; n < 50; n++) rig.repo.touch();
    const asked = Array.from({ length: 50 }, () => rig.repo.status(0));
    clock.pass(500);
    rmSync(hold);
    await Promise.all(asked);
    await until(() => clock.pending.includes(5_000));
    assert.equal(count(), 2, 'its cost was half a second, so the next comes after five');
    clock.pass(4_999);
    await rig.repo.status(0);
    assert.equal(count(), 2);
    clock.pass(1);
    await until(() => count() === 3 && clock.pending.includes(10_000));
    // What a person has done is shown at once, in one more run for all who ask.
    writeFileSync(hold, '');
    const first = rig.root.edits.create('b', 'b', rig.actor).then(() => rig.repo.status(0));
    await until(() => count() === 4);
    await rig.root.edits.create('c', 'c', rig.actor);
    const later = Array.from({ length: 20 }, () => rig.repo.status(0));
    rmSync(hold);
    await first;
    for (const { total } of await Promise.all(later)) assert.equal(total, 2);
    assert.equal(count(), 5);
  });

  it('[GT25] and staging take few calls of git: two for a status, one for a clean one, three for lines', async (t) => {
    const logged = new RepoRig(t, { git: false });
    const log = join(logged.home, 'log');
    const path = gitAs(t, logged, `echo "$*" >> ${log}; exec ${realGit()} "$@"`);
    const rig = new RepoRig(t, { path, files: { a: 'a\n' } });
    rig.write('a', 'b\n');
    await rig.repo.status(0);
    const calls = async (act: () => Promise<unknown>) => {
      writeFileSync(log, '');
      await act();
      return readFileSync(log, 'utf8').split('\n').filter(Boolean).length;
    };
    assert.equal(await calls(() => rig.repo.status(0)), 2);
    const { old, new: now } = await rig.repo.fileDiff('a', { from: 'index', to: 'worktree' }, null);
    const lines = {
      ids: { old: old.oid, new: now.oid },
      splices: [{ at: 0, drop: 1, take: [0, 1] as [number, number] }],
    };
    assert.equal(await calls(() => rig.root.staging.stageLines('a', lines)), 3);
    assert.equal(rig.git('cat-file', 'blob', ':a'), 'b\n');
    rig.commitAll('clean');
    assert.equal(await calls(() => rig.repo.status(0)), 1);
  });

  it('[GT34] counts lines of what was counted before only once, and compares a text in one call', async (t) => {
    const logged = new RepoRig(t, { git: false });
    const log = join(logged.home, 'log');
    const path = gitAs(t, logged, `echo "$*" >> ${log}; exec ${realGit()} "$@"`);
    const rig = new RepoRig(t, { path, files: { a: 'a\n', b: 'b\n', gone: 'g\n' } });
    const env = { PATH: path, HOME: rig.home, GIT_CONFIG_NOSYSTEM: '1' };
    const repository = await Repository.open(new GitRunner(rig.folder, { env, guard: watchdogGuard() }), {
      isTrusted: () => false,
      screened: new ScreenedDir(join(rig.dataDir, 'screened')),
    });
    // A minute after everything that is written here.
    const counter = new LineCounter(new ScratchObjects(join(rig.dataDir, 'scratch')), () => Date.now() + 60_000);
    const look = async () => {
      writeFileSync(log, '');
      const { files } = await readStatus(repository, counter);
      const calls = readFileSync(log, 'utf8').split('\n').filter(Boolean).length;
      return [calls, ...files.map(({ shown }) => `${shown.path} +${shown.added} -${shown.removed}`)];
    };
    await look();
    rig.write('a', 'b\nc\n');
    rig.write('b', 'x\n');
    assert.deepEqual(await look(), [2, 'a +2 -1', 'b +1 -1']);
    assert.deepEqual(await look(), [1, 'a +2 -1', 'b +1 -1']);
    rig.write('a', 'b\nc\nd\n');
    assert.deepEqual(await look(), [2, 'a +3 -1', 'b +1 -1']);
    // Staged, the same lines are there; committed, they are not.
    rig.git('add', 'a');
    assert.deepEqual(await look(), [2, 'a +3 -1', 'b +1 -1']);
    rig.git('commit', '-q', '-m', 'a');
    assert.deepEqual(await look(), [1, 'b +1 -1']);
    // A file that was deleted may be the other half of one that was added.
    rmSync(join(rig.folder, 'gone'));
    assert.deepEqual(await look(), [2, 'b +1 -1', 'gone +0 -1']);
    assert.deepEqual(await look(), [2, 'b +1 -1', 'gone +0 -1']);
    // What is read otherwise is counted again.
    rig.write('.gitattributes', 'b -diff\n');
    assert.deepEqual(await look(), [2, 'b +null -null', 'gone +0 -1', '.gitattributes +null -null']);
    rmSync(join(rig.folder, '.gitattributes'));
    await rig.repo.status(0);
    writeFileSync(log, '');
    const diff = await rig.repo.fileDiff('b', { from: 'index', to: 'worktree' }, null);
    assert.deepEqual([diff.old.text, diff.new.text, diff.runs], ['b\n', 'x\n', [[0, 1, 1]]]);
    assert.equal(readFileSync(log, 'utf8').split('\n').filter(Boolean).length, 1);
    // A file that was just written is always counted: it may be written again before the clock of its disk goes on.
    const careful = new LineCounter(new ScratchObjects(join(rig.dataDir, 'careful')));
    for (const calls of [2, 2]) {
      rig.write('b', 'y\n');
      writeFileSync(log, '');
      await readStatus(repository, careful);
      assert.equal(readFileSync(log, 'utf8').split('\n').filter(Boolean).length, calls);
    }
  });

  it('[GT24] tells a new number when something changed, and the same one otherwise', async (t) => {
    const rig = new RepoRig(t, { files: { a: 'a\n' } });
    const tab = { id: 't1' };
    rig.repo.watch(tab, true);
    const next = async (revision: number) => {
      await until(() => (rig.roots.at(-1)?.revision ?? 0) >= revision);
    };
    await next(1);
    assert.equal((await rig.repo.status(0)).revision, 1);
    // By the hand of somebody else: git's own folder shows it.
    rig.write('a', 'b\n');
    rig.git('add', 'a');
    await next(2);
    // By an agent, whose turn ends.
    rig.write('c', 'c\n');
    rig.repo.touch();
    await next(3);
    rig.repo.touch();
    assert.equal((await rig.repo.status(0)).revision, 3);
    const { place: _place, ...root } = rig.roots.at(-1)!;
    assert.deepEqual(root, { id: 'main', path: rig.folder, name: 'work', revision: 3 });
  });
});

async function readMany(repository: Repository, counter: LineCounter, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await readStatus(repository, counter);
}

function realGit(): string {
  return (process.env.PATH ?? '')
    .split(':')
    .map((dir) => join(dir, 'git'))
    .find((file) => existsSync(file))!;
}

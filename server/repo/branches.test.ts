import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { GitOperation } from '../protocol/api/repo-trouble.js';
import { until } from '../testing/until.rig.js';
import { RepoRig, troubleWith } from './changes.rig.js';

const oidOf = (rig: RepoRig, name: string) => rig.git('rev-parse', name).trim();
const current = (rig: RepoRig) => rig.git('branch', '--show-current').trim();
const read = (rig: RepoRig, name: string) => readFileSync(join(rig.folder, name), 'utf8');
const AT_HEAD = { from: null, isSwitching: true };

/** A branch `topic` that has changed `a.txt`, and `main` that has too. */
function forked(t: TestContext): RepoRig {
  const rig = new RepoRig(t, { files: { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'b\n' } });
  rig.git('switch', '-q', '-c', 'topic');
  rig.write('a.txt', 'one\ntheirs\nthree\n');
  rig.commitAll('Theirs');
  rig.git('switch', '-q', 'main');
  rig.write('a.txt', 'one\nours\nthree\n');
  rig.commitAll('Ours');
  return rig;
}

/** Begins something that stops at a conflict. */
function stopAt(rig: RepoRig, ...args: string[]): void {
  assert.throws(() => rig.git(...args));
}

describe('a branch', () => {
  it('[BR2] is created at HEAD or at a commit, and only under a new and valid name', async (t) => {
    const rig = forked(t);
    assert.deepEqual(await rig.repo.branching.create('fix/ö', AT_HEAD), { branch: 'fix/ö', stash: null });
    assert.equal(current(rig), 'fix/ö');
    const here = { from: 'main~1', isSwitching: false };
    assert.equal(await rig.repo.branching.create('old', here), null);
    assert.deepEqual([current(rig), oidOf(rig, 'old')], ['fix/ö', oidOf(rig, 'main~1')]);
    for (const name of ['a b', 'a..b', '@{-1}', 'HEAD', 'x.lock', '/x', 'a~1']) {
      assert.equal((await troubleWith(rig.repo.branching.create(name, AT_HEAD))).code, 'bad_branch', name);
    }
    assert.deepEqual(await troubleWith(rig.repo.branching.create('topic', AT_HEAD)), {
      code: 'branch_exists',
      branch: 'topic',
    });
    const nowhere = { from: 'nowhere', isSwitching: true };
    assert.equal((await troubleWith(rig.repo.branching.create('x', nowhere))).code, 'no_commit');
  });

  it('[BR2] is created before the first commit too', async (t) => {
    const rig = new RepoRig(t);
    await rig.repo.branching.create('other', AT_HEAD);
    assert.equal(current(rig), 'other');
  });

  it('[BR3] of a remote gets a branch here that follows it', async (t) => {
    const rig = forked(t);
    rig.git('remote', 'add', 'up/stream', 'https://example.org/x.git');
    rig.git('update-ref', 'refs/remotes/up/stream/feature/one', 'topic');
    assert.deepEqual(await rig.repo.branching.switch('up/stream/feature/one', false), {
      branch: 'feature/one',
      stash: null,
    });
    assert.equal(rig.git('rev-parse', '--abbrev-ref', '@{upstream}').trim(), 'up/stream/feature/one');
    await rig.repo.branching.switch('main', false);
    const again = await rig.repo.branching.switch('up/stream/feature/one', false);
    assert.equal(again.branch, 'feature/one');
    assert.equal((await troubleWith(rig.repo.branching.switch('none', false))).code, 'no_branch');
  });

  it('[BR4] is not switched to over changes, unless they are stashed', async (t) => {
    const rig = forked(t);
    rig.write('a.txt', 'mine\n');
    rig.write('new ü.txt', 'new\n');
    assert.deepEqual(await troubleWith(rig.repo.branching.switch('topic', false)), {
      code: 'overwritten',
      paths: ['a.txt'],
    });
    assert.deepEqual([current(rig), read(rig, 'a.txt')], ['main', 'mine\n']);
    const { stash } = await rig.repo.branching.switch('topic', true);
    assert.deepEqual([current(rig), rig.git('status', '--porcelain')], ['topic', '']);
    await rig.repo.branching.switch('main', false);
    assert.deepEqual(await rig.repo.branching.popStash(stash!), { conflicts: [] });
    assert.deepEqual([read(rig, 'a.txt'), read(rig, 'new ü.txt')], ['mine\n', 'new\n']);
    // A switch that fails after all puts nothing away.
    rig.git('worktree', 'add', '-q', join(rig.home, 'wt'), 'topic');
    const busy = await troubleWith(rig.repo.branching.switch('topic', true));
    assert.deepEqual(busy, { code: 'checked_out', branch: 'topic' });
    assert.deepEqual([read(rig, 'a.txt'), await rig.repo.branching.stashes()], ['mine\n', []]);
  });

  it('[BR4] with a new file in the way is not switched to either', async (t) => {
    const rig = forked(t);
    rig.git('switch', '-q', 'topic');
    rig.write('sub/new "file".txt', 'committed\n');
    rig.commitAll('Adds a file');
    rig.git('switch', '-q', 'main');
    rig.write('sub/new "file".txt', 'mine\n');
    const trouble = await troubleWith(rig.repo.branching.switch('topic', false));
    assert.deepEqual(trouble, { code: 'overwritten', paths: ['sub/new "file".txt'] });
    await rig.repo.branching.switch('topic', true);
    assert.equal(read(rig, 'sub/new "file".txt'), 'committed\n');
  });

  it('[BR5] is renamed, and deleted only when nothing is lost or the person has seen what', async (t) => {
    const rig = forked(t);
    await rig.repo.branching.rename('topic', 'subject');
    assert.equal((await troubleWith(rig.repo.branching.rename('subject', 'main'))).code, 'branch_exists');
    assert.equal((await troubleWith(rig.repo.branching.rename('topic', 'x'))).code, 'no_branch');
    assert.equal((await troubleWith(rig.repo.branching.delete('main', null))).code, 'current_branch');
    const oid = oidOf(rig, 'subject');
    const trouble = await troubleWith(rig.repo.branching.delete('subject', null));
    assert.ok(trouble.code === 'unmerged');
    assert.deepEqual(
      [trouble.oid, trouble.total, trouble.commits.map(({ subject, author }) => [subject, author])],
      [oid, 1, [['Theirs', 'T']]],
    );
    assert.equal((await troubleWith(rig.repo.branching.delete('subject', oidOf(rig, 'main')))).code, 'stale');
    assert.deepEqual(await rig.repo.branching.delete('subject', oid), { branch: 'subject', oid });
    await rig.repo.branching.create('subject', { from: oid, isSwitching: false });
    assert.equal(oidOf(rig, 'subject'), oid, 'it comes back by its commit');
    rig.git('branch', 'merged', 'main~1');
    assert.equal((await rig.repo.branching.delete('merged', null)).branch, 'merged');
  });

  it('[BR5] is not deleted while another worktree has it', async (t) => {
    const rig = forked(t);
    rig.git('worktree', 'add', '-q', join(rig.home, 'wt'), 'topic');
    const trouble = await troubleWith(rig.repo.branching.delete('topic', oidOf(rig, 'topic')));
    assert.deepEqual(trouble, { code: 'checked_out', branch: 'topic' });
  });
});

describe('a stash', () => {
  it('[BR6] holds changes until they are restored, dropped and stored again', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
    assert.equal((await troubleWith(rig.repo.branching.stash('Nothing', true))).code, 'nothing_to_stash');
    rig.write('a.txt', 'first\n');
    const first = await rig.repo.branching.stash('First: $HOME "x"', true);
    rig.write('new.txt', 'second\n');
    assert.equal((await troubleWith(rig.repo.branching.stash('Second', false))).code, 'nothing_to_stash');
    const second = await rig.repo.branching.stash('Second', true);
    const listed = await rig.repo.branching.stashes();
    assert.deepEqual(
      listed.map(({ oid, message }) => [oid, message]),
      [
        [second.oid, 'On main: Second'],
        [first.oid, 'On main: First: $HOME "x"'],
      ],
    );
    const dropped = await rig.repo.branching.dropStash(second.oid);
    assert.equal(dropped.message, 'On main: Second');
    assert.equal((await troubleWith(rig.repo.branching.popStash(second.oid))).code, 'no_stash');
    await rig.repo.branching.storeStash(second.oid, dropped.message);
    assert.deepEqual(await rig.repo.branching.popStash(first.oid), { conflicts: [] });
    assert.deepEqual(await rig.repo.branching.popStash(second.oid), { conflicts: [] });
    assert.equal(rig.git('status', '--porcelain'), ' M a.txt\n?? new.txt\n');
    const head = oidOf(rig, 'HEAD');
    assert.equal((await troubleWith(rig.repo.branching.storeStash(head, 'x'))).code, 'no_stash');
  });

  it('[BR6] that leads to conflicts is kept', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
    rig.write('a.txt', 'stashed\n');
    const { oid } = await rig.repo.branching.stash('Mine', true);
    rig.write('a.txt', 'committed\n');
    rig.commitAll('Other');
    assert.deepEqual(await rig.repo.branching.popStash(oid), { conflicts: ['a.txt'] });
    assert.equal((await rig.repo.branching.stashes()).length, 1);
  });

  it('[BR6] of a root below the top takes only what is in it', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n', 'in [x]/b.txt': 'b\n' }, below: 'in [x]' });
    rig.write('a.txt', 'outside\n');
    rig.write('in [x]/b.txt', 'inside\n');
    rig.write('in [x]/new.txt', 'new\n');
    rig.write('new.txt', 'new\n');
    await rig.repo.branching.stash('Inside', true);
    assert.deepEqual([read(rig, 'a.txt'), read(rig, 'in [x]/b.txt')], ['outside\n', 'b\n']);
    assert.equal(rig.git('status', '--porcelain'), ' M a.txt\n?? new.txt\n');
  });
});

describe('an operation', () => {
  const begun: [GitOperation, (rig: RepoRig) => void][] = [
    ['merge', (rig) => stopAt(rig, 'merge', 'topic')],
    ['rebase', (rig) => stopAt(rig, 'rebase', 'topic')],
    ['cherry_pick', (rig) => stopAt(rig, 'cherry-pick', 'topic')],
    [
      'revert',
      (rig) => {
        rig.write('a.txt', 'x\n');
        rig.commitAll('Other');
        stopAt(rig, 'revert', 'HEAD~1');
      },
    ],
  ];

  for (const [operation, begin] of begun) {
    it(`[BR10] of the kind ${operation} is named, refuses other acts, and continues when it is resolved`, async (t) => {
      const rig = forked(t);
      begin(rig);
      const status = await rig.repo.status(0);
      assert.equal(status.operation, operation);
      const refusal = await troubleWith(rig.repo.branching.switch('topic', false));
      assert.deepEqual(refusal, { code: 'operation', operation });
      if (operation === 'bisect') return;
      const unresolved = await troubleWith(rig.repo.branching.continue(rig.actor, operation));
      assert.deepEqual(unresolved, { code: 'conflicts', paths: ['a.txt'] });
      rig.write('a.txt', 'resolved\n');
      await rig.root.staging.stage(await rig.at('a.txt'));
      const { taskId } = await rig.repo.branching.continue(rig.actor, operation);
      const task = await rig.ended(taskId);
      assert.deepEqual([task.state, task.operation, task.oid], ['done', operation, oidOf(rig, 'HEAD')]);
      assert.equal((await rig.repo.status(0)).operation, null);
      assert.equal((await troubleWith(rig.repo.branching.continue(rig.actor, operation))).code, 'no_operation');
    });

    it(`[BR11] of the kind ${operation} is aborted as it was seen, and what files held comes back by an undo`, async (t) => {
      const rig = forked(t);
      begin(rig);
      rig.write('a.txt', 'half resolved\n');
      const head = oidOf(rig, 'HEAD');
      const other = await troubleWith(rig.repo.branching.abort('bisect', { head, goesWithout: false }));
      assert.deepEqual(other, { code: 'operation', operation });
      const moved = { head: oidOf(rig, 'main~1'), goesWithout: false };
      assert.equal((await troubleWith(rig.repo.branching.abort(operation, moved))).code, 'stale');
      const { undoId } = await rig.repo.branching.abort(operation, { head, goesWithout: false });
      assert.deepEqual([rig.git('status', '--porcelain'), current(rig)], ['', 'main']);
      await rig.root.undoing.undo(undoId!);
      assert.equal(read(rig, 'a.txt'), 'half resolved\n');
    });
  }

  it('[BR10] of the kind bisect is named and ended', async (t) => {
    const rig = forked(t);
    rig.git('bisect', 'start', 'HEAD', 'HEAD~1');
    assert.equal((await rig.repo.status(0)).operation, 'bisect');
    const head = oidOf(rig, 'HEAD');
    await rig.repo.branching.abort('bisect', { head, goesWithout: false });
    assert.equal((await rig.repo.status(0)).operation, null);
  });
});

describe('a conflict', () => {
  async function resolved(t: TestContext, side: 'ours' | 'theirs' | 'both', before?: (rig: RepoRig) => void) {
    const rig = forked(t);
    before?.(rig);
    stopAt(rig, 'merge', 'topic');
    const [file] = await rig.at('a.txt');
    const { undoId } = await rig.repo.branching.resolve(file!, side);
    return { rig, undoId };
  }

  it('[BR12] is resolved with ours, with theirs and with both, and comes back by an undo', async (t) => {
    for (const [side, text] of [
      ['ours', 'one\nours\nthree\n'],
      ['theirs', 'one\ntheirs\nthree\n'],
      ['both', 'one\nours\ntheirs\nthree\n'],
    ] as const) {
      const { rig, undoId } = await resolved(t, side);
      assert.equal(read(rig, 'a.txt'), text);
      assert.equal(rig.git('ls-files', '--unmerged'), '');
      assert.equal(rig.git('cat-file', 'blob', ':a.txt'), text);
      await rig.root.undoing.undo(undoId!);
      assert.match(read(rig, 'a.txt'), /<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> topic/);
      assert.equal(rig.git('ls-files', '--unmerged').trim().split('\n').length, 3);
    }
  });

  it('[BR12] over a deleted file takes the deletion or the file', async (t) => {
    const removes = (rig: RepoRig) => {
      rig.git('rm', '-q', 'a.txt');
      rig.commitAll('Removes');
    };
    const gone = await resolved(t, 'ours', removes);
    assert.deepEqual([existsSync(join(gone.rig.folder, 'a.txt')), gone.rig.git('ls-files')], [false, 'b.txt\n']);
    for (const side of ['theirs', 'both'] as const) {
      const kept = await resolved(t, side, removes);
      assert.equal(read(kept.rig, 'a.txt'), 'one\ntheirs\nthree\n', side);
      assert.equal(kept.rig.git('ls-files', '--unmerged'), '');
    }
  });

  it('[BR12] is resolved only as it was seen, and only where there is one', async (t) => {
    const rig = forked(t);
    rig.write('b.txt', 'changed\n');
    const [plain] = await rig.at('b.txt');
    assert.equal((await troubleWith(rig.repo.branching.resolve(plain!, 'ours'))).code, 'no_conflict');
    rig.git('checkout', '-q', 'b.txt');
    stopAt(rig, 'merge', 'topic');
    const [file] = await rig.at('a.txt');
    rig.write('a.txt', 'by hand\n');
    assert.equal((await troubleWith(rig.repo.branching.resolve(file!, 'ours'))).code, 'stale');
    assert.equal(read(rig, 'a.txt'), 'by hand\n');
  });

  it('[BR13] shows what both began with, ours and theirs', async (t) => {
    const rig = forked(t);
    stopAt(rig, 'merge', 'topic');
    assert.deepEqual(await rig.repo.branching.conflict('a.txt'), {
      ...{ path: 'a.txt', operation: 'merge', base: 'one\ntwo\nthree\n' },
      ...{ ours: 'one\nours\nthree\n', theirs: 'one\ntheirs\nthree\n' },
    });
    assert.equal((await troubleWith(rig.repo.branching.conflict('b.txt'))).code, 'no_conflict');
  });

  it('[BR13] of files that are not text shows no text', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.bin': 'a\0' } });
    rig.git('switch', '-q', '-c', 'topic');
    rig.write('a.bin', 'b\0');
    rig.commitAll('Theirs');
    rig.git('switch', '-q', 'main');
    rig.write('a.bin', Buffer.alloc(300_000, 'x'));
    rig.commitAll('Ours');
    stopAt(rig, 'merge', 'topic');
    const { base, ours, theirs } = await rig.repo.branching.conflict('a.bin');
    assert.deepEqual([base, ours, theirs], [null, null, null]);
    const [file] = await rig.at('a.bin');
    assert.equal((await troubleWith(rig.repo.branching.resolve(file!, 'both'))).code, 'not_text');
  });
});

describe('the place of a root', () => {
  it('[BR30] is known without git, and follows what happens in a terminal', async (t) => {
    const rig = forked(t);
    const place = () => rig.roots.at(-1)?.place;
    const quiet = new RepoRig(t, { git: false });
    await quiet.repo.lookAtPlaces();
    assert.deepEqual(quiet.roots, []);
    await rig.repo.lookAtPlaces();
    const nowhere = { oid: null, operation: null, ahead: null, behind: null };
    assert.deepEqual(place(), { branch: 'main', ...nowhere });
    rig.git('switch', '-q', 'topic');
    await until(
      () => place(),
      (now) => now?.branch === 'topic',
    );
    rig.git('switch', '-q', '--detach', 'main');
    const oid = oidOf(rig, 'main');
    await until(
      () => place(),
      (now) => now?.oid === oid,
    );
    assert.deepEqual(place(), { branch: null, ...nowhere, oid });
    stopAt(rig, 'merge', 'topic');
    await until(
      () => place(),
      (now) => now?.operation === 'merge',
    );
    assert.equal(place()?.operation, 'merge');
  });

  it('[BR30] of a worktree and below the top is that of its own HEAD', async (t) => {
    const rig = forked(t);
    const wt = join(rig.home, 'wt');
    rig.git('worktree', 'add', '-q', wt, 'topic');
    const { findGitDir } = await import('../git/find-git-dir.js');
    const { readHeadPlace } = await import('./branches/read-place.js');
    assert.equal((await readHeadPlace((await findGitDir(wt))!))?.branch, 'topic');
    writeFileSync(join(wt, '.git'), 'gitdir: /nowhere/at/all\n');
    assert.equal(await findGitDir(wt), null);
    assert.equal(await findGitDir(join(rig.folder, 'a/b')), join(rig.folder, '.git'));
  });
});

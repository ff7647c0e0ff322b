import assert from 'node:assert/strict';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { RepoRig, troubleWith } from './changes.rig.js';

const TEN = Array.from({ length: 10 }, (_, n) => `line ${n}\n`).join('');

/** A clone of a bare repository whose main branch is `main`, at a branch of its own. */
function cloned(t: TestContext) {
  const rig = new RepoRig(t, { files: { 'a.txt': 'a\n', 'moved.txt': TEN, 'run.sh': '#!/bin/sh\n', gone: 'x\n' } });
  const remote = join(rig.home, 'remote.git');
  rig.git('clone', '-q', '--bare', '.', remote);
  rig.git('remote', 'add', 'origin', remote);
  rig.git('fetch', '-q', 'origin');
  rig.git('remote', 'set-head', 'origin', 'main');
  return rig;
}

async function baseOf(rig: RepoRig) {
  const { base } = await rig.repo.branchChanges(null, 0);
  return base && [base.name, base.origin];
}

describe('a branch against its base', () => {
  it('[RP78] tells what its commits have changed, from where both parted', async (t) => {
    const rig = cloned(t);
    rig.git('switch', '-q', '-c', 'topic');
    rig.write('a.txt', 'b\nc\n');
    rig.git('mv', 'moved.txt', 'there.txt');
    rig.write('there.txt', `${TEN}more\n`);
    chmodSync(join(rig.folder, 'run.sh'), 0o755);
    rmSync(join(rig.folder, 'gone'));
    rig.write('line\nbreak', 'n\n');
    rig.write('picture', Buffer.from([0, 1, 2]));
    rig.commitAll('topic');
    const topic = rig.git('rev-parse', 'HEAD').trim();
    const parted = rig.git('rev-parse', 'origin/main').trim();
    // What the base has done since then is no change of the branch.
    rig.git('switch', '-q', 'main');
    rig.write('elsewhere.txt', 'x\n');
    rig.commitAll('main goes on');
    rig.git('push', '-q', 'origin', 'main');
    rig.git('switch', '-q', 'topic');
    rig.write('a.txt', 'not committed\n');
    const { files, base, ...rest } = await rig.repo.branchChanges(null, 0);
    assert.deepEqual(
      files.map(({ path, renamedFrom, letter, added, removed, isModeChange }) => [
        ...[path, renamedFrom, letter, added, removed, isModeChange],
      ]),
      [
        ['a.txt', null, 'M', 2, 1, false],
        ['gone', null, 'D', 0, 1, false],
        ['line\nbreak', null, 'A', 1, 0, false],
        ['picture', null, 'A', null, null, false],
        ['run.sh', null, 'M', 0, 0, true],
        ['there.txt', 'moved.txt', 'R', 1, 0, false],
      ],
    );
    assert.deepEqual(rest, {
      ...{ rootId: 'main', branch: 'topic', head: topic, mergeBase: parted },
      ...{ ahead: 1, behind: 1, total: 6, next: null, leftOut: 0 },
    });
    assert.deepEqual([base?.name, base?.oid], ['origin/main', rig.git('rev-parse', 'main').trim()]);
    const diff = await rig.repo.fileDiff('there.txt', { from: parted, to: topic }, 'moved.txt');
    assert.deepEqual([diff.runs, diff.new.oid], [[[10, 0, 1]], files.at(-1)!.ids.new]);
  });

  it('[RP79] is compared with what suggests itself, and the answer says why', async (t) => {
    const rig = cloned(t);
    assert.deepEqual(await baseOf(rig), ['origin/main', 'remote_head'], 'main itself, with its copy');
    rig.git('switch', '-q', '-c', 'topic');
    assert.deepEqual(await baseOf(rig), ['origin/main', 'remote_head']);
    // Its own copy elsewhere is no base.
    rig.git('push', '-q', '-u', 'origin', 'topic');
    assert.deepEqual(await baseOf(rig), ['origin/main', 'remote_head']);
    rig.git('push', '-q', 'origin', 'main:release');
    rig.git('switch', '-q', '-c', 'fix', '--track', 'origin/release');
    assert.deepEqual(await baseOf(rig), ['origin/release', 'upstream']);
    rig.git('switch', '-q', 'topic');
    rig.git('remote', 'set-head', 'origin', '--delete');
    assert.deepEqual(await baseOf(rig), ['origin/main', 'usual_name']);
    rig.git('switch', '-q', '--detach');
    assert.deepEqual(await baseOf(rig), ['origin/main', 'usual_name']);
    rig.git('remote', 'remove', 'origin');
    assert.deepEqual(await baseOf(rig), ['main', 'usual_name']);
    rig.git('switch', '-q', 'main');
    assert.equal(await baseOf(rig), null, 'nothing to compare with');
    const chosen = await rig.repo.branchChanges('topic', 0);
    assert.deepEqual([chosen.base?.name, chosen.base?.origin, chosen.total], ['topic', 'chosen', 0]);
    assert.deepEqual(await troubleWith(rig.repo.branchChanges('nobody', 0)), { code: 'no_commit' });
  });

  it('[RP79] has nothing to tell before the first commit and without a common one', async (t) => {
    const rig = new RepoRig(t);
    const before = await rig.repo.branchChanges(null, 0);
    assert.deepEqual([before.head, before.base, before.files], [null, null, []]);
    rig.write('a', 'a');
    rig.commitAll('one');
    rig.git('switch', '-q', '--orphan', 'other');
    rig.write('b', 'b');
    rig.commitAll('two');
    const { base, mergeBase, ahead, behind, files } = await rig.repo.branchChanges(null, 0);
    assert.deepEqual([base?.name, mergeBase, ahead, behind, files], ['main', null, 1, 1, []]);
  });

  it('[RP78] comes in pages, and for a root below the top with its own files alone', async (t) => {
    const rig = new RepoRig(t, { files: { a: 'a', 'app/b': 'b', 'app/c': TEN, d: 'quite\nanother\n' }, below: 'app' });
    rig.git('switch', '-q', '-c', 'topic');
    for (let n = 0; n < 1_050; n++) rig.write(`app/f${n}`, 'x');
    rig.write('outside', 'x');
    rig.git('mv', 'd', 'app/from-outside');
    rig.git('mv', 'app/c', 'app/moved');
    if (process.platform === 'linux') {
      writeFileSync(Buffer.concat([Buffer.from(`${rig.folder}/app/`), Buffer.from([0xff])]), 'x');
    }
    rig.commitAll('many');
    const first = await rig.repo.branchChanges(null, 0);
    const second = await rig.repo.branchChanges(null, first.next!);
    const all = [...first.files, ...second.files];
    assert.deepEqual([first.files.length, second.next], [1_000, null]);
    assert.deepEqual(
      all
        .filter(({ path }) => !/^f\d+$/.test(path))
        .map(({ path, letter, renamedFrom }) => [path, letter, renamedFrom]),
      [
        ['from-outside', 'A', null],
        ['moved', 'R', 'c'],
      ],
    );
    const count = process.platform === 'linux' ? 1 : 0;
    assert.deepEqual([first.total, first.leftOut, all.length], [1_052 + count, count, 1_052]);
  });

  it('[RP86] parts from another at a commit, whose parent is told too', async (t) => {
    const rig = new RepoRig(t, { files: { a: 'a' } });
    const first = rig.git('rev-parse', 'HEAD').trim();
    rig.git('switch', '-q', '-c', 'topic');
    rig.commitAll('topic');
    rig.git('switch', '-q', 'main');
    rig.commitAll('main');
    assert.equal(await rig.repo.mergeBase('main', 'topic'), first);
    assert.deepEqual([await rig.repo.commitParent('topic'), await rig.repo.commitParent(first)], [first, null]);
    rig.git('switch', '-q', '--orphan', 'other');
    rig.commitAll('other');
    assert.equal(await rig.repo.mergeBase('main', 'other'), null);
    for (const asked of [() => rig.repo.commitParent('nobody'), () => rig.repo.mergeBase('main', 'nobody')]) {
      assert.deepEqual(await troubleWith(asked()), { code: 'no_commit' });
    }
  });

  it('[RP80] is one of a list of branches, here and of remotes', async (t) => {
    const rig = cloned(t);
    rig.git('branch', '-q', '--set-upstream-to=origin/main');
    rig.write('a.txt', 'b\n');
    rig.commitAll('second');
    rig.git('push', '-q', 'origin', 'main:lost');
    rig.git('branch', '-q', '--track', 'lost', 'origin/lost');
    rig.git('update-ref', '-d', 'refs/remotes/origin/lost');
    const branches = await rig.repo.branches();
    const shown = branches.map(({ name, isRemote, isCurrent, subject, upstream, ahead, behind, isUpstreamGone }) => [
      ...[name, isRemote, isCurrent, subject, upstream, ahead, behind, isUpstreamGone],
    ]);
    assert.deepEqual(
      new Set(shown.map((row) => JSON.stringify(row))),
      new Set(
        [
          ['main', false, true, 'second', 'origin/main', 1, 0, false],
          ['lost', false, false, 'second', 'origin/lost', null, null, true],
          ['origin/main', true, false, 'first', null, null, null, false],
        ].map((row) => JSON.stringify(row)),
      ),
    );
  });
});

describe('what the attributes of files say', () => {
  it('[RP81] is told with the status, with a branch and with a diff, and follows a change of it', async (t) => {
    const attributes = '*.lock linguist-generated\n*.bin filter=lfs\nkept.lock -linguist-generated\n';
    const names = ['a.lock', 'kept.lock', 'deep/b.bin', 'c.txt', 'line\nbreak.lock'];
    const rig = new RepoRig(t, {
      files: { '.gitattributes': attributes, ...Object.fromEntries(names.map((n) => [n, 'x\n'])) },
    });
    const mark = join(rig.home, 'mark');
    rig.git('config', 'filter.lfs.clean', `touch ${mark}; cat`);
    rig.git('switch', '-q', '-c', 'topic');
    for (const name of names) rig.write(name, 'y\n');
    const marked = ({ files }: { files: readonly { path: string; attributes: object }[] }) =>
      Object.fromEntries(files.map((file) => [file.path, JSON.stringify(file.attributes)]));
    const of = (generated: boolean, lfs: boolean) => JSON.stringify({ generated, lfs });
    const expected = {
      'a.lock': of(true, false),
      'kept.lock': of(false, false),
      'deep/b.bin': of(false, true),
      'c.txt': of(false, false),
      'line\nbreak.lock': of(true, false),
    };
    assert.deepEqual(marked(await rig.repo.status(0)), expected);
    for (const name of names) {
      const diff = await rig.repo.fileDiff(name, { from: 'HEAD', to: 'worktree' }, null);
      assert.equal(JSON.stringify(diff.attributes), expected[name as keyof typeof expected], name);
    }
    assert.equal(existsSync(mark), false, 'reading them runs nothing');
    rig.write('deep/.gitattributes', 'b.bin -filter linguist-generated=true\n');
    const after = marked(await rig.repo.status(0));
    assert.deepEqual([after['deep/b.bin'], after['a.lock']], [of(true, false), of(true, false)]);
    rig.commitAll('topic');
    assert.equal(marked(await rig.repo.branchChanges(null, 0))['deep/b.bin'], of(true, false));
    rmSync(join(rig.folder, 'deep/.gitattributes'));
    rig.git('add', '-A');
    assert.equal(marked(await rig.repo.branchChanges(null, 0))['deep/b.bin'], of(false, true));
  });
});

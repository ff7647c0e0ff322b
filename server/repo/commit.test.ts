import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { CommitOptions } from '../protocol/api/changes.js';
import { until } from '../testing/until.rig.js';
import { RepoRig, troubleWith } from './changes.rig.js';

/** Puts a hook into the repository, and says yes to it as a person would. */
async function hook(rig: RepoRig, name: string, script: string): Promise<void> {
  const folder = join(rig.folder, '.git/hooks');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  const { programs } = await rig.repo.status(0);
  await rig.repo.trustPrograms(programs.fingerprint, true);
}

const headOf = (rig: RepoRig) => rig.git('rev-parse', 'HEAD').trim();

async function commit(rig: RepoRig, message: string, options: Partial<CommitOptions> = {}) {
  const { taskId } = await rig.root.committing.commit(message, { head: headOf(rig), ...options }, rig.actor);
  return rig.ended(taskId);
}

function stagedChange(rig: RepoRig, text: string): void {
  rig.write('a.txt', text);
  rig.git('add', 'a.txt');
}

describe('a commit', () => {
  it('[RP70] holds what is staged and the words as they are', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
    stagedChange(rig, 'b\n');
    rig.write('a.txt', 'not staged\n');
    const message = 'Größe: 5\n\n# not a comment\n\n  - "quoted" $HOME `x`\n-rf';
    const task = await commit(rig, message, { signOff: true });
    assert.deepEqual([task.state, task.oid, task.trouble], ['done', headOf(rig), null]);
    const facts = await rig.repo.commitFacts('HEAD');
    assert.equal(facts.message, `${message}\n\nSigned-off-by: T <t@example.org>`);
    assert.deepEqual([facts.subject, facts.author.name, facts.pushedTo], ['Größe: 5', 'T', []]);
    assert.equal(rig.git('show', 'HEAD:a.txt'), 'b\n');
    assert.equal(readFileSync(join(rig.folder, 'a.txt'), 'utf8'), 'not staged\n');
    assert.deepEqual((await commit(rig, 'Nothing')).trouble, { code: 'nothing_to_commit' });
  });

  it('[RP70] is the first one too', async (t) => {
    const rig = new RepoRig(t);
    stagedChange(rig, 'a\n');
    const { taskId } = await rig.root.committing.commit('First', { head: null }, rig.actor);
    assert.equal((await rig.ended(taskId)).state, 'done');
    assert.deepEqual(await rig.root.committing.undoCommit(headOf(rig)), { head: null });
    assert.equal(rig.git('status', '--porcelain'), 'A  a.txt\n');
  });

  it('[RP71] is refused if HEAD is another one by now', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
    const head = headOf(rig);
    stagedChange(rig, 'b\n');
    const both = [
      rig.root.committing.commit('One', { head }, rig.actor),
      rig.root.committing.commit('Two', { head }, rig.actor),
    ];
    // The second one is refused at once if the first is through by then.
    const outcomes = both.map(async (begun) => {
      const task = await begun.then(({ taskId }) => rig.ended(taskId)).catch(() => null);
      return task ? (task.trouble?.code ?? task.state) : (await troubleWith(begun)).code;
    });
    assert.deepEqual((await Promise.all(outcomes)).sort(), ['done', 'stale']);
    assert.equal((await troubleWith(rig.root.committing.commit('x', { head }, rig.actor))).code, 'stale');
    assert.equal((await troubleWith(rig.root.committing.undoCommit(head))).code, 'stale');
  });

  it('[RP72] is amended and taken back while it is in no remote branch', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
    stagedChange(rig, 'b\n');
    await commit(rig, 'Second');
    const parent = rig.git('rev-parse', 'HEAD^').trim();
    assert.equal((await commit(rig, 'Second, better', { amend: true })).state, 'done');
    assert.deepEqual((await rig.repo.commitFacts('HEAD')).parents, [parent]);
    rig.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    const head = headOf(rig);
    const pushed = { code: 'pushed', branches: ['origin/main'] };
    assert.deepEqual(await troubleWith(rig.root.committing.commit('x', { head, amend: true }, rig.actor)), pushed);
    assert.deepEqual(await troubleWith(rig.root.committing.undoCommit(head)), pushed);
    assert.equal((await commit(rig, 'Anyway', { amend: true, evenIfPushed: true })).state, 'done');
    assert.deepEqual(await rig.root.committing.undoCommit(headOf(rig)), { head: parent });
    assert.equal(rig.git('status', '--porcelain'), 'M  a.txt\n');
    assert.match(rig.git('reflog', '-1'), /reset: moving to HEAD\^/);
  });

  it('[RP73] that a hook refuses tells its name and its words, and can go without hooks', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
    stagedChange(rig, 'b\n');
    await hook(rig, 'pre-commit', 'echo "line 1"; echo "line 2" >&2; exit 1');
    const before = headOf(rig);
    const task = await commit(rig, 'Words');
    assert.deepEqual(
      [task.state, task.trouble],
      ['failed', { code: 'hook', hook: 'pre-commit', output: 'line 1\nline 2' }],
    );
    assert.deepEqual(task.lines, ['line 1', 'line 2']);
    assert.ok(rig.tasks.some(({ hook: running, state }) => running === 'pre-commit' && state === 'running'));
    assert.equal(headOf(rig), before);
    assert.equal((await commit(rig, 'Words', { skipHooks: true })).state, 'done');
    await hook(rig, 'pre-commit', 'exit 0');
    await hook(rig, 'commit-msg', 'echo "no such words" >&2; exit 3');
    stagedChange(rig, 'c\n');
    assert.deepEqual((await commit(rig, 'Words')).trouble, {
      code: 'hook',
      hook: 'commit-msg',
      output: 'no such words',
    });
  });

  it('[RP74] that waits for keys is stopped with all its processes, and leaves no lock', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
    stagedChange(rig, 'b\n');
    const pids = join(rig.home, 'pids');
    await hook(
      rig,
      'pre-commit',
      `sleep 1000 & echo $! > ${pids}; echo $$ >> ${pids}; echo waiting; read -r key </dev/tty || wait`,
    );
    const before = headOf(rig);
    const { taskId } = await rig.root.committing.commit('Words', { head: before }, rig.actor);
    await until(() => existsSync(pids) && readFileSync(pids, 'utf8').split('\n').length === 3);
    rig.repo.stopTask(taskId);
    const task = await rig.ended(taskId);
    assert.deepEqual([task.state, task.trouble], ['stopped', null]);
    for (const pid of readFileSync(pids, 'utf8').trim().split('\n')) {
      const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ') Z ';
      assert.match(stat, /\) [ZX] /, `${pid} lives`);
    }
    assert.equal(existsSync(join(rig.folder, '.git/index.lock')), false);
    assert.equal(headOf(rig), before, 'nothing was committed');
    assert.equal((await troubleWith(Promise.resolve().then(() => rig.repo.stopTask(taskId)))).code, 'missing');
    rmSync(join(rig.folder, '.git/hooks/pre-commit'));
    const next = await commit(rig, 'Words');
    assert.equal(next.state, 'done', `the next one works: ${JSON.stringify(next)}`);
  });

  it('[RP75] without a name or a key says so, and does not hang', async (t) => {
    const nobody = new RepoRig(t, { files: {}, home: '[init]\n\tdefaultBranch = main\n' });
    nobody.write('a.txt', 'a\n');
    nobody.git('add', 'a.txt');
    const { taskId } = await nobody.root.committing.commit('Words', { head: null }, nobody.actor);
    assert.equal((await nobody.ended(taskId)).trouble?.code, 'identity');
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
    stagedChange(rig, 'b\n');
    // As a locked key does where nobody can be asked.
    const gpg = join(rig.home, 'gpg');
    writeFileSync(
      gpg,
      '#!/bin/sh\nread -r key </dev/tty\necho "gpg: signing failed: Inappropriate ioctl for device" >&2\nexit 2\n',
    );
    chmodSync(gpg, 0o755);
    writeFileSync(
      join(rig.home, '.gitconfig'),
      `[user]\n\tname = T\n\temail = t@e\n[commit]\n\tgpgSign = true\n[gpg]\n\tprogram = ${gpg}\n`,
    );
    const task = await commit(rig, 'Words');
    assert.equal(task.trouble?.code, 'signing');
    assert.match(task.trouble?.code === 'signing' ? task.trouble.output : '', /failed to sign/);
  });

  it('[RP76] ends with the server, and no git outlives it', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
    stagedChange(rig, 'b\n');
    const pids = join(rig.home, 'pids');
    await hook(rig, 'pre-commit', `echo $$ > ${pids}; sleep 1000`);
    const { taskId } = await rig.root.committing.commit('Words', { head: headOf(rig) }, rig.actor);
    await until(() => existsSync(pids));
    await rig.repo.close();
    assert.equal((await rig.ended(taskId)).state, 'stopped');
  });
});

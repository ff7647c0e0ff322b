import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { parseRemote } from '../git/remote-place.js';
import type { TaskState } from '../protocol/api/changes.js';
import { TestClock } from '../protocol/clock.rig.js';
import { inTime, until } from '../testing/until.rig.js';
import { pullRequestLink, shownAddress } from './branches/remote-address.js';
import { RepoRig, type RepoRigOptions, troubleWith } from './changes.rig.js';
import { serveGit, serveSilence } from './git-http.rig.js';

/** A repository, and a bare one that it was pushed to. */
interface Pair {
  readonly rig: RepoRig;
  readonly bare: string;
}

const oidOf = (rig: RepoRig, name: string) => rig.git('rev-parse', name).trim();

/** A place for things that are there before the repository is. */
function place(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'acdeck-remote-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function script(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** As ssh runs a command on another machine, which is this one. */
function sshLike(folder: string): string {
  return script(folder, 'ssh', 'for last; do :; done; exec sh -c "$last"');
}

async function paired(
  t: TestContext,
  url: (bare: string) => string | Promise<string>,
  options: RepoRigOptions = {},
): Promise<Pair> {
  const rig = new RepoRig(t, { files: { 'a.txt': 'one\n' }, ...options });
  const bare = join(rig.home, 'bare.git');
  rig.git('init', '-q', '--bare', '-b', 'main', bare);
  rig.git('push', '-q', bare, 'main');
  rig.git('remote', 'add', 'origin', await url(bare));
  const { programs } = await rig.repo.status(0);
  if (programs.state === 'asked') await rig.repo.trustPrograms(programs.fingerprint, true);
  return { rig, bare };
}

/** Somebody else's commit on the bare one. */
function elsewhere({ rig, bare }: Pair, file: string, text: string, branch = 'main'): void {
  const other = join(rig.home, 'other');
  rmSync(other, { recursive: true, force: true });
  rig.git('clone', '-q', '-b', branch, bare, other);
  writeFileSync(join(other, file), text);
  rig.git('-C', other, 'add', '-A');
  rig.git('-C', other, 'commit', '-q', '-m', `Elsewhere: ${file}`);
  rig.git('-C', other, 'push', '-q', 'origin', branch);
}

async function push(rig: RepoRig, replaces?: string): Promise<TaskState> {
  const { taskId } = await rig.repo.branching.push(rig.actor, replaces === undefined ? {} : { replaces });
  return rig.ended(taskId);
}

async function pull(rig: RepoRig, way: 'forward' | 'merge' | 'rebase' = 'forward'): Promise<TaskState> {
  return rig.ended((await rig.repo.branching.pull(rig.actor, way, {})).taskId);
}

async function fetch(rig: RepoRig): Promise<TaskState> {
  return rig.ended((await rig.repo.branching.fetch(rig.actor, null, {})).taskId);
}

/** Processes that were started with this in their environment or arguments, and still run. */
function alive(mark: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || pid === String(process.pid)) return false;
    try {
      const state = /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
      return state !== 'Z' && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  });
}

describe('a remote', () => {
  it('[BR20] is pushed to and pulled from over files, SSH and HTTP, with the person’s own password', async (t) => {
    const folder = place(t);
    const ssh = sshLike(folder);
    const helper = script(folder, 'helper', 'echo username=me; echo password=secret');
    const ways: [string, (bare: string) => string | Promise<string>, RepoRigOptions][] = [
      ['a path', (bare) => bare, {}],
      ['file', (bare) => `file://${bare}`, {}],
      ['ssh', (bare) => `ssh://git@example.invalid${bare}`, { env: { GIT_SSH_COMMAND: ssh } }],
      ['scp', (bare) => `git@example.invalid:${bare}`, { env: { GIT_SSH: ssh, GIT_SSH_VARIANT: 'simple' } }],
      ['http', async (bare) => (await serveGit(t, bare)).url, {}],
      [
        'http with a password',
        async (bare) => (await serveGit(t, bare, 'me:secret')).url,
        { home: `[user]\n\tname = T\n\temail = t@e\n[credential]\n\thelper = ${helper}\n` },
      ],
    ];
    for (const [way, url, options] of ways) {
      const pair = await paired(t, url, options);
      const { rig, bare } = pair;
      rig.git('-C', bare, 'config', 'http.receivepack', 'true');
      rig.write('a.txt', 'two\n');
      rig.commitAll('Second');
      const pushed = await push(rig);
      assert.deepEqual(
        [pushed.state, pushed.trouble, pushed.remote, pushed.branch],
        ['done', null, 'origin', 'main'],
        way,
      );
      assert.equal(rig.git('-C', bare, 'rev-parse', 'main').trim(), oidOf(rig, 'HEAD'), way);
      assert.equal(rig.git('rev-parse', '--abbrev-ref', '@{upstream}').trim(), 'origin/main', way);
      elsewhere(pair, 'b.txt', 'b\n');
      assert.equal((await fetch(rig)).state, 'done', way);
      assert.equal((await rig.repo.head()).behind, 1, way);
      assert.equal((await pull(rig)).state, 'done', way);
      assert.equal(readFileSync(join(rig.folder, 'b.txt'), 'utf8'), 'b\n', way);
      assert.equal((await pull(rig)).state, 'done', `${way}: nothing new`);
    }
  });

  it('[BR20] is listed without the password in its address', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
    assert.equal((await troubleWith(rig.repo.branching.fetch(rig.actor, null, {}))).code, 'no_remote');
    assert.equal((await troubleWith(rig.repo.branching.push(rig.actor, {}))).code, 'no_remote');
    rig.git('remote', 'add', 'origin', 'https://me:secret@example.org/a/b.git');
    assert.deepEqual(await rig.repo.branching.remotes(), [{ name: 'origin', url: 'https://example.org/a/b.git' }]);
    assert.equal((await troubleWith(rig.repo.branching.fetch(rig.actor, 'other', {}))).code, 'no_remote');
    assert.equal((await troubleWith(rig.repo.branching.pull(rig.actor, 'forward', {}))).code, 'no_upstream');
    rig.git('switch', '-q', '--detach');
    assert.equal((await troubleWith(rig.repo.branching.push(rig.actor, {}))).code, 'detached');
  });

  it('[BR21] that has gone another way is pulled by a merge or a rebase that the person chose', async (t) => {
    for (const way of ['merge', 'rebase'] as const) {
      const pair = await paired(t, (bare) => bare);
      const { rig } = pair;
      await push(rig);
      elsewhere(pair, 'b.txt', 'b\n');
      rig.write('c.txt', 'c\n');
      rig.commitAll('Mine');
      const mine = oidOf(rig, 'HEAD');
      assert.deepEqual((await pull(rig)).trouble, {
        ...{ code: 'diverged', branch: 'main', upstream: 'origin/main', ahead: 1, behind: 1 },
      });
      assert.equal(oidOf(rig, 'HEAD'), mine);
      assert.equal((await pull(rig, way)).state, 'done');
      const parents = (await rig.repo.commitFacts('HEAD')).parents;
      assert.equal(parents.length, way === 'merge' ? 2 : 1);
      assert.equal(existsSync(join(rig.folder, 'b.txt')) && existsSync(join(rig.folder, 'c.txt')), true);
      assert.equal((await push(rig)).state, 'done');
    }
  });

  it('[BR21] that would overwrite changes, or conflicts, says which files', async (t) => {
    const pair = await paired(t, (bare) => bare);
    const { rig } = pair;
    await push(rig);
    elsewhere(pair, 'a.txt', 'theirs\n');
    rig.write('a.txt', 'not committed\n');
    assert.deepEqual((await pull(rig)).trouble, { code: 'overwritten', paths: ['a.txt'] });
    assert.equal(readFileSync(join(rig.folder, 'a.txt'), 'utf8'), 'not committed\n');
    rig.commitAll('Mine');
    rig.write('c.txt', 'c\n');
    rig.git('add', 'c.txt');
    assert.equal((await pull(rig, 'rebase')).trouble?.code, 'overwritten');
    rig.git('commit', '-q', '-m', 'Also mine');
    assert.deepEqual((await pull(rig, 'rebase')).trouble, { code: 'conflicts', paths: ['a.txt'] });
    assert.equal((await rig.repo.status(0)).operation, 'rebase');
    assert.equal((await troubleWith(rig.repo.branching.pull(rig.actor, 'merge', {}))).code, 'operation');
  });

  it('[BR22] with other commits refuses a push, and only the commits that a person named are overwritten', async (t) => {
    const pair = await paired(t, (bare) => bare);
    const { rig, bare } = pair;
    await push(rig);
    elsewhere(pair, 'b.txt', 'b\n');
    rig.write('a.txt', 'mine\n');
    rig.commitAll('Mine');
    const behind = (await push(rig)).trouble;
    assert.ok(behind?.code === 'rejected' && behind.why === 'behind', JSON.stringify(behind));
    // What is named is not what is there: nothing happens.
    const moved = (await push(rig, oidOf(rig, 'origin/main'))).trouble;
    assert.ok(moved?.code === 'rejected' && moved.why === 'moved', JSON.stringify(moved));
    await fetch(rig);
    const plan = await rig.repo.branching.pushPlan();
    assert.deepEqual(
      [plan.remote, plan.remoteBranch, plan.lost.commits.map(({ subject }) => subject), plan.added.total],
      ['origin', 'main', ['Elsewhere: b.txt'], 1],
    );
    assert.equal((await push(rig, plan.remoteOid!)).state, 'done');
    assert.equal(rig.git('-C', bare, 'rev-parse', 'main').trim(), oidOf(rig, 'HEAD'));
  });

  it('[BR22] that does not want a push, and a hook that refuses it, say so in their words', async (t) => {
    const { rig, bare } = await paired(t, (path) => path);
    script(join(bare, 'hooks'), 'pre-receive', 'echo "not on a Friday" >&2; exit 1');
    rig.write('a.txt', 'mine\n');
    rig.commitAll('Mine');
    const refused = (await push(rig)).trouble;
    assert.ok(refused?.code === 'rejected' && refused.why === 'refused' && /not on a Friday/.test(refused.output));
    mkdirSync(join(rig.folder, '.git/hooks'), { recursive: true });
    script(join(rig.folder, '.git/hooks'), 'pre-push', 'echo "tests fail" >&2; exit 1');
    assert.equal((await troubleWith(rig.repo.branching.push(rig.actor, {}))).code, 'untrusted');
    const { programs } = await rig.repo.status(0);
    await rig.repo.trustPrograms(programs.fingerprint, true);
    const hooked = (await push(rig)).trouble;
    assert.ok(hooked?.code === 'hook' && hooked.hook === 'pre-push' && /tests fail/.test(hooked.output));
  });

  it('[BR23] lists what it would get from a new branch and from a known one', async (t) => {
    const { rig } = await paired(t, (bare) => bare);
    await fetch(rig);
    await rig.repo.branching.create('topic', { from: null, isSwitching: true });
    for (const n of [1, 2, 3]) rig.commitAll(`Commit ${n}`);
    const plan = await rig.repo.branching.pushPlan();
    assert.deepEqual(
      [
        plan.branch,
        plan.remoteBranch,
        plan.remoteOid,
        plan.added.commits.map(({ subject }) => subject),
        plan.lost.total,
      ],
      ['topic', 'topic', null, ['Commit 3', 'Commit 2', 'Commit 1'], 0],
    );
    assert.equal((await push(rig)).state, 'done');
    rig.commitAll('Commit 4');
    const later = await rig.repo.branching.pushPlan();
    assert.deepEqual([later.remoteOid, later.added.total], [oidOf(rig, 'HEAD~1'), 1]);
  });

  it('[BR24] that wants a password, a key or its host checked, is missing or gone, each says so without a hang', async (t) => {
    const folder = place(t);
    // As ssh says it where nobody can be asked; it asks first, as it does.
    const fails = (name: string, words: string) =>
      script(folder, name, `read -r key </dev/tty\n"$SSH_ASKPASS" 'Enter passphrase'\necho "${words}" >&2\nexit 255`);
    const ssh = (bare: string) => `git@example.invalid:${bare}`;
    const closed = await serveGit(t, folder);
    const cases: [string, string | undefined, (bare: string) => string | Promise<string>, Record<string, string>][] = [
      ['auth', 'credentials', async (bare) => (await serveGit(t, bare, 'me:secret')).url, {}],
      ['auth', 'credentials', async (bare) => (await serveGit(t, bare, 'a:b')).url.replace('//', '//me:wrong@'), {}],
      ['auth', 'key', ssh, { GIT_SSH_COMMAND: fails('locked', 'git@example.invalid: Permission denied (publickey).') }],
      ['auth', 'host_key', ssh, { GIT_SSH_COMMAND: fails('unknown', 'Host key verification failed.') }],
      [
        'remote_unreachable',
        undefined,
        ssh,
        { GIT_SSH_COMMAND: fails('down', 'ssh: connect to host example.invalid port 22: Connection refused') },
      ],
      ['remote_missing', undefined, (bare) => `${bare}-none`, {}],
      ['remote_missing', undefined, () => closed.url.replace('repo.git', 'none.git'), {}],
      ['remote_unreachable', undefined, () => 'http://127.0.0.1:9/repo.git', {}],
    ];
    for (const [code, why, url, env] of cases) {
      const mark = `ACTEST_MARK_${Math.random().toString(36).slice(2)}`;
      const { rig } = await paired(t, url, { env: { ...env, [mark]: '1' } });
      for (const act of [fetch, push]) {
        const { state, trouble } = await act(rig);
        assert.deepEqual([state, trouble?.code], ['failed', code], JSON.stringify(trouble));
        assert.equal(trouble?.code === 'auth' ? trouble.why : undefined, why, JSON.stringify(trouble));
      }
      // The look at the status that follows a task ends by itself.
      await until(() => alive(mark).length === 0);
    }
  });

  it('[BR24] that never answers is given up after three silent minutes', async (t) => {
    const clock = new TestClock();
    const { url, asked } = await serveSilence(t);
    const { rig } = await paired(t, () => url, { clock, env: { ACTEST_SILENT: 'yes' } });
    const { taskId } = await rig.repo.branching.fetch(rig.actor, null, {});
    await inTime(asked, () => 'the remote to be asked');
    clock.pass(180_000);
    const { trouble } = await rig.ended(taskId);
    assert.deepEqual(trouble, { code: 'remote_silent', remote: 'origin', seconds: 180 });
    await until(() => alive('ACTEST_SILENT=yes').length === 0);
  });

  it('[BR25] that hangs is left by Stop, without a process', async (t) => {
    const { url, asked } = await serveSilence(t);
    const { rig } = await paired(t, () => url, { env: { ACTEST_STOPPED: 'yes' } });
    const { taskId } = await rig.repo.branching.push(rig.actor, {});
    await inTime(asked, () => 'the remote to be asked');
    rig.repo.stopTask(taskId);
    const { state, trouble } = await rig.ended(taskId);
    assert.deepEqual([state, trouble], ['stopped', null]);
    await until(() => alive('ACTEST_STOPPED=yes').length === 0);
  });

  it('[BR26] has a link for a pull request where its address says how', () => {
    const links: [string, string, string | null][] = [
      ['https://github.com/a/b.git', 'x/y z', 'https://github.com/a/b/compare/x/y%20z?expand=1'],
      ['git@github.com:a/b.git', 'x', 'https://github.com/a/b/compare/x?expand=1'],
      ['ssh://git@github.example.org:2222/a/b', 'x', 'https://github.example.org/a/b/compare/x?expand=1'],
      [
        'https://me:secret@gitlab.com/g/sub/b.git',
        'x/y',
        'https://gitlab.com/g/sub/b/-/merge_requests/new?merge_request%5Bsource_branch%5D=x%2Fy',
      ],
      ['https://bitbucket.org/a/b', 'x', 'https://bitbucket.org/a/b/pull-requests/new?source=x'],
      ['https://example.org/a/b.git', 'x', null],
      ['/srv/github.com/a/b', 'x', null],
      ['file:///srv/github.com/a/b', 'x', null],
      ['ext::sh -c github.com', 'x', null],
      ['javascript://github.com/a/b', 'x', null],
    ];
    for (const [address, branch, link] of links) assert.equal(pullRequestLink(address, branch), link, address);
    assert.deepEqual(parseRemote('git@host:/a/b.git'), { host: 'host', path: 'a/b' });
    assert.equal(shownAddress('https://me:secret@host/a'), 'https://host/a');
  });

  it('[BR26] is linked for a branch that is not its main one', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
    rig.git('remote', 'add', 'origin', 'git@github.com:a/b.git');
    rig.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    rig.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
    assert.equal((await rig.repo.branching.pushPlan()).pullRequest, null);
    await rig.repo.branching.create('topic', { from: null, isSwitching: true });
    assert.equal((await rig.repo.branching.pushPlan()).pullRequest, 'https://github.com/a/b/compare/topic?expand=1');
  });

  it('[BR27] of a repository that nobody trusts runs nothing on the way', async (t) => {
    const folder = place(t);
    const marks = join(folder, 'marks');
    mkdirSync(marks);
    const trap = (name: string) => script(folder, name, `: > ${marks}/${name}\nexit 1`);
    const bare = join(folder, 'bare.git');
    const traps: [string, string, string][] = [
      ['core.sshCommand', trap('sshcommand'), 'git@example.invalid:x'],
      ['core.gitProxy', trap('proxy'), 'git://example.invalid/x'],
      ['credential.helper', trap('helper'), (await serveGit(t, bare, 'me:secret')).url],
      ['remote.origin.uploadpack', trap('uploadpack'), bare],
      ['remote.origin.receivepack', trap('receivepack'), bare],
      ['remote.origin.vcs', 'ext', trap('vcs')],
      ['url.ext::x.insteadOf', 'safe:', 'safe:'],
      ['protocol.ext.allow', 'always', `ext::${trap('ext')}`],
      ['hook.evil.command', trap('hook'), 'https://example.invalid/x'],
    ];
    for (const [key, value, url] of traps) {
      const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
      rig.git('remote', 'add', 'origin', url);
      rig.git('config', 'branch.main.remote', 'origin');
      rig.git('config', 'branch.main.merge', 'refs/heads/main');
      rig.git('config', key, value);
      const acts = [
        rig.repo.branching.fetch(rig.actor, null, {}),
        rig.repo.branching.push(rig.actor, {}),
        rig.repo.branching.pull(rig.actor, 'forward', {}),
      ];
      const troubles = await Promise.all(acts.map(troubleWith));
      const named = troubles.map((trouble) => {
        assert.ok(trouble.code === 'untrusted', key);
        return trouble.keys.map((name) => name.toLowerCase()).includes(key.toLowerCase());
      });
      const [isFetch, isPush] = [!key.endsWith('.receivepack'), !key.endsWith('.uploadpack')];
      assert.deepEqual(named, [isFetch, isPush, isFetch], key);
      await rig.repo.branching.pushPlan();
      await rig.repo.branching.remotes();
    }
    assert.deepEqual(readdirSync(marks), []);
  });

  it('[BR27] on this machine would run its hooks, so it needs a yes; by other ways nothing of a program is reached', async (t) => {
    const folder = place(t);
    const marks = join(folder, 'marks');
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
    const bare = join(rig.folder, 'evil.git');
    rig.git('init', '-q', '--bare', bare);
    mkdirSync(join(bare, 'hooks'), { recursive: true });
    script(join(bare, 'hooks'), 'pre-receive', `: > ${marks}`);
    for (const url of ['evil.git', './evil.git', bare, `file://${bare}`]) {
      rig.git('config', 'remote.origin.url', url);
      const trouble = await troubleWith(rig.repo.branching.push(rig.actor, {}));
      assert.ok(trouble.code === 'untrusted' && trouble.keys.includes('remote.origin.url'), url);
    }
    assert.equal(existsSync(marks), false);
    // Trusted or not, a remote is never a program.
    rig.git('config', 'remote.origin.url', `ext::sh -c ':>${marks}'`);
    const { programs } = await rig.repo.status(0);
    await rig.repo.trustPrograms(programs.fingerprint, true);
    assert.equal((await push(rig)).state, 'failed');
    assert.equal(existsSync(marks), false);
  });

  it('[BR27] runs no hook, filter or merge driver of a repository that nobody trusts when branches are switched', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n', '.gitattributes': '*.txt filter=evil merge=evil\n' } });
    const marks = join(rig.home, 'marks');
    mkdirSync(marks);
    rig.git('branch', 'topic');
    const trap = (name: string) => script(rig.home, name, `: > ${marks}/${name}\ncat`);
    rig.git('config', 'filter.evil.smudge', trap('smudge'));
    rig.git('config', 'filter.evil.clean', trap('clean'));
    rig.git('config', 'merge.evil.driver', trap('driver'));
    mkdirSync(join(rig.folder, '.git/hooks'), { recursive: true });
    for (const name of ['post-checkout', 'reference-transaction', 'post-merge']) {
      script(join(rig.folder, '.git/hooks'), name, `: > ${marks}/${name}`);
    }
    const head = oidOf(rig, 'HEAD');
    const acts = [
      rig.repo.branching.switch('topic', true),
      rig.repo.branching.create('new', { from: null, isSwitching: false }),
      rig.repo.branching.rename('topic', 'other'),
      rig.repo.branching.delete('topic', null),
      rig.repo.branching.stash('x', true),
      rig.repo.branching.storeStash(head, 'x'),
    ];
    const codes = (await Promise.all(acts.map(troubleWith))).map(({ code }) => code);
    assert.deepEqual(
      codes.filter((code) => code !== 'untrusted'),
      ['no_stash'],
    );
    await rig.repo.branches();
    await rig.repo.branching.stashes();
    assert.deepEqual(readdirSync(marks), []);
  });
});

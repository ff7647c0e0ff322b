import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { insist } from '../../specs/rigs/insist.rig.js';
import { makePlace, ServerProcess } from '../../specs/rigs/server-process.rig.js';
import { signIn } from '../../specs/rigs/sign-in.rig.js';
import { TestTab } from '../../specs/rigs/test-tab.rig.js';
import type { WholeApi } from '../../specs/rigs/whole-api.rig.js';
import { isAlive, untilDead } from '../agents/process/process.rig.js';
import type { TaskState } from '../protocol/api/changes.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import { gitEnv } from '../repo/repo.rig.js';
import { until } from '../testing/until.rig.js';

/** The real command in a repository, with a tab at it. */
async function serve(t: TestContext, settings = '') {
  const place = await makePlace();
  const home = join(place.folder, '..');
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = T\n\temail = t@example.org\n');
  const env = gitEnv(home);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: place.folder, env, encoding: 'utf8' });
  writeFileSync(join(place.folder, 'a.txt'), 'one\ntwo\n');
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  mkdirSync(join(place.dataDir, '../config/acdeck'), { recursive: true, mode: 0o700 });
  writeFileSync(join(place.dataDir, '../config/acdeck/config.yaml'), settings, { mode: 0o600 });
  const start = (port: number) =>
    ServerProcess.start(place, { port, env: () => ({ HOME: home, GIT_CONFIG_NOSYSTEM: '1' }) });
  let server = await start(0);
  const credentials = await signIn(server.url);
  const newTab = () =>
    new TestTab(
      () => `ws://127.0.0.1:${server.port}`,
      () => credentials,
    );
  let tab = newTab();
  t.after(async () => {
    tab.close();
    await server.stop('SIGKILL');
    await place.remove();
  });
  await tab.open();
  const call = <T>(ask: (api: WholeApi) => Promise<T>) => insist(tab, ask);
  const app = async () => (await call(({ AcpBridge }) => AcpBridge.get_current_state())).app;
  const ended = (taskId: string): Promise<TaskState> =>
    until(
      async () => (await app()).tasks?.find(({ id }) => id === taskId),
      (task) => (task?.state ?? 'running') !== 'running',
    );
  /** The tab goes, and another one comes. */
  const changeTabs = async () => {
    tab.close();
    tab = newTab();
    await tab.open();
  };
  /** The server is killed; the next one listens where it did. `meanwhile` happens while none runs. */
  const killed = async (meanwhile: () => void) => {
    await server.stop('SIGKILL');
    meanwhile();
    server = await start(server.port);
    await changeTabs();
  };
  return { place, server, call, app, ended, git, changeTabs, killed };
}

describe('files and git over the wire', () => {
  it('[RP77] go from a change to a commit, which every tab can follow', async (t) => {
    const { place, call, app, ended, git } = await serve(t);
    assert.deepEqual(
      (await app()).roots?.map(({ id, path }) => [id, path]),
      [['main', place.folder]],
    );
    writeFileSync(join(place.folder, 'a.txt'), 'ONE\ntwo\nthree\n');
    await call(({ Repo }) => Repo.watch_status(true));
    const { files, head, programs } = await call(({ Repo }) => Repo.get_status(0));
    assert.deepEqual([files.map(({ path }) => path), programs.state], [['a.txt'], 'none']);
    const diff = await call(({ Repo }) => Repo.get_file_diff('a.txt', 'index', 'worktree', null));
    assert.deepEqual(diff.runs, [
      [0, 1, 1],
      [1, 0, 1],
    ]);
    const ids = { old: diff.old.oid, new: diff.new.oid };
    const stage = randomUUID();
    await call(({ Repo }) => Repo.stage_lines(stage, 'a.txt', ids, [{ at: 2, drop: 0, take: [2, 1] }]));
    assert.equal(git('cat-file', 'blob', ':a.txt'), 'one\ntwo\nthree\n');
    const cmdId = randomUUID();
    const { taskId } = await call(({ Repo }) => Repo.commit(cmdId, 'Three', { head: head.oid }));
    assert.deepEqual(await call(({ Repo }) => Repo.commit(cmdId, 'Three', { head: head.oid })), { taskId }, 'once');
    const task = await ended(taskId);
    assert.deepEqual([task.state, task.oid], ['done', git('rev-parse', 'HEAD').trim()]);
    assert.ok(((await app()).roots?.[0]?.revision ?? 0) > 0);
    const discard = randomUUID();
    const rest = (await call(({ Repo }) => Repo.get_status(0))).files;
    const { undoId } = await call(({ Repo }) => Repo.discard_changes(discard, rest, 'worktree', false));
    assert.equal(readFileSync(join(place.folder, 'a.txt'), 'utf8'), 'one\ntwo\nthree\n');
    const undo = randomUUID();
    await call(({ Repo }) => Repo.undo(undo, undoId!));
    assert.equal(readFileSync(join(place.folder, 'a.txt'), 'utf8'), 'ONE\ntwo\nthree\n');
    const error = await call(({ Repo }) => Repo.get_status(0, 'other')).catch((thrown: unknown) => thrown);
    assert.deepEqual(
      [RpcError.from(error).name, RpcError.from(error).reason],
      ['not_found', { code: 'unknown_root', rootId: 'other' }],
    );
  });

  it('[BR25] go on with a push when its tab is closed, and another tab sees how it ended', async (t) => {
    const { place, call, app, ended, git, changeTabs } = await serve(t);
    const bare = join(place.folder, '../bare.git');
    git('init', '-q', '--bare', '-b', 'main', bare);
    git('remote', 'add', 'origin', bare);
    const [begun, mayEnd] = ['begun', 'may-end'].map((name) => join(place.folder, '..', name));
    const hook = join(place.folder, '.git/hooks/pre-push');
    mkdirSync(join(place.folder, '.git/hooks'), { recursive: true });
    writeFileSync(hook, `#!/bin/sh\n: > ${begun}\nwhile [ ! -e ${mayEnd} ]; do sleep 0.1; done\n`);
    chmodSync(hook, 0o755);
    const { programs } = await call(({ Repo }) => Repo.get_status(0));
    const [trust, push] = [randomUUID(), randomUUID()];
    await call(({ Repo }) => Repo.trust_programs(trust, programs.fingerprint, true));
    const { taskId } = await call(({ Repo }) => Repo.push(push, {}));
    await until(() => existsSync(begun!));
    await changeTabs();
    const running = (await app()).tasks?.find(({ id }) => id === taskId);
    assert.deepEqual([running?.state, running?.kind, running?.remote], ['running', 'push', 'origin']);
    writeFileSync(mayEnd!, '');
    assert.equal((await ended(taskId)).state, 'done');
    assert.equal(git('-C', bare, 'rev-parse', 'main'), git('rev-parse', 'main'));
    await until(async () => (await app()).roots?.[0]?.place?.ahead === 0);
  });

  it('[RP83] have a message written by an agent, whose conversation is in no list', async (t) => {
    const writer = fileURLToPath(new URL('../testing/writer-agent.mjs', import.meta.url));
    const home = mkdtempSync(join(tmpdir(), 'acdeck-writer-'));
    t.after(() => rmSync(home, { recursive: true, force: true }));
    const notes = join(home, 'notes');
    const command = JSON.stringify([process.execPath, writer, 'keeps', notes]);
    const { place, call, app, ended, git } = await serve(
      t,
      `agents:\n  writer: {command: ${command}}\ncommitMessages: {agent: writer}\n`,
    );
    writeFileSync(join(place.folder, 'a.txt'), 'changed\n');
    git('add', '.');
    const cmdId = randomUUID();
    const { taskId } = await call(({ AcpBridge }) => AcpBridge.generate_commit_message(cmdId, null));
    assert.equal((await ended(taskId)).text, 'Kept by the agent');
    const asked = () => readFileSync(notes, 'utf8').split('\n').filter(Boolean);
    // The agent tells of it in its list, beside a session that is none of ours.
    const last = (what: string) => asked().findLastIndex((line) => line.includes(`"what":"${what}"`));
    await until(async () => {
      await call(({ Sessions }) => Sessions.list());
      return last('session/list') > last('session/close');
    });
    const listed = async () => (await app()).sessions.filter(({ agentId }) => agentId === 'writer');
    await until(async () => (await listed()).length > 0);
    assert.deepEqual(
      (await listed()).map(({ title, origin }) => [title, origin]),
      [['older', 'agent']],
    );
  });

  it('[S17] leave newer work alone when a command is sent again after the server was killed', async (t) => {
    const { place, call, git, killed } = await serve(t);
    const file = join(place.folder, 'a.txt');
    writeFileSync(file, 'older\n');
    const cmdId = randomUUID();
    const stash = () => call(({ Repo }) => Repo.stash_push(cmdId, 'Put away', true));
    const first = await stash();
    await killed(() => writeFileSync(file, 'newer\n'));
    assert.deepEqual(await stash(), first);
    assert.equal(readFileSync(file, 'utf8'), 'newer\n');
    assert.equal(git('stash', 'list').trim().split('\n').length, 1);
  });

  it('[RP76] leave no process behind when the server is killed', async (t) => {
    const { place, call, server, git } = await serve(t);
    const notes = join(place.folder, '../pids');
    mkdirSync(join(place.folder, '.git/hooks'), { recursive: true });
    const hook = join(place.folder, '.git/hooks/pre-commit');
    writeFileSync(hook, `#!/bin/sh\nsleep 600 & echo $! > ${notes}; echo $$ >> ${notes}; wait\n`);
    chmodSync(hook, 0o755);
    writeFileSync(join(place.folder, 'a.txt'), 'x');
    git('add', '.');
    const { programs, head } = await call(({ Repo }) => Repo.get_status(0));
    const trust = randomUUID();
    await call(({ Repo }) => Repo.trust_programs(trust, programs.fingerprint, true));
    const cmdId = randomUUID();
    await call(({ Repo }) => Repo.commit(cmdId, 'Waits', { head: head.oid }));
    const noted = () => (existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n').map(Number) : []);
    await until(() => noted().length === 2);
    assert.ok(noted().every(isAlive));
    await server.stop('SIGKILL');
    await untilDead(noted());
    assert.deepEqual(noted().filter(isAlive), []);
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { describe, it } from 'node:test';
import { NO_AGENT, TestHome } from '../acdeck.rig.js';
import { isAlive } from '../agents/process/process.rig.js';
import { FolderLock } from '../command/folder-lock.js';
import { startOfProcess } from '../command/process-identity.js';
import { reachRunningServer } from '../command/running-server.js';
import { signInWith, TestTab } from '../rpc/test-tab.rig.js';
import { until } from '../testing/until.rig.js';
import { takeFolder } from './start.js';

const ANYONE = ['--agent', NO_AGENT];

async function gone(pids: number[]): Promise<void> {
  await until(
    () => pids.filter(isAlive),
    (left) => left.length === 0,
  );
}

function runFiles(home: TestHome): string[] {
  const dir = home.path('data', 'acdeck', 'run');
  return readdirSync(dir)
    .filter((file) => file.endsWith('.json'))
    .map((file) => `${dir}/${file}`);
}

describe('several starts of acdeck', () => {
  it('[C25] [C28] find the running server, show its address and end well', async (t) => {
    const home = new TestHome(t);
    const first = home.server(ANYONE);
    const { url, port } = await first.door();
    assert.deepEqual(
      runFiles(home).map((file) => statSync(file).mode & 0o777),
      [0o600],
    );
    const second = home.server(['--agent', 'demo']);
    symlinkSync(home.folder(), home.path('link'));
    const third = home.acdeck([home.path('link')]);
    assert.deepEqual([await second.ended, await third.ended], [0, 0]);
    assert.deepEqual(second.lines, [{ event: 'listening', url, port, pid: first.pid }]);
    assert.match(second.stderr, /already running in this folder.*\n.*--agent, --port/);
    assert.ok(third.stdout.includes(url));
    assert.match(third.stderr, /Couldn't open a browser/);
    assert.doesNotMatch(third.stderr, /Ctrl-C/);
    const token = new URL(url).hash.replace('#token=', '');
    const written = spawnSync('grep', ['-rlaF', '-e', token, home.root], { encoding: 'utf8' }).stdout;
    assert.equal(written, '', 'the token is in no file');
    assert.equal(await first.end(), 0);
    assert.ok(runFiles(home).every((file) => !/sock/.test(readFileSync(file, 'utf8'))));
  });

  it('[C26] at once in one folder make one server', async (t) => {
    const home = new TestHome(t);
    const all = Array.from({ length: 6 }, () => home.server(ANYONE));
    const urls = await Promise.all(all.map((acdeck) => acdeck.door().then(({ url }) => url)));
    assert.equal(new Set(urls).size, 1);
    const owner = all.find(({ pid, lines }) => lines[0]!.pid === pid)!;
    assert.deepEqual(
      await Promise.all(all.filter((acdeck) => acdeck !== owner).map(({ ended }) => ended)),
      Array(5).fill(0),
    );
    assert.equal(await owner.end(), 0);
  });

  it('[C15] at once in 20 folders make 20 servers with a port each', async (t) => {
    const home = new TestHome(t);
    const names = Array.from({ length: 20 }, (_, i) => `project-${i}`);
    const all = names.map((name) => home.acdeck([home.folder(name), '--json', '--no-open', ...ANYONE]));
    const ports = await Promise.all(all.map((acdeck) => acdeck.door().then(({ port }) => port)));
    assert.equal(new Set(ports).size, 20);
    assert.ok(ports.every((port) => port >= 18080 && port <= 18130));
    assert.deepEqual(await Promise.all(all.map((acdeck) => acdeck.end())), Array(20).fill(0));
  });

  it('[C27] take over from a server that was killed, with everything it had started', async (t) => {
    const home = new TestHome(t);
    const first = home.server(['--agent', 'demo']);
    await first.line('ready');
    const children = first.descendants();
    assert.ok(children.length > 0);
    await first.end('SIGKILL');
    const second = home.server(ANYONE);
    await second.line('listening');
    await gone(children);
  });

  it('[C29] name a server that does not answer', async (t) => {
    const home = new TestHome(t);
    const folder = home.folder();
    const record = { folder, pid: process.pid, started: startOfProcess(process.pid)!, door: { port: 1, socket: '/x' } };
    const wish = { want: 'browser', patienceMs: 60 } as const;
    assert.deepEqual(await reachRunningServer(() => record, wish), { kind: 'silent', pid: process.pid });
    assert.deepEqual(await reachRunningServer(() => ({ ...record, door: null }), wish), {
      kind: 'silent',
      pid: process.pid,
    });
    assert.deepEqual(await reachRunningServer(() => null, wish), { kind: 'gone' });
    FolderLock.acquire(home.path('data'), folder);
    await assert.rejects(
      takeFolder(home.path('data'), folder, { patienceMs: 60 }),
      new RegExp(`process ${process.pid}\\) but doesn't answer`),
    );
  });
});

describe('the end of acdeck', () => {
  it('[C31] tells the tabs and leaves no process, also in the middle of a turn', async (t) => {
    const home = new TestHome(t);
    const server = home.server(['--agent', 'demo']);
    const { port, token } = await server.door();
    await server.line('ready');
    const tab = await TestTab.open(await signInWith(port, { token }));
    const { app } = await tab.call<{ app: { openSessionId: string } }>('AcpBridge.get_current_state');
    await tab.call('AcpBridge.get_current_state', app.openSessionId, null, null);
    await tab.call('AcpBridge.prompt', 'c1', app.openSessionId, [{ type: 'text', text: 'long 5000' }]);
    await tab.heard(({ method, args }) => method === 'AcApp.streamChunk' && JSON.stringify(args).includes('⟦3⟧'));
    const children = server.descendants();
    assert.ok(children.length > 0, 'the agent runs');
    assert.equal(await server.end('SIGTERM'), 0);
    await tab.heard(({ method }) => method === 'AcApp.serverStopping');
    assert.equal((await tab.closed).code, 1001);
    await gone(children);
  });

  it('[C31] comes with SIGINT too, also while the agent is starting', async (t) => {
    const server = new TestHome(t).server(['--agent', 'demo'], { ACDECK_DEMO_INIT_MS: '60000' });
    await server.until(() => server.lines.some(({ stage }) => stage === 'initialize'));
    const children = server.descendants();
    assert.equal(await server.end('SIGINT'), 0);
    await gone(children);
    assert.deepEqual(
      server.lines.filter(({ event }) => event === 'failed'),
      [],
    );
  });

  it('[C32] comes at once with a second signal, and still leaves no process', async (t) => {
    const stubborn = `sh -c "trap '' TERM; while :; do sleep 1; done"`;
    const server = new TestHome(t).server(['--agent', stubborn]);
    await server.until(() => server.lines.some(({ stage }) => stage === 'initialize'));
    const children = server.descendants();
    server.signal('SIGINT');
    await server.until(() => /again to stop immediately/.test(server.stderr));
    assert.equal(await server.end('SIGINT'), 130);
    await gone(children);
  });

  it('[C32] is not hurried by npm, which sends every Ctrl-C a second time', async (t) => {
    const server = new TestHome(t).server(ANYONE, { npm_lifecycle_event: 'start' });
    await server.line('failed');
    server.signal('SIGINT');
    await server.until(() => /again to stop immediately/.test(server.stderr));
    assert.equal(await server.end('SIGINT'), 0);
  });

  it('[C34] is clean and has a sentence when an error was not caught', async (t) => {
    for (const planted of ['throw new Error("planted")', 'Promise.reject(new Error("planted"))']) {
      const home = new TestHome(t);
      const node = ['--import', `data:text/javascript,process.once("SIGUSR2",()=>{${planted}})`];
      const server = home.acdeck([home.folder(), '--json', '--no-open', '--port', '0', ...ANYONE], { node });
      await server.line('failed');
      assert.equal(await server.end('SIGUSR2'), 1);
      assert.match(server.stderr, /^acdeck: AcDeck stopped because of an internal error: planted\n$/);
      assert.equal(await isReleased(home), true);
    }
  });
});

async function isReleased(home: TestHome): Promise<boolean> {
  return runFiles(home).every((file) => existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).pid === 0);
}

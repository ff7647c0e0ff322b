import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { describe, it } from 'node:test';
import { type Acdeck, NO_AGENT, TestHome } from '../acdeck.rig.js';
import { addToken } from '../api/api.rig.js';
import type { AppSnapshot } from '../protocol/api/app-state.js';
import type { HostInfo } from '../protocol/api/host.js';
import { signInWith, TestTab } from '../rpc/test-tab.rig.js';
import { until } from '../testing/until.rig.js';

const ANYONE = ['--agent', NO_AGENT];

async function openTab(acdeck: Acdeck): Promise<TestTab> {
  const { port, token } = await acdeck.door();
  return TestTab.open(await signInWith(port, { token }));
}

/** A `BROWSER` that only notes what it is to open. */
function recorder(home: TestHome): { env: Record<string, string>; opened: () => Promise<string> } {
  writeFileSync(
    home.path('browser'),
    '#!/bin/sh\nprintf "%s" "$*" > "$HOME/.opening"; mv "$HOME/.opening" "$HOME/opened"\n',
  );
  chmodSync(home.path('browser'), 0o755);
  const opened = async () => {
    await until(() => existsSync(home.path('opened')));
    return readFileSync(home.path('opened'), 'utf8');
  };
  return { env: { BROWSER: home.path('browser') }, opened };
}

describe('a start of acdeck', () => {
  it('[C17] [C19] tells programs how it goes, line by line', async (t) => {
    const server = new TestHome(t).server(['--agent', 'demo']);
    await server.line('ready');
    const { url, port, pid, ...rest } = server.lines[0]!;
    assert.deepEqual([rest, pid], [{ event: 'listening' }, server.pid]);
    assert.match(String(url), new RegExp(`^http://127\\.0\\.0\\.1:${port}/#token=[\\w-]{43}$`));
    const steps = server.lines.slice(1, -1);
    assert.deepEqual(
      steps.map(({ event, stage }) => `${event} ${stage}`),
      ['startup server', 'startup agent', 'startup initialize', 'startup session'],
    );
    const percents = steps.map(({ percent }) => Number(percent));
    assert.deepEqual(
      percents,
      [...percents].sort((a, b) => a - b),
    );
    assert.deepEqual(server.lines.at(-1), { event: 'ready', agent: 'demo' });
  });

  it('[C18] [C19] [C24] answers tabs while the agent takes its time, and tells them how it goes', async (t) => {
    const home = new TestHome(t);
    const server = home.server(['--agent', 'demo'], { ACDECK_DEMO_INIT_MS: '60000' });
    const tab = await openTab(server);
    const state = await tab.call<AppSnapshot>('AcpBridge.get_current_state');
    assert.match(state.version, /^\d+\.\d+\.\d+( \([0-9a-f]{8}\))?$/);
    assert.deepEqual(state.app.folder, { path: home.folder(), name: 'project' });
    assert.equal(state.app.defaultAgentId, 'demo');
    assert.notEqual(state.app.openSessionId, null);
    await tab.heard(({ method, args }) => method === 'AcApp.startupProgress' && args[0] === 'initialize');
    const later = await openTab(server);
    await later.heard(({ method, args }) => method === 'AcApp.startupProgress' && args[0] === 'initialize');
    assert.deepEqual(
      server.lines.filter(({ event }) => event === 'ready' || event === 'failed'),
      [],
    );
    assert.equal(await server.end(), 0);
  });

  it('[C17] [C18] says which step failed, and goes on serving', async (t) => {
    const server = new TestHome(t).server(ANYONE);
    const { stage, message, ...rest } = await server.line('failed');
    assert.deepEqual([stage, rest], ['agent', { event: 'failed' }]);
    assert.match(String(message), /not/);
    const state = await (await openTab(server)).call<AppSnapshot>('AcpBridge.get_current_state');
    assert.equal(state.startup.stage, 'failed');
    assert.equal(state.app.agents.find(({ id }) => id === 'custom')?.health.state, 'missing');
  });

  it('[C12] [C30] asks for the port and the agent of last time', async (t) => {
    const home = new TestHome(t);
    const first = home.server(ANYONE);
    const { port } = await first.door();
    await first.line('failed');
    await first.end();
    const second = home.acdeck([home.folder(), '--json', '--no-open']);
    assert.equal((await second.door()).port, port);
    assert.match(String((await second.line('failed')).message), /nonexistent/);
  });

  it('[C12] [C30] takes the port and the agent of the settings before those of last time', async (t) => {
    const home = new TestHome(t);
    const first = home.server(ANYONE);
    const last = (await first.door()).port;
    await first.line('failed');
    await first.end();
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port: wanted } = holder.address() as { port: number };
    holder.close();
    await once(holder, 'close');
    const config = home.path('settings.yaml');
    writeFileSync(config, `port: ${wanted}\nagent: demo\n`, { mode: 0o600 });
    const second = home.acdeck([home.folder(), '--json', '--no-open', '--config', config]);
    const { port } = await second.door();
    // Another program may have taken it in between; then it is the next one.
    assert.ok(port !== last && port >= wanted && port <= wanted + 50, `${port} instead of ${wanted}`);
    assert.equal((await second.line('ready')).agent, 'demo');
  });

  it('[C13] takes the next free port when the wanted one is taken, and says so', async (t) => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    t.after(() => holder.close());
    const { port: taken } = holder.address() as { port: number };
    const server = new TestHome(t).server(['--port', String(taken), ...ANYONE]);
    const { port } = await server.door();
    assert.ok(port > taken && port <= taken + 50);
    assert.match(server.stderr, new RegExp(`Port ${taken} is taken. Using port ${port} instead`));
  });

  it('[C20] hands a ticket to the browser and prints the token', async (t) => {
    const home = new TestHome(t);
    const { env, opened } = recorder(home);
    const server = home.acdeck([home.folder(), '--json', '--port', '0', ...ANYONE], { env });
    const { port, token } = await server.door();
    const page = await opened();
    assert.ok(page.startsWith(home.path('data', 'acdeck', 'open')), page);
    assert.equal(statSync(page).mode & 0o777, 0o600);
    assert.equal(statSync(dirname(page)).mode & 0o777, 0o700);
    const html = readFileSync(page, 'utf8');
    assert.ok(!html.includes(token));
    const [, ticket = ''] = new RegExp(`http://127\\.0\\.0\\.1:${port}/#ticket=([\\w-]{43})"`).exec(html) ?? [];
    await signInWith(port, { ticket });
    assert.equal(existsSync(page), false);
    await assert.rejects(signInWith(port, { ticket }), /401/);
    await server.until(() => /sign-in link was used twice/.test(server.stderr));
  });

  it('[G42] puts the page where a browser can read it that is a snap', async (t) => {
    const home = new TestHome(t);
    const { env, opened } = recorder(home);
    mkdirSync(home.path('bin'));
    mkdirSync(home.path('snap', 'firefox', 'common'), { recursive: true });
    writeFileSync(home.path('bin', 'xdg-mime'), '#!/bin/sh\necho firefox_firefox.desktop\n');
    chmodSync(home.path('bin', 'xdg-mime'), 0o755);
    const path = `${home.path('bin')}:${process.env.PATH}`;
    const server = home.acdeck([home.folder(), '--json', '--port', '0', ...ANYONE], { env: { ...env, PATH: path } });
    const page = await opened();
    assert.equal(dirname(page), home.path('snap', 'firefox', 'common', 'acdeck'));
    assert.deepEqual(
      [page, dirname(page)].map((each) => statSync(each).mode & 0o777),
      [0o600, 0o700],
    );
    assert.equal(await server.end(), 0);
    assert.equal(existsSync(page), false);
    for (const odd of ['../../etc_x.desktop', 'firefox.desktop', 'gone_gone.desktop', '']) {
      writeFileSync(home.path('bin', 'xdg-mime'), `#!/bin/sh\necho '${odd}'\n`);
      rmSync(home.path('opened'));
      const next = home.acdeck([home.folder(), '--json', '--port', '0', ...ANYONE], { env: { ...env, PATH: path } });
      assert.equal(dirname(await opened()), home.path('data', 'acdeck', 'open'), odd);
      await next.end();
    }
  });

  it('[G33] [PG12] signs out the browsers and programs of a port that somebody else has taken, and says so', async (t) => {
    const home = new TestHome(t);
    const first = home.server(ANYONE);
    const { port, token } = await first.door();
    const pass = await signInWith(port, { token });
    await addToken(home, 'viewer');
    await first.end();
    const squatter = createServer().listen(port, '127.0.0.1');
    await once(squatter, 'listening');
    const second = home.acdeck([home.folder(), '--json', '--no-open', ...ANYONE]);
    const moved = await second.door();
    assert.notEqual(moved.port, port);
    assert.match(second.stderr, new RegExp(`Another program took port ${port}, .*signed out`));
    const tab = await openTab(second);
    const { app } = await tab.call<AppSnapshot>('AcpBridge.get_current_state');
    assert.deepEqual(
      app.banners.map(({ about }) => (about.code === 'door' ? about.door : null)),
      [{ kind: 'port_taken', port, devices: 1 }],
    );
    assert.deepEqual(app.tokens, []);
    const listed = home.acdeck(['token', 'list', '--format', 'json', '--folder', home.folder()]);
    assert.equal(await listed.ended, 0);
    assert.deepEqual(JSON.parse(listed.stdout), []);
    await second.end();
    squatter.close();
    await once(squatter, 'close');
    const third = home.acdeck([home.folder(), '--json', '--no-open', '--port', String(port), ...ANYONE]);
    assert.equal((await third.door()).port, port);
    await assert.rejects(TestTab.open(pass), /401/);
  });

  it('[G33] leaves the browsers of a port alone that another server of ours has, or that is only not asked for', async (t) => {
    const home = new TestHome(t);
    const first = home.server(ANYONE);
    const { port, token } = await first.door();
    const pass = await signInWith(port, { token });
    await first.end();
    const other = home.acdeck([home.folder('other'), '--json', '--no-open', '--port', String(port), ...ANYONE]);
    await other.door();
    for (const args of [[], ['--port', '0']]) {
      const away = home.acdeck([home.folder(), '--json', '--no-open', ...args, ...ANYONE]);
      assert.notEqual((await away.door()).port, port);
      assert.doesNotMatch(away.stderr, /another program/);
      await away.end();
    }
    await other.end();
    const back = home.acdeck([home.folder(), '--json', '--no-open', '--port', String(port), ...ANYONE]);
    assert.equal((await back.door()).port, port);
    assert.ok(await TestTab.open(pass));
  });

  it('[G36] signs everyone out when a person wants it, and prints another address', async (t) => {
    const home = new TestHome(t);
    const server = home.server(ANYONE);
    const { port, token } = await server.door();
    const pass = await signInWith(port, { token });
    const [acting, other] = [await TestTab.open(pass), await openTab(server)];
    await acting.call('Settings.sign_everyone_out');
    for (const tab of [acting, other]) assert.equal((await tab.closed).code, 4401);
    await server.until(() => server.lines.filter(({ event }) => event === 'listening').length === 2);
    const { url } = server.lines.findLast(({ event }) => event === 'listening')!;
    const renewed = new URL(String(url)).hash.replace('#token=', '');
    assert.notEqual(renewed, token);
    assert.match(server.stderr, /Everyone was signed out/);
    assert.ok(!server.stderr.includes(renewed));
    await assert.rejects(TestTab.open(pass), /401/);
    await assert.rejects(signInWith(port, { token }), /401/);
    await TestTab.open(await signInWith(port, { token: renewed }));
    const second = home.server();
    await second.ended;
    assert.equal(second.lines[0]?.url, url, 'other starts find the new address');
  });

  it('[SV8] [SV9] [SV10] tells what it keeps, and names and signs out one browser', async (t) => {
    const home = new TestHome(t);
    const server = home.server(ANYONE);
    const { port, token } = await server.door();
    const [mine, theirs] = [await signInWith(port, { token }), await signInWith(port, { token })];
    const [acting, other] = [await TestTab.open(mine), await TestTab.open(theirs)];
    const listed = async () => (await acting.call<AppSnapshot>('AcpBridge.get_current_state')).app.devices ?? [];
    assert.deepEqual((await listed()).map(({ id }) => id).sort(), [mine.device, theirs.device].sort());
    const info = await acting.call<HostInfo>('Settings.get_host_info');
    assert.deepEqual(
      [info.deviceId, info.node, info.dataDir],
      [mine.device, process.version, home.path('data', 'acdeck')],
    );
    assert.ok(info.sizes.history > 0, 'the history file');
    await acting.call('Settings.rename_device', 'c1', theirs.device, 'Laptop');
    await assert.rejects(acting.call('Settings.rename_device', 'c2', 'nobody', 'x'), { name: 'not_found' });
    assert.equal((await listed()).find(({ id }) => id === theirs.device)?.label, 'Laptop');
    await acting.call('Settings.sign_out_device', 'c3', theirs.device);
    assert.equal((await other.closed).code, 4401);
    await assert.rejects(TestTab.open(theirs), /401/);
    assert.deepEqual(
      (await listed()).map(({ id }) => id),
      [mine.device],
    );
  });

  it('[C21] goes on where no browser can be opened, or where it fails', async (t) => {
    for (const env of [{}, { BROWSER: '/bin/false' }]) {
      const home = new TestHome(t);
      const server = home.acdeck([home.folder(), '--json', '--port', '0', ...ANYONE], { env });
      await server.until(() => /Couldn't open a browser/.test(server.stderr));
      await server.line('failed');
      assert.equal((await fetch(`http://127.0.0.1:${(await server.door()).port}/`)).status, 200);
    }
  });

  it('[C35] goes on when nobody reads what it says', async (t) => {
    const server = new TestHome(t).server(ANYONE);
    const { port } = await server.door();
    server.deafen();
    const tab = await openTab(server);
    await tab.heard(({ method, args }) => method === 'AcApp.startupProgress' && args[0] === 'failed');
    assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 200);
    assert.equal(await server.end(), 0);
  });

  it('[C22] keeps the token out of logs, arguments and environments', { skip: !existsSync('/proc') }, async (t) => {
    const home = new TestHome(t);
    const server = home.server(['--agent', 'demo', '--verbose']);
    const { token } = await server.door();
    await server.line('ready');
    const pids = [server.pid, ...server.descendants()];
    assert.ok(pids.length >= 2, 'the agent runs');
    for (const pid of pids) {
      for (const file of ['cmdline', 'environ', 'comm']) {
        assert.ok(!readFileSync(`/proc/${pid}/${file}`, 'latin1').includes(token), `${file} of ${pid}`);
      }
    }
    assert.ok(!server.stderr.includes(token));
  });

  it('[K10] [K11] shows edits of the settings in every tab, and errors in them as a banner', async (t) => {
    const home = new TestHome(t);
    writeFileSync(home.path('my.yaml'), 'theme: dark\n');
    const server = home.server(['--config', 'my.yaml', ...ANYONE]);
    const tab = await openTab(server);
    await tab.call('AcpBridge.get_current_state');
    await tab.call('AcpBridge.get_current_state', 'settings');
    const told = (text: string) =>
      tab.heard(({ method, args }) => method === 'AcApp.streamChunk' && JSON.stringify(args).includes(text));
    writeFileSync(home.path('my.yaml'), 'theme: light\n');
    await told('"theme":"light"');
    writeFileSync(home.path('my.yaml'), 'theme: light\nfont: big\n');
    await told('"unknown_key"');
    await assert.rejects(tab.call('Settings.update', 'c1', { theme: 'dark' }), /line 2/);
    writeFileSync(home.path('my.yaml'), '# good again\ntheme: light\n');
    await told('banner_lowered');
    await tab.call('Settings.update', 'c2', { theme: 'dark' });
    assert.equal(readFileSync(home.path('my.yaml'), 'utf8'), '# good again\ntheme: dark\n');
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Acdeck, NO_AGENT, TestHome } from './acdeck.rig.js';
import type { AppSnapshot } from './protocol/app-state.js';
import { signInWith, TestTab } from './rpc/test-tab.rig.js';

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
    while (!existsSync(home.path('opened'))) await sleep(20);
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
    assert.deepEqual(state.app.folder, { path: home.folder(), name: 'project', repository: null });
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

  it('[C13] takes the next free port when the wanted one is taken, and says so', async (t) => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    t.after(() => holder.close());
    const { port: taken } = holder.address() as { port: number };
    const server = new TestHome(t).server(['--port', String(taken), ...ANYONE]);
    const { port } = await server.door();
    assert.ok(port > taken && port <= taken + 50);
    assert.match(server.stderr, new RegExp(`Port ${taken} is taken; this server uses port ${port} instead`));
  });

  it('[C20] hands a ticket to the browser and prints the token', async (t) => {
    const home = new TestHome(t);
    const { env, opened } = recorder(home);
    const server = home.acdeck([home.folder(), '--json', '--port', '0', ...ANYONE], { env });
    const { port, token } = await server.door();
    const address = await opened();
    assert.match(address, new RegExp(`^http://127\\.0\\.0\\.1:${port}/#ticket=[\\w-]{43}$`));
    assert.ok(!address.includes(token));
    const ticket = address.split('ticket=')[1]!;
    await signInWith(port, { ticket });
    await assert.rejects(signInWith(port, { ticket }), /401/);
  });

  it('[C21] goes on where no browser can be opened, or where it fails', async (t) => {
    for (const env of [{}, { BROWSER: '/bin/false' }]) {
      const home = new TestHome(t);
      const server = home.acdeck([home.folder(), '--json', '--port', '0', ...ANYONE], { env });
      await server.until(() => /No browser could be opened/.test(server.stderr));
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
    const told = (text: string) =>
      tab.heard(({ method, args }) => method === 'AcApp.streamChunk' && JSON.stringify(args).includes(text));
    writeFileSync(home.path('my.yaml'), 'theme: light\n');
    await told('"theme":"light"');
    writeFileSync(home.path('my.yaml'), 'theme: light\nfont: big\n');
    await told('There is no setting called');
    await assert.rejects(tab.call('Settings.update', 'c1', { theme: 'dark' }), /line 2/);
    writeFileSync(home.path('my.yaml'), '# good again\ntheme: light\n');
    await told('banner_lowered');
    await tab.call('Settings.update', 'c2', { theme: 'dark' });
    assert.equal(readFileSync(home.path('my.yaml'), 'utf8'), '# good again\ntheme: dark\n');
  });
});

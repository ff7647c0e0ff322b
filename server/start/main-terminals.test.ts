import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type Acdeck, NO_AGENT, TestHome } from '../acdeck.rig.js';
import { isAlive, untilDead } from '../agents/process/process.rig.js';
import { API_ROUTES } from '../api/api-routes.js';
import { TOOLS } from '../mcp/tools/registry.js';
import type { AppSnapshot } from '../protocol/api/app-state.js';
import type { OwnTerminal, OwnTerminalOutput } from '../protocol/api/own-terminal.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import { signInWith, TestTab } from '../rpc/test-tab.rig.js';

const ANYONE = ['--agent', NO_AGENT];
const SHELL = { SHELL: '/bin/sh', PS1: '$ ' };
const SIZE = { cols: 80, rows: 24 };

async function openTab(server: Acdeck): Promise<TestTab> {
  const { port, token } = await server.door();
  return TestTab.open(await signInWith(port, { token }));
}

const reasonOf = (error: unknown) => (error instanceof RpcError ? error.reason?.code : error);

/** What a tab was told of a terminal after it asked. */
function toldText({ told }: TestTab): string {
  const outputs = told.filter(({ method }) => method === 'AcApp.terminalOutput');
  return outputs.map(({ args }) => (args[0] as OwnTerminalOutput).text).join('');
}

describe('terminals over the wire', () => {
  it('[TM1] [TM3] [TM4] are opened once, in the folder, and listed for all tabs', async (t) => {
    const home = new TestHome(t);
    const server = home.server(ANYONE, SHELL);
    const [one, two] = [await openTab(server), await openTab(server)];
    await two.call('AcpBridge.get_current_state');
    const open = () => one.call<OwnTerminal>('AcpBridge.open_terminal', 'c1', SIZE);
    const [first, repeated] = await Promise.all([open(), open()]);
    assert.equal(first.id, repeated.id);
    await two.heard(({ args }) => JSON.stringify(args).includes('"terminal_changed"'));
    const { app } = await two.call<AppSnapshot>('AcpBridge.get_current_state');
    assert.deepEqual(
      app.terminals?.map(({ id, number }) => [id, number]),
      [[first.id, 1]],
    );
    await one.call('AcpBridge.watch_terminal', first.id, 0);
    await one.call('AcpBridge.type_in_terminal', first.id, 'pwd; echo do"ne"\n');
    await one.heard(() => toldText(one).includes('done'));
    assert.ok(toldText(one).includes(home.folder()));
    assert.equal(toldText(two), '', 'nobody else is told what it shows');
    await assert.rejects(one.call('AcpBridge.open_terminal', 'c2', SIZE, '../elsewhere'), (error) => {
      return reasonOf(error) === 'unknown_root';
    });
    await one.call('AcpBridge.close_terminal', 'c3', first.id);
    await two.heard(({ args }) => JSON.stringify(args).includes('"terminal_gone"'));
    await assert.rejects(
      two.call('AcpBridge.watch_terminal', first.id, 0),
      (error) => reasonOf(error) === 'no_terminal',
    );
  });

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    it(`[TM11] leave nothing behind when the server ends by ${signal}`, async (t) => {
      const home = new TestHome(t);
      const server = home.server(ANYONE, SHELL);
      const tab = await openTab(server);
      const { id } = await tab.call<OwnTerminal>('AcpBridge.open_terminal', 'c1', SIZE);
      await tab.call('AcpBridge.watch_terminal', id, 0);
      await tab.call('AcpBridge.type_in_terminal', id, "trap '' HUP TERM; sleep 600 & echo pid-$!- pid-$$-\n");
      await tab.heard(() => (toldText(tab).match(/pid-\d+-/g) ?? []).length === 2);
      const pids = [...toldText(tab).matchAll(/pid-(\d+)-/g)].map(([, pid]) => Number(pid));
      assert.deepEqual(pids.map(isAlive), [true, true]);
      await server.end(signal);
      await untilDead(pids);
      assert.equal(pids.filter(isAlive).length, 0);
    });
  }

  it('[TM14] are turned off with the commands of people', async (t) => {
    const home = new TestHome(t);
    const config = home.path('config.yaml');
    writeFileSync(config, 'shell: off\n');
    const tab = await openTab(home.server([...ANYONE, '--config', config], SHELL));
    const opened = tab.call('AcpBridge.open_terminal', 'c1', SIZE);
    await assert.rejects(opened, (error) => reasonOf(error) === 'shell_off');
  });

  it('[TM13] are in no route of the API and no tool of agents', () => {
    const names = [...API_ROUTES.map(({ path, name }) => `${path} ${name}`), ...TOOLS.map(({ name }) => name)];
    assert.ok(names.length > 10);
    assert.deepEqual(
      names.filter((name) => /terminal/i.test(name)),
      [],
    );
  });
});

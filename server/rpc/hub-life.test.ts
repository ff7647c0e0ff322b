import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { TestClock } from '../protocol/clock.rig.js';
import { HUB_LIMITS } from './rpc-hub.js';
import { Served } from './serve.rig.js';
import { TestTab } from './test-tab.rig.js';

const steps = (tab: TestTab) =>
  tab.told.filter(({ method }) => method === 'AcApp.startupProgress').map(({ args }) => args);

describe('the start', () => {
  it('[R16] is told to each tab from where it stands', async () => {
    const served = await Served.start();
    const early = await served.openTab();
    served.hub.reportStartup({ stage: 'agent', detail: { agent: 'Demo' }, percent: 20 });
    served.hub.reportStartup({ stage: 'initialize', detail: { agent: 'Demo' }, percent: 50 });
    const late = await served.openTab();
    await late.heard(({ args }) => args[0] === 'initialize');
    served.hub.reportStartup({ stage: 'ready', detail: { agent: 'Demo' }, percent: 100 });
    for (const tab of [early, late]) await tab.heard(({ args }) => args[0] === 'ready');
    assert.deepEqual(
      steps(early).map(([stage]) => stage),
      ['agent', 'initialize', 'ready'],
    );
    assert.deepEqual(steps(late), [
      ['initialize', { agent: 'Demo' }, 50],
      ['ready', { agent: 'Demo' }, 100],
    ]);
    await served.stop();
  });
});

describe('the stop', () => {
  it('[R17] tells every tab why, closes it, and lets no more in', async () => {
    const served = await Served.start();
    const pass = await served.signIn();
    const tabs = [await TestTab.open(pass), await TestTab.open(pass)];
    await served.hub.close('stopped');
    for (const tab of tabs) {
      assert.deepEqual(tab.told.at(-1), { method: 'AcApp.serverStopping', args: ['stopped'] });
      const closed = await tab.closed;
      assert.deepEqual([closed.code, closed.reason], [1001, 'stopped']);
    }
    assert.equal(served.hub.tabCount, 0);
    await assert.rejects(TestTab.open(pass), /503/);
    await served.server.close();
  });

  it('[R17] cuts a tab that does not go along', async () => {
    const clock = new TestClock();
    const served = await Served.start({ hub: { clock } });
    const tab = await served.openTab();
    tab.socket.pause();
    const stopped = served.hub.close('stopped');
    assert.equal(served.hub.tabCount, 1, 'it is given time to go');
    clock.pass(1_000);
    await stopped;
    assert.equal(served.hub.tabCount, 0);
    tab.socket.resume();
    assert.equal((await tab.closed).code, 1006, 'nothing was agreed');
    await served.server.close();
  });
});

describe('a device that is signed out', () => {
  it('[R18] loses its tabs, and others keep theirs', async () => {
    const served = await Served.start();
    const [pass, other] = [await served.signIn(), await served.signIn()];
    const tabs = [await TestTab.open(pass), await TestTab.open(pass)];
    const kept = await TestTab.open(other);
    const device = served.devices.list()[0]!;
    served.devices.remove(device.id);
    await served.hub.disconnect((id) => id === device.id);
    for (const tab of tabs) assert.equal((await tab.closed).code, 4401);
    assert.equal((await kept.call<{ sessions: unknown[] }>('Sessions.list')).sessions.length, 1);
    await assert.rejects(TestTab.open(pass), /401/);
    await served.stop();
  });
});

describe('the heartbeat', () => {
  it('[R19] cuts a tab that gives no sign of life, and keeps one that answers pings', async () => {
    const clock = new TestClock();
    const served = await Served.start({ hub: { clock } });
    const pass = await served.signIn();
    const [dead, alive, fence] = [
      await TestTab.open(pass, { autoPong: false }),
      await TestTab.open(pass),
      await TestTab.open(pass),
    ];
    for (let beat = 0; beat < 6; beat++) {
      const pinged = once(alive.socket, 'ping');
      clock.pass(HUB_LIMITS.beatMs);
      await pinged;
      // By the time that two further calls are answered, the pong has been read too.
      for (let i = 0; i < 2; i++) await fence.call('Settings.get');
    }
    assert.equal((await dead.closed).code, 1006);
    assert.equal((await alive.call<{ sessions: unknown[] }>('Sessions.list')).sessions.length, 1);
    await served.stop();
  });

  it('[R19] does not cut a tab that is only slow', async () => {
    const clock = new TestClock();
    const served = await Served.start({ hub: { clock } });
    const [slow, fence] = [await served.openTab(), await served.openTab()];
    await slow.call('AcpBridge.get_current_state');
    const port = served.app.tabs.at(-1)!;
    slow.socket.pause();
    const page = { epoch: 'e', after: 0, events: ['x'.repeat(256 * 1024)] };
    let hasMore = true;
    const fill = () => {
      while (hasMore && port.isWritable) port.stream('s1', page);
      if (hasMore) port.onceWritable(fill);
    };
    fill();
    for (let beat = 0; beat < 6; beat++) {
      clock.pass(HUB_LIMITS.beatMs);
      for (let i = 0; i < 2; i++) await fence.call('Settings.get');
    }
    hasMore = false;
    slow.socket.resume();
    assert.equal((await slow.call<{ sessions: unknown[] }>('Sessions.list')).sessions.length, 1);
    slow.socket.terminate();
    await served.stop();
  });
});

describe('the room for tabs', () => {
  it('[R20] ends at 32, unless one gives no sign of life', async () => {
    const clock = new TestClock();
    const served = await Served.start({ hub: { clock } });
    const pass = await served.signIn();
    const dead = await TestTab.open(pass, { autoPong: false });
    const tabs = await Promise.all(Array.from({ length: HUB_LIMITS.tabs - 1 }, () => TestTab.open(pass)));
    await assert.rejects(TestTab.open(pass), /503/);
    for (let beat = 0; beat < 2; beat++) {
      clock.pass(HUB_LIMITS.beatMs);
      for (const tab of tabs) await tab.call('Settings.get');
    }
    const extra = await TestTab.open(pass);
    assert.equal((await dead.closed).code, 1006);
    assert.equal((await extra.call<{ sessions: unknown[] }>('Sessions.list')).sessions.length, 1);
    await assert.rejects(TestTab.open(pass), /503/);
    await served.stop();
  });
});

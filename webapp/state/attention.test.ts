import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SessionSummary } from '../../server/protocol/app-state.js';
import { AppRig } from './app.rig.js';
import { FakeServer } from './fake-server.rig.js';
import { perform } from './perform.js';

async function start() {
  const rig = await new AppRig(new FakeServer('s1', 's2')).connect();
  rig.signals.length = 0;
  const become = (id: string, status: SessionSummary['status']) => {
    const session = rig.server.app.sessions.find((one) => one.id === id)!;
    rig.server.appendApp({
      type: 'session_changed',
      session: { ...session, status, updatedAt: session.updatedAt + 1 },
    });
  };
  const told = (kind: string) => rig.signals.filter((signal) => signal.startsWith(kind));
  return { rig, become, told };
}

describe('what calls a person', () => {
  it('[FB3] is a message for any session, while the page is hidden and if it is wanted', async () => {
    const { rig, become, told } = await start();
    rig.context.preferences.choose({ notifications: true });
    become('s1', 'running');
    become('s1', 'idle');
    assert.deepEqual(told('notify'), [], 'somebody looks');
    rig.context.visibility.follow(false);
    become('s2', 'running');
    become('s2', 'waiting');
    become('s2', 'running');
    become('s2', 'idle');
    assert.deepEqual(told('notify'), ['notify asked s2', 'notify finished s2']);
    rig.canNotify = 'no';
    become('s2', 'running');
    become('s2', 'idle');
    assert.equal(told('notify').length, 2);
  });

  it('[FB4] is offered after a long run that ended unseen, and not again after a no', async () => {
    const { rig, become, told } = await start();
    rig.canNotify = 'ask';
    rig.context.visibility.follow(false);
    const run = async (ms: number) => {
      become('s1', 'running');
      await rig.clock.pass(ms);
      become('s1', 'idle');
    };
    await run(19_000);
    assert.equal(rig.context.offer.value, false);
    await run(21_000);
    assert.equal(rig.context.offer.value, true);
    perform(rig.context, { type: 'answer_offer', isWanted: false });
    await run(21_000);
    assert.deepEqual([rig.context.offer.value, rig.context.preferences.value.notifications], [false, false]);
    assert.deepEqual(told('notify'), []);
  });

  it('[FB5] is a sound only if that was switched on, another one for each kind', async () => {
    const { rig, become, told } = await start();
    become('s1', 'running');
    become('s1', 'idle');
    assert.deepEqual(told('sound'), []);
    rig.context.preferences.choose({ sounds: true });
    become('s1', 'running');
    become('s1', 'waiting');
    become('s1', 'running');
    become('s1', 'idle');
    assert.deepEqual(told('sound'), ['sound asked', 'sound finished']);
  });

  it('[FB6] is a badge with what waits and what is new', async () => {
    const { become, told } = await start();
    become('s2', 'running');
    become('s2', 'waiting');
    assert.equal(told('badge').at(-1), 'badge 1 0');
    become('s2', 'idle');
    assert.equal(told('badge').at(-1), 'badge 0 1');
  });
});

describe('the time', () => {
  it('[FB7] is the server’s, whatever the device thinks', async () => {
    const { rig } = await start();
    const [session] = rig.server.app.sessions;
    const gap = Math.abs(rig.context.time.now() - session!.updatedAt);
    assert.ok(gap < 1_000, `the server's clock is ${gap} ms away`);
    assert.ok(Math.abs(rig.clock.now() - session!.updatedAt) > 1_000, 'the device has another time');
  });
});

describe('an absence', () => {
  it('[FB1] counts from two minutes on, and is over when it was read', async () => {
    const { rig } = await start();
    const { visibility, away } = rig.context;
    visibility.follow(false);
    await rig.clock.pass(119_000);
    visibility.follow(true);
    assert.equal(away.value, null);
    visibility.follow(false);
    await rig.clock.pass(180_000);
    visibility.follow(true);
    assert.equal(away.value!.to - away.value!.from, 180_000);
    perform(rig.context, { type: 'send_prompt', content: [{ type: 'text', text: 'go on' }] });
    assert.equal(away.value, null, '[FB2] gone with the next prompt');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SessionSummary } from '../../../server/protocol/api/app-state.js';
import { AppRig } from './app.rig.js';
import { callId } from './attention.js';
import { FakeServer } from './fake-server.rig.js';
import { perform } from './perform.js';

/** As the server has it: what ended and nobody saw is unread. */
const ended = (status: SessionSummary['status']) => (status === 'idle' ? { unread: true as const } : {});

async function start() {
  const rig = await new AppRig(new FakeServer('s1', 's2')).connect();
  rig.signals.length = 0;
  const become = (id: string, status: SessionSummary['status'], since?: number) => {
    const session = rig.server.app.sessions.find((one) => one.id === id)!;
    rig.server.appendApp({
      type: 'session_changed',
      session: {
        ...session,
        ...ended(status),
        status,
        updatedAt: session.updatedAt + 1,
        ...(since !== undefined && { since }),
      },
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
    rig.context.page.visibility.follow(false);
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
    rig.context.page.visibility.follow(false);
    const run = async (ms: number) => {
      become('s1', 'running');
      await rig.clock.passSettled(ms);
      become('s1', 'idle');
    };
    await run(19_000);
    assert.equal(rig.context.notices.offer.value, false);
    await run(21_000);
    assert.equal(rig.context.notices.offer.value, true);
    perform(rig.context, { type: 'answer_offer', isWanted: false });
    await run(21_000);
    assert.deepEqual([rig.context.notices.offer.value, rig.context.preferences.value.notifications], [false, false]);
    assert.deepEqual(told('notify'), []);
  });

  it('[FB4] is offered by a tab that heard late of the run', async () => {
    const { rig, become } = await start();
    rig.canNotify = 'ask';
    rig.context.page.visibility.follow(false);
    const begun = rig.context.server.time.now();
    await rig.clock.passSettled(21_000);
    become('s1', 'running', begun);
    become('s1', 'idle', rig.context.server.time.now());
    assert.equal(rig.context.notices.offer.value, true);
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

describe('news of the session on screen', () => {
  it('[FB9] is on the tab while nobody looks, in its badge and in its title', async () => {
    const { rig, become, told } = await start();
    become('s1', 'running');
    become('s1', 'idle');
    assert.equal(told('badge').at(-1), 'badge 0 0', 'somebody looks');
    rig.context.page.visibility.follow(false);
    const later = { updatedAt: rig.context.server.time.now() + 5_000, unread: true as const };
    const session = rig.server.app.sessions.find(({ id }) => id === 's1')!;
    rig.server.appendApp({ type: 'session_changed', session: { ...session, status: 'running' } });
    assert.match(rig.titles.at(-1)!, /^◐ /);
    rig.server.appendApp({ type: 'session_changed', session: { ...session, ...later } });
    assert.deepEqual([told('badge').at(-1), rig.titles.at(-1)], ['badge 0 1', '● s1 · orbit · AcDeck']);
    rig.context.page.visibility.follow(true);
    assert.deepEqual([told('badge').at(-1), rig.titles.at(-1)], ['badge 0 0', 's1 · orbit · AcDeck']);
  });

  it('[FB10] is told once for each request and each end, also where several changes come at once', async () => {
    const { rig, told } = await start();
    rig.context.preferences.choose({ notifications: true });
    rig.context.page.visibility.follow(false);
    const session = rig.server.app.sessions.find(({ id }) => id === 's1')!;
    const become = (status: SessionSummary['status'], since: number) =>
      rig.server.appendApp({ type: 'session_changed', session: { ...session, status, since } });
    become('waiting', 1);
    become('waiting', 1);
    become('waiting', 2);
    become('idle', 3);
    become('idle', 4);
    become('idle', 4);
    assert.deepEqual(told('notify'), [
      ...['notify asked s1', 'notify asked s1'],
      ...['notify finished s1', 'notify finished s1'],
    ]);
    const call = { kind: 'asked', session: { ...session, since: 2 } } as const;
    assert.equal(callId(call), callId({ ...call, session: { ...call.session, title: 'Named meanwhile' } }));
    assert.notEqual(callId(call), callId({ ...call, session: { ...call.session, since: 1 } }));
  });
});

describe('the time', () => {
  it('[FB7] is the server’s, whatever the device thinks', async () => {
    const { rig } = await start();
    const [session] = rig.server.app.sessions;
    const gap = Math.abs(rig.context.server.time.now() - session!.updatedAt);
    assert.ok(gap < 1_000, `the server's clock is ${gap} ms away`);
    assert.ok(Math.abs(rig.clock.now() - session!.updatedAt) > 1_000, 'the device has another time');
  });
});

describe('an absence', () => {
  it('[FB1] counts from two minutes on, and is over when it was read', async () => {
    const { rig } = await start();
    const { visibility } = rig.context.page;
    const { away } = rig.context.sessions;
    visibility.follow(false);
    await rig.clock.passSettled(119_000);
    visibility.follow(true);
    assert.equal(away.value, null);
    visibility.follow(false);
    await rig.clock.passSettled(180_000);
    visibility.follow(true);
    assert.equal(away.value!.to - away.value!.from, 180_000);
    perform(rig.context, { type: 'send_prompt', content: [{ type: 'text', text: 'go on' }] });
    assert.equal(away.value, null, '[FB2] gone with the next prompt');
  });
});

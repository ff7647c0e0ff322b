import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settled } from '../../../server/protocol/clock.rig.js';
import { AppRig } from './app.rig.js';
import { FakeServer } from './fake-server.rig.js';

describe('what a person has before their eyes', () => {
  it('[SL5] is told to the server whenever it is something else, and again after a lost connection', async () => {
    const rig = await new AppRig(new FakeServer('s1', 's2')).connect();
    const told = () => rig.server.callsOf('Sessions.look_at').map(([ids]) => ids);
    assert.deepEqual(told(), [['s1']]);
    rig.context.page.view.show('s2');
    assert.deepEqual(told().at(-1), ['s2']);
    rig.context.page.visibility.follow(false);
    assert.deepEqual(told().at(-1), []);
    rig.context.page.visibility.follow(true);
    rig.context.page.settings.show('look');
    assert.deepEqual(told().at(-1), [], 'the settings are before it');
    rig.context.page.settings.leave();
    assert.deepEqual(told().at(-1), ['s2']);
    const before = told().length;
    rig.disconnect();
    await rig.connect();
    await settled();
    assert.deepEqual(told().slice(before), [['s2']]);
  });
});

describe('a session that the list does not have', () => {
  it('[SL9] stays on screen until it is known to be gone', async () => {
    const server = new FakeServer('s1', 'old');
    const old = server.app.sessions.find(({ id }) => id === 'old')!;
    server.app = {
      ...server.app,
      sessions: server.app.sessions.filter(({ id }) => id !== 'old'),
      hasOlderSessions: true,
    };
    const rig = new AppRig(server);
    rig.location.hash = '#/s/old';
    rig.reload();
    await rig.connect();
    assert.equal(rig.context.page.view.value, 'old');
    server.appendApp({ type: 'session_changed', session: old });
    server.appendApp({ type: 'session_deleted', sessionId: 'old' });
    assert.equal(rig.context.page.view.value, 's1');
    rig.location.hash = '#/s/nobody';
    rig.reload();
    await rig.connect();
    await settled();
    assert.equal(rig.context.page.view.value, 's1');
  });
});

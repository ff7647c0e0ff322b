import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppRig } from './app.rig.js';
import { FakeServer } from './fake-server.rig.js';

describe('what was seen', () => {
  it('[CM20] is what was on screen while somebody looked, also after a reload', async () => {
    const rig = await new AppRig(new FakeServer('s1', 's2')).connect();
    const change = (id: string) => {
      const session = rig.server.app.sessions.find((one) => one.id === id)!;
      rig.server.appendApp({ type: 'session_changed', session: { ...session, updatedAt: session.updatedAt + 60_000 } });
    };
    const unread = () =>
      rig.server.app.sessions
        .filter((one) => rig.context.seen.isUnread(one))
        .map(({ id }) => id)
        .sort();
    assert.deepEqual(unread(), []);
    change('s1');
    change('s2');
    assert.deepEqual(unread(), ['s2'], 's1 is on screen');
    rig.reload();
    await rig.connect();
    assert.deepEqual(unread(), ['s2']);
    rig.context.view.show('s2');
    assert.deepEqual(unread(), []);
    rig.context.visibility.follow(false);
    change('s2');
    assert.deepEqual(unread(), ['s2'], 'nobody looks');
    rig.context.visibility.follow(true);
    assert.deepEqual(unread(), []);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settled } from '../../../server/protocol/clock.rig.js';
import { MemoryStorage } from '../base/memory-storage.rig.js';
import { PreferenceStore } from '../view/preference-store.js';
import { AppRig } from './app.rig.js';
import { FakeServer } from './fake-server.rig.js';
import { perform } from './perform.js';
import { chosenFilter } from './session-groups.js';
import { UNDO_MS } from './toast-store.js';

describe('acts on several sessions', () => {
  it('[SL16] archive at once, and take it back on request', async () => {
    const rig = await new AppRig(new FakeServer('s1', 's2')).connect();
    perform(rig.context, { type: 'mark_sessions', sessionIds: ['s1', 's2'], mark: { archived: true } });
    await settled();
    const [toast] = rig.context.notices.toasts.value;
    assert.match(toast!.text, /^2 sessions archived/);
    toast!.action!.run();
    await settled();
    assert.deepEqual(
      rig.server.callsOf('Sessions.mark').map(([, ...args]) => args),
      [
        [['s1', 's2'], { archived: true }],
        [['s1', 's2'], { archived: false }],
      ],
    );
  });

  it('[SL16] hide what is to be deleted, and delete it after twelve seconds unless it was taken back', async () => {
    const rig = await new AppRig(new FakeServer('s1', 's2', 's3')).connect();
    const hidden = () => [...rig.context.sessions.hidden.value];
    perform(rig.context, { type: 'delete_sessions', sessionIds: ['s2', 's3'] });
    assert.deepEqual(hidden(), ['s2', 's3']);
    rig.context.notices.toasts.value[0]!.action!.run();
    assert.deepEqual(hidden(), []);
    rig.clock.pass(UNDO_MS);
    await settled();
    assert.deepEqual(rig.server.callsOf('Sessions.delete_many'), []);
    perform(rig.context, { type: 'delete_sessions', sessionIds: ['s2', 's3'] });
    rig.clock.pass(UNDO_MS);
    await settled();
    assert.deepEqual(rig.server.callsOf('Sessions.delete_many')[0]!.slice(1), [['s2', 's3']]);
  });
});

describe('the kept filter of the list', () => {
  it('[SL13] [SL14] comes back after a reload, and is none where it makes no sense', () => {
    const storage = new MemoryStorage();
    new PreferenceStore(storage).choose({ listStatus: 'archived', listAgent: 'demo', listEverywhere: true });
    assert.deepEqual(chosenFilter(new PreferenceStore(storage).value), {
      ...{ status: 'archived', agentId: 'demo', everywhere: true },
    });
    for (const kept of ['{', '[]', '{"listStatus":7,"listAgent":[],"listEverywhere":"yes"}', '{"listStatus":"odd"}']) {
      storage.setItem('acdeck.device', kept);
      assert.deepEqual(chosenFilter(new PreferenceStore(storage).value), {});
    }
  });
});

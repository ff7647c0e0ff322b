import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { settled } from '../../../server/protocol/clock.rig.js';
import type { SessionEvent } from '../../../server/protocol/session/session-event.js';
import { entriesOf } from '../../../server/protocol/transcript/entry-list.js';
import { chunk, ended, prompt, tool, toolUpdate } from '../../../server/protocol/transcript/transcript.rig.js';
import { seeded } from '../../../server/testing/seeded.rig.js';
import { FakeServer } from '../app/fake-server.rig.js';
import { SessionStore } from './session-store.js';

/** A store of session `s1`, connected to a server that has these events already. */
async function followed(...past: SessionEvent[]) {
  const server = new FakeServer('s1');
  server.append('s1', past);
  const store = new SessionStore(server.api.AcpBridge, 's1');
  server.tab = {
    streamChunk: (_id, page) => store.apply(page as never),
    startupProgress: () => {},
    serverStopping: () => {},
    signInOutput: () => {},
    terminalOutput: () => {},
  };
  await store.catchUp();
  return { server, store };
}

const shown = (store: SessionStore) => entriesOf(store.value.transcript.entries);
const turn = (n: number): SessionEvent[] => [prompt(`ask ${n}`, `p${n}`), chunk(`answer ${n}`), ended()];

describe('the copy of a session', () => {
  it('[U10] begins with what the server has and follows what comes', async () => {
    const { server, store } = await followed(prompt('hi'));
    server.append('s1', [chunk('Hel'), chunk('lo')]);
    assert.deepEqual(store.value.transcript, server.transcript('s1'));
  });

  it('[U10] folds pages that come while it asks, after the answer', async () => {
    const { server, store } = await followed(prompt('hi'));
    const release = server.hold();
    const catching = store.catchUp();
    server.append('s1', [chunk('one')]);
    assert.equal(shown(store).length, 1);
    release();
    await catching;
    assert.deepEqual(store.value.transcript, server.transcript('s1'));
  });

  it('[U10] asks from where it stands when something is missing', async () => {
    const { server, store } = await followed(prompt('hi'), chunk('a'));
    server.append('s1', [chunk('b')], { isLost: true });
    server.append('s1', [chunk('c')]);
    await settled();
    assert.deepEqual(server.callsOf('AcpBridge.get_current_state').at(-1), ['s1', 'first', 2]);
    assert.deepEqual(store.value.transcript, server.transcript('s1'));
  });

  it('[U10] takes the whole state anew when the log has another epoch', async () => {
    const { server, store } = await followed(prompt('hi'));
    server.epoch = 'second';
    server.append('s1', [chunk('new')]);
    await settled();
    assert.deepEqual(store.value.transcript, server.transcript('s1'));
  });

  it('[U10] ends equal to the server however pages are split, repeated and lost', async (t) => {
    const act = fc.record({
      size: fc.integer({ min: 1, max: 4 }),
      isLost: fc.boolean(),
      isRepeated: fc.boolean(),
      isCut: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
        const { server, store } = await followed(prompt('hi'));
        for (const { size, isLost, isRepeated, isCut } of acts) {
          const events = Array.from({ length: size }, (_, n) => (n % 2 ? tool(`t${n}`) : chunk(`${n}`)));
          const added = server.append('s1', events, { isLost });
          if (isRepeated) store.apply({ epoch: 'first', after: added[0]!.seq - 1, events: added });
          if (isCut) await store.catchUp();
        }
        await store.catchUp();
        assert.deepEqual(store.value.transcript, server.transcript('s1'));
      }),
      seeded(t, 30),
    );
  });

  it('[U11] puts older entries in front, as they were at the event they were read at', async () => {
    const { server, store } = await followed(...Array.from({ length: 60 }, (_, n) => turn(n)).flat());
    const before = store.value.transcript.entries.first;
    assert.ok(before > 0);
    await store.loadOlder();
    assert.ok(store.value.transcript.entries.first < before);
    assert.deepEqual(
      shown(store),
      entriesOf(server.transcript('s1').entries).slice(store.value.transcript.entries.first),
    );
  });

  it('[U11] folds what came meanwhile around older entries, once each', async () => {
    const past = [
      prompt('first'),
      tool('old', { status: 'pending' }),
      ...Array.from({ length: 60 }, (_, n) => turn(n)).flat(),
    ];
    const { server, store } = await followed(...past);
    const release = server.hold();
    const loading = store.loadOlder();
    // Before the server reads the old entries, and again while its answer is on the way.
    server.append('s1', [prompt('more', 'px'), toolUpdate('old', { title: 'Renamed' })]);
    release();
    server.append('s1', [chunk('x')]);
    await loading;
    server.append('s1', [toolUpdate('old', { title: 'Again' }), chunk('y')]);
    await settled();
    assert.deepEqual(
      shown(store),
      entriesOf(server.transcript('s1').entries).slice(store.value.transcript.entries.first),
    );
    assert.equal(store.value.isLoadingOlder, false);
  });

  it('[U11] forgets entries far above the end but none that is unfinished', async () => {
    const many = Array.from({ length: 200 }, (_, n) => tool(`t${n}`, { status: 'completed' }));
    const { store } = await followed(prompt('hi'), tool('open', { status: 'in_progress' }), ...many);
    store.trim(50);
    assert.ok(shown(store).some((entry) => entry.kind === 'tool' && entry.toolCallId === 'open'));
    const second = await followed(prompt('hi'), ...many, ended());
    second.store.trim(50);
    assert.ok(shown(second.store).length < 150);
  });

  it('[U10] says when the server does not know the session', async () => {
    const server = new FakeServer();
    server.tab = {
      streamChunk() {},
      startupProgress() {},
      serverStopping() {},
      signInOutput() {},
      terminalOutput() {},
    };
    const store = new SessionStore(server.api.AcpBridge, 'nobody');
    await store.catchUp();
    assert.equal(store.value.status, 'gone');
  });
});

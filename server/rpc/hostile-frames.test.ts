import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ERROR_CODES, type WireError } from '../protocol/api/rpc-error.js';
import { HOSTILE_FRAMES, type HostileFrame } from './hostile-frames.rig.js';
import { randomFrames } from './random-frames.rig.js';
import { Served } from './serve.rig.js';
import type { TestTab } from './test-tab.rig.js';

const UNHURRIED = { perSecond: 1e9, burst: 1e9 };

describe('hostile frames', () => {
  let served: Served;
  let good: TestTab;
  let hostile: TestTab;

  before(async () => {
    served = await Served.start({ hub: { rate: UNHURRIED } });
    good = await served.openTab();
    hostile = await served.openTab();
  });
  after(() => served.stop());

  /** Sends a frame and then a sound call: once that is answered, so is the frame, or never will be. */
  async function failureOf({ text }: HostileFrame): Promise<{ h?: unknown; stray?: unknown }> {
    const answers: { id: unknown; error?: WireError }[] = [];
    const onFrame = (data: unknown) => answers.push(JSON.parse(String(data)));
    hostile.socket.on('message', onFrame);
    hostile.send(text);
    await hostile.call('Sessions.list');
    hostile.socket.off('message', onFrame);
    const errors = answers.filter(({ error }) => error);
    for (const { error } of errors) {
      assert.match(String(error?.message), /^[A-Z].*\.$/s);
      assert.deepEqual(error, {
        ...error,
        code: ERROR_CODES[error!.data.name],
        data: { name: error!.data.name, reason: null },
      });
    }
    const of = (id: unknown) => errors.find((answer) => answer.id === id)?.error?.data.name;
    return { h: of('h'), stray: of(null) };
  }

  it('[R3] are at least 61, each with a name of its own', () => {
    assert.ok(HOSTILE_FRAMES.length >= 61, `${HOSTILE_FRAMES.length}`);
    assert.equal(new Set(HOSTILE_FRAMES.map(({ name }) => name)).size, HOSTILE_FRAMES.length);
  });

  it('[R3] [R2] [R4] [R10] [R11] are answered properly, and hurt nobody', async () => {
    for (const frame of HOSTILE_FRAMES) {
      const { h, stray } = await failureOf(frame);
      const { id, name } = frame.answer ?? {};
      if (id === 'h') assert.equal(h, name, frame.name);
      if (id === null) assert.equal(stray, name, frame.name);
      if (id === undefined) assert.deepEqual({ h, stray }, { h: undefined, stray: undefined }, frame.name);
      assert.equal((await good.call<{ sessions: unknown[] }>('Sessions.list')).sessions.length, 1, frame.name);
    }
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    assert.deepEqual(served.faults, []);
    assert.ok(served.calls.every(([method]) => method === 'sessions.page'));
  });

  it('[R3] may be 20,000 random ones', async () => {
    let served20k = 0;
    for (const frames of randomFrames(20_000, 7)) {
      for (const frame of frames) hostile.send(frame);
      const [answer] = await Promise.all([
        good.call<{ sessions: unknown[] }>('Sessions.list'),
        hostile.call('Settings.get'),
      ]);
      assert.equal(answer.sessions.length, 1);
      served20k += frames.length;
    }
    assert.equal(served20k, 20_000);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    assert.ok(hostile.strays.length > 1_000, 'many were refused');
    assert.ok(served.calls.length > 1_000, 'many got through');
  });
});

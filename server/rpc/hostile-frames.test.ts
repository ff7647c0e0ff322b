import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
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
  async function codeOf({ text }: HostileFrame): Promise<{ h?: unknown; stray?: unknown }> {
    const answers: { id: unknown; error?: { code: unknown; message: unknown } }[] = [];
    const onFrame = (data: unknown) => answers.push(JSON.parse(String(data)));
    hostile.socket.on('message', onFrame);
    hostile.send(text);
    await hostile.call('Sessions.list');
    hostile.socket.off('message', onFrame);
    const errors = answers.filter(({ error }) => error);
    for (const { error } of errors) assert.match(String(error?.message), /^[A-Z].*\.$/s);
    const of = (id: unknown) => errors.find((answer) => answer.id === id)?.error?.code;
    return { h: of('h'), stray: of(null) };
  }

  it('[R3] are at least 61, each with a name of its own', () => {
    assert.ok(HOSTILE_FRAMES.length >= 61, `${HOSTILE_FRAMES.length}`);
    assert.equal(new Set(HOSTILE_FRAMES.map(({ name }) => name)).size, HOSTILE_FRAMES.length);
  });

  it('[R3] [R2] [R4] [R10] [R11] are answered properly, and hurt nobody', async () => {
    for (const frame of HOSTILE_FRAMES) {
      const { h, stray } = await codeOf(frame);
      const { id, code } = frame.answer ?? {};
      if (id === 'h') assert.equal(h, code, frame.name);
      if (id === null) assert.equal(stray, code, frame.name);
      if (id === undefined) assert.deepEqual({ h, stray }, { h: undefined, stray: undefined }, frame.name);
      assert.equal((await good.call<unknown[]>('Sessions.list')).length, 1, frame.name);
    }
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    assert.deepEqual(served.faults, []);
    assert.ok(served.calls.every(([method]) => method === 'list'));
  });

  it('[R3] may be 20,000 random ones', async () => {
    let served20k = 0;
    for (const frames of randomFrames(20_000, 7)) {
      for (const frame of frames) hostile.send(frame);
      const [answer] = await Promise.all([good.call<unknown[]>('Sessions.list'), hostile.call('Settings.get')]);
      assert.equal(answer.length, 1);
      served20k += frames.length;
    }
    assert.equal(served20k, 20_000);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    assert.ok(hostile.strays.length > 1_000, 'many were refused');
    assert.ok(served.calls.length > 1_000, 'many got through');
  });
});

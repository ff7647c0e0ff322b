import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { connectScripted, Ear } from './connection.rig.js';
import { HandClock } from './hand-clock.rig.js';

const MINUTE = 60_000;

/** An agent whose session began 20 s after a full minute, and is wanted again 10 s later. */
async function reopened(t: TestContext, opensOncePerMinute: boolean, begunAt = 20_000) {
  const clock = new HandClock();
  clock.advance(5 * MINUTE + 30_000);
  const capabilities = { sessionCapabilities: { resume: {} } };
  const scripted = connectScripted(
    t,
    { initialize: () => ({ protocolVersion: 1, agentCapabilities: capabilities }), 'session/resume': () => ({}) },
    { clock, opensOncePerMinute },
  );
  await scripted.connection.initialize();
  const ear = new Ear();
  const request = { agentSessionId: 's', replay: 'drop', begunAt: 5 * MINUTE + begunAt } as const;
  const opening = scripted.connection.openSession({ cwd: scripted.folder, ...request }, ear);
  const asked = () => scripted.agent.calls('session/resume').length;
  return { clock, ear, opening, asked };
}

describe('an agent that loses a session which it opens again within its first minute', () => {
  it('[RG12] opens it when the minute is over, and the page says so', async (t) => {
    const { clock, ear, opening, asked } = await reopened(t, true);
    await clock.untilWaiting(30_500);
    assert.equal(asked(), 0);
    assert.match(JSON.stringify(ear.updates), /Scripted goes on with this session in 31 s/);
    clock.advance(30_500);
    assert.equal((await opening).memory, 'kept');
    assert.equal(asked(), 1);
  });

  it('[RG12] waits for nothing in another minute, nor do other agents', async (t) => {
    for (const [quirk, begunAt] of [
      [true, 20_000 - MINUTE],
      [true, 20_000 + 10 * MINUTE],
      [false, 20_000],
    ] as const) {
      const { ear, opening } = await reopened(t, quirk, begunAt);
      assert.equal((await opening).memory, 'kept');
      assert.deepEqual(ear.updates, []);
    }
  });
});

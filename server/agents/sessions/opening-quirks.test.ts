import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { TestClock } from '../../protocol/clock.rig.js';
import { CATALOG } from '../catalog/catalog-entries.js';
import { connectScripted, Ear } from '../connection/connection.rig.js';

const MINUTE = 60_000;

/** An agent whose session began 20 s after a full minute, and is wanted again 10 s later. */
async function reopened(t: TestContext, opensOncePerMinute: boolean, begunAt = 20_000) {
  const clock = new TestClock(0);
  clock.pass(5 * MINUTE + 30_000);
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

describe('an agent that gives MCP servers over HTTP little time', () => {
  it('[DL27] is given ours as a program, and any other that takes HTTP is not', async (t) => {
    for (const [hurriesHttpServers, http] of [
      [true, false],
      [false, true],
    ] as const) {
      const capabilities = { mcpCapabilities: { http: true } };
      const scripted = connectScripted(
        t,
        { initialize: () => ({ protocolVersion: 1, agentCapabilities: capabilities }) },
        { hurriesHttpServers },
      );
      await scripted.connection.initialize();
      const taken: unknown[] = [];
      const ownServer = (takes: object) => {
        taken.push(takes);
        return null;
      };
      const request = { cwd: scripted.folder, agentSessionId: null, replay: 'drop', ownServer } as const;
      await scripted.connection.openSession(request, new Ear());
      assert.deepEqual(taken, [{ http }]);
    }
    const hurried = CATALOG.filter(({ quirks }) => quirks?.hurriesHttpServers).map(({ id }) => id);
    assert.deepEqual(hurried, ['qwen']);
  });
});

describe('an agent that loses a session which it opens again within its first minute', () => {
  it('[RG12] opens it when the minute is over, and the page says so', async (t) => {
    const { clock, ear, opening, asked } = await reopened(t, true);
    await clock.untilWaiting(30_500);
    assert.equal(asked(), 0);
    assert.deepEqual(ear.notices, [{ code: 'resuming_soon', agent: 'Scripted', seconds: 31 }]);
    clock.pass(30_500);
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

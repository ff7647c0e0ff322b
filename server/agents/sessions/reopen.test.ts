import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { TestClock } from '../../protocol/clock.rig.js';
import { ScriptedError, SILENCE } from '../../testing/scripted-agent.rig.js';
import { connectScripted, Ear, faultWith } from '../connection/connection.rig.js';
import { TIME_LIMITS } from '../process/time-limits.js';

const WAYS = {
  load: { loadSession: true },
  resume: { sessionCapabilities: { resume: {} } },
  'resume and load': { loadSession: true, sessionCapabilities: { resume: {} } },
} as const;
type Way = keyof typeof WAYS;

/** How an agent may fail so that a session is lost for good. */
const FOR_GOOD: [number, string][] = [
  [-32603, 'Internal error'],
  [-32603, 'the disk is full'],
  [-32603, 'Unexpected token } in JSON at position 17'],
  [-32602, 'Invalid params'],
  [-32602, 'Session mine not found'],
  [-32002, 'Resource not found'],
  [-32600, 'Invalid request'],
  [-32700, 'Parse error'],
  [-32001, 'something of its own'],
  [400, 'Bad request'],
  [1, ''],
];

/** And so that it may be fine in a while. */
const FOR_NOW: [number, string][] = [
  [-32000, 'Authentication required'],
  [-32603, 'Failed to resolve provider'],
  [-32603, 'You are not logged in'],
  [-32603, '401 Unauthorized'],
  [-32603, 'Your token has expired'],
  [-32602, 'API key is missing'],
  [-32603, 'Please run `agent login` first'],
  [-32800, 'whatever'],
  [-32603, 'The request was cancelled'],
  [-32603, 'AbortError: This operation was aborted'],
  [-32603, 'Request timed out after 30 s'],
  [-32603, 'connect ETIMEDOUT 10.0.0.1:443'],
  [-32603, 'The agent is busy'],
  [-32603, 'the session file is locked'],
  [-32603, 'database is locked'],
  [-32600, 'Another prompt is in progress'],
  [-32603, '429 Too Many Requests'],
  [-32603, 'Overloaded'],
];

/** An agent that offers these ways and fails each of them so many times. */
async function failing(t: TestContext, way: Way, [code, message]: [number, string], times = Number.POSITIVE_INFINITY) {
  const clock = new TestClock();
  const answers = { initialize: () => ({ protocolVersion: 1, agentCapabilities: WAYS[way] }) };
  const scripted = connectScripted(t, answers, { clock });
  const { agent } = scripted;
  let left = times;
  for (const method of ['session/load', 'session/resume']) {
    agent.on(method, ({ sessionId }) => {
      if (left-- > 0) throw new ScriptedError(code, message);
      const content = { type: 'text', text: 'past' };
      if (method === 'session/load') agent.update(sessionId, { sessionUpdate: 'user_message_chunk', content });
      return {};
    });
  }
  await scripted.connection.initialize();
  const asked = () =>
    agent.heard.flatMap(({ method }) => (/^session\/(load|resume|new)$/.test(method ?? '') ? [method!] : []));
  /** Lets the pauses pass as they come, until it is decided. */
  const settle = async <T>(opening: Promise<T>): Promise<PromiseSettledResult<T>> => {
    const settled = Promise.allSettled([opening]);
    const [result] = await clock.passing(settled, TIME_LIMITS.reopenPause, TIME_LIMITS.replayQuiet);
    return result;
  };
  return { ...scripted, clock, asked, settle };
}

const once: Record<Way, string[]> = {
  load: ['session/load'],
  resume: ['session/resume'],
  'resume and load': ['session/resume', 'session/load'],
};

describe('a session that an agent does not open again', () => {
  for (const way of Object.keys(WAYS) as Way[]) {
    it(`[AS4] is tried once more and then replaced, whatever the code (${way})`, async (t) => {
      for (const fault of FOR_GOOD) {
        const { open, asked, settle, log } = await failing(t, way, fault);
        const result = await settle(open(new Ear(), 'mine'));
        assert.equal(result.status, 'fulfilled', `${fault}`);
        const session = (result as PromiseFulfilledResult<Awaited<ReturnType<typeof open>>>).value;
        assert.deepEqual([session.memory, session.facts.agentSessionId], ['lost', 's1'], `${fault}`);
        const { agentSessionId, code } = session.replaced!;
        assert.deepEqual([agentSessionId, code], ['mine', fault[0]]);
        assert.deepEqual(asked(), [...once[way], ...once[way], 'session/new'], `${fault}`);
        const failures = log.filter((line) => / of mine failed with /.test(line));
        assert.equal(failures.length, 2 * once[way].length);
        assert.ok(
          failures.every((line) => line.includes(` failed with ${fault[0]}: `)),
          failures.join('\n'),
        );
      }
    });

    it(`[AS4] is never replaced for a sign-in, a time-out, a call-off or a busy agent (${way})`, async (t) => {
      for (const fault of FOR_NOW) {
        const { open, asked, settle } = await failing(t, way, fault);
        const result = await settle(open(new Ear(), 'mine'));
        assert.equal(result.status, 'rejected', `${fault}`);
        assert.ok(!asked().includes('session/new'), `${fault}`);
      }
    });

    it(`[AS4] goes on where it stood if the second try succeeds (${way})`, async (t) => {
      const { open, asked, settle } = await failing(t, way, [-32603, 'Internal error'], once[way].length);
      const result = await settle(open(new Ear(), 'mine'));
      const session = (result as PromiseFulfilledResult<Awaited<ReturnType<typeof open>>>).value;
      assert.deepEqual([session.memory, session.facts.agentSessionId, session.replaced], ['kept', 'mine', null]);
      assert.ok(!asked().includes('session/new'));
    });

    it(`[AS4] is not replaced when no answer comes in time (${way})`, async (t) => {
      const { agent, open, asked, clock } = await failing(t, way, [-32603, 'x'], 0);
      for (const method of ['session/load', 'session/resume']) agent.on(method, () => SILENCE);
      const opening = open(new Ear(), 'mine');
      const rejected = assert.rejects(opening, faultWith('no_answer'));
      await clock.untilWaiting(TIME_LIMITS.openSession);
      clock.pass(TIME_LIMITS.openSession);
      await rejected;
      assert.deepEqual(asked(), once[way].slice(0, 1));
    });
  }

  it('[AS20] is not replaced where that very session is wanted, and the reason is said', async (t) => {
    for (const [fault, message] of [
      [[-32603, 'the disk is full'], 'the disk is full'],
      [[-32002, 'nope'], 'Scripted no longer has this session.'],
    ] as const) {
      const { connection, folder, asked, settle } = await failing(t, 'load', [...fault]);
      const request = { cwd: folder, agentSessionId: 'mine', replay: 'drop', isOnly: true } as const;
      const result = await settle(connection.openSession(request, new Ear()));
      assert.equal((result as PromiseRejectedResult).reason.message, message);
      assert.ok(!asked().includes('session/new'));
    }
  });

  it('[DG16] is named in the log, and what it retells is counted there', async (t) => {
    const { open, agent, log, settle } = await failing(t, 'load', [-32603, 'Internal error'], 1);
    agent.on('session/load', ({ sessionId }) => {
      for (let n = 0; n < 42; n++) {
        agent.update(sessionId, {
          sessionUpdate: 'user_message_chunk',
          messageId: `${n}`,
          content: { type: 'text', text: 'past' },
        });
      }
      return {};
    });
    await settle(open(new Ear(), 'mine'));
    assert.deepEqual(log, ['dropped 42 replayed updates of session mine']);
  });
});

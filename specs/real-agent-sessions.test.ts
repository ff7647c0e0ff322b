import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { entriesOf } from '../server/protocol/transcript/entry-list.js';
import { act, text } from '../server/sessions/registry/registry.rig.js';
import { ScriptedError, SILENCE } from '../server/testing/scripted-agent.rig.js';
import { ended, heard, held, say } from './rigs/agent-words.rig.js';
import { ScriptedSession } from './rigs/scripted-session.rig.js';

describe('opening again', () => {
  const loads = { loadSession: true };

  /** A first turn, a crash, and the next prompt, which opens the session again. */
  async function reopen(session: ScriptedSession, onLoad: () => unknown): Promise<void> {
    session.agent.on('session/prompt', () => {
      session.update(say('The answer is 42.'));
      return ended;
    });
    await session.turn('What is it?');
    session.reopenWith({ 'session/load': onLoad });
    await session.turn('And why?');
  }

  it('[RA8] does not show again what is retold, before and after the answer', async (t) => {
    const session = await ScriptedSession.start(t, { capabilities: loads });
    await reopen(session, () => {
      session.update(
        heard('<session_context>internals</session_context>'),
        heard('What is it?'),
        say('The answer is 42.'),
      );
      queueMicrotask(() =>
        session.update(heard('[Function Response: x]'), {
          sessionUpdate: 'available_commands_update',
          availableCommands: [],
        }),
      );
      return null;
    });
    const words = session.lines.filter((line) => /^(user|agent|thought)/.test(line));
    assert.deepEqual(words, ['user: What is it?', 'agent: The answer is 42.', 'user: And why?']);
  });

  it('[RA9] goes on with a session that is already loaded', async (t) => {
    const session = await ScriptedSession.start(t, { capabilities: loads });
    await reopen(session, () => {
      throw new ScriptedError(-32602, 'Session s1 is already loaded');
    });
    assert.equal(session.screen.memory, 'kept');
    assert.equal(session.agent.calls('session/prompt').at(-1)?.params.sessionId, 's1');
  });

  for (const [code, message] of [
    [-32002, 'Resource not found: s1'],
    [-32602, 'Session not found: s1'],
    [-32603, 'No previous sessions found for this project.'],
  ] as const) {
    it(`[RA10] begins a new session and says so for ${code}`, async (t) => {
      const session = await ScriptedSession.start(t, { capabilities: loads });
      await reopen(session, () => {
        throw new ScriptedError(code, message);
      });
      assert.equal(session.screen.memory, 'lost');
      assert.deepEqual(session.lines.slice(0, 2), ['user: What is it?', 'agent: The answer is 42.']);
      assert.ok(
        session.lines.some((line) => /^notice: started_over/.test(line)),
        session.lines.join('\n'),
      );
      assert.ok(session.lines.includes('user: And why?'));
    });
  }

  it('[RA18] sends a prompt once that came before a slow session was open', async (t) => {
    const opening = held();
    const session = await ScriptedSession.start(t, { answers: { 'session/new': opening.answer }, waits: false });
    session.registry.acts.prompt(act(), session.id, text('early'));
    await session.agentStarted();
    await session.agent.waitFor(({ method }) => method === 'session/new');
    opening.end({ sessionId: 's1' });
    await session.until(({ turn }) => turn.n === 1 && turn.status === 'idle');
    assert.equal(session.agent.calls('session/prompt').length, 1);
    assert.equal(session.lines[0], 'user: early');
  });
});

describe('a session that fails to open', () => {
  const WAYS = {
    'session/load': { loadSession: true },
    'session/resume': { sessionCapabilities: { resume: {} } },
  } as const;
  type Method = keyof typeof WAYS;
  const MOMENTS = ['crash', 'prompt', 'server'] as const;
  const FOR_GOOD = [
    [-32603, 'Internal error'],
    [-32602, 'Invalid params'],
    [-32002, 'Resource not found'],
    [-32099, 'nobody knows'],
  ] as const;
  const FOR_NOW = [
    [-32000, 'Authentication required'],
    [-32603, 'You are not logged in'],
    [-32603, 'The request timed out'],
    [-32800, 'Request cancelled'],
    [-32603, 'The agent is busy'],
  ] as const;

  /** A first turn, and then the moment at which the agent is asked for its session again. */
  async function comeBack(t: TestContext, method: Method, moment: (typeof MOMENTS)[number], fail: () => never) {
    const capabilities = WAYS[method];
    const session = await ScriptedSession.start(t, { capabilities });
    session.agent.on('session/prompt', () => {
      session.update(say('The answer is 42.'));
      return ended;
    });
    await session.turn('What is it?');
    const answers = { [method]: fail, 'session/new': () => ({ sessionId: 's2' }) };
    if (moment === 'server') {
      await session.registry.close();
      return await ScriptedSession.start(t, { capabilities, answers, after: session });
    }
    session.reopenWith(answers);
    if (moment === 'prompt') session.registry.acts.prompt(act(), session.id, text('And why?'));
    return session;
  }

  for (const method of Object.keys(WAYS) as Method[]) {
    for (const moment of MOMENTS) {
      it(`[AS4] [AS20] becomes a new one with a banner, whatever the code (${method}, ${moment})`, async (t) => {
        for (const [code, message] of FOR_GOOD) {
          const session = await comeBack(t, method, moment, () => {
            throw new ScriptedError(code, message);
          });
          await session.until(({ oldSession }) => oldSession !== undefined);
          const { agentSessionId, trouble, code: told } = session.screen.oldSession!;
          assert.deepEqual([agentSessionId, trouble, told], ['s1', { code: 'said', text: message }, code]);
          if (moment !== 'prompt') session.registry.acts.prompt(act(), session.id, text('And why?'));
          await session.until(({ turn }) => turn.n === 2 && turn.status === 'idle');
          const { sessionId, prompt } = session.agent.calls('session/prompt').at(-1)!.params;
          assert.equal(sessionId, 's2');
          assert.match(JSON.stringify(prompt), /What is it\?.*The answer is 42/);
          assert.equal(session.agent.calls(method).length, 2);
        }
      });

      it(`[AS4] stays the one there is, with a sentence, if the reason may pass (${method}, ${moment})`, async (t) => {
        for (const [code, message] of FOR_NOW) {
          const session = await comeBack(t, method, moment, () => {
            throw new ScriptedError(code, message);
          });
          await session.until(() => session.lines.some((line) => /^notice: session_not_opened/.test(line)));
          assert.equal(session.screen.oldSession, undefined);
          assert.equal(session.agent.calls('session/new').length, 0);
          assert.equal(session.store.session(session.id)?.ties.agentSessionId, 's1');
        }
      });
    }
  }

  it('[AS21] is gone on with when it opens again', async (t) => {
    const session = await comeBack(t, 'session/load', 'crash', () => {
      throw new ScriptedError(-32603, 'Internal error');
    });
    await session.until(({ oldSession }) => oldSession !== undefined);
    await session.turn('And why?');
    session.agent.on('session/load', ({ sessionId }) => {
      session.agent.update(sessionId, heard('What is it?'));
      return {};
    });
    session.registry.writable(session.id).agent.back.answer(act(), true);
    await session.until(({ oldSession, agentSessionId }) => oldSession === undefined && agentSessionId === 's1');
    await session.turn('So?');
    const { sessionId, prompt } = session.agent.calls('session/prompt').at(-1)!.params;
    assert.equal(sessionId, 's1');
    assert.match(JSON.stringify(prompt), /So\?.*One message .*And why\?/);
  });
});

describe('several sessions', () => {
  it('[RA15] keeps the words of two sessions apart', async (t) => {
    let opened = 0;
    const session = await ScriptedSession.start(t, {
      answers: { 'session/new': () => ({ sessionId: `s${++opened}` }), 'session/prompt': () => SILENCE },
    });
    const first = session.id;
    await session.prompt('to the first', first);
    const { id: second } = session.registry.create(act(), null);
    await session.prompt('to the second', second);
    for (const part of ['a', 'b', 'c']) {
      session.agent.update('s1', say(`1${part} `));
      session.agent.update('s2', say(`2${part} `));
    }
    const other = session.show(second);
    await session.until(() => session.lines.at(-1)?.includes('1c') === true);
    await other.until(() => session.linesOf(other).at(-1)?.includes('2c') === true);
    const said = [session.lines, session.linesOf(other)].map((lines) => lines.filter((line) => /^agent:/.test(line)));
    assert.deepEqual(said, [['agent: 1a 1b 1c '], ['agent: 2a 2b 2c ']]);
  });
});

describe('signing in', () => {
  for (const [name, code, message] of [
    ['its code', -32000, 'Gemini API key is missing'],
    ['its words', -32603, 'Failed to resolve provider'],
  ] as const) {
    it(`[RA17] says how to sign in when the start wants it by ${name}`, async (t) => {
      const session = await ScriptedSession.start(t, {
        answers: {
          'session/new': () => {
            throw new ScriptedError(code, message);
          },
        },
      });
      session.registry.acts.prompt(act(), session.id, text('hello'));
      await session.until(() => session.lines.some((line) => /sign in/i.test(line)));
      assert.equal(session.agent.calls('session/prompt').length, 0);
    });
  }

  it('[RA17] says so when only the prompt wants it', async (t) => {
    const session = await ScriptedSession.start(t);
    session.agent.on('session/prompt', () => {
      throw new ScriptedError(-32000, 'Authentication required');
    });
    session.registry.acts.prompt(act(), session.id, text('hello'));
    const wantsSignIn = () =>
      entriesOf(session.screen.entries).some((entry) => 'action' in entry && entry.action === 'sign_in');
    await session.until(wantsSignIn);
    assert.ok(session.lines.some((line) => /sign in/i.test(line)));
  });
});

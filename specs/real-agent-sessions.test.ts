import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entriesOf } from '../server/protocol/entry-list.js';
import { act, text } from '../server/sessions/registry.rig.js';
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
        session.lines.some((line) => /could not be restored/.test(line)),
        session.lines.join('\n'),
      );
      assert.ok(session.lines.includes('user: And why?'));
    });
  }

  it('[RA18] sends a prompt once that came before a slow session was open', async (t) => {
    const opening = held();
    const session = await ScriptedSession.start(t, { answers: { 'session/new': opening.answer }, waits: false });
    session.registry.prompt(act(), session.id, text('early'));
    await session.agentStarted();
    await session.agent.waitFor(({ method }) => method === 'session/new');
    opening.end({ sessionId: 's1' });
    await session.until(({ turn }) => turn.n === 1 && turn.status === 'idle');
    assert.equal(session.agent.calls('session/prompt').length, 1);
    assert.equal(session.lines[0], 'user: early');
  });
});

describe('several sessions', () => {
  it('[RA15] keeps the words of two sessions apart', async (t) => {
    let opened = 0;
    const session = await ScriptedSession.start(t, {
      answers: { 'session/new': () => ({ sessionId: `s${++opened}` }), 'session/prompt': () => SILENCE },
    });
    const first = session.id;
    const { id: second } = session.registry.create(act(), null);
    await session.prompt('to the first', first);
    await session.prompt('to the second', second);
    for (const part of ['a', 'b', 'c']) {
      session.agent.update('s1', say(`1${part} `));
      session.agent.update('s2', say(`2${part} `));
    }
    const other = session.show(second);
    await session.until(() => session.lines.at(-1) === 'agent: 1a 1b 1c ');
    await other.until(() => session.linesOf(other).at(-1) === 'agent: 2a 2b 2c ');
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
      session.registry.prompt(act(), session.id, text('hello'));
      await session.until(() => session.lines.some((line) => /sign in/i.test(line)));
      assert.equal(session.agent.calls('session/prompt').length, 0);
    });
  }

  it('[RA17] says so when only the prompt wants it', async (t) => {
    const session = await ScriptedSession.start(t);
    session.agent.on('session/prompt', () => {
      throw new ScriptedError(-32000, 'Authentication required');
    });
    session.registry.prompt(act(), session.id, text('hello'));
    const wantsSignIn = () =>
      entriesOf(session.screen.entries).some((entry) => 'action' in entry && entry.action === 'sign_in');
    await session.until(wantsSignIn);
    assert.ok(session.lines.some((line) => /sign in/i.test(line)));
  });
});

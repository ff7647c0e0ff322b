import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entriesOf } from '../server/protocol/transcript/entry-list.js';
import { act, text } from '../server/sessions/registry/registry.rig.js';
import { ScriptedError } from '../server/testing/scripted-agent.rig.js';
import { ask, ended, held, say } from './rigs/agent-words.rig.js';
import { ScriptedSession } from './rigs/scripted-session.rig.js';

describe('the wire', () => {
  it('[RA5] answers what it does not know and goes on', async (t) => {
    const session = await ScriptedSession.start(t);
    session.agent.on('session/prompt', async () => {
      session.agent.say({ jsonrpc: '2.0', method: '_auth/status_update', params: { status: 'ok' } });
      const { error } = await session.agent.request('craft/drainMidTurnQueue', { sessionId: 's1' });
      session.update(say(`answered ${error?.code}`));
      return ended;
    });
    await session.turn('go');
    assert.deepEqual(session.lines, ['user: go', 'agent: answered -32601']);
  });

  it('[RA7] takes what comes after the end without beginning a turn', async (t) => {
    const session = await ScriptedSession.start(t);
    await session.turn('hi');
    session.update(
      { sessionUpdate: 'usage_update', used: 10, size: 100 },
      { sessionUpdate: 'session_info_update', title: 'A better name' },
    );
    await session.until(({ usage, title }) => usage?.used === 10 && title === 'A better name');
    assert.equal(session.screen.turn.status, 'idle');
  });

  it('[RA24] passes over a line that is no message', async (t) => {
    const session = await ScriptedSession.start(t);
    session.agent.on('session/prompt', () => {
      session.agent.say('Warning: something is deprecated', '{"half":');
      session.update(say('Still here.'));
      return ended;
    });
    await session.turn('hi');
    assert.deepEqual(session.lines, ['user: hi', 'agent: Still here.']);
  });
});

describe('the ends of turns', () => {
  it('[RA6] ends calls and questions that a stop leaves open', async (t) => {
    const prompt = held();
    const session = await ScriptedSession.start(t, { answers: { 'session/prompt': prompt.answer } });
    await session.prompt('go');
    session.update({ sessionUpdate: 'tool_call', toolCallId: 'a', title: 'Build', kind: 'execute', status: 'pending' });
    const asked = session.agent.request('session/request_permission', ask({ toolCallId: 'a' }));
    await session.until(({ pending }) => pending.length === 1);
    session.cancel();
    assert.deepEqual((await asked).result, { outcome: { outcome: 'cancelled' } });
    prompt.end({ stopReason: 'cancelled' });
    await session.until(({ turn }) => turn.status === 'idle');
    assert.deepEqual([session.screen.pending, session.screen.open], [[], []]);
    assert.equal(session.lines[1], 'tool: Run Build · cancelled · stopped');
  });

  it('[RA11] sends a second prompt only after the first has ended', async (t) => {
    const prompt = held();
    const session = await ScriptedSession.start(t, { answers: { 'session/prompt': prompt.answer } });
    await session.prompt('first');
    session.registry.acts.prompt(act(), session.id, text('second'));
    await session.until(({ queue }) => queue.length === 1);
    assert.equal(session.agent.calls('session/prompt').length, 1);
    session.update(say('one'));
    prompt.end();
    await session.agent.waitFor(() => session.agent.calls('session/prompt').length === 2);
    session.update(say('two'));
    prompt.end();
    await session.until(({ turn }) => turn.n === 2 && turn.status === 'idle');
    assert.deepEqual(session.lines, ['user: first', 'agent: one', 'user: second', 'agent: two']);
  });

  for (const [name, end] of [
    ['goes on', { words: 'Then I leave it.', result: ended }],
    ['ends at once', { words: '', result: ended }],
    ['ends as cancelled', { words: '', result: { stopReason: 'cancelled' } }],
  ] as const) {
    it(`[RA12] shows a refused call where the turn ${name}`, async (t) => {
      const session = await ScriptedSession.start(t);
      session.agent.on('session/prompt', async () => {
        session.update({
          sessionUpdate: 'tool_call',
          toolCallId: 'a',
          title: 'rm -rf x',
          kind: 'execute',
          status: 'pending',
        });
        await session.agent.request('session/request_permission', ask({ toolCallId: 'a' }));
        if (end.words) session.update(say(end.words));
        return end.result;
      });
      await session.prompt('clean');
      await session.until(({ pending }) => pending.length === 1);
      session.answer('reject_once');
      await session.until(({ turn }) => turn.status === 'idle');
      assert.equal(session.lines[1], 'tool: Run rm -rf x · rejected · denied');
      assert.equal(session.lines.includes(`agent: ${end.words}`), end.words !== '');
    });
  }

  it('[RA13] keeps the words that came before a stop', async (t) => {
    const prompt = held();
    const session = await ScriptedSession.start(t, { answers: { 'session/prompt': prompt.answer } });
    await session.prompt('tell me');
    session.update(say('Once upon'));
    await session.until(({ entries }) => entriesOf(entries).length === 2);
    session.cancel();
    await session.until(({ turn }) => turn.status === 'cancelling');
    await session.agent.waitFor(({ method }) => method === 'session/cancel');
    session.update(say(' a time'));
    prompt.end({ stopReason: 'cancelled' });
    await session.until(({ turn }) => turn.status === 'idle');
    assert.deepEqual(session.lines.slice(0, 2), ['user: tell me', 'agent: Once upon a time']);
    assert.match(session.lines[2]!, /^mark: (cancelled|stopped)/);
  });

  it('[RA14] says what went wrong with the model, in whichever way it is told', async (t) => {
    const session = await ScriptedSession.start(t);
    session.agent.on('session/prompt', () => {
      throw new ScriptedError(400, '{"error":{"message":"The model is overloaded.","code":400}}');
    });
    await session.turn('as an error');
    session.agent.on('session/prompt', () => {
      session.update(say('API error: 400 bad request'));
      return ended;
    });
    await session.turn('as text');
    session.agent.on('session/prompt', () => ended);
    await session.turn('without a word');
    const [, error, , words, , silence] = session.lines;
    assert.match(error!, /^error: .*The model is overloaded\./);
    assert.doesNotMatch(error!, /[{}]/);
    assert.equal(words, 'agent: API error: 400 bad request');
    assert.match(silence!, /^(notice|error|mark): /);
  });
});

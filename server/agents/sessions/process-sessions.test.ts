import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ScriptedError, SILENCE } from '../../testing/scripted-agent.rig.js';
import { Ear, faultWith, initializeScripted } from '../connection/connection.rig.js';
import type { SessionChannel } from './session-channel.js';

const chunk = (text: string) => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
const commands = { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'go', description: 'Go' }] };
const COMMANDS = { ...commands };

/** An agent that retells `past` when it is asked to load, and answers with `result`. */
async function retelling(t: TestContext, past: object[], result: unknown = null) {
  const scripted = await initializeScripted(t, { loadSession: true });
  scripted.agent.on('session/load', ({ sessionId }) => {
    for (const update of past) scripted.agent.update(sessionId, update);
    return result;
  });
  return scripted;
}

describe('opening a session', () => {
  it('[A24] names an absolute folder and a list of MCP servers', async (t) => {
    const { agent, connection, folder, open } = await initializeScripted(t);
    const session = await open();
    assert.deepEqual(agent.calls('session/new')[0]?.params, { cwd: folder, mcpServers: [] });
    assert.deepEqual([session.facts, session.memory], [{ agentSessionId: 's1' }, 'new']);
    const relative = connection.openSession({ cwd: 'here', agentSessionId: null, replay: 'drop' }, new Ear());
    await assert.rejects(relative, { message: 'A session\'s folder must be absolute, and "here" is not.' });
  });

  it('[A25] hands on what the agent said before it told the id', async (t) => {
    const scripted = await initializeScripted(t);
    scripted.agent.on('session/new', () => {
      scripted.agent.update('s1', commands);
      scripted.agent.update('stranger', chunk('no'));
      return { sessionId: 's1' };
    });
    const ear = new Ear();
    await scripted.open(ear);
    assert.deepEqual(ear.updates, [COMMANDS]);
    scripted.agent.update('stranger', chunk('no'));
    scripted.agent.update('s1', chunk('yes'));
    await ear.until(() => ear.updates.length === 2);
    assert.deepEqual(scripted.log, ['an update for the unknown session stranger']);
  });

  it('[A26] drops a past that we know, but not what is true now', async (t) => {
    const past = [chunk('old'), { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Old' }, commands, chunk('er')];
    const { agent, open } = await retelling(t, past, {});
    const ear = new Ear();
    const session = (await open(ear, 'mine')) as SessionChannel;
    assert.deepEqual([session.memory, session.facts.agentSessionId], ['kept', 'mine']);
    assert.deepEqual(ear.updates, [COMMANDS]);
    assert.equal(session.dropped, 3);
    // Some agents go on retelling after their answer.
    agent.update('mine', chunk('late'));
    agent.update('mine', { sessionUpdate: 'usage_update', used: 1, size: 2 });
    await ear.until(() => ear.updates.length === 2);
    const turn = session.prompt([{ type: 'text', text: 'go' }]);
    agent.update('mine', chunk('new'));
    await turn;
    await ear.until(() => ear.updates.length === 3);
    assert.equal(ear.text, 'new');
  });

  it('[A27] hands on a past that is news, in its order, also if the answer is null', async (t) => {
    const past = Array.from({ length: 1000 }, (_, n) => chunk(`${n} `));
    const { open } = await retelling(t, past, null);
    const ear = new Ear();
    const session = await open(ear, 'mine', 'keep');
    assert.equal(ear.text, past.map((update) => update.content.text).join(''));
    assert.equal(session.memory, 'kept');
  });

  it('[A28] resumes rather than loads, unless the past is wanted', async (t) => {
    const { agent, open, folder } = await initializeScripted(
      t,
      { loadSession: true, sessionCapabilities: { resume: {} } },
      { 'session/resume': () => ({}), 'session/load': () => ({}) },
    );
    await open(new Ear(), 'a', 'drop');
    await open(new Ear(), 'b', 'keep');
    assert.deepEqual(
      agent.heard.slice(1).map(({ method, params }) => [method, params.sessionId]),
      [
        ['session/resume', 'a'],
        ['session/load', 'b'],
      ],
    );
    assert.deepEqual(agent.calls('session/load')[0]?.params, { sessionId: 'b', cwd: folder, mcpServers: [] });
  });

  it('[A29] begins a new session, and says so, if the old one is not there, by whatever code', async (t) => {
    for (const code of [-32002, -32602, -32603]) {
      const { agent, open, log } = await initializeScripted(
        t,
        { loadSession: true, sessionCapabilities: { resume: {} } },
        {
          'session/resume': () => Promise.reject(new ScriptedError(code, 'Session lost not found')),
          'session/load': () => Promise.reject(new ScriptedError(code, 'Session lost not found')),
        },
      );
      const session = await open(new Ear(), 'lost');
      assert.deepEqual([session.memory, session.facts.agentSessionId], ['lost', 's1']);
      assert.equal(agent.calls('session/new').length, 1);
      assert.deepEqual(log[0], `session/resume of lost failed with ${code}: Session lost not found`);
    }
  });

  it('[A29] does not begin a new session where somebody has to sign in', async (t) => {
    const refused = () => Promise.reject(new ScriptedError(-32000, 'key missing'));
    const { agent, open } = await initializeScripted(t, { loadSession: true }, { 'session/load': refused });
    await assert.rejects(open(new Ear(), 'mine'), { code: -32000 });
    assert.equal(agent.calls('session/new').length, 0);
  });

  it('[A30] takes "already loaded" for what it is: open here', async (t) => {
    const loaded = () => Promise.reject(new ScriptedError(-32602, 'Session mine is already loaded'));
    const { agent, open } = await initializeScripted(t, { loadSession: true }, { 'session/load': loaded });
    const ear = new Ear();
    assert.equal((await open(ear, 'mine')).memory, 'kept');
    agent.update('mine', commands);
    await ear.until(() => ear.updates.length === 1);
  });

  it('[A30] does not load again what this process holds already', async (t) => {
    const options = [{ id: 'a', name: 'A', type: 'boolean', currentValue: true }];
    const { agent, open } = await initializeScripted(
      t,
      { loadSession: true },
      { 'session/new': () => ({ sessionId: 's1', configOptions: options }) },
    );
    const first = await open();
    first.close();
    const again = await open(new Ear(), 's1');
    assert.deepEqual([again.memory, again.facts], ['kept', first.facts]);
    assert.equal(agent.calls('session/load').length, 0);
  });

  it('[A31] neither loads nor resumes nor closes where that is not offered', async (t) => {
    const { agent, open } = await initializeScripted(t);
    const session = await open(new Ear(), 'old');
    assert.equal(session.memory, 'lost');
    session.close();
    await agent.request('_ping', {});
    const methods = agent.heard.flatMap(({ method }) => method ?? []);
    assert.deepEqual(methods, ['initialize', 'session/new']);
  });

  it('[A32] keeps sessions of one agent apart', async (t) => {
    let count = 0;
    const { agent, open } = await initializeScripted(
      t,
      {},
      {
        'session/new': () => ({ sessionId: `s${++count}` }),
        'session/prompt': () => SILENCE,
      },
    );
    const ears = [new Ear(), new Ear()];
    const sessions = [await open(ears[0]), await open(ears[1])];
    for (let n = 0; n < 50; n++) agent.update(`s${(n % 2) + 1}`, chunk(`${n} `));
    const turns = sessions.map((session) => session.prompt([{ type: 'text', text: 'go' }]));
    sessions[1]?.cancel();
    await agent.waitFor(({ method }) => method === 'session/cancel');
    assert.deepEqual(
      agent.calls('session/cancel').map(({ params }) => params.sessionId),
      ['s2'],
    );
    for (const { id } of agent.calls('session/prompt')) agent.say({ jsonrpc: '2.0', id, result: { stopReason: 'x' } });
    await Promise.all(turns);
    assert.match(ears[0]!.text, /^0 2 4 .*48 $/);
    assert.match(ears[1]!.text, /^1 3 5 .*49 $/);
  });

  it('[A33] closes it with the agent where that is offered, and is silent after', async (t) => {
    const capabilities = { sessionCapabilities: { close: {} } };
    const { agent, open } = await initializeScripted(t, capabilities, { 'session/close': () => ({}) });
    const ear = new Ear();
    const session = await open(ear);
    session.close();
    session.close();
    await agent.waitFor(({ method }) => method === 'session/close');
    agent.update('s1', chunk('late'));
    await agent.request('_ping', {});
    assert.deepEqual([agent.calls('session/close').length, ear.order], [1, []]);
  });

  it('[A34] fails with a sentence if the agent names no session', async (t) => {
    const { open } = await initializeScripted(t, {}, { 'session/new': () => ({ sessionId: '' }) });
    await assert.rejects(open(), faultWith('session_nameless'));
  });
});

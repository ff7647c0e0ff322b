import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkAgainstSchema } from '../../testing/schema-check.rig.js';
import { SILENCE } from '../../testing/scripted-agent.rig.js';
import { Ear, faultWith, initializeScripted } from '../connection/connection.rig.js';
import { LINE_LIMIT } from './line-reader.js';

const chunk = (text: string) => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
const update = (text: string) => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's1', update: chunk(text) },
});

describe('the wire', () => {
  it('[A35] never lets the answer overtake the last update', async (t) => {
    const { agent, open } = await initializeScripted(t, {}, { 'session/prompt': () => SILENCE });
    const ear = new Ear();
    const session = await open(ear);
    for (let n = 0; n < 100; n++) {
      const turn = session.prompt([{ type: 'text', text: 'go' }]);
      const { id } = await agent.waitFor(
        (message) => message.method === 'session/prompt' && agent.calls('session/prompt')[n] === message,
      );
      agent.say(update(`${n} `), update('.'), { jsonrpc: '2.0', id, result: { stopReason: 'end_turn' } });
      await turn;
      assert.ok(ear.text.endsWith(`${n} .`), `turn ${n}`);
    }
  });

  it('[A35] hands on updates and questions in the order in which they came', async (t) => {
    const { agent, open } = await initializeScripted(t);
    const ear = new Ear();
    await open(ear);
    const options = [{ optionId: 'a', name: 'A', kind: 'allow_once' }];
    const ask = {
      jsonrpc: '2.0',
      id: 'p',
      method: 'session/request_permission',
      params: { sessionId: 's1', toolCall: { toolCallId: 't' }, options },
    };
    agent.say(update('1'), ask, update('2'), { ...ask, id: 'q' }, update('3'));
    await ear.until(() => ear.updates.length === 3);
    assert.deepEqual(ear.order, [
      'agent_message_chunk',
      'permission',
      'agent_message_chunk',
      'permission',
      'agent_message_chunk',
    ]);
  });

  it('[A1] [A12] carries one JSON object per line, whatever a prompt holds', async (t) => {
    const { agent, open } = await initializeScripted(t);
    const session = await open();
    await session.prompt([{ type: 'text', text: 'two\nlines\r\n\u2028 and "quotes" 🦊\u0000' }]);
    const lines = agent.received.split('\n');
    assert.equal(lines.pop(), '');
    assert.ok(lines.every((line) => JSON.parse(line).jsonrpc === '2.0'));
    assert.equal(agent.calls('session/prompt')[0]?.params.prompt[0].text, 'two\nlines\r\n\u2028 and "quotes" 🦊\u0000');
  });

  it('[A71] is checked against the schema of ACP in all of these tests', () => {
    const check = (message: object, answered?: string) => checkAgainstSchema({ jsonrpc: '2.0', ...message }, answered);
    assert.deepEqual(check({ id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } }), []);
    assert.deepEqual(check({ id: 1, method: 'session/new', params: { cwd: 3, ours: 1 } }), [
      'NewSessionRequest lacks mcpServers',
      'NewSessionRequest.cwd is not string',
      'NewSessionRequest has a field of ours: ours',
    ]);
    assert.deepEqual(check({ id: 1, result: { outcome: { outcome: 'cancelled' } } }, 'session/request_permission'), []);
    assert.equal(check({ id: 1, result: { outcome: { outcome: 'no' } } }, 'session/request_permission').length, 1);
    assert.deepEqual(check({ method: 'session/stop', params: {} }), ['session/stop is no method of the schema']);
  });

  it('[A14] logs what makes no sense, answers none of it and goes on', async (t) => {
    const { agent, open, log } = await initializeScripted(t);
    const ear = new Ear();
    await open(ear);
    const before = agent.heard.length;
    agent.say('Loading…', '{"level":"info"}', '{"jsonrpc":"2.0","id":99,"result":1}', 'null', update('good'));
    await ear.until(() => ear.updates.length === 1);
    assert.deepEqual(log, ['Loading…', '{"level":"info"}', 'an answer to no request: 99', 'null']);
    assert.equal(agent.heard.length, before);
  });

  it('[A15] answers a batch once and runs nothing of it', async (t) => {
    const { agent, open, folder } = await initializeScripted(t);
    await open();
    const write = {
      jsonrpc: '2.0',
      id: 5,
      method: 'fs/write_text_file',
      params: { sessionId: 's1', path: `${folder}/x`, content: 'x' },
    };
    agent.say([write, write]);
    const answer = await agent.waitFor((message) => message.error !== undefined);
    assert.deepEqual([answer.id, answer.error?.code], [null, -32600]);
    assert.equal(
      (await agent.request('fs/read_text_file', { sessionId: 's1', path: `${folder}/x` })).error?.code,
      -32002,
    );
  });

  it('[A13] says so when a message was too long, and fails whoever waited for it', async (t) => {
    const { agent, open } = await initializeScripted(t, {}, { 'session/prompt': () => SILENCE });
    const ear = new Ear();
    const session = await open(ear);
    const turn = session.prompt([{ type: 'text', text: 'go' }]);
    const { id } = await agent.waitFor(({ method }) => method === 'session/prompt');
    agent.say(
      Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":"`),
      Buffer.alloc(LINE_LIMIT, 'x'),
      '"}',
      update('next'),
    );
    await assert.rejects(turn, faultWith('answer_too_large'));
    await ear.until(() => ear.order.length === 2);
    assert.deepEqual(ear.order, ['notice', 'agent_message_chunk']);
  });

  it('[A18] reads nothing while a listener has no room', async (t) => {
    const { agent, open } = await initializeScripted(t);
    const ear = new Ear();
    await open(ear);
    let makeRoom = () => {};
    ear.whenReady = () =>
      ear.updates.length % 2
        ? null
        : new Promise((resolve) => {
            makeRoom = resolve;
          });
    agent.say(...Array.from({ length: 6 }, (_, n) => update(`${n}`)));
    for (const count of [2, 4, 6]) {
      await ear.until(() => ear.updates.length === count);
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(ear.text, '012345'.slice(0, count));
      makeRoom();
    }
  });

  it('[A34] bears answers that are not quite right', async (t) => {
    const { agent, open } = await initializeScripted(t, {}, { 'session/prompt': () => SILENCE });
    const session = await open();
    const answers = [
      { result: { stopReason: 'end_turn' }, error: null },
      { error: { message: 'no code' } },
      { error: 'text' },
    ];
    const outcomes = [];
    for (const [n, answer] of answers.entries()) {
      const turn = session.prompt([{ type: 'text', text: 'go' }]).then(
        ({ stopReason }) => stopReason,
        (error: Error) => error.message,
      );
      await agent.waitFor(() => agent.calls('session/prompt').length === n + 1);
      agent.say({ id: agent.calls('session/prompt')[n]?.id, ...answer });
      outcomes.push(await turn);
    }
    assert.deepEqual(outcomes, ['end_turn', 'no code', 'text']);
  });
});

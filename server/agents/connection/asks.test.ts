import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PermissionOption } from '@agentclientprotocol/sdk';
import { SILENCE } from '../../testing/scripted-agent.rig.js';
import { until } from '../../testing/until.rig.js';
import { Ear, initializeScripted } from './connection.rig.js';

const option = (optionId: string, kind: string) => ({ optionId, name: optionId.toUpperCase(), kind });
const request = (options: unknown, toolCall: object = { toolCallId: 't' }) => ({ sessionId: 's1', toolCall, options });

describe('a question for permission', () => {
  it('[A48] comes without the options that nobody could judge', async (t) => {
    const { agent, open } = await initializeScripted(t);
    const ear = new Ear();
    await open(ear);
    const odd = [
      option('a', 'allow_session'),
      option('b', 'reject_once'),
      { name: 'no id' },
      option('b', 'allow_once'),
    ];
    const { result } = await agent.request(
      'session/request_permission',
      request(odd, { toolCallId: 't', kind: 'odd', x: 1 }),
    );
    assert.deepEqual(ear.asks, [{ toolCall: { toolCallId: 't' }, options: [option('b', 'reject_once')] }]);
    assert.deepEqual(result, { outcome: { outcome: 'selected', optionId: 'b' } });
  });

  it('[A48] without any usable option is cancelled, and a notice says so', async (t) => {
    const { agent, open } = await initializeScripted(t);
    const ear = new Ear();
    await open(ear);
    for (const options of [[], [option('a', 'allow_session')], 'none']) {
      const { result } = await agent.request('session/request_permission', request(options));
      assert.deepEqual(result, { outcome: { outcome: 'cancelled' } });
    }
    assert.deepEqual([ear.asks, ear.order], [[], ['notice', 'notice', 'notice']]);
    const nameless = await agent.request('session/request_permission', request([option('a', 'allow_once')], {}));
    assert.equal(nameless.error?.code, -32602);
  });

  it('[A49] is answered with the option that was chosen, or cancelled', async (t) => {
    const { agent, open } = await initializeScripted(t);
    const ear = new Ear();
    await open(ear);
    const cancelled = { outcome: 'cancelled' };
    const cases: [Ear['onPermission'], object][] = [
      [async ({ options }) => options[0]!, { outcome: 'selected', optionId: 'a' }],
      [async ({ options }) => options[1]!, { outcome: 'selected', optionId: 'r' }],
      [async () => null, cancelled],
      [() => Promise.reject(new Error('nobody there')), cancelled],
      [
        () => {
          throw new Error('nobody there');
        },
        cancelled,
      ],
    ];
    const offered = [option('a', 'allow_once'), option('r', 'reject_once')];
    for (const [answer, outcome] of cases) {
      ear.onPermission = answer;
      const { result } = await agent.request('session/request_permission', request(offered));
      assert.deepEqual(result, { outcome });
    }
  });

  it('[A49] does not keep others waiting', async (t) => {
    const { agent, open } = await initializeScripted(t);
    const ear = new Ear();
    const settle: ((n: number) => void)[] = [];
    ear.onPermission = ({ options }) =>
      new Promise<PermissionOption>((resolve) => settle.push((n) => resolve(options[n]!)));
    await open(ear);
    const options = [option('a', 'allow_once'), option('r', 'reject_once')];
    const first = agent.request('session/request_permission', request(options));
    const second = agent.request('session/request_permission', request(options, { toolCallId: 'u' }));
    await until(() => settle.length === 2);
    settle[1]?.(1);
    assert.equal((await second).result.outcome.optionId, 'r');
    settle[0]?.(0);
    assert.equal((await first).result.outcome.optionId, 'a');
  });
});

describe('a question of the agent', () => {
  const form = { sessionId: 's1', toolCallId: 't', mode: 'form', message: 'Who?', requestedSchema: { type: 'object' } };
  const address = { sessionId: 's1', mode: 'url', message: 'Go', url: 'https://example.com/x', elicitationId: 'e1' };

  it('[A50] is a form or an address, with the three answers that a person can give', async (t) => {
    const { agent, open } = await initializeScripted(t);
    const ear = new Ear();
    await open(ear);
    assert.deepEqual((await agent.request('elicitation/create', form)).result, { action: 'decline' });
    ear.onQuestion = async (question) => {
      ear.questions.push(question);
      return { action: 'accept', content: { name: 'x' } };
    };
    assert.deepEqual((await agent.request('elicitation/create', address)).result, {
      action: 'accept',
      content: { name: 'x' },
    });
    ear.onQuestion = () => Promise.reject(new Error('nobody there'));
    assert.deepEqual((await agent.request('elicitation/create', form)).result, { action: 'cancel' });
    assert.deepEqual(ear.questions, [
      { mode: 'form', message: 'Who?', schema: { type: 'object' }, toolCallId: 't' },
      { mode: 'url', message: 'Go', url: 'https://example.com/x', elicitationId: 'e1' },
    ]);
  });

  it('[A50] of another kind, or that leads out of the web, is refused', async (t) => {
    const { agent, open } = await initializeScripted(t);
    const ear = new Ear();
    await open(ear);
    const bad = [
      { ...form, mode: 'voice' },
      { ...form, requestedSchema: undefined },
      { ...address, elicitationId: undefined },
      { ...address, url: 'javascript:alert(1)' },
      { ...address, url: 'file:///etc/passwd' },
      { ...address, url: 'not an address' },
    ];
    for (const params of bad) assert.equal((await agent.request('elicitation/create', params)).error?.code, -32602);
    assert.deepEqual(ear.questions, []);
  });

  it('[A50] about a request of ours finds the session of that request', async (t) => {
    const { agent, open } = await initializeScripted(t, {}, { 'session/prompt': () => SILENCE });
    const ear = new Ear();
    const turn = (await open(ear)).prompt([{ type: 'text', text: 'go' }]);
    const { id } = await agent.waitFor(({ method }) => method === 'session/prompt');
    const { sessionId: _none, ...rest } = form;
    await agent.request('elicitation/create', { ...rest, requestId: id });
    assert.equal(ear.questions.length, 1);
    agent.say({ jsonrpc: '2.0', id, result: { stopReason: 'end_turn' } });
    await turn;
    assert.equal((await agent.request('elicitation/create', { ...rest, requestId: id })).error?.code, -32002);
  });

  it('[A50] for an address tells its own session, once, that it is done', async (t) => {
    const { agent, open } = await initializeScripted(t);
    const ear = new Ear();
    await open(ear);
    await agent.request('elicitation/create', address);
    for (const elicitationId of ['unknown', 'e1', 'e1', 7]) {
      agent.say({ jsonrpc: '2.0', method: 'elicitation/complete', params: { elicitationId } });
    }
    await agent.request('_ping', {});
    assert.deepEqual(ear.updates, [{ sessionUpdate: '_elicitation_complete', elicitationId: 'e1' }]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestClock } from '../../protocol/clock.rig.js';
import { SILENCE } from '../../testing/scripted-agent.rig.js';
import { connectScripted, faultWith, initializeScripted } from './connection.rig.js';

const OFFERED = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
  elicitation: { form: {}, url: {} },
};

describe('the first exchange', () => {
  it('[A19] is initialize, with our version, our name and exactly what we offer', async (t) => {
    const { agent, connection } = connectScripted(t);
    await connection.initialize();
    assert.deepEqual(agent.heard, [
      {
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: {
          protocolVersion: 1,
          clientInfo: { name: 'acdeck', title: 'AcDeck', version: '0.0.0' },
          clientCapabilities: OFFERED,
        },
      },
    ]);
  });

  it('[A19] does not offer files to an agent that cannot bear it', async (t) => {
    const { agent, connection, open } = connectScripted(t, {}, { offersFiles: false });
    await connection.initialize();
    const { fs: _files, ...rest } = OFFERED;
    assert.deepEqual(agent.heard[0]?.params.clientCapabilities, rest);
    await open();
    const answer = await agent.request('fs/read_text_file', { sessionId: 's1', path: '/x' });
    assert.equal(answer.error?.code, -32601);
  });

  it('[A20] ends with a sentence if the agent speaks another version', async (t) => {
    for (const [version, shown] of [
      [2, '2'],
      ['banana', '"banana"'],
      [undefined, 'no'],
    ]) {
      const { agent, connection } = connectScripted(t, { initialize: () => ({ protocolVersion: version }) });
      await assert.rejects(connection.initialize(), faultWith('wrong_version', { version: shown }));
      assert.equal(agent.heard.length, 1, 'nothing follows');
    }
  });

  it('[A21] is given up after 60 seconds', async (t) => {
    const clock = new TestClock();
    const { agent, connection } = connectScripted(t, { initialize: () => SILENCE }, { clock });
    const started = assert.rejects(
      connection.initialize(),
      faultWith('no_answer', { method: 'initialize', seconds: 60 }),
    );
    await agent.waitFor(({ method }) => method === 'initialize');
    clock.pass(60_000);
    await started;
  });

  it('[A22] takes what is not there as not offered, and bears what it does not know', async (t) => {
    const bare = connectScripted(t, { initialize: () => ({ protocolVersion: 1, odd: { x: 1 }, _meta: null }) });
    const nothing = { image: false, audio: false, embedded: false };
    assert.deepEqual(await bare.connection.initialize(), {
      title: null,
      name: null,
      version: null,
      prompt: nothing,
      canLoad: false,
      canResume: false,
      canClose: false,
      canList: false,
      canDelete: false,
      canTitle: false,
      canUseDirectories: false,
      mcp: { http: false, sse: false },
      canSignOut: false,
      authMethods: undefined,
    });
    const rich = await initializeScripted(t, {
      loadSession: true,
      promptCapabilities: { image: true, audio: 'yes', embeddedContext: true },
      sessionCapabilities: { resume: {}, close: null, list: {} },
    });
    assert.deepEqual(rich.connection.profile, {
      title: null,
      name: null,
      version: null,
      prompt: { image: true, audio: false, embedded: true },
      canLoad: true,
      canResume: true,
      canClose: false,
      canList: true,
      canDelete: false,
      canTitle: false,
      canUseDirectories: false,
      mcp: { http: false, sse: false },
      canSignOut: false,
      authMethods: undefined,
    });
  });

  it('[A23] is followed by "no such method" for what we do not know, and by nothing for such notifications', async (t) => {
    const { agent, open } = await initializeScripted(t);
    await open();
    for (const method of ['craft/drainMidTurnQueue', '_vendor/thing', 'session/update']) {
      assert.equal((await agent.request(method, { sessionId: 's1' })).error?.code, -32601, method);
    }
    const before = agent.heard.length;
    agent.say({ jsonrpc: '2.0', method: '_auth/status_update', params: {} });
    agent.say({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 'nobody' } });
    await agent.request('_vendor/thing', {});
    assert.equal(agent.heard.length, before + 1, 'only the request was answered');
  });

  it('[A23] is followed by "not found" for what is asked in a session that is not open', async (t) => {
    const { agent } = await initializeScripted(t);
    for (const method of ['session/request_permission', 'terminal/create', 'fs/read_text_file', 'elicitation/create']) {
      assert.equal((await agent.request(method, { sessionId: 'other' })).error?.code, -32002, method);
    }
  });
});

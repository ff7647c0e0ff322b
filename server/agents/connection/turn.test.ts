import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import { TestClock } from '../../protocol/clock.rig.js';
import { ScriptedError, SILENCE } from '../../testing/scripted-agent.rig.js';
import { inTime, until } from '../../testing/until.rig.js';
import { CATALOG } from '../catalog/catalog-entries.js';
import { connectScripted, Ear, faultWith, initializeScripted } from './connection.rig.js';

const GO: ContentBlock[] = [{ type: 'text', text: 'go' }];
const OPTIONS = [
  { optionId: 'a', name: 'Allow', kind: 'allow_once' },
  { optionId: 'r', name: 'Reject', kind: 'reject_once' },
];
const ask = (id: string) => ({ sessionId: 's1', toolCall: { toolCallId: id }, options: OPTIONS });
const never = () => new Promise<never>(() => {});

const PROMPT: ContentBlock[] = [
  { type: 'text', text: '/plan it' },
  { type: 'image', data: 'AA', mimeType: 'image/png' },
  { type: 'audio', data: 'AA', mimeType: 'audio/wav' },
  { type: 'resource', resource: { uri: 'file:///a', text: 'inside' } },
  { type: 'resource', resource: { uri: 'file:///b', blob: 'AA' } },
  { type: 'resource_link', uri: 'file:///c', name: 'c' },
];

describe('a turn', () => {
  it('[A36] carries only what the agent can take', async (t) => {
    const bare = await initializeScripted(t);
    await (await bare.open()).prompt(PROMPT);
    assert.deepEqual(bare.agent.calls('session/prompt')[0]?.params.prompt, [
      { type: 'text', text: '/plan it' },
      { type: 'text', text: '[An image was left out: this agent takes no images.]' },
      { type: 'text', text: '[A recording was left out: this agent takes no recordings.]' },
      { type: 'text', text: 'file:///a:\n```\ninside\n```' },
      { type: 'resource_link', uri: 'file:///b', name: 'file:///b' },
      { type: 'resource_link', uri: 'file:///c', name: 'c' },
    ]);
    const rich = await initializeScripted(t, {
      promptCapabilities: { image: true, audio: true, embeddedContext: true },
    });
    await (await rich.open()).prompt(PROMPT);
    assert.deepEqual(rich.agent.calls('session/prompt')[0]?.params.prompt, PROMPT);
  });

  it('[A107] carries the links as words that an agent drops', async (t) => {
    const sent = async (dropsLinks: 'all' | 'outside') => {
      const { agent, connection, open, folder } = connectScripted(t, {}, { dropsLinks });
      await connection.initialize();
      const uris = [
        pathToFileURL(join(folder, 'in side')),
        pathToFileURL(`${folder}-beside/out`),
        'https://a.example/b',
      ];
      const links = uris.map(
        (uri, n): ContentBlock => ({ type: 'resource_link', uri: String(uri), name: `file ${n}` }),
      );
      const words = uris.map((uri, n): ContentBlock => ({ type: 'text', text: `[file ${n}](${uri})` }));
      await (await open()).prompt(links);
      return { links, words, prompt: agent.calls('session/prompt')[0]?.params.prompt };
    };
    const all = await sent('all');
    assert.deepEqual(all.prompt, all.words);
    const outside = await sent('outside');
    assert.deepEqual(outside.prompt, [outside.links[0], ...outside.words.slice(1)]);
    const known = CATALOG.filter(({ quirks }) => quirks?.dropsLinks).map(({ id }) => id);
    assert.deepEqual(known, ['qwen', 'cline']);
  });

  it('[A37] ends with whatever reason the agent gives', async (t) => {
    const { agent, open } = await initializeScripted(t);
    const session = await open();
    const reasons = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled', 'weird'];
    for (const stopReason of reasons) {
      agent.on('session/prompt', () => ({ stopReason }));
      assert.deepEqual(await session.prompt(GO), { stopReason });
    }
    agent.on('session/prompt', () => null);
    assert.deepEqual(await session.prompt(GO), { stopReason: 'end_turn' });
  });

  it('[A38] fails with the words and the code of the agent, and the next one works', async (t) => {
    const { agent, open } = await initializeScripted(t);
    const session = await open();
    agent.on('session/prompt', () => Promise.reject(new ScriptedError(400, 'Bad \u001b[31mmodel')));
    await assert.rejects(session.prompt(GO), { name: 'AgentFault', message: 'Bad model', code: 400 });
    agent.on('session/prompt', () => ({ stopReason: 'end_turn' }));
    assert.deepEqual(await session.prompt(GO), { stopReason: 'end_turn' });
  });

  it('[A39] that needs a sign-in is known by its code, not its words, and says how', async (t) => {
    const scripted = await initializeScripted(t);
    const session = await scripted.open();
    scripted.agent.on('session/prompt', () => Promise.reject(new ScriptedError(-32000, 'API key is missing')));
    const help = { kind: 'command', command: 'scripted login' };
    const trouble = { code: 'sign_in_needed', agent: 'Scripted', said: 'API key is missing', help };
    await assert.rejects(session.prompt(GO), { trouble, code: -32000 });
    scripted.agent.on('session/prompt', () => ({ stopReason: 'end_turn' }));
    await session.prompt(GO);
    assert.deepEqual(scripted.signIns, [null, trouble, null]);
  });

  it('[A40] is stopped by a notification, and every open question gets one answer: cancelled', async (t) => {
    const { agent, open } = await initializeScripted(t, {}, { 'session/prompt': () => SILENCE });
    const ear = new Ear();
    const signals: AbortSignal[] = [];
    ear.onPermission = (_ask, signal) => {
      signals.push(signal);
      return never();
    };
    ear.onQuestion = (_question, signal) => {
      signals.push(signal);
      return never();
    };
    const session = await open(ear);
    const turn = session.prompt(GO);
    const form = { sessionId: 's1', mode: 'form', message: 'Who?', requestedSchema: { type: 'object' } };
    const asked = [
      agent.request('session/request_permission', ask('1')),
      agent.request('session/request_permission', ask('2')),
      agent.request('elicitation/create', form),
    ];
    await until(() => signals.length === 3);
    session.cancel();
    const answers = await Promise.all(asked);
    assert.deepEqual(
      answers.map(({ result }) => result),
      [{ outcome: { outcome: 'cancelled' } }, { outcome: { outcome: 'cancelled' } }, { action: 'cancel' }],
    );
    assert.ok(signals.every(({ aborted, reason }) => aborted && reason === 'turn_stopped'));
    const { id } = agent.calls('session/prompt')[0]!;
    agent.say({ jsonrpc: '2.0', id, result: { stopReason: 'cancelled' } });
    assert.deepEqual(await turn, { stopReason: 'cancelled' });
    assert.equal(agent.heard.filter((message) => !message.method).length, 3);
  });

  it('[A40] that is over leaves no question open', async (t) => {
    const { agent, open } = await initializeScripted(t, {}, { 'session/prompt': () => SILENCE });
    const ear = new Ear();
    ear.onPermission = () => never();
    const turn = (await open(ear)).prompt(GO);
    const asked = agent.request('session/request_permission', ask('1'));
    const { id } = await agent.waitFor(({ method }) => method === 'session/prompt');
    agent.say({ jsonrpc: '2.0', id, result: { stopReason: 'end_turn' } });
    await turn;
    assert.deepEqual((await asked).result, { outcome: { outcome: 'cancelled' } });
  });

  it('[A41] answers a request that the agent takes back, once', async (t) => {
    const { agent, open } = await initializeScripted(t);
    const ear = new Ear();
    ear.onPermission = () => never();
    await open(ear);
    const takeBack = (requestId: number) =>
      agent.say({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId } });
    const asked = agent.request('session/request_permission', ask('1'), 501);
    takeBack(501);
    assert.deepEqual((await asked).result, { outcome: { outcome: 'cancelled' } });
    const created = await agent.request('terminal/create', { sessionId: 's1', command: 'sleep', args: ['600'] });
    const waiting = agent.request('terminal/wait_for_exit', { sessionId: 's1', ...created.result }, 502);
    takeBack(502);
    assert.equal((await waiting).error?.code, -32800);
    takeBack(501);
    takeBack(12345);
    await agent.request('terminal/release', { sessionId: 's1', ...created.result });
    assert.equal(agent.heard.filter(({ id, method }) => !method && (id === 501 || id === 502)).length, 2);
  });

  it('[A100] ends after the files that the agent began to write in it, and before those that wait for a person', async (t) => {
    const { agent, open, folder } = await initializeScripted(t, {}, { 'session/prompt': () => SILENCE });
    const ear = new Ear();
    ear.onGuardedWrite = never;
    const session = await open(ear);
    const turn = session.prompt(GO).then(() => ear.order.push('end'));
    const { id } = await agent.waitFor(({ method }) => method === 'session/prompt');
    const write = (name: string, n: number) => ({
      ...{ jsonrpc: '2.0', id: 600 + n, method: 'fs/write_text_file' },
      params: { sessionId: 's1', path: join(folder, name), content: 'x' },
    });
    const files = Array.from({ length: 20 }, (_, n) => write(`f${n}`, n));
    agent.say(write('.bashrc', 20), ...files, { jsonrpc: '2.0', id, result: { stopReason: 'end_turn' } });
    await turn;
    assert.deepEqual(ear.order, [...files.map(() => 'file_written'), 'end']);
    await agent.waitFor((message) => message.id === 620 && message.error !== undefined);
  });

  it('[A100] ends though a person would be asked about a file that the agent began to write in it', async (t) => {
    const { agent, open, folder } = await initializeScripted(t, {}, { 'session/prompt': () => SILENCE });
    const ear = new Ear();
    ear.onGuardedWrite = never;
    const turn = (await open(ear)).prompt(GO);
    const { id } = await agent.waitFor(({ method }) => method === 'session/prompt');
    const params = { sessionId: 's1', path: join(folder, '.bashrc'), content: 'x' };
    // The turn is over before anybody has looked what is in that file.
    agent.say(
      { jsonrpc: '2.0', id: 800, method: 'fs/write_text_file', params },
      { jsonrpc: '2.0', id, result: { stopReason: 'end_turn' } },
    );
    await inTime(turn, () => 'the turn to end');
    await agent.waitFor((message) => message.id === 800 && message.error !== undefined);
    assert.ok(!existsSync(join(folder, '.bashrc')));
  });

  it('[A100] has its writes reported if the agent is gone, or the session closed, when they are over', async (t) => {
    for (const isClosed of [true, false]) {
      const { agent, connection, open, folder } = await initializeScripted(t, {}, { 'session/prompt': () => SILENCE });
      const ear = new Ear();
      let allow = (_isAllowed: boolean) => {};
      const asked = new Promise<void>((resolve) => {
        ear.onGuardedWrite = () => {
          resolve();
          return new Promise((answer) => {
            allow = answer;
          });
        };
      });
      const session = await open(ear);
      agent.say({
        ...{ jsonrpc: '2.0', id: 700, method: 'fs/write_text_file' },
        params: { sessionId: 's1', path: join(folder, '.bashrc'), content: 'x' },
      });
      await asked;
      allow(true);
      // The answer is on its way, and the write comes after it.
      await Promise.resolve();
      if (isClosed) session.close();
      else connection.finish({ exitCode: 1, signal: null, stderr: '' }, { code: 'server_stopping' });
      await ear.until(() => ear.written.length > 0);
      assert.equal(ear.written.length, 1);
      assert.equal(readFileSync(join(folder, '.bashrc'), 'utf8'), 'x');
    }
  });

  it('[A42] has no time limit, but other requests have; a late answer harms nobody', async (t) => {
    const clock = new TestClock();
    const { agent, connection, open } = connectScripted(
      t,
      { 'session/prompt': () => SILENCE, 'session/set_mode': () => SILENCE },
      { clock },
    );
    await connection.initialize();
    const session = await open();
    const turn = session.prompt(GO);
    await agent.waitFor(({ method }) => method === 'session/prompt');
    assert.deepEqual(clock.pending, [], 'nothing limits the turn');
    const change = assert.rejects(
      session.setMode('plan'),
      faultWith('no_answer', { method: 'session/set_mode', seconds: 30 }),
    );
    const { id } = await agent.waitFor(({ method }) => method === 'session/set_mode');
    clock.pass(30_000);
    await change;
    await agent.waitFor(({ method, params }) => method === '$/cancel_request' && params.requestId === id);
    const { id: promptId } = agent.calls('session/prompt')[0]!;
    agent.say({ jsonrpc: '2.0', id, result: {} }, { jsonrpc: '2.0', id: promptId, result: { stopReason: 'end_turn' } });
    assert.deepEqual(await turn, { stopReason: 'end_turn' });
  });
});

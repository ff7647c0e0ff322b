import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, it, type TestContext } from 'node:test';
import type { McpServer } from '@agentclientprotocol/sdk';
import { DelegationServer } from '../delegation/delegations.rig.js';
import { PersonQuestions } from '../delegation/person-questions.js';
import { callTool, ownTools, type ToolAddress } from '../demo/stage/tool-client.js';
import { DELEGATION_LIMITS } from '../protocol/delegation-limits.js';
import type { SettingValues } from '../protocol/features/settings-table.js';
import { Served } from '../rpc/serve.rig.js';
import { act } from '../sessions/registry/registry.rig.js';
import { ownProgram } from '../start/own-program.js';
import { until } from '../testing/until.rig.js';
import { SessionTools } from './session-tools.js';

const MOST = DELEGATION_LIMITS.openQuestions;

/** A delegations with its tools behind the real gate. */
async function served(t: TestContext, settings: Partial<SettingValues> = {}) {
  const s = await DelegationServer.ready(settings);
  const { registry, app } = s.server;
  const questions = new PersonQuestions(registry);
  const tools: SessionTools = new SessionTools({
    ...{
      registry,
      app,
      delegations: s.delegations,
      tree: registry.tree,
      questions,
      version: '1',
      program: ownProgram('mcp'),
    },
    url: () => `http://127.0.0.1:${server.port}/mcp`,
  });
  const server = await Served.start({ tools });
  t.after(async () => {
    tools.close();
    await server.stop();
  });
  const offer = (id = s.id) => tools.offer(id, { http: true })!;
  const address = (id = s.id) => ownTools([offer(id).server])!;
  return { s, tools, offer, address, port: server.port };
}

async function listed({ url, headers }: ToolAddress): Promise<string[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const names = [...(await response.text()).matchAll(/"name":"(\w+)"/g)].map((match) => match[1]!);
  return names;
}

describe('our tools for agents', () => {
  it('[DL24] delegate, wait, read and follow up by HTTP, with text only', async (t) => {
    const { s, address } = await served(t);
    const at = address();
    assert.deepEqual(await listed(at), [
      ...['list_agents', 'delegate', 'wait', 'stop', 'send_message', 'list_sessions', 'read_session', 'ask_person'],
    ]);
    assert.match(
      (await callTool(at, 'list_agents', {})).text,
      /^demo: demo, ready, .*the same as you\nother: other, ready/,
    );
    const begun = await callTool(at, 'delegate', { task: 'Fix it', name: 'auth', agent: 'other', wait_seconds: 0 });
    assert.match(begun.text, /^auth: running \(other, 0 s\)\. Go on with other work, or call wait with \["auth"\]\.$/);
    await s.server.tick();
    const waiting = callTool(at, 'wait', { names: ['auth'] });
    await s.answer('auth', 'Fixed.');
    assert.match(
      (await waiting).text,
      /^auth: done \(other, \d+ s\)\n<answer from="other" name="auth">\nFixed\.\n<\/answer>$/,
    );
    assert.match((await callTool(at, 'read_session', { session: 'auth' })).text, /task: Fix it\n\[1\] agent: Fixed\./);
    assert.match((await callTool(at, 'send_message', { session: 'auth', text: 'And a test' })).text, /^auth: running/);
    await s.server.tick();
    assert.match((await callTool(at, 'list_sessions', {})).text, /^auth: other, at work$/);
    assert.match((await callTool(at, 'stop', { name: 'nothing' })).text, /^not_found: /);
    const bad = await callTool(at, 'delegate', { task: 'x', name: 'a b' });
    assert.ok(bad.isError && /name/.test(bad.text));
  });

  it('[DL11] that make work are not shown at the last depth, and a call is refused all the same', async (t) => {
    const { s, address } = await served(t);
    await s.give('auth');
    const at = address(s.child('auth').id);
    assert.deepEqual(await listed(at), ['wait', 'ask_person']);
    const forged = await callTool(at, 'delegate', { task: 'x', name: 'deeper' });
    assert.ok(forged.isError && forged.text.startsWith('too_deep: '));
  });

  it('[DL12] give no work upwards, to strangers or to what is gone', async (t) => {
    const { s, address } = await served(t, { delegationDepth: 3 });
    await s.give('auth');
    await s.give('deeper', 'x', { by: s.child('auth').id });
    const below = address(s.child('deeper', s.child('auth').id).id);
    const send = async (session: string) =>
      (await callTool(below, 'send_message', { session, text: 'x' })).text.split(':')[0];
    assert.equal(await send(s.id), 'refused');
    assert.equal(await send('auth'), 'refused');
    const stranger = s.server.registry.create(act(), 'other').id;
    assert.equal(await send(stranger), 'not_found');
    s.server.registry.remove(act(), stranger);
    assert.equal(await send(stranger), 'not_found');
  });

  it('[DL17] show a session nothing of another', async (t) => {
    const { s, address } = await served(t);
    await s.give('auth');
    const other = address(s.server.registry.create(act(), 'other').id);
    assert.equal((await callTool(other, 'list_sessions', {})).text, 'You have delegated nothing yet.');
    for (const tool of ['read_session', 'stop', 'wait'] as const) {
      const input = { read_session: { session: 'auth' }, stop: { name: 'auth' }, wait: { names: ['auth'] } }[tool];
      assert.match((await callTool(other, tool, input)).text, /^not_found: /);
    }
  });

  it('[DL17] read a session that the person has mentioned, and none that an agent has', async (t) => {
    const { s, address } = await served(t);
    const own = s.id;
    const link = (id: string) => ({ type: 'resource_link' as const, uri: `acdeck-session:${id}`, name: 'x' });
    await s.give('auth', 'Do it');
    const told = await s.give('told', 'See [x](acdeck-session:x)');
    const said = (id: string) => s.server.registry.acts.prompt(act(), own, [{ type: 'text', text: 'see' }, link(id)]);
    const stranger = s.server.registry.create(act(), 'other').id;
    s.server.prompt('hello there', stranger);
    await s.server.tick();
    const read = async (by: string, session: string) =>
      (await callTool(address(by), 'read_session', { session })).text.split('\n')[0];
    assert.match((await read(own, stranger))!, /^not_found: /);
    s.server.host.sessions[0]!.prompts.at(-1)!.end();
    await s.server.tick();
    said(stranger);
    await s.server.tick();
    assert.match((await read(own, stranger))!, /entries\.$/);
    assert.match(
      (await callTool(address(own), 'list_sessions', {})).text,
      new RegExp(`^${stranger}: .*mentioned`, 'm'),
    );
    assert.match((await read(stranger, own))!, /^not_found: /, 'the one that was mentioned reads nothing back');
    assert.match((await read(told.sessionId!, stranger))!, /^not_found: /, 'what works for it has been told nothing');
    s.server.registry.remove(act(), stranger);
    assert.match((await read(own, stranger))!, /^not_found: /);
  });

  it('[DL18] open with a secret that ends with the process, the session or the setting', async (t) => {
    const { s, offer, tools } = await served(t);
    const works = async (server: McpServer) => !(await callTool(ownTools([server])!, 'list_sessions', {})).isError;
    const [one, two, three] = [offer(), offer(), offer(s.server.registry.create(act(), 'other').id)];
    assert.deepEqual([await works(one.server), await works(two.server)], [true, true]);
    one.end();
    assert.deepEqual([await works(one.server), await works(two.server)], [false, true]);
    s.server.registry.remove(act(), s.server.app.current.openSessionId!);
    assert.equal(await works(three.server), false);
    s.set({ delegation: 'off' });
    assert.deepEqual([await works(two.server), tools.offer(s.id, { http: true })], [false, null]);
    const { headers } = ownTools([two.server])!;
    assert.match(headers.Authorization!, /^Bearer acdeck_mcp_[\w-]{43}$/);
  });

  it('[DL25] are offered only where another agent could take a task', async (t) => {
    const { s, tools } = await served(t);
    await s.give('auth');
    const offered = () => tools.offer(s.id, { http: true }) !== null;
    assert.equal(offered(), true);
    const other = s.server.app.current.agents.find(({ id }) => id === 'other')!;
    const health = { state: 'needs_login', trouble: { code: 'signed_out', agent: 'other' } } as const;
    s.server.app.append({ type: 'agent_changed', agent: { ...other, health } });
    assert.equal(offered(), false);
    const demo = s.server.app.current.agents.find(({ id }) => id === 'demo')!;
    s.server.app.append({ type: 'agent_changed', agent: { ...demo, scenes: true } });
    assert.equal(offered(), true, 'the demo agent plays with itself');
    s.server.app.append({ type: 'agent_changed', agent: { ...demo, scenes: true, takesNoTools: true } });
    assert.equal(offered(), false, 'an agent that ignores tools is offered none');
    const below = () => tools.offer(s.child('auth').id, { http: true }) !== null;
    assert.equal(below(), true, 'whoever works on a task may ask a person');
    s.set({ delegation: 'off' });
    assert.equal(below(), false);
  });

  it('[DL26] ask a person with a form, and wait for the answer', async (t) => {
    const { s, address } = await served(t);
    const at = address();
    const asked = callTool(at, 'ask_person', { question: 'Which colour?', choices: ['red', 'blue'] });
    const pending = await until(() => s.server.tab().transcript.pending[0]);
    const answer = { action: 'accept' as const, content: { answer: 'blue' } };
    s.server.registry.writable(s.id).questions.answer(act(), pending.id, answer);
    assert.match((await asked).text, /^question-\w+: answered\nblue$/);
    const late = await callTool(at, 'ask_person', { question: 'And now?', wait_seconds: 0 });
    const id = /^(question-\w+): waiting/.exec(late.text)![1]!;
    const waiting = callTool(at, 'wait', { names: [id] });
    const next = await until(() => s.server.tab().transcript.pending[0]);
    s.server.registry.writable(s.id).questions.answer(act(), next.id, { action: 'decline' });
    assert.match((await waiting).text, /: declined/);
  });

  it('[DL37] let few questions wait for a person, and Stop ends them while the agent is at rest', async (t) => {
    const { s, address } = await served(t);
    const at = address();
    s.server.host.sessions[0]!.prompts[0]!.end();
    await until(() => s.server.tab().transcript.turn.status === 'idle');
    const ask = (n: number) => callTool(at, 'ask_person', { question: `Question ${n}?`, wait_seconds: 0 });
    const given = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)));
    const open = () => s.server.tab().transcript.pending.length;
    const waiting = given.filter(({ text }) => /: waiting\./.test(text));
    const refused = given.filter(({ text }) => /^too_many: /.test(text));
    assert.deepEqual([waiting.length, refused.length, open()], [MOST, 200 - MOST, MOST]);
    const names = waiting.map(({ text }) => text.split(':')[0]!);
    const heard = names.map((name) => callTool(at, 'wait', { names: [name] }));
    s.server.registry.writable(s.id).turns.cancel(act());
    assert.equal(open(), 0);
    for (const { text } of await Promise.all(heard)) assert.match(text, /: declined/);
    assert.match((await ask(200)).text, /: waiting\./, 'there is room again');
    assert.equal(s.server.tab().transcript.turn.status, 'idle');
  });

  it('[DL26] wait for a task that is called like a question, and for a question beside a task that is over', async (t) => {
    const { s, address } = await served(t);
    const at = address();
    await s.give('question-1');
    await s.answer('question-1', 'Fixed.');
    assert.match((await callTool(at, 'wait', { names: ['question-1'] })).text, /^question-1: done/);
    const asked = await callTool(at, 'ask_person', { question: 'And now?', wait_seconds: 0 });
    const id = /^(question-\w+): waiting/.exec(asked.text)![1]!;
    const both = callTool(at, 'wait', { names: ['question-1', id] });
    const pending = await until(() => s.server.tab().transcript.pending[0]);
    s.server.registry
      .writable(s.id)
      .questions.answer(act(), pending.id, { action: 'accept', content: { answer: 'go' } });
    assert.match((await both).text, /^question-1: done.*: answered\ngo$/s);
  });

  it('[DL27] come by a program where the agent takes no HTTP, which ends with either side', async (t) => {
    const { s, tools } = await served(t);
    const own = tools.offer(s.id, { http: false })!;
    const { server } = own;
    assert.ok('command' in server && !JSON.stringify(server.args).includes('acdeck_mcp_'));
    const program = new Program(server);
    await program.greet();
    const { tools: shown } = await program.ask('tools/list', {});
    assert.ok(shown?.some(({ name }) => name === 'delegate'));
    const told = await program.ask('tools/call', { name: 'list_sessions', arguments: {} });
    assert.equal(told.content?.[0]?.text, 'You have delegated nothing yet.');
    program.child.stdin.end();
    assert.deepEqual((await once(program.child, 'close')).slice(0, 1), [0]);
    own.end();
    const refused = new Program(server).child;
    refused.stdin.on('error', () => {});
    assert.equal((await once(refused, 'close'))[0], 0);
  });

  it('[DL4] take back a wait that is cancelled, during it and after its end, and leave the task at work', async (t) => {
    const { s, tools, address } = await served(t);
    const { url, headers } = address();
    const post = (body: object, signal?: AbortSignal) =>
      fetch(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', ...body }),
        ...(signal ? { signal } : {}),
      });
    const cancelled = (requestId: number) => ({
      method: 'notifications/cancelled',
      params: { requestId, reason: 'Timed out' },
    });
    const call = (name: string, input: object) => ({ method: 'tools/call', params: { name, arguments: input } });
    const gone = new AbortController();
    const wish = { task: 'Fix it', name: 'auth', agent: 'other' };
    const waiting = post({ id: 7, ...call('delegate', wish) }, gone.signal).then((response) => response.text());
    waiting.catch(() => {});
    await until(() => s.tree.child(s.id, 'auth') ?? undefined);
    await s.server.tick();
    assert.ok((await post(cancelled(7))).status < 300);
    gone.abort();
    await assert.rejects(waiting);
    const program = new Program(tools.offer(s.id, { http: false })!.server);
    await program.greet();
    const dropped = program.send('tools/call', call('wait', { names: ['auth'] }).params);
    program.tell(cancelled(dropped));
    // Lines are taken in order: when this one is answered, the others have come.
    await program.ask('tools/call', call('list_sessions', {}).params);
    const next = program.ask('tools/call', call('wait', { names: ['auth'] }).params);
    await s.server.tick();
    assert.deepEqual([s.report('auth').state, s.end('auth').cancels], ['running', 0]);
    await s.answer('auth', 'Fixed.');
    assert.match((await next).content?.[0]?.text ?? '', /^auth: done .*Fixed\./s);
    // Some agents cancel calls that have succeeded.
    program.tell(cancelled(dropped + 1));
    await post(cancelled(7));
    const again = await program.ask('tools/call', call('wait', { names: ['auth'] }).params);
    assert.match(again.content?.[0]?.text ?? '', /^auth: done /);
    assert.deepEqual([s.report('auth').state, s.end('auth').cancels], ['done', 0]);
    program.child.stdin.end();
    await once(program.child, 'close');
  });
});

interface Answered {
  readonly tools?: readonly { readonly name: string }[];
  readonly content?: readonly { readonly text: string }[];
}

/** The program that agents are given, and MCP with it by lines. */
class Program {
  readonly child;
  readonly #answers = new Map<number, (result: Answered) => void>();
  #last = 0;

  constructor(server: McpServer) {
    assert.ok('command' in server);
    const env = Object.fromEntries(server.env.map(({ name, value }) => [name, value]));
    this.child = spawn(server.command, server.args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      const { id, result } = JSON.parse(line) as { id: number; result: Answered };
      this.#answers.get(id)?.(result);
    });
  }

  async greet(): Promise<void> {
    const clientInfo = { name: 'test', version: '1' };
    await this.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.tell({ method: 'notifications/initialized' });
  }

  /** Asks, and gives the number of the question. */
  send(method: string, params: object): number {
    this.#last += 1;
    this.tell({ id: this.#last, method, params });
    return this.#last;
  }

  ask(method: string, params: object): Promise<Answered> {
    const id = this.send(method, params);
    return new Promise((resolve) => this.#answers.set(id, resolve));
  }

  tell(message: object): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}

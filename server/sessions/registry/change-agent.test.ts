import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MemoryEventStore } from '../store/memory-event-store.rig.js';
import { act, settled, TestServer, text } from './registry.rig.js';

/** A server whose agent "demo" cannot be started, with two prompts that wait for it. */
async function waiting(server = new TestServer()): Promise<TestServer> {
  server.registry.restore();
  server.host.startFault = new Error('It does not start.');
  server.prompt('go');
  server.prompt('on');
  await settled();
  server.host.startFault = null;
  return server;
}

const received = ({ host }: TestServer) => host.sessions.flatMap(({ prompts }) => prompts.map((prompt) => prompt.text));
const queueOf = (server: TestServer, id = server.id) => server.tab(id).transcript.queue.map(({ promptId }) => promptId);

describe('another agent for a session', () => {
  it('[S28] takes the session over with its queue, and each prompt reaches it once', async () => {
    const server = await waiting();
    const { id } = server;
    const tab = server.tab();
    const again = act();
    const summary = server.registry.useAgent(again, id, 'other');
    assert.deepEqual([summary.id, summary.agentId], [id, 'other']);
    const { opening, ...repeated } = server.registry.useAgent(again, id, 'other');
    assert.deepEqual(repeated, summary, 'a repeat changes nothing');
    assert.equal(opening, true, 'the prompt waits for the agent');
    await settled();
    assert.equal(server.registry.shownAgentId, 'other');
    assert.deepEqual(received(server), ['go']);
    server.host.last.prompts[0]!.end();
    await settled();
    assert.deepEqual(received(server), ['go', 'on']);
    assert.equal(server.host.sessions.length, 1, 'one session with one agent');
    assert.equal(tab.resyncs, 1, 'a tab that followed it asks anew');
    assert.equal(server.app.current.sessions.length, 1);
    assert.throws(() => server.registry.useAgent(act(), id, 'nobody'), { name: 'not_found' });
    assert.throws(() => server.registry.useAgent(act(), id, 'demo'), { name: 'conflict' });
  });

  it('[S28] is still the session’s after a restart of the server', async () => {
    const store = new MemoryEventStore();
    const first = await waiting(new TestServer({ store }));
    first.registry.useAgent(act(), first.id, 'other');
    first.registry.close();
    const second = new TestServer({ store });
    second.registry.restore();
    assert.equal(second.registry.shownAgentId, 'other');
  });

  it('[S28] gets the queue in a new session where another agent had a part in the first', async () => {
    const server = await TestServer.ready();
    const { id } = server;
    server.prompt('first');
    server.host.last.prompts[0]!.end();
    await settled();
    server.host.startFault = new Error('It does not start.');
    server.host.last.listener.onExit({ exitCode: 1, signal: null, stderr: '' });
    server.prompt('go');
    server.prompt('on');
    await settled();
    server.host.startFault = null;
    const waits = queueOf(server, id);
    const summary = server.registry.useAgent(act(), id, 'other');
    assert.notEqual(summary.id, id);
    await settled();
    assert.deepEqual([queueOf(server, id), queueOf(server, summary.id)], [[], waits.slice(1)]);
    assert.deepEqual(received(server), ['first', 'go']);
    server.registry.agentReady('demo');
    await settled();
    assert.deepEqual(received(server), ['first', 'go'], 'the first agent gets nothing of it');
  });

  it('[S28] takes over by itself only what is untouched and shown', async () => {
    const server = await waiting();
    assert.equal(server.registry.handOver('other', 'demo'), false, 'the session is not that agent’s');
    assert.equal(server.registry.handOver('demo', 'other'), true);
    await settled();
    assert.deepEqual(received(server), ['go']);
    assert.equal(server.registry.handOver('other', 'demo'), false, 'an agent works in it');
  });
});

describe('a fresh tab', () => {
  it('[S26] shows the session that was written in last, not the one that was made last', async () => {
    const server = await TestServer.ready();
    const { id: first } = server;
    const second = server.registry.create(act(), null).id;
    assert.equal(server.app.current.openSessionId, second);
    server.registry.acts.prompt(act(), first, text('hello'));
    assert.equal(server.app.current.openSessionId, first);
    assert.equal(server.store.folders.facts('/work/a').sessionId, first);
    server.registry.open(second);
    assert.equal(server.app.current.openSessionId, second);
  });
});

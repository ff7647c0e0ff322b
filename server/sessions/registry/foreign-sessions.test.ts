import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ListedSession } from '../../ports/agent.js';
import type { AgentUpdate } from '../../protocol/events.js';
import { act, settled, TestServer } from './registry.rig.js';

const HOUR = 3_600_000;
const listed = (agentSessionId: string, updatedAt: number | null, title: string | null = null): ListedSession => ({
  agentSessionId,
  title,
  updatedAt,
});
const said = (kind: 'user' | 'agent', text: string): AgentUpdate =>
  ({ sessionUpdate: `${kind}_message_chunk`, content: { type: 'text', text } }) as AgentUpdate;
const PAST = [
  said('user', 'Draw a whale'),
  said('agent', 'Here is a whale'),
  said('user', 'Bigger'),
  said('agent', 'BIG'),
];

/** A server whose agent keeps these sessions of the folder. */
async function keeping(...sessions: ListedSession[]): Promise<TestServer> {
  const server = new TestServer();
  server.host.listed.set('demo', sessions);
  server.registry.restore();
  await server.registry.connectShown();
  server.registry.agentReady('demo');
  await settled();
  return server;
}

const rows = (server: TestServer) => server.registry.list().map(({ title, origin }) => `${title}${origin ? ' *' : ''}`);
const foreign = (server: TestServer) => server.registry.list().find(({ origin }) => origin === 'agent')!;

describe('sessions that only an agent has', () => {
  it('[AS10] stand in the list beside ours, in one form, by their last change', async () => {
    const server = await keeping(
      listed('old', 5, 'An old\n one'),
      listed('new', 50 * HOUR),
      listed('odd', null, '\u202e'),
    );
    server.prompt('Hello');
    assert.deepEqual(rows(server), [' *', 'Hello', 'An old one *', ' *']);
    const { id, agentId, cwd, updatedAt, status, writable } = server.registry.list()[2]!;
    assert.deepEqual([agentId, cwd, updatedAt, status, writable], ['demo', '/work/a', 5, 'idle', true]);
    assert.match(id, /^agent-[0-9a-f]{32}$/);
    assert.deepEqual(server.app.current.sessions, server.registry.list());
  });

  it('[AS10] are no doubles of ours, also of what was opened and never used', async () => {
    const server = await keeping();
    server.prompt('Hello');
    const first = server.host.last.facts.agentSessionId;
    server.registry.create(act(), 'demo');
    await settled();
    const unused = server.host.last.facts.agentSessionId;
    server.host.exit();
    server.prompt('Again');
    await settled();
    server.host.listed.set('demo', [listed(first, 1), listed(unused, 2), listed('other', 3, 'Other')]);
    server.clock.pass(5000);
    server.registry.list();
    await settled();
    assert.deepEqual(
      rows(server).filter((row) => row.endsWith('*')),
      ['Other *'],
    );
  });

  it('[AS10] go when the agent has them no more, and stay when it cannot be asked', async () => {
    const server = await keeping(listed('a', 1, 'A'), listed('b', 2, 'B'));
    server.host.listFault = new Error('not now');
    server.clock.pass(5000);
    server.registry.list();
    await settled();
    assert.equal(rows(server).length, 3);
    server.host.listFault = null;
    server.host.listed.set('demo', [listed('b', 9, 'Better')]);
    server.clock.pass(5000);
    server.registry.list();
    await settled();
    assert.deepEqual(rows(server).sort(), ['', 'Better *']);
  });

  it('[AS10] are asked for when an agent is ready and when the list is wanted, but not all the time', async () => {
    const server = await keeping();
    assert.equal(server.host.listings, 1);
    for (let n = 0; n < 5; n++) server.registry.list();
    await settled();
    assert.equal(server.host.listings, 1);
    server.clock.pass(5000);
    server.registry.list();
    server.registry.list();
    await settled();
    assert.equal(server.host.listings, 2);
  });

  it('[AS11] become ours when they are opened: the history is taken once, and said to be from there', async () => {
    const server = await keeping(listed('theirs', 7, 'Whales'));
    server.host.past = PAST;
    const { id } = foreign(server);
    const tab = server.tab(id);
    assert.equal(server.registry.open(id).title, 'Whales');
    await server.tick();
    const lines = ['mark: imported', 'user: Draw a whale', 'agent: Here is a whale', 'user: Bigger', 'agent: BIG'];
    assert.deepEqual(server.lines(id), lines);
    assert.deepEqual([tab.transcript.turn.n, tab.transcript.memory], [2, 'kept']);
    const { agentSessionId, replay } = server.host.last.request;
    assert.deepEqual([agentSessionId, replay], ['theirs', 'keep']);
    assert.deepEqual(
      rows(server).filter((row) => row.includes('*')),
      [],
    );
    assert.deepEqual(
      server.registry
        .list()
        .map(({ updatedAt }) => updatedAt)
        .at(-1),
      7,
    );
    server.prompt('Go on', id);
    server.host.last.prompts[0]!.end();
    await settled();
    const again = server.restarted();
    again.host.past = PAST;
    again.prompt('And on', id);
    await settled();
    assert.equal(again.host.last.request.replay, 'drop');
    assert.deepEqual(again.lines(id).slice(0, 6), [...lines, 'user: Go on']);
  });

  it('[AS11] can be searched once they are here', async () => {
    const server = await keeping(listed('theirs', 7, 'Whales'));
    server.host.past = PAST;
    const { id } = foreign(server);
    server.registry.open(id);
    await server.tick();
    assert.deepEqual(
      server.registry.search('whale', 9).map(({ sessionId }) => sessionId),
      [id, id],
    );
  });

  it('[AS11] are taken from the beginning again if the agent died on the way', async () => {
    const server = await keeping(listed('theirs', 7, 'Whales'));
    const { id } = foreign(server);
    server.host.past = PAST.slice(0, 2);
    server.host.tearNext = true;
    const tab = server.tab(id);
    await server.tick();
    server.host.past = PAST;
    server.prompt('I waited', id);
    await server.tick();
    const lines = ['mark: imported', 'user: Draw a whale', 'agent: Here is a whale', 'user: Bigger', 'agent: BIG'];
    assert.deepEqual(server.lines(id), [...lines, 'user: I waited']);
    assert.ok(tab.resyncs > 0, 'the tab is told that the log is another');
  });

  it('[AS11] are taken from the beginning again after a crash of ours', async () => {
    const server = await keeping(listed('theirs', 7, 'Whales'));
    const { id } = foreign(server);
    server.host.past = PAST.slice(0, 1);
    server.host.tearNext = true;
    server.tab(id);
    await server.tick();
    const again = server.restarted();
    again.host.past = PAST;
    again.tab(id);
    await again.tick();
    assert.deepEqual(again.lines(id).length, 5);
  });

  it('[AS11] say why they are empty if the agent has them no more, and can be used', async () => {
    const server = await keeping(listed('theirs', 7, 'Whales'));
    const { id } = foreign(server);
    server.host.openFault = Object.assign(new Error('The demo no longer has this session.'), { code: -32002 });
    server.tab(id);
    await settled();
    assert.deepEqual(server.lines(id), [
      'mark: imported',
      'notice: session_not_opened failed The demo no longer has this session.',
    ]);
    server.host.openFault = null;
    server.prompt('Then anew', id);
    await settled();
    assert.equal(server.host.last.request.agentSessionId, null);
    assert.deepEqual(server.lines(id).at(-1), 'user: Then anew');
  });

  it('[AS12] are deleted where the agent can, with a session of ours too, and come back if that fails', async () => {
    const server = await keeping(listed('a', 1, 'A'), listed('b', 2, 'B'));
    const [b] = server.registry.list().filter(({ origin }) => origin);
    const twice = act();
    server.once(twice, () => server.registry.remove(twice, b!.id));
    server.once(twice, () => server.registry.remove(twice, b!.id));
    assert.deepEqual(server.host.deleted, ['b']);
    server.prompt('Mine');
    const mine = server.host.last.facts.agentSessionId;
    server.host.listed.get('demo')!.push(listed(mine, 3));
    server.registry.remove(act(), server.id);
    await settled();
    assert.deepEqual(server.host.deleted, ['b', mine]);
    server.host.deleteFault = new Error('It is in use.');
    server.registry.remove(act(), foreign(server).id);
    await settled();
    server.clock.pass(5000);
    server.registry.list();
    await settled();
    assert.deepEqual(rows(server).sort(), ['', 'A *']);
  });

  it('[AS12] stay with an agent that cannot delete; of ours only the record goes, and is not listed again', async () => {
    const server = new TestServer();
    server.host.abilities = { list: true, load: true, delete: false };
    server.host.listed.set('demo', [listed('a', 1, 'A')]);
    server.registry.restore();
    await server.registry.connectShown();
    server.registry.agentReady('demo');
    await settled();
    const { id } = foreign(server);
    assert.throws(() => server.registry.remove(act(), id), { name: 'unavailable' });
    server.registry.open(id);
    await settled();
    server.registry.remove(act(), id);
    assert.deepEqual(server.host.deleted, []);
    const again = new TestServer({ store: server.store });
    again.host.listed.set('demo', [listed('a', 1, 'A')]);
    again.registry.restore();
    await again.registry.connectShown();
    again.registry.agentReady('demo');
    await settled();
    assert.deepEqual(rows(again), ['']);
  });

  it('[AS13] tell the agent what a person calls a session', async () => {
    const server = await keeping();
    const agentSessionId = server.host.last.facts.agentSessionId;
    server.registry.acts.rename(act(), server.id, '  My\nname ');
    assert.deepEqual(server.host.renamed, [['demo', agentSessionId, 'My name']]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ListedSession } from '../../ports/agent.js';
import { settled, TestServer } from './registry.rig.js';

const MINUTE = 60_000;
const listed = (agentSessionId: string, updatedAt: number, title: string): ListedSession => ({
  agentSessionId,
  title,
  updatedAt,
});
const lists = ({ app }: TestServer) => app.current.agentLists ?? [];
const states = (server: TestServer) => lists(server).map(({ agentId, asked }) => `${agentId} ${asked.state}`);
const theirs = ({ app }: TestServer) => app.current.sessions.flatMap(({ title, origin }) => (origin ? [title] : []));

/** A server in which no agent runs. The agent `other` keeps two sessions. */
function still(): TestServer {
  const server = new TestServer();
  server.host.listed.set('other', [listed('a', 1, 'A'), listed('b', 2, 'B')]);
  server.registry.restore();
  return server;
}

describe('the lists of agents that do not run', () => {
  it('[AS25] are asked for by a person only: the agent is started for that alone, and its sessions stand in the list', async () => {
    const server = still();
    server.registry.list();
    await settled();
    assert.deepEqual([server.host.listings, lists(server)], [0, []]);
    server.registry.askAgents('other');
    assert.deepEqual(states(server), ['other asking']);
    await settled();
    const at = server.clock.now();
    assert.deepEqual(lists(server), [{ agentId: 'other', listedAt: at, count: 2, asked: { state: 'listed' } }]);
    assert.deepEqual(theirs(server), ['B', 'A']);
    assert.deepEqual([server.host.borrowed, server.host.connects], [{ begun: 1, ended: 1 }, 0]);
  });

  it('[AS25] are asked one agent after the other, each once at a time, and not where one cannot be started', async () => {
    const server = still();
    const [demo] = server.app.current.agents;
    const trouble = { code: 'untrusted', agent: 'Third', command: 'third' } as const;
    const third = {
      ...demo!,
      id: 'third',
      name: 'Third',
      health: { state: 'untrusted', trouble, command: 'third' },
    } as const;
    server.app.append({ type: 'agent_changed', agent: third });
    let open = () => {};
    server.host.gate = new Promise((resolve) => {
      open = resolve;
    });
    server.registry.askAgents(null);
    server.registry.askAgents(null);
    await settled();
    assert.deepEqual([states(server), server.host.borrowed.begun], [['demo asking', 'other asking'], 1]);
    open();
    await settled();
    assert.deepEqual(states(server), ['demo listed', 'other listed']);
    assert.deepEqual([server.host.listings, server.host.borrowed], [2, { begun: 2, ended: 2 }]);
  });

  it('[AS25] are not asked of an agent that there is not, nor in another server’s folder', () => {
    const server = still();
    assert.throws(() => server.registry.askAgents('nobody'), { name: 'not_found' });
    const guest = new TestServer({ ownsFolder: false });
    assert.throws(() => guest.registry.askAgents(null), { name: 'unavailable' });
  });

  it('[AS26] are remembered over a restart with the time they are from, and opened from there', async () => {
    const server = still();
    server.registry.askAgents('other');
    await settled();
    const [before] = lists(server);
    const again = server.restarted();
    assert.deepEqual([lists(again), theirs(again)], [[before], ['B', 'A']]);
    assert.equal(again.host.listings, 0);
    again.host.past = [
      { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'Hi' } },
      { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hello' } },
    ];
    const { id } = again.app.current.sessions.find(({ title }) => title === 'B')!;
    again.tab(id);
    again.registry.open(id);
    await again.tick();
    assert.deepEqual(again.lines(id), ['mark: imported', 'user: Hi', 'agent: Hello']);
    assert.deepEqual(theirs(again.restarted()), ['A'], 'what is ours now is no longer the agent’s');
  });

  it('[AS26] are as if they had not been where their record is damaged', () => {
    const server = still();
    const whole = { agentId: 'other', agentName: 'Other', listedAt: 5, count: 1, sessions: [listed('a', 1, 'A')] };
    const damaged: unknown[] = [
      7,
      [null, 'x', { ...whole, listedAt: 'now' }],
      [
        { ...whole, sessions: [{ agentSessionId: 7 }] },
        { ...whole, agentId: null },
        { ...whole, sessions: 'none' },
      ],
    ];
    for (const agentLists of damaged) {
      server.store.folders.remember('/work/a', { agentLists } as object);
      assert.deepEqual(lists(server.restarted()), []);
    }
    server.store.folders.remember('/work/a', { agentLists: [whole] });
    assert.deepEqual(theirs(server.restarted()), ['A']);
  });

  it('[AS26] say the age of the last answer, not of a failure, and follow a newer one', async () => {
    const server = still();
    server.registry.askAgents('other');
    await settled();
    const first = server.clock.now();
    server.clock.pass(5 * MINUTE);
    server.host.listFault = new Error('The disk is asleep');
    server.registry.askAgents('other');
    await settled();
    const trouble = { code: 'failed', text: 'The disk is asleep' };
    assert.deepEqual(lists(server), [
      { agentId: 'other', listedAt: first, count: 2, asked: { state: 'failed', trouble } },
    ]);
    assert.deepEqual(theirs(server), ['B', 'A'], 'what is known stays');
    server.host.listFault = null;
    server.host.listed.set('other', [listed('b', 2, 'B')]);
    server.registry.askAgents('other');
    await settled();
    assert.deepEqual([lists(server)[0]!.listedAt, lists(server)[0]!.count], [first + 5 * MINUTE, 1]);
    assert.deepEqual(theirs(server), ['B']);
  });

  it('[AS27] say why there are none: the agent cannot list, or could not be started', async () => {
    const server = still();
    server.host.abilities = { list: false, load: true, delete: false };
    server.registry.askAgents('other');
    await settled();
    assert.deepEqual(states(server), ['other unsupported']);
    const trouble = { code: 'not_ready', agent: 'demo' } as const;
    server.host.startFault = Object.assign(new Error('No'), { trouble });
    server.registry.askAgents('demo');
    await settled();
    assert.deepEqual(lists(server)[1]!.asked, { state: 'failed', trouble });
    assert.deepEqual(server.host.borrowed, { begun: 2, ended: 2 });
  });

  it('[AS27] go with an agent that is gone from the settings, here and at the next start', async () => {
    const server = still();
    server.registry.askAgents('other');
    await settled();
    server.app.append({ type: 'agent_removed', agentId: 'other' });
    server.registry.agentRemoved('other');
    assert.deepEqual([lists(server), theirs(server)], [[], []]);
    const again = server.restarted();
    assert.deepEqual([lists(again), theirs(again)], [[], []]);
  });

  it('[AS26] of agents that run keep their age too, and are told again only when they say something new', async () => {
    const server = still();
    server.host.listed.set('demo', [listed('d', 1, 'D')]);
    await server.registry.connectShown();
    server.registry.agentReady('demo');
    await settled();
    assert.deepEqual(states(server), ['demo listed']);
    const head = server.app.head;
    server.clock.pass(5_000);
    server.registry.list();
    await settled();
    assert.equal(server.app.head, head);
    server.clock.pass(2 * MINUTE);
    server.registry.list();
    await settled();
    assert.equal(lists(server)[0]!.listedAt, server.clock.now());
  });
});

describe('the home of a session', () => {
  it('[AS28] is the folder it belongs to, and the server that runs there', async () => {
    const here = await TestServer.ready();
    here.prompt('Hello');
    const there = new TestServer({
      store: here.store,
      folder: '/work/b',
      findServer: (folder) => ({ folder, state: 'running', port: 18081 }),
    });
    assert.deepEqual(there.registry.home(here.id), { folder: '/work/a', state: 'running', port: 18081 });
    for (const id of ['nobody', 'a\0b']) assert.throws(() => there.registry.home(id), { name: 'not_found' });
  });

  it('[AS28] is not made ours by asking where it is', async () => {
    const server = still();
    server.registry.askAgents('other');
    await settled();
    const { id } = server.app.current.sessions.find(({ origin }) => origin)!;
    assert.throws(() => server.registry.home(id), { name: 'not_found' });
    assert.equal(server.store.session(id), null);
  });
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { AgentUpdate } from '../../protocol/events.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import type { EventStore } from '../store/event-store.js';
import { openStore } from '../store/open-store.js';
import { StorageFault } from '../store/sqlite/storage-fault.js';
import { TestAgentHost } from './agent.rig.js';
import { act, settled, TestServer, text } from './registry.rig.js';

const HOUR = 3_600_000;
const said = (kind: 'user' | 'agent', words: string): AgentUpdate =>
  ({ sessionUpdate: `${kind}_message_chunk`, content: { type: 'text', text: words } }) as AgentUpdate;
const THEIRS = [said('user', 'Hello'), said('agent', 'Hi'), said('user', 'In the terminal'), said('agent', 'Done')];
const NOTICE = 'notice: continued_elsewhere demo';
const OURS = ['user: Hello', 'agent: Hi'];
const NEW = ['mark: imported', 'user: Hello', 'agent: Hi', 'user: In the terminal', 'agent: Done'];

const folders: string[] = [];
const stores: EventStore[] = [];
after(() => {
  for (const store of stores) store.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function fileStore(): EventStore {
  const folder = mkdtempSync(join(tmpdir(), 'acdeck-update-'));
  folders.push(folder);
  const { store } = openStore(folder);
  stores.push(store);
  return store;
}

/** A server with one exchange in its session. */
async function afterHello(host = new TestAgentHost()): Promise<TestServer> {
  const server = await TestServer.ready({ store: fileStore(), host });
  server.prompt('Hello');
  server.host.last.say('Hi');
  await server.tick();
  server.host.last.prompts[0]!.end();
  await settled();
  return server;
}

const archived = (server: TestServer) => server.registry.list().filter((session) => session.copy);

describe('a history that has moved on elsewhere', () => {
  it('[AS14] is noticed when the agent retells more than we hold, and said once', async () => {
    const server = await afterHello();
    const again = new TestServer({ store: server.store });
    again.host.retelling = { isNewer: true, said: ['Hello', 'In the terminal'] };
    again.registry.restore();
    await again.registry.connectShown();
    assert.deepEqual(again.lines(), [...OURS, 'mark: restarted', NOTICE]);
    const notice = entriesOf(again.tab().transcript.entries).at(-1);
    assert.equal(notice?.kind === 'notice' && notice.action, 'update_from_agent');
    again.host.exit();
    again.registry.agentReady('demo');
    await settled();
    assert.equal(again.lines().filter((line) => line === NOTICE).length, 1);
  });

  it('[AS14] is not suspected of what the agent tells itself, nor where its list knows of no change', async () => {
    const pasts = [
      { isNewer: null, said: ['Hello'] },
      { isNewer: true, said: ['  Hello ', '<system-reminder>be kind</system-reminder>', '[Function Response: x]'] },
      { isNewer: null, said: ['Hello', '[Request interrupted by user]'] },
      { isNewer: false, said: ['Hello', 'In the terminal'] },
      { isNewer: null, said: ['Something else'] },
    ];
    for (const retelling of pasts) {
      const server = await afterHello();
      server.host.retelling = retelling;
      server.host.exit();
      server.registry.agentReady('demo');
      await settled();
      assert.ok(!server.lines().includes(NOTICE), JSON.stringify(retelling));
    }
  });

  it('[RG8] is noticed when the same words were said again', async () => {
    const server = await afterHello();
    server.host.retelling = { isNewer: true, said: ['Hello', '<system-reminder>be kind</system-reminder>', 'Hello'] };
    server.host.exit();
    server.registry.agentReady('demo');
    await settled();
    assert.equal(server.lines().at(-1), NOTICE);
  });

  it('[AS14] is noticed by the list while the agent has the session open', async () => {
    const server = await afterHello();
    const { agentSessionId } = server.host.last.facts;
    const list = (updatedAt: number) => {
      server.host.listed.set('demo', [{ agentSessionId, title: null, updatedAt }]);
      server.clock.pass(5000);
      server.registry.list();
      return settled();
    };
    await list(server.clock.now());
    assert.ok(!server.lines().includes(NOTICE), 'a little later is our own turn');
    await list(server.clock.now() + HOUR);
    await list(server.clock.now() + HOUR);
    assert.deepEqual(server.lines(), [...OURS, NOTICE]);
  });

  it('[AS14] is not suspected of our own reply, also if a list came while it was written', async () => {
    const server = await afterHello();
    const { clock, host } = server;
    const { agentSessionId } = host.last.facts;
    const list = async () => {
      host.listed.set('demo', [{ agentSessionId, title: null, updatedAt: clock.now() }]);
      clock.pass(HOUR);
      server.registry.list();
      await server.tick();
    };
    clock.pass(HOUR);
    server.prompt('A long one');
    await list();
    host.last.prompts.at(-1)!.end();
    await settled();
    server.registry.open(server.id);
    server.tab(server.id, 'late');
    await server.tick();
    await list();
    assert.ok(!server.lines().includes(NOTICE), server.lines().join('\n'));
  });

  it('[AS30] is not suspected when a stopped command ends much later', async () => {
    const server = await afterHello();
    const { clock, host } = server;
    const { agentSessionId } = host.last.facts;
    const list = async (updatedAt: number) => {
      host.listed.set('demo', [{ agentSessionId, title: null, updatedAt }]);
      clock.pass(5000);
      server.registry.list();
      await server.tick();
    };
    server.prompt('Run it');
    host.last.call('slow');
    await server.tick();
    host.last.prompts.at(-1)!.end('cancelled');
    await settled();
    clock.pass(HOUR);
    host.last.listener.onUpdate({ sessionUpdate: 'tool_call_update', toolCallId: 'slow', status: 'completed' });
    await server.tick();
    await list(clock.now());
    assert.ok(!server.lines().includes(NOTICE), server.lines().join('\n'));
    await list(clock.now() + HOUR);
    assert.equal(server.lines().at(-1), NOTICE);
  });

  it('[AS14] is looked for when a person opens a session that has changed at the agent', async () => {
    const host = new TestAgentHost();
    host.facts = { agentSessionId: 'the first' };
    const server = await afterHello(host);
    const first = server.id;
    const { agentSessionId } = server.host.last.facts;
    const again = new TestServer({ store: server.store });
    again.host.listed.set('demo', [{ agentSessionId, title: null, updatedAt: again.clock.now() + HOUR }]);
    again.host.retelling = { isNewer: true, said: ['Hello', 'In the terminal'] };
    again.registry.restore();
    again.registry.create(act(), 'demo');
    await settled();
    again.registry.agentReady('demo');
    await settled();
    assert.equal(again.host.sessions.length, 1);
    const tab = again.tab(first);
    await settled();
    assert.equal(again.host.last.request.agentSessionId, agentSessionId);
    assert.ok(entriesOf(tab.transcript.entries).some((entry) => entry.kind === 'notice'));
  });
});

describe('updating from the agent', () => {
  it("[AS15] takes the agent's history as a new log for all tabs, and keeps ours to be read", async () => {
    const server = await afterHello();
    const [one, two] = [server.tab(), server.tab(server.id, 'two')];
    server.host.past = THEIRS;
    server.registry.acts.updateFromAgent(act(), server.id);
    await server.tick();
    assert.deepEqual(server.lines(), NEW);
    assert.deepEqual([one.resyncs > 0, two.resyncs > 0], [true, true]);
    const [copy, ...more] = archived(server);
    assert.deepEqual([copy?.title, copy?.writable, more], ['Hello (1970-01-01)', false, []]);
    assert.deepEqual(server.lines(copy!.id), OURS);
    server.prompt('On');
    assert.equal(server.host.last.prompts.at(-1)?.text, 'On');
    assert.throws(() => server.registry.acts.prompt(act(), copy!.id, text('no')), { name: 'unavailable' });
    const again = server.restarted();
    assert.deepEqual([again.lines().slice(0, 5), again.lines(copy!.id)], [NEW, OURS]);
  });

  it('[AS15] happens once for one act, and copies can be deleted without the agent losing anything', async () => {
    const server = await afterHello();
    server.host.past = THEIRS;
    const once = act();
    server.once(once, () => server.registry.acts.updateFromAgent(once, server.id));
    server.once(once, () => server.registry.acts.updateFromAgent(once, server.id));
    await server.tick();
    assert.equal(archived(server).length, 1);
    server.registry.remove(act(), archived(server)[0]!.id);
    assert.deepEqual([archived(server), server.host.deleted, server.lines()], [[], [], NEW]);
  });

  it('[AS15] is refused while a turn runs', async () => {
    const server = await afterHello();
    server.prompt('More');
    assert.throws(() => server.registry.acts.updateFromAgent(act(), server.id), { name: 'conflict' });
    assert.deepEqual([server.lines().length, archived(server)], [3, []]);
  });

  it('[AS15] keeps what a person has typed and queued', async () => {
    const server = await afterHello();
    server.registry.setDraft(server.tab(), server.id, 'half a thou');
    server.registry.acts.pauseQueue(act(), server.id, true);
    server.host.exit();
    server.host.gate = new Promise(() => {});
    server.registry.acts.prompt(act(), server.id, text('Later'));
    server.host.gate = null;
    server.host.past = THEIRS;
    server.registry.acts.updateFromAgent(act(), server.id);
    await server.tick();
    assert.deepEqual(server.lines(), [...NEW, 'user: Later']);
    assert.equal(server.store.session(server.id)?.draft, 'half a thou');
  });

  it('[AS16] puts ours back where the agent does not give its history, and says why', async () => {
    const server = await afterHello();
    server.host.openFault = Object.assign(new Error('The demo no longer has this session.'), { code: -32002 });
    server.registry.acts.updateFromAgent(act(), server.id);
    await server.tick();
    assert.deepEqual(server.lines(), [...OURS, 'notice: update_failed failed The demo no longer has this session.']);
    assert.deepEqual(archived(server), []);
    server.host.openFault = null;
    server.host.past = THEIRS;
    server.registry.acts.updateFromAgent(act(), server.id);
    await server.tick();
    assert.deepEqual(server.lines(), NEW);
  });

  it('[AS16] loses neither history, whenever the server or the agent dies', async () => {
    const moments = ['before the agent', 'half of it', 'with the agent'] as const;
    for (const moment of moments) {
      const server = await afterHello();
      if (moment === 'before the agent') server.host.gate = new Promise(() => {});
      if (moment !== 'before the agent') {
        server.host.past = THEIRS.slice(0, 3);
        server.host.tearNext = true;
      }
      server.registry.acts.updateFromAgent(act(), server.id);
      await server.tick();
      const again = moment === 'with the agent' ? server : server.restarted();
      again.host.past = THEIRS;
      again.registry.agentReady('demo');
      again.registry.open(again.id);
      await again.tick();
      again.registry.agentReady('demo');
      await again.tick();
      const [copy] = archived(again);
      assert.deepEqual([again.lines(), again.lines(copy!.id)], [NEW, OURS], moment);
    }
  });

  it('[AS16] does nothing if nothing can be saved', async () => {
    const server = await afterHello();
    const { supersede } = server.store;
    server.store.supersede = () => {
      throw new StorageFault('full', 'The disk is full.');
    };
    assert.throws(() => server.registry.acts.updateFromAgent(act(), server.id), { name: 'storage' });
    server.store.supersede = supersede;
    server.prompt('Still here');
    assert.deepEqual(server.lines(), [...OURS, 'user: Still here']);
  });
});

describe('an agent that has lost its memory', () => {
  it('[AS17] gets a short summary with the next message, which the page can show', async () => {
    const server = await afterHello();
    server.host.last.listener.onUpdate({ sessionUpdate: 'session_info_update', title: 'Whales' });
    server.host.memory = 'lost';
    server.host.exit();
    server.prompt('Go on');
    await settled();
    const sent = server.host.last.prompts[0]!.text;
    assert.match(sent, /^Go on\n\n\[From AcDeck, not from the person: [\s\S]*last request was: "Hello"/);
    assert.match(sent, /words were: "Hi"[\s\S]*That turn was finished[^\n]*\]$/);
    const user = entriesOf(server.tab().transcript.entries).findLast((entry) => entry.kind === 'user');
    assert.equal(`Go on${user?.context}`, sent);
    server.host.last.listener.onUpdate({ sessionUpdate: 'session_info_update', title: sent });
    server.host.last.listener.onUpdate(said('user', sent));
    await server.tick();
    assert.equal(server.lines().at(-1), 'user: Go on');
    assert.equal(server.registry.open(server.id).title, 'Whales');
    server.host.last.prompts[0]!.end();
    await settled();
    server.prompt('And on');
    assert.equal(server.host.last.prompts[1]!.text, 'And on');
  });

  it('[AS17] gets it again if the turn that told it failed, and never the whole history', async () => {
    const server = await afterHello();
    server.prompt('x'.repeat(50_000));
    server.host.last.prompts.at(-1)!.end();
    await settled();
    server.host.memory = 'lost';
    server.host.exit();
    server.prompt('One');
    await settled();
    assert.ok(server.host.last.prompts[0]!.text.length < 3_000);
    server.host.last.prompts[0]!.fail('Too many requests.', -32603);
    await settled();
    server.prompt('Two');
    assert.match(server.host.last.prompts[1]!.text, /could not be restored[\s\S]*"One"[\s\S]*That turn failed/);
  });
});

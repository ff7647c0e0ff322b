import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entriesOf } from '../protocol/entry-list.js';
import { TestAgentHost } from './agent.rig.js';
import { act, settled, TestServer, text } from './registry.rig.js';
import { rowOf } from './store/rows.rig.js';
import { TestTab } from './tab.rig.js';

const titleOf = (server: TestServer, id = server.id) => server.registry.open(id).title;

describe('the sessions of a folder', () => {
  it('[S1] begin with one, so that there is somewhere to type', () => {
    const server = new TestServer();
    server.registry.restore();
    const [session] = server.registry.list();
    assert.deepEqual([session?.agentId, session?.cwd, session?.writable], ['demo', '/work/a', true]);
    assert.deepEqual([server.app.current.openSessionId, server.host.connects], [session?.id, 0]);
  });

  it('[S1] show the last used one again before any agent is up', async () => {
    const server = await TestServer.ready();
    const first = server.id;
    server.prompt('hello');
    server.registry.create(act(), 'other');
    server.registry.open(first);
    const again = server.restarted();
    assert.deepEqual([again.id, again.host.connects], [first, 0]);
    assert.deepEqual(again.lines(), ['user: hello', 'mark: interrupted']);
    assert.equal(again.registry.list().length, 2);
  });

  it('[S1] show one of the agent that was asked for', () => {
    const server = new TestServer();
    server.registry.restore();
    const other = new TestServer({ store: server.store });
    other.registry.restore({ agentId: 'other' });
    assert.equal(other.app.current.sessions.find(({ id }) => id === other.id)?.agentId, 'other');
    assert.equal(other.registry.list().length, 2);
  });

  it('[S11] run at the same time, each with its own log', async () => {
    const server = await TestServer.ready();
    const first = server.id;
    const second = server.registry.create(act(), 'other').id;
    await settled();
    const [one, two] = server.host.sessions;
    server.prompt('one', first);
    server.prompt('two', second);
    one!.say('first');
    two!.say('second');
    await server.tick();
    two!.prompts[0]!.end();
    await settled();
    assert.deepEqual(server.lines(first), ['user: one', 'agent: first']);
    assert.deepEqual(server.lines(second), ['user: two', 'agent: second']);
    const statuses = Object.fromEntries(server.registry.list().map(({ id, status }) => [id, status]));
    assert.deepEqual(statuses, { [first]: 'running', [second]: 'idle' });
  });

  it('[S11] stay as they were while another one is shown', async () => {
    const server = await TestServer.ready();
    const first = server.id;
    const tab = server.tab();
    server.prompt('one');
    const position = { epoch: tab.replica!.epoch, seq: tab.replica!.seq };
    server.registry.leave(tab, first);
    server.registry.create(act(), null);
    server.host.sessions[0]!.say('meanwhile');
    await server.tick();
    const sync = server.registry.sync(tab, first, position);
    tab.take(sync);
    assert.equal(sync.kind, 'tail');
    assert.deepEqual(entriesOf(tab.transcript.entries).length, 2);
  });

  it('[S12] are called what a person says, else the agent, else how the first prompt begins', async () => {
    const server = await TestServer.ready();
    assert.equal(titleOf(server), 'New session');
    server.prompt(`\n  Fix\tthe \u202ebug ${'x'.repeat(100)}\nplease`);
    assert.equal(titleOf(server), `Fix the bug ${'x'.repeat(68)}`);
    const { listener } = server.host.last;
    const info = (title: string | null) => listener.onUpdate({ sessionUpdate: 'session_info_update', title });
    info('Bug hunt');
    await server.tick();
    assert.equal(titleOf(server), 'Bug hunt');
    server.registry.rename(act(), server.id, '  My\nbug ');
    info('Something else');
    await server.tick();
    assert.deepEqual([titleOf(server), server.tab().transcript.title], ['My bug', 'My bug']);
    assert.equal(titleOf(server.restarted()), 'My bug');
    assert.throws(() => server.registry.rename(act(), server.id, ' \u200b '), { code: 'bad_request' });
  });

  it("[S12] lose the agent's title when it takes it back", async () => {
    const server = await TestServer.ready();
    server.prompt('hello');
    const { listener } = server.host.last;
    listener.onUpdate({ sessionUpdate: 'session_info_update', title: 'Greeting' });
    listener.onUpdate({ sessionUpdate: 'session_info_update', title: null });
    await server.tick();
    assert.equal(titleOf(server), 'hello');
  });

  it('[S13] tell their state when it changes, and not for every word', async () => {
    const server = await TestServer.ready();
    const tab = new TestTab();
    server.app.snapshot(tab);
    server.prompt('go');
    for (let i = 0; i < 50; i++) {
      server.host.last.say('word ');
      await server.tick();
    }
    server.host.last.prompts[0]!.end();
    await settled();
    const told = tab.pages.flatMap(({ page }) => page.events.map((event) => Reflect.get(event as object, 'session')));
    assert.deepEqual(
      told.map(({ status }) => status),
      ['running', 'idle'],
    );
    assert.equal(server.app.current.sessions[0]?.updatedAt, server.clock.now());
  });

  it('[S14] keep drafts, tell them to other tabs, and have them after a restart', async () => {
    const server = await TestServer.ready();
    server.registry.setDraft(new TestTab('mine'), server.id, 'half a tho\0ught');
    assert.deepEqual(server.app.current.drafts, { [server.id]: 'half a tho\0ught' });
    assert.deepEqual(server.restarted().app.current.drafts, { [server.id]: 'half a tho\0ught' });
    assert.throws(() => server.registry.setDraft(new TestTab(), server.id, 'x'.repeat(3e5)), { code: 'too_large' });
  });

  it('[S15] can be deleted, once; when none is left a new one begins', async () => {
    const server = await TestServer.ready();
    const { id } = server;
    server.prompt('go');
    const again = act();
    const done = server.registry.remove(again, id);
    assert.deepEqual(server.registry.remove(again, id), done);
    assert.deepEqual(
      [server.store.session(id), server.host.last.isClosed, server.registry.list().length],
      [null, true, 1],
    );
    assert.notEqual(server.id, id);
    assert.throws(() => server.registry.open(id), { code: 'not_found' });
    assert.throws(() => server.registry.open('\0'), { code: 'not_found' });
    server.host.sessions[0]!.say('too late');
    server.host.sessions[0]!.prompts[0]!.end();
    await server.tick();
    assert.deepEqual(server.app.current.banners, []);
  });

  it('[S15] are made for an agent that there is, once', async () => {
    const server = await TestServer.ready();
    const again = act();
    const made = server.registry.create(again, 'other');
    assert.deepEqual(server.registry.create(again, 'other'), made);
    assert.throws(() => server.registry.create(act(), 'nobody'), { code: 'not_found' });
    assert.deepEqual([server.registry.list().length, server.id], [2, made.id]);
  });

  it('[S16] can be read and not changed where another server owns the folder', async () => {
    const owner = await TestServer.ready();
    owner.prompt('go');
    const reader = new TestServer({ store: owner.store, ownsFolder: false, host: new TestAgentHost() });
    reader.registry.restore();
    const { id } = reader;
    assert.deepEqual([reader.lines(), reader.registry.list()[0]?.writable], [['user: go'], false]);
    const tab = reader.tab();
    owner.host.last.say('answer');
    await owner.tick();
    tab.take(reader.registry.sync(tab, id, { epoch: tab.replica!.epoch, seq: tab.replica!.seq }));
    assert.equal(entriesOf(tab.transcript.entries).length, 2);
    const refused = { code: 'unavailable', message: /can only be read here: it belongs to the acdeck of \/work\/a/ };
    assert.throws(() => reader.registry.prompt(act(), id, text('no')), refused);
    assert.throws(() => reader.registry.setDraft(tab, id, 'no'), refused);
    assert.throws(() => reader.registry.create(act(), null), { code: 'unavailable' });
    reader.registry.close();
    assert.equal(owner.types().at(-1), 'agent_update');
  });

  it('[S16] of another folder can be read and not changed', async () => {
    const server = await TestServer.ready();
    server.store.addSession(rowOf('elsewhere', { cwd: '/work/b' }));
    assert.equal(server.registry.open('elsewhere').writable, false);
    assert.throws(() => server.registry.cancel(act(), 'elsewhere'), { code: 'unavailable' });
    assert.equal(server.registry.list().length, 1);
  });

  it('[S20] change mode and options with the agent, and say when it refuses', async () => {
    const server = new TestServer();
    const modes = {
      currentModeId: 'ask',
      availableModes: [
        { id: 'ask', name: 'Ask' },
        { id: 'code', name: 'Code' },
      ],
    };
    const model = { id: 'model', name: 'Model', type: 'select' as const, currentValue: 'a', options: [] };
    server.host.facts = { modes, options: [model] };
    server.registry.restore();
    const { registry, id } = server;
    assert.throws(() => registry.setMode(act(), id, 'code'), { code: 'unavailable' });
    await registry.connectShown();
    registry.setMode(act(), id, 'code');
    registry.setOption(act(), id, 'model', 'b');
    await settled();
    const { transcript } = server.tab();
    assert.deepEqual([transcript.modes?.currentModeId, transcript.options[0]?.name], ['code', 'Changed']);
    assert.deepEqual(server.host.last.settings, [['code'], ['model', 'b']]);
    assert.throws(() => registry.setMode(act(), id, 'unknown'), { code: 'not_found' });
    assert.throws(() => registry.setOption(act(), id, 'unknown', true), { code: 'not_found' });
    server.host.last.refusal = new Error('Not now.');
    registry.setMode(act(), id, 'ask');
    await settled();
    assert.deepEqual(server.lines(), ['notice: The mode could not be changed']);
  });

  it('[S22] that rest leave the memory when there are many, and come back as they were', async () => {
    const server = await TestServer.ready();
    for (let i = 0; i < 40; i++) server.store.addSession(rowOf(`s${i}`));
    const epochOf = (i: number) => {
      const tab = new TestTab();
      const { epoch } = server.registry.sync(tab, `s${i}`, null);
      server.registry.dropTab(tab);
      return epoch;
    };
    const epochs = Array.from({ length: 40 }, (_, i) => epochOf(i));
    assert.equal(epochOf(39), epochs[39], 'the last ones are still there');
    assert.notEqual(epochOf(0), epochs[0], 'the first ones were opened anew');
  });

  it('[L15] give older entries only to tabs that know this life of the log', async () => {
    const server = await TestServer.ready();
    const { epoch } = server.tab().replica!;
    assert.deepEqual(server.registry.entriesBefore(server.id, epoch, 0, 10).entries, []);
    assert.throws(() => server.registry.entriesBefore(server.id, 'other', 0, 10), { code: 'conflict' });
  });
});

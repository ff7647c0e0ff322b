import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RpcError } from '../../protocol/api/rpc-error.js';
import { chunk, ended, logged, prompt, queued, tool } from '../../protocol/transcript/transcript.rig.js';
import { act, TestServer, text } from './registry.rig.js';

const EVENTS = logged(prompt('Hi', 'p1'), chunk('Hello'), tool('t'), ended(), queued('p2'));
const COPY = { title: ' Old\ntalk ', agentId: 'nobody', events: EVENTS, dropped: 2 };

describe('a conversation from a file', () => {
  it('[EX5] is a session with the same log, to be read only, also after a restart', async () => {
    const server = await TestServer.ready();
    const { session, dropped } = server.registry.importCopy(act(), () => COPY);
    assert.deepEqual([session.title, session.writable, dropped], ['Old talk', false, 2]);
    assert.equal(server.id, session.id);
    for (const now of [server, server.restarted()]) {
      assert.deepEqual(now.events(session.id), EVENTS);
      assert.deepEqual(now.lines(session.id), ['user: Hi', 'agent: Hello', 'tool']);
      assert.throws(
        () => now.registry.acts.prompt(act(), session.id, text('More')),
        (error) => error instanceof RpcError && error.reason?.code === 'archived_copy',
      );
    }
  });

  it('[EX5] is made once for one act', async () => {
    const server = await TestServer.ready();
    const [first, count] = [act(), server.registry.list().length];
    const one = server.once(first, () => server.registry.importCopy(first, () => COPY));
    const again = server.once(first, () =>
      server.registry.importCopy(first, () => assert.fail('It is not read again.')),
    );
    assert.deepEqual(again, one);
    assert.equal(server.registry.list().length, count + 1);
  });

  it('[EX4] gives its events in pages, up to the end', async () => {
    const server = await TestServer.ready();
    const { session } = server.registry.importCopy(act(), () => COPY);
    const { epoch } = server.tab(session.id).replica!;
    const page = server.registry.eventsAfter(session.id, epoch, 2);
    assert.deepEqual(page.events, EVENTS.slice(2));
    assert.deepEqual(server.registry.eventsAfter(session.id, epoch, EVENTS.length).events, []);
    assert.throws(() => server.registry.eventsAfter(session.id, 'other', 0), { name: 'conflict' });
  });
});

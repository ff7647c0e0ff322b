import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { RpcError } from '../../protocol/api/rpc-error.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import { chunk, ended, logged, prompt, queued, tool, transcriptOf } from '../../protocol/transcript/transcript.rig.js';
import type { CopyEnd, CopyPiece, CopySource } from '../list/copy-writer.js';
import { savedStateOf, storedEntryOf } from '../log/saved-state.js';
import { MemoryEventStore } from '../store/memory-event-store.rig.js';
import { openStore } from '../store/open-store.js';
import { act, settled, TestServer, text } from './registry.rig.js';

const SAID = [prompt('Hi', 'p1'), chunk('Hello'), tool('t'), ended(), queued('p2')];
const EVENTS = logged(...SAID);

/** What is read of a file: an event at a time, then the entries. */
async function* copy(broken?: RpcError): AsyncGenerator<CopyPiece, CopyEnd> {
  for (const event of EVENTS) yield { events: [{ seq: event.seq, body: JSON.stringify(event) }], entries: [] };
  if (broken) throw broken;
  const transcript = transcriptOf(...SAID);
  yield { events: [], entries: entriesOf(transcript.entries).map((entry, n) => storedEntryOf(n, entry)) };
  return { title: ' Old\ntalk ', agentId: 'nobody', dropped: 2, savedState: savedStateOf(transcript) };
}

describe('a conversation from a file', () => {
  it('[EX5] is a session with the same log, to be read only, also after a restart', async () => {
    const server = await TestServer.ready();
    const { session, dropped } = await server.registry.importCopy(act(), () => copy());
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

  it('[EX5] is made once for one act, also while it is being made', async () => {
    const server = await TestServer.ready();
    const [first, count] = [act(), server.registry.list().length];
    const unread = () => assert.fail('It is not read again.');
    const make = (read: () => CopySource) => server.once(first, () => server.registry.importCopy(first, read));
    const [one, meanwhile] = await Promise.all([make(() => copy()), make(unread)]);
    const again = await make(unread);
    assert.deepEqual([meanwhile, again], [one, one]);
    assert.equal(server.registry.list().length, count + 1);
  });

  it('[EX4] gives its events in pages, up to the end', async () => {
    const server = await TestServer.ready();
    const { session } = await server.registry.importCopy(act(), () => copy());
    const { epoch } = server.tab(session.id).replica!;
    const page = server.registry.eventsAfter(session.id, epoch, 2);
    assert.deepEqual(page.events, EVENTS.slice(2));
    assert.deepEqual(server.registry.eventsAfter(session.id, epoch, EVENTS.length).events, []);
    assert.throws(() => server.registry.eventsAfter(session.id, 'other', 0), { name: 'conflict' });
  });

  it('[EX10] is written in pieces, between which everything else goes on, and is seen when it is complete', async () => {
    const server = await TestServer.ready();
    const before = server.registry.list().length;
    let hasEnded = false;
    const imported = server.registry
      .importCopy(act(), async function* () {
        for (const source = copy(); ; ) {
          await settled();
          const { value, done } = await source.next();
          if (done) return value;
          yield value;
        }
      })
      .finally(() => {
        hasEnded = true;
      });
    let answers = 0;
    for (; !hasEnded; answers++) {
      assert.equal(server.registry.list().length, before);
      await settled();
    }
    assert.ok(answers >= EVENTS.length);
    assert.ok(server.registry.list().some(({ id }) => id === server.id));
    assert.equal((await imported).session.id, server.id);
  });

  it('[EX10] is opened without reading its log', async () => {
    const store = new (class extends MemoryEventStore {
      read = 0;

      override eventsAfter(...args: Parameters<MemoryEventStore['eventsAfter']>) {
        const events = super.eventsAfter(...args);
        this.read += events.length;
        return events;
      }
    })();
    const server = await TestServer.ready({ store });
    const { session } = await server.registry.importCopy(act(), () => copy());
    store.read = 0;
    assert.deepEqual(server.lines(session.id), ['user: Hi', 'agent: Hello', 'tool']);
    assert.equal(store.read, 0);
  });

  it('[EX10] leaves nothing behind when it fails half way, or the server is killed', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'acdeck-copy-'));
    const { store } = openStore(dataDir);
    try {
      const server = await TestServer.ready({ store });
      const [sessions, shown] = [store.allSessions(), server.id];
      const broken = new RpcError('bad_request', 'No.', { code: 'not_a_conversation' });
      await assert.rejects(
        server.registry.importCopy(act(), () => copy(broken)),
        broken,
      );
      // A server that is killed goes no further than the first piece.
      await new Promise<void>((written) => {
        void server.registry.importCopy(act(), async function* () {
          yield (await copy().next()).value as CopyPiece;
          written();
          return await new Promise<never>(() => {});
        });
      });
      for (const now of [server, new TestServer({ store })]) {
        if (now !== server) now.registry.restore();
        assert.deepEqual([store.allSessions(), now.id], [sessions, shown]);
        assert.deepEqual(store.search('Hello', { count: 5 }), []);
      }
      let steps = 0;
      while (store.purge()) steps++;
      assert.ok(steps >= 4, 'events and row of both');
    } finally {
      store.close();
      rmSync(dataDir, { recursive: true });
    }
  });
});

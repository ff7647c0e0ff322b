import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { SearchScope } from '../../protocol/api/session-list.js';
import { describeHits } from '../list/describe-hits.js';
import type { EventStore } from '../store/event-store.js';
import { openStore } from '../store/open-store.js';
import { rowOf } from '../store/rows.rig.js';
import { act, settled, TestServer } from './registry.rig.js';

describe('finding words in sessions', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'acdeck-search-'));
  let store: EventStore;
  before(() => {
    store = openStore(dataDir).store;
  });
  after(() => {
    store.close();
    rmSync(dataDir, { recursive: true });
  });

  it('[AS1] tells the session, the time and where in the snippet the words stand', async () => {
    const server = await TestServer.ready({ store });
    server.clock.pass(5000);
    server.prompt('Mend the flux capacitor, please');
    const at = server.clock.now();
    server.host.last.prompts[0]!.end();
    await settled();
    const [hit, ...more] = server.registry.search('flux capac', 10);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [hit?.sessionId, hit?.title, hit?.agentId],
      [server.id, 'Mend the flux capacitor, please', 'demo'],
    );
    assert.equal(hit?.at, at);
    assert.deepEqual([hit?.entry, hit?.snippet], [0, 'Mend the flux capacitor, please']);
    assert.deepEqual(server.registry.search('"the flux" capac', 10)[0]?.matches, [
      [5, 13],
      [14, 23],
    ]);
    assert.deepEqual(server.registry.search('" AND ( *', 10), []);
  });

  it('[AS1] finds no more than was asked for, nothing of other folders and nothing of deleted sessions', async () => {
    const server = await TestServer.ready({ store });
    const words = (n: number) => ({ n, key: null, body: '{"at":7}', words: 'quokka' });
    const savedState = { seq: 0, body: '{}', entries: [words(0), words(1), words(2)] };
    store.addSession(rowOf('elsewhere', { cwd: '/work/b' }));
    store.write({ sessionId: 'elsewhere', events: [], savedState });
    const id = server.registry.create(act(), null).id;
    store.write({ sessionId: id, events: [], savedState });
    assert.deepEqual(
      server.registry.search('quokka', 2).map(({ sessionId, at }) => [sessionId, at]),
      [
        [id, 7],
        [id, 7],
      ],
    );
    server.registry.remove(act(), id);
    assert.deepEqual(server.registry.search('quokka', 10), []);
  });

  it('[AS1] takes marks that stand in the text itself out of it', () => {
    const hit = { sessionId: 's', entry: 0, at: 1, snippet: '\u0003a \u0002b\u0003 \u0002\u0002c\u0003 \u0002d' };
    const session = { ...{ id: 's', title: 'T', agentId: 'demo', cwd: '/', createdAt: 1, updatedAt: 1 } };
    const [described] = describeHits([hit], [{ ...session, status: 'idle', writable: true }]);
    assert.equal(described?.snippet, 'a b c d');
    assert.deepEqual(described?.matches, [
      [2, 3],
      [4, 5],
    ]);
  });

  it('[FS1] looks where it is told: by speaker, agent, time and folder', async () => {
    const server = await TestServer.ready({ store });
    const answer = async (words: string, reply: string) => {
      server.clock.pass(60_000);
      server.prompt(words);
      const { last } = server.host;
      last.say(reply);
      await server.tick();
      last.prompts.at(-1)!.end();
      await settled();
      return server.clock.now();
    };
    await answer('zebra question', 'zebra answer');
    const later = await answer('another zebra', 'no stripes');
    const found = (scope: SearchScope) => server.registry.search('zebra', 20, scope).map(({ snippet }) => snippet);
    assert.deepEqual(found({}).sort(), ['another zebra', 'zebra answer', 'zebra question']);
    assert.deepEqual(found({ by: 'agent' }), ['zebra answer']);
    assert.deepEqual(found({ by: 'user' }).length, 2);
    assert.deepEqual(found({ by: 'tool' }), []);
    assert.deepEqual(found({ agentId: 'other' }), []);
    assert.deepEqual(found({ since: later - 1_000 }), ['another zebra']);
    assert.deepEqual(found({ until: later - 1_000 }).length, 2);
    const elsewhere = new TestServer({ store, folder: '/work/c' });
    elsewhere.registry.restore();
    assert.deepEqual(elsewhere.registry.search('zebra', 20), []);
    assert.equal(elsewhere.registry.search('zebra', 20, { everywhere: true }).length, 3);
  });
});

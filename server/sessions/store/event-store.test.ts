import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { PermissionRule } from '../../protocol/api/permission-rule.js';
import { type EventStore, UNTIED } from './event-store.js';
import { MemoryEventStore } from './memory-event-store.rig.js';
import { openStore } from './open-store.js';
import { eventsOf, rowOf } from './rows.rig.js';

const ALL = { count: 10_000, bytes: 1e9 };
const ODD = 'nul \0, half \ud800, both \ud83d\ude00, "quoted", \u202e turned \ufeff';

/** What every event store promises. */
function testEventStore(open: () => EventStore): void {
  const withSession = (...ids: string[]): EventStore => {
    const store = open();
    for (const id of ids) store.addSession(rowOf(id));
    return store;
  };

  it('[D3] gives names, drafts and labels back as they were, whatever they hold', () => {
    const store = withSession('s');
    const names = { person: ODD, agent: null, prompt: ODD };
    store.changeSession('s', { names, draft: ODD, updatedAt: 7 });
    assert.deepEqual(store.session('s'), rowOf('s', { names, draft: ODD, updatedAt: 7 }));
    assert.equal(store.session('other'), null);
  });

  it('[D3] finds an entry by its key, whatever that holds', () => {
    const store = withSession('s');
    const entry = { n: 0, key: ODD, body: '{}', words: null };
    store.write({ sessionId: 's', events: [], savedState: { seq: 0, body: '{}', entries: [entry] } });
    assert.equal(store.entryWithKey('s', ODD), 0);
    assert.deepEqual(store.entriesBefore('s', 9, ALL), [entry]);
  });

  it('[D4] keeps events, saved state, row and command of one write together', () => {
    const store = withSession('s');
    store.write({
      sessionId: 's',
      events: eventsOf(1, 3),
      row: { updatedAt: 9 },
      command: { cmdId: 'c', result: '{"seq":3}', at: 5 },
      savedState: { seq: 3, body: '{"seq":3}', entries: [{ n: 0, key: null, body: '{}', words: null }] },
    });
    assert.equal(store.headOf('s'), 3);
    assert.equal(store.resultOf('c'), '{"seq":3}');
    assert.equal(store.session('s')?.updatedAt, 9);
    assert.deepEqual(store.savedStateOf('s'), { seq: 3, body: '{"seq":3}' });
  });

  it('[PR12] keeps, replaces and drops rules, with the write they belong to or not at all', () => {
    const store = withSession('s');
    const rule = (id: string, title: string): PermissionRule => ({
      ...{ id, createdAt: 1, createdBy: ODD, effect: 'allow', agentId: null, folder: null },
      ...{ toolKind: null, title, command: null, path: null },
    });
    const command = (cmdId: string) => ({ cmdId, result: '{}', at: 1 });
    store.write({
      sessionId: 's',
      events: eventsOf(1, 1),
      rules: [{ keep: rule('a', ODD) }, { keep: rule('b', 'x') }],
    });
    store.changeRules([{ keep: rule('a', 'new') }, { drop: 'b' }], command('c'));
    assert.deepEqual(store.rules.list(), [rule('a', 'new')]);
    assert.throws(() => store.write({ sessionId: 's', events: eventsOf(1, 1), rules: [{ drop: 'a' }] }));
    assert.throws(() => store.changeRules([{ drop: 'a' }], command('c')));
    assert.deepEqual(store.rules.list(), [rule('a', 'new')]);
  });

  it('[D4] [D5] refuses a number that is taken, and keeps nothing of that write', () => {
    const store = withSession('s');
    store.write({ sessionId: 's', events: eventsOf(1, 2) });
    const command = { cmdId: 'c', result: '{}', at: 1 };
    const again = () => store.write({ sessionId: 's', events: eventsOf(2, 3), row: { updatedAt: 9 }, command });
    assert.throws(again, { name: 'StorageFault', kind: 'conflict' });
    assert.deepEqual([store.headOf('s'), store.resultOf('c'), store.session('s')?.updatedAt], [2, null, 1]);
  });

  it('[D6] reads events in order, cut by count and by bytes, at least one', () => {
    const store = withSession('s', 't');
    store.write({ sessionId: 's', events: eventsOf(1, 9, 'x'.repeat(1000)) });
    store.write({ sessionId: 't', events: eventsOf(1, 1) });
    const read = (after: number, count: number, bytes: number) =>
      store.eventsAfter('s', after, { count, bytes }).map(({ seq }) => seq);
    assert.deepEqual(read(0, 3, 1e9), [1, 2, 3]);
    assert.deepEqual(read(3, 100, 2500), [4, 5]);
    assert.deepEqual(read(5, 100, 1), [6]);
    assert.deepEqual(read(8, 100, 1e9), [9]);
    assert.deepEqual(read(9, 100, 1e9), []);
    assert.deepEqual(store.eventsAfter('s', 0, { count: 1, bytes: 1 }), eventsOf(1, 1, 'x'.repeat(1000)));
  });

  it('[D7] replaces entries by number and finds the newest of a key', () => {
    const store = withSession('s');
    const keep = (...entries: [n: number, key: string, body: string][]) =>
      store.write({
        sessionId: 's',
        events: [],
        savedState: { seq: 1, body: '{}', entries: entries.map(([n, key, body]) => ({ n, key, body, words: null })) },
      });
    keep([0, 'a', '"one"'], [1, 'b', '"two"'], [2, 'a', '"three"']);
    keep([1, 'b', '"changed"']);
    assert.deepEqual(
      store.entriesBefore('s', 2, ALL).map(({ n, body }) => [n, body]),
      [
        [0, '"one"'],
        [1, '"changed"'],
      ],
    );
    assert.deepEqual(
      store.entriesBefore('s', 3, { count: 1, bytes: 1e9 }).map(({ n }) => n),
      [2],
    );
    assert.deepEqual([store.entryWithKey('s', 'a'), store.entryWithKey('s', 'none')], [2, -1]);
  });

  it('[D8] finds ended messages by their words', () => {
    const store = withSession('s', 't');
    const keep = (sessionId: string, n: number, words: string | null) =>
      store.write({
        ...{ sessionId, events: [] },
        savedState: { seq: 1, body: '{}', entries: [{ n, key: null, body: '{}', words }] },
      });
    keep('s', 0, 'The quick brown fox');
    keep('s', 1, null);
    keep('t', 0, 'A quick answer');
    keep('t', 0, 'A slow answer');
    const found = (query: string) =>
      store.search(query, { count: 10 }).map(({ sessionId, entry }) => `${sessionId}${entry}`);
    assert.deepEqual(found('quick'), ['s0']);
    assert.deepEqual(found('answer slow'), ['t0']);
    assert.deepEqual(found('brow'), ['s0']);
    assert.deepEqual(found('nothing'), []);
  });

  it('[D9] leaves nothing of a deleted session, and other sessions as they were', () => {
    const store = withSession('s', 't');
    for (const sessionId of ['s', 't']) {
      const entry = { n: 0, key: 'k', body: '{}', words: 'secret' };
      store.write({ sessionId, events: eventsOf(1, 2), savedState: { seq: 2, body: '{}', entries: [entry] } });
    }
    store.removeSession('s', { cmdId: 'c', result: '{}', at: 1 });
    assert.deepEqual(
      store.sessionsIn('/work/a').map(({ id }) => id),
      ['t'],
    );
    assert.deepEqual([store.session('s'), store.resultOf('c')], [null, '{}']);
    assert.deepEqual(
      store.search('secret', { count: 9 }).map(({ sessionId }) => sessionId),
      ['t'],
    );
    store.addSession(rowOf('s'));
    while (store.purge()) {
      // Until nothing is left.
    }
    assert.deepEqual([store.headOf('s'), store.savedStateOf('s'), store.entryWithKey('s', 'k')], [0, null, -1]);
    assert.equal(store.headOf('t'), 2);
  });

  it('[D38] hides a session while it is written, and reveals it with its command', () => {
    const store = withSession('s');
    const entry = { n: 0, key: null, body: '{"kind":"user"}', words: 'hidden words' };
    for (const id of ['done', 'left']) {
      store.addHidden(rowOf(id));
      store.write({ sessionId: id, events: eventsOf(1, 2), entries: [entry] });
      store.write({ sessionId: id, events: eventsOf(3, 3) });
    }
    while (store.purge());
    const [shown] = store.allSessions();
    assert.deepEqual([store.allSessions(), store.sessionsIn(shown!.cwd)], [[shown], [shown]]);
    assert.deepEqual([store.session('done'), store.search('hidden', { count: 5 })], [null, []]);
    store.reveal('done', { updatedAt: 9 }, { cmdId: 'c', result: '{}', at: 1 });
    assert.deepEqual([store.session('done')?.updatedAt, store.headOf('done'), store.resultOf('c')], [9, 3, '{}']);
    assert.deepEqual(
      store.search('hidden', { count: 5 }).map(({ sessionId }) => sessionId),
      ['done'],
    );
    store.removeHidden('/elsewhere');
    assert.equal(store.headOf('left'), 3);
    store.removeHidden(shown!.cwd);
    assert.throws(() => store.headOf('left'));
    while (store.purge());
    assert.deepEqual(store.session('done')?.id, 'done');
  });

  it('[AS16] puts an empty session in the place of another, which is kept, and takes that back', () => {
    const store = withSession('s');
    const entry = { n: 0, key: 'k', body: '{"at":1}', words: 'whale' };
    store.write({ sessionId: 's', events: eventsOf(1, 3), savedState: { seq: 3, body: '{}', entries: [entry] } });
    const names = { person: 'Copy', agent: null, prompt: null };
    const ties = { ...UNTIED, isArchived: true };
    store.supersede(
      rowOf('s', { draft: 'typed' }),
      { id: 'old', names, ties, draft: '' },
      { cmdId: 'c', result: '{}', at: 1 },
    );
    assert.deepEqual([store.headOf('s'), store.headOf('old'), store.savedStateOf('s')], [0, 3, null]);
    assert.deepEqual(store.session('old'), rowOf('old', { names, ties }));
    assert.deepEqual([store.resultOf('c'), store.session('s')?.draft], ['{}', 'typed']);
    assert.deepEqual(
      store.search('whale', { count: 9 }).map(({ sessionId }) => sessionId),
      ['old'],
    );
    const again = () => store.supersede(rowOf('s'), { id: 'old', names, ties, draft: '' });
    assert.throws(again, { kind: 'conflict' });
    store.write({ sessionId: 's', events: eventsOf(1, 1) });
    assert.deepEqual([store.headOf('s'), store.headOf('old')], [1, 3]);
    store.reinstate('old', { id: 's', names: rowOf('s').names, ties: UNTIED, draft: 'typed' });
    assert.deepEqual([store.session('old'), store.headOf('s')], [null, 3]);
    assert.deepEqual(store.session('s'), rowOf('s', { draft: 'typed' }));
    assert.equal(store.entryWithKey('s', 'k'), 0);
  });

  it('[DL23] keeps whose task a session works on', () => {
    const store = withSession('above');
    const parent = { sessionId: 'above', name: 'auth-bug-fix', depth: 1 };
    store.addSession(rowOf('child', { parent }));
    assert.deepEqual([store.session('child')?.parent, store.session('above')?.parent], [parent, null]);
    assert.deepEqual(new Set(store.sessionsIn(rowOf('child').cwd).map((row) => row.parent)), new Set([parent, null]));
  });

  it('[D10] keeps the first answer of a command and refuses a second', () => {
    const store = withSession();
    store.recordCommand({ cmdId: 'c', result: '1', at: 1 });
    assert.throws(() => store.recordCommand({ cmdId: 'c', result: '2', at: 2 }), { kind: 'conflict' });
    assert.throws(() => store.addSession(rowOf('s'), { cmdId: 'c', result: '3', at: 2 }), { kind: 'conflict' });
    assert.deepEqual([store.resultOf('c'), store.session('s')], ['1', null]);
  });

  it('[D11] keeps devices', () => {
    const { devices } = open();
    const dates = { createdAt: 1, lastSeenAt: 2, expiresAt: 3 };
    const place = { port: 18_080, folder: ODD };
    const who = { id: 'd', kind: 'browser', role: 'owner' } as const;
    const device = { ...who, ...place, cookieHash: 'c', publicKey: 'k', label: ODD, ...dates };
    devices.save(device);
    const token = { ...device, id: 'f', kind: 'script', role: 'viewer' } as const;
    devices.save(token);
    assert.deepEqual(devices.find('f'), token);
    devices.remove('f');
    devices.save({ ...device, id: 'e' });
    devices.touch('d', 9);
    assert.deepEqual(devices.find('d'), { ...device, lastSeenAt: 9 });
    assert.equal(devices.find('nobody'), null);
    devices.save({ ...device, expiresAt: 99 });
    devices.remove('e');
    assert.deepEqual(devices.list(), [{ ...device, expiresAt: 99 }]);
  });

  it('[D12] remembers facts of folders, each by itself', () => {
    const { folders } = open();
    folders.remember('/a', { port: 18080 });
    folders.remember('/a', { sessionId: 's', agentId: 'demo' });
    assert.deepEqual(folders.facts('/a'), { port: 18080, sessionId: 's', agentId: 'demo' });
    assert.deepEqual(folders.facts('/b'), {});
  });

  it('[D13] lists the sessions of one folder, the last used first', () => {
    const store = open();
    const add = (id: string, cwd: string, updatedAt: number) => store.addSession(rowOf(id, { cwd, updatedAt }));
    add('old', '/a', 1);
    add('new', '/a', 3);
    add('other', '/b', 9);
    add('middle', '/a', 2);
    assert.deepEqual(
      store.sessionsIn('/a').map(({ id }) => id),
      ['new', 'middle', 'old'],
    );
  });
}

describe('the event store in memory', () => testEventStore(() => new MemoryEventStore()));

describe('the event store in a file', () => {
  const dir = mkdtempSync(join(tmpdir(), 'acdeck-store-'));
  const opened: EventStore[] = [];
  after(() => {
    for (const store of opened) store.close();
    rmSync(dir, { recursive: true });
  });
  testEventStore(() => {
    const { store } = openStore(join(dir, `${opened.length}`));
    opened.push(store);
    return store;
  });
});

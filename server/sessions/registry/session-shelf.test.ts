import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { AppState, SessionSummary } from '../../protocol/api/app-state.js';
import { NEWEST_SESSIONS, type SessionFilter, type SessionPlace } from '../../protocol/api/session-list.js';
import { type EventStore, UNLISTED } from '../store/event-store.js';
import { MemoryEventStore } from '../store/memory-event-store.rig.js';
import { openStore } from '../store/open-store.js';
import { rowOf } from '../store/rows.rig.js';
import { act, settled, TestServer } from './registry.rig.js';
import { TestTab } from './tab.rig.js';

/** A real store in a folder of its own. */
function realStore(t: TestContext): EventStore {
  const folder = mkdtempSync(join(tmpdir(), 'acdeck-list-'));
  const { store } = openStore(folder);
  t.after(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });
  return store;
}

/** Rows of two agents in two folders, one a second. */
function filled(store: EventStore, count: number): void {
  for (let n = 0; n < count; n += 1) {
    const prompt = n % 3 === 0 ? `Fix the parser ${n}` : `Draw a whale ${n}`;
    store.addSession(
      rowOf(`r${n}`, {
        agentId: n % 2 === 0 ? 'demo' : 'other',
        cwd: n % 5 === 0 ? '/work/b' : '/work/a',
        // Some were used in the same moment.
        updatedAt: 1_000 * Math.floor(n / 2),
        names: { person: null, agent: null, prompt },
        listing: { ...UNLISTED, archivedAt: n % 7 === 0 ? 5 : null, isFailed: n % 4 === 0 },
      }),
    );
  }
}

function started(store: EventStore): TestServer {
  const server = new TestServer({ store });
  server.registry.restore();
  return server;
}

function pagesOf(server: TestServer, filter: SessionFilter, limit: number): SessionSummary[] {
  const all: SessionSummary[] = [];
  for (let after: SessionPlace | null = null; ; ) {
    const page = server.registry.page(filter, after, limit);
    all.push(...page.sessions);
    after = page.next;
    if (!after) return all;
  }
}

const summary = (server: TestServer, id = server.id) => server.app.current.sessions.find((one) => one.id === id)!;

/** A server in whose shown session one message was answered. */
async function answered(words = 'Hello there', given: ConstructorParameters<typeof TestServer>[0] = {}) {
  const server = await TestServer.ready(given);
  server.prompt('hi');
  const session = server.host.sessions[0]!;
  session.say(words);
  await server.tick();
  session.prompts[0]!.end();
  await settled();
  return { server, session };
}

describe('the list of sessions', () => {
  it('[SL1] comes in pages that have each session once, the last used first', (t) => {
    const store = realStore(t);
    filled(store, 57);
    const server = started(store);
    const whole = pagesOf(server, {}, 200);
    assert.equal(whole.length, 38, 'here, and neither archived nor empty');
    assert.deepEqual(
      whole.map(({ updatedAt }) => updatedAt),
      whole.map(({ updatedAt }) => updatedAt).toSorted((a, b) => b - a),
    );
    for (const limit of [1, 2, 7, 37, 38, 39]) {
      assert.deepEqual(
        pagesOf(server, {}, limit).map(({ id }) => id),
        whole.map(({ id }) => id),
        `pages of ${limit}`,
      );
    }
  });

  it('[SL2] says with each page how many every other choice would show', (t) => {
    const store = realStore(t);
    filled(store, 57);
    const server = started(store);
    const filters: SessionFilter[] = [
      {},
      { text: 'PARSER' },
      { agentId: 'other' },
      { status: 'failed' },
      { status: 'archived', agentId: 'demo' },
      { everywhere: true },
      { everywhere: true, folder: '/work/b', text: 'whale' },
    ];
    for (const filter of filters) {
      const { counts } = server.registry.page(filter, null, 1);
      const shown = (change: SessionFilter) => pagesOf(server, { ...filter, ...change }, 200).length;
      for (const agentId of ['demo', 'other']) assert.equal(counts.agents[agentId] ?? 0, shown({ agentId }), agentId);
      for (const status of ['active', 'failed', 'archived'] as const)
        assert.equal(counts.statuses[status], shown({ status }), `${JSON.stringify(filter)} ${status}`);
      if (!filter.everywhere) continue;
      for (const folder of ['/work/a', '/work/b']) assert.equal(counts.folders[folder] ?? 0, shown({ folder }), folder);
    }
  });

  it('[SL3] [SL8] keeps what people pin and archive, also after a restart', (t) => {
    const store = realStore(t);
    filled(store, 6);
    const server = started(store);
    const pin = act();
    server.once(pin, () => server.registry.shelf.mark(pin, ['r1', 'r2', 'r2'], { pinned: true }));
    const [first, second] = [summary(server, 'r1').pinnedAt, summary(server, 'r2').pinnedAt];
    assert.equal(typeof first, 'number');
    server.clock.pass(1_000);
    server.once(pin, () => server.registry.shelf.mark(pin, ['r1', 'r2'], { pinned: false }));
    server.registry.shelf.mark(act(), ['r2', 'r3'], { pinned: true, archived: true });
    const marks = (of: TestServer) =>
      ['r1', 'r2', 'r3'].map((id) => [summary(of, id).pinnedAt, summary(of, id).archivedAt]);
    const now = server.clock.now();
    assert.deepEqual(marks(server), [
      [first, undefined],
      [second, now],
      [now, now],
    ]);
    assert.deepEqual(marks(started(store)), marks(server));
    server.registry.shelf.mark(act(), ['r2', 'r3'], { archived: false, pinned: false });
    assert.deepEqual(marks(server).slice(1), [
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('[SL3] changes none where one of them is unknown, of another folder or only the agent’s', (t) => {
    const store = realStore(t);
    filled(store, 6);
    const server = started(store);
    for (const id of ['nobody', 'r5', 'a\nb', `agent-${'0'.repeat(32)}`]) {
      assert.throws(() => server.registry.shelf.mark(act(), ['r1', id], { pinned: true }), {
        name: /not_found|unavailable/,
      });
    }
    assert.equal(summary(server, 'r1').pinnedAt, undefined);
  });

  it('[SL4] leaves archived sessions out until somebody writes there again', async () => {
    const { server, session } = await answered();
    server.registry.shelf.mark(act(), [server.id], { archived: true });
    const ids = (filter: SessionFilter) => pagesOf(server, filter, 10).map(({ id }) => id);
    assert.deepEqual([ids({}), ids({ status: 'archived' })], [[], [server.id]]);
    assert.notEqual(server.restarted().id, server.id, 'a start shows another one');
    server.prompt('again');
    assert.deepEqual([ids({}), ids({ status: 'archived' })], [[server.id], []]);
    session.prompts[1]!.end();
  });

  it('[SL5] [SL8] is unread where a reply ended unseen, until a person looks on any device', async () => {
    const { server } = await answered();
    assert.equal(summary(server).unread, true);
    assert.equal(summary(server.restarted()).unread, true);
    const phone = new TestTab('phone');
    server.registry.shelf.lookAt(phone, [server.id]);
    assert.equal(summary(server).unread, undefined);
    assert.equal(summary(server.restarted()).unread, undefined);
    server.registry.shelf.mark(act(), [server.id], { unread: true });
    assert.equal(summary(server).unread, true);
    server.registry.shelf.mark(act(), [server.id], { unread: false });
    assert.equal(summary(server).unread, undefined);
  });

  it('[SL5] stays read while somebody looks or writes, and no longer', async () => {
    const { server, session } = await answered();
    const [desk, phone] = [new TestTab('desk'), new TestTab('phone')];
    const turn = async (n: number) => {
      server.clock.pass(1_000);
      server.prompt('more');
      assert.equal(summary(server).unread, undefined, 'written in');
      server.clock.pass(1_000);
      session.prompts[n]!.end();
      await settled();
      return summary(server).unread;
    };
    server.registry.shelf.lookAt(desk, [server.id]);
    server.registry.shelf.lookAt(phone, [server.id]);
    assert.equal(await turn(1), undefined);
    server.registry.shelf.lookAt(desk, []);
    assert.equal(await turn(2), undefined, 'the phone still looks');
    server.registry.dropTab(phone);
    assert.equal(await turn(3), true);
  });

  it('[SL5] takes sessions of earlier versions as read, until something happens in them', async () => {
    const store = new MemoryEventStore();
    store.addSession(rowOf('old', { names: { person: null, agent: null, prompt: 'old' } }));
    const server = started(store);
    await server.registry.connectShown();
    assert.equal(summary(server, 'old').unread, undefined);
    server.prompt('hi', 'old');
    server.clock.pass(1_000);
    server.host.sessions[0]!.prompts[0]!.end();
    await settled();
    assert.equal(summary(server, 'old').unread, true);
  });

  it('[SL6] deletes several at once, without those that are gone', (t) => {
    const store = realStore(t);
    filled(store, 6);
    const server = started(store);
    server.registry.removeMany(['r1', 'r2', 'r1', 'nobody']);
    const left = server.app.current.sessions.filter(({ empty }) => !empty).map(({ id }) => id);
    assert.deepEqual(left.sort(), ['r3', 'r4']);
    assert.deepEqual(started(store).app.current.sessions.filter(({ empty }) => !empty).length, 2);
  });

  it('[SL6] deletes none where one belongs to another folder', (t) => {
    const store = realStore(t);
    filled(store, 6);
    const server = started(store);
    server.registry.sync(new TestTab('tab'), 'r5', null);
    assert.throws(() => server.registry.removeMany(['r1', 'r5']), { name: 'unavailable' });
    assert.ok(store.session('r1') && store.session('r5'));
  });

  it('[SL7] has how the last reply begins, the branch, and whether it failed', async () => {
    const branches = ['main', 'topic', null];
    const { server, session } = await answered('**Done**.\n\nThe parser\u0000 works', {
      branch: () => branches[0] ?? null,
    });
    const { preview, branch, failed } = summary(server);
    assert.deepEqual([preview, branch, failed], ['Done. The parser works', 'main', undefined]);
    branches.shift();
    server.prompt('again');
    session.say('x '.repeat(500));
    await server.tick();
    session.prompts[1]!.fail('Out of credit');
    await settled();
    assert.deepEqual([summary(server).branch, summary(server).failed], ['topic', true]);
    assert.ok([...summary(server).preview!].length <= 140);
    assert.deepEqual(server.registry.page({ status: 'failed' }, null, 5).sessions.length, 1);
    branches.shift();
    server.prompt('and again');
    assert.deepEqual([summary(server).branch, summary(server).failed], ['topic', undefined]);
  });

  it('[SL8] reads a damaged or older record as if there were none', (t) => {
    const store = realStore(t);
    for (const [n, listing] of ['{', 'null', '7', '{"pinnedAt":"x","preview":[],"isFailed":1}'].entries()) {
      store.addSession(rowOf(`d${n}`, { names: { person: 'n', agent: null, prompt: null } }));
      store.changeSession(`d${n}`, { listing: JSON.parse(listing === '{' ? '{}' : listing) ?? UNLISTED });
    }
    for (const { listing } of store.sessionsIn('/work/a')) assert.deepEqual(listing, UNLISTED);
  });
});

describe('what a tab gets of a long list', () => {
  const snapshot = (server: TestServer): AppState => server.app.snapshot(new TestTab('tab')).app;

  it('[SL9] is the newest, and what of the rest wants a person', (t) => {
    const store = realStore(t);
    const many = NEWEST_SESSIONS + 50;
    for (let n = 0; n < many; n += 1) {
      const names = { person: null, agent: null, prompt: `Session ${n}` };
      store.addSession(rowOf(`s${n}`, { updatedAt: 1_000 * n, names, draft: `draft ${n}` }));
    }
    const server = started(store);
    assert.equal(server.app.current.sessions.length, many);
    server.registry.shelf.mark(act(), ['s3'], { pinned: true });
    server.registry.shelf.mark(act(), ['s4'], { unread: true });
    const { sessions, hasOlderSessions, drafts } = snapshot(server);
    const ids = new Set(sessions.map(({ id }) => id));
    assert.deepEqual([ids.size, ids.has('s3'), ids.has('s4'), ids.has('s5')], [NEWEST_SESSIONS + 2, true, true, false]);
    assert.deepEqual([hasOlderSessions, drafts.s3, drafts.s5], [true, 'draft 3', undefined]);
  });

  it('[SL9] gets any other one when it is opened, for every tab and with its draft', (t) => {
    const store = realStore(t);
    filled(store, 3);
    for (let n = 0; n < NEWEST_SESSIONS + 5; n += 1) {
      const names = { person: null, agent: null, prompt: `Session ${n}` };
      store.addSession(rowOf(`s${n}`, { updatedAt: 1_000 * n, names, draft: `draft ${n}` }));
    }
    const server = started(store);
    const heard: string[] = [];
    server.app.listen((event) => {
      if (event.type === 'session_changed') heard.push(event.session.id);
      if (event.type === 'draft_changed') heard.push(event.text);
    });
    for (const id of ['s0', 's0', 'r0']) server.registry.sync(new TestTab('tab'), id, null);
    assert.deepEqual(heard, ['s0', 'draft 0', 'r0']);
    const known = snapshot(server).sessions.filter(({ id }) => id === 's0' || id === 'r0');
    assert.deepEqual(known.map(({ id, writable }) => [id, writable]).sort(), [
      ['r0', false],
      ['s0', true],
    ]);
  });
});

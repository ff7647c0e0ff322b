import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { seeded } from '../../testing/seeded.rig.js';
import { type EventStore, UNLISTED, UNTIED } from './event-store.js';
import { openStore } from './open-store.js';
import { eventsOf, rowOf } from './rows.rig.js';
import { SqliteConnection, type SqlValue, textOf } from './sqlite/sqlite-connection.js';
import { migrate } from './sqlite/sqlite-schema.js';

const ALL = { count: 100_000, bytes: 1e9 };
const RIG = fileURLToPath(new URL('./store-process.rig.ts', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'acdeck-open-'));
const newDir = () => mkdtempSync(join(root, 'd'));

const children: ChildProcess[] = [];

after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(root, { recursive: true });
});

function start(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', RIG, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

/** Runs a process of the rig to its end and gives back what it printed. */
async function run(...args: string[]): Promise<string> {
  const child = start(...args);
  const chunks: Buffer[] = [];
  child.stdout!.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code, signal] = await once(child, 'close');
  assert.deepEqual([code, signal], [0, null]);
  return Buffer.concat(chunks).toString();
}

/** A data directory with a session of some size in it. */
function filledDir(): string {
  const dir = newDir();
  const { store } = openStore(dir);
  store.addSession(rowOf('s', { draft: 'träft' }));
  for (let n = 0; n < 40; n++) {
    const body = JSON.stringify({ kind: 'tool', id: `e${n}`, x: 'ü'.repeat(200) });
    const entry = { n, key: `tool:${n}`, body, words: `some words ${n}` };
    const seq = n * 5 + 5;
    const savedState = { seq, body: JSON.stringify({ seq, end: n + 1 }), entries: [entry] };
    store.write({ sessionId: 's', events: eventsOf(n * 5 + 1, seq, 'ö'.repeat(50 + n)), savedState });
  }
  store.close();
  return dir;
}

describe('the history file', () => {
  it('[D1] is for its owner only, and so is its directory, whatever the umask', () => {
    const before = process.umask(0);
    try {
      const dir = join(newDir(), 'deep', 'data');
      const { store } = openStore(dir);
      store.addSession(rowOf('s'));
      const modes = readdirSync(dir).map((name) => statSync(join(dir, name)).mode & 0o077);
      assert.ok(modes.length >= 3, 'the file and its side files are there');
      assert.deepEqual(new Set([statSync(dir).mode & 0o077, ...modes]), new Set([0]));
      store.close();
    } finally {
      process.umask(before);
    }
  });

  it('[D1] closes an empty directory to others, and leaves one that holds other things as it is', () => {
    const [empty, used] = [newDir(), newDir()];
    writeFileSync(join(used, 'notes.txt'), '');
    for (const dir of [empty, used]) {
      chmodSync(dir, 0o755);
      openStore(dir).store.close();
    }
    assert.deepEqual([statSync(empty).mode & 0o777, statSync(used).mode & 0o777], [0o700, 0o755]);
    assert.equal(statSync(join(used, 'acdeck.db')).mode & 0o777, 0o600);
  });

  it('[D2] takes only values that the database can keep', () => {
    const db = new SqliteConnection(join(newDir(), 'x.db'));
    db.exec('CREATE TABLE t (v)');
    const bad = [true, new Date(), {}, [], Buffer.from('x'), Number.NaN, Number.POSITIVE_INFINITY, undefined, 'a\0b'];
    for (const value of bad) {
      assert.throws(() => db.run('INSERT INTO t VALUES (?)', value as SqlValue), { name: 'StorageFault' });
    }
    assert.throws(() => db.run('INSERT INTO t VALUES (?)'), { name: 'StorageFault' });
    assert.throws(() => db.run('INSERT INTO t VALUES (?)', 1, 2), { name: 'StorageFault' });
    for (const value of ['text', 1.5, 7n, null]) db.run('INSERT INTO t VALUES (?)', value);
    assert.deepEqual(db.all('SELECT count(*) AS n FROM t'), [{ n: 4 }]);
    db.close();
    assert.throws(() => db.all('SELECT 1'), { name: 'StorageFault' });
  });

  it('[D8] takes whatever a person types as words to look for', () => {
    const { store } = openStore(filledDir());
    const odd = [
      '"',
      '""',
      'words"',
      'AND',
      'NEAR(',
      '*',
      '^a',
      'col:words',
      '(',
      '-words',
      "'; DROP",
      '\0',
      '\ud800',
      '',
    ];
    for (const query of odd) assert.ok(Array.isArray(store.search(query, { count: 5 })));
    assert.equal(store.search('"some words" 3', { count: 50 }).length, 11);
    assert.ok(store.search('words 39', { count: 5 })[0]!.snippet.endsWith('\u0002words\u0003 \u000239\u0003'));
    store.close();
  });

  it('[D10] remembers commands for a month', () => {
    const dir = newDir();
    const day = 24 * 60 * 60 * 1000;
    const first = openStore(dir, () => 0).store;
    first.recordCommand({ cmdId: 'old', result: '1', at: 0 });
    first.recordCommand({ cmdId: 'newer', result: '2', at: 2 * day });
    first.recordCommand({ cmdId: 'last', result: '3', at: 31 * day });
    first.close();
    const { store } = openStore(dir, () => 33 * day);
    assert.deepEqual(
      ['old', 'newer', 'last'].map((id) => store.resultOf(id)),
      [null, '2', '3'],
    );
    store.close();
  });

  it('[D39] forgets no command at a start with a wrong clock', () => {
    const dir = newDir();
    const day = 24 * 60 * 60 * 1000;
    const at = (now: number, act: (store: EventStore) => void) => {
      const { store } = openStore(dir, () => now);
      act(store);
      store.close();
    };
    at(400 * day, (store) => store.recordCommand({ cmdId: 'right', result: '1', at: 400 * day }));
    for (const wrong of [800 * day, 10 * day]) {
      at(wrong, (store) => store.recordCommand({ cmdId: `at ${wrong}`, result: '2', at: wrong }));
      at(wrong, () => {});
    }
    at(401 * day, (store) => assert.equal(store.resultOf('right'), '1'));
  });

  it('[SL30] lists a session that was used by a wrong clock by what is known besides, and never above what is used now', () => {
    const dir = newDir();
    const day = 24 * 60 * 60 * 1000;
    const row = (id: string, createdAt: number, updatedAt: number, seenAt: number | null) => ({
      ...{ id, agentId: 'demo', cwd: '/p', createdAt, updatedAt, draft: '' as const, parent: null },
      ...{ names: { person: null, agent: null, prompt: id }, ties: UNTIED, listing: { ...UNLISTED, seenAt } },
    });
    const first = openStore(dir, () => 400 * day).store;
    first.addSession(row('new', 390 * day, 399 * day, null));
    first.addSession(row('old, used by a wrong clock', 300 * day, 765 * day, 765 * day));
    first.addSession(row('begun by a wrong clock', 765 * day, 766 * day, 765 * day));
    first.addSession(row('old', 200 * day, 301 * day, null));
    first.close();
    const names = (store: EventStore) => store.sessionsIn('/p').map(({ id }) => id);
    const { store } = openStore(dir, () => 400 * day);
    assert.deepEqual(names(store), ['begun by a wrong clock', 'new', 'old', 'old, used by a wrong clock']);
    const unread = store.sessionsIn('/p').filter(({ updatedAt, listing }) => updatedAt > (listing.seenAt ?? Infinity));
    assert.deepEqual(unread, []);
    store.close();
    // By a clock that is behind all are from the future; nothing of it lasts.
    openStore(dir, () => 10 * day).store.close();
    const later = openStore(dir, () => 401 * day).store;
    later.changeSession('new', { updatedAt: 401 * day + 1 });
    assert.equal(names(later)[0], 'new');
    assert.deepEqual(names(later).slice(-2), ['old', 'old, used by a wrong clock']);
    later.close();
  });

  it('[D9] has no trace of a deleted session in any table in the end', () => {
    const dir = filledDir();
    const { store } = openStore(dir);
    store.removeSession('s');
    let steps = 0;
    while (store.purge()) steps++;
    store.close();
    const db = new SqliteConnection(join(dir, 'acdeck.db'));
    const tables = ['sessions', 'events', 'entries', 'checkpoints', 'words'];
    assert.deepEqual(
      tables.map((table) => db.first(`SELECT count(*) AS n FROM ${table}`)?.n),
      [0, 0, 0, 0, 0],
    );
    assert.ok(steps > 1, 'it took several steps');
    db.close();
  });

  it('[D14] that is damaged is set aside, and a fresh one takes over what can be read', () => {
    for (const bytes of [Buffer.alloc(5000, 7), Buffer.from('not a database'), undefined]) {
      const dir = filledDir();
      const path = join(dir, 'acdeck.db');
      const cut = readFileSync(path).subarray(0, 60_000);
      writeFileSync(path, bytes ?? cut);
      const { store, mending } = openStore(dir, () => Date.UTC(2026, 0, 2, 3, 4, 5));
      assert.equal(mending?.cause, 'damaged');
      assert.equal(mending.aside, `${path}.corrupt-2026-01-02T03-04-05-000Z`);
      assert.deepEqual(readFileSync(mending.aside), bytes ?? cut);
      assert.equal(store.sessionsIn('/work/a').length, bytes ? 0 : 1);
      store.close();
    }
  });

  it('[D14] never ends the process, at whatever place it is damaged', async (t) => {
    const { seed, numRuns: places } = seeded(t, 40);
    const first = seed * 1_000;
    const counts = JSON.parse(await run('damage', filledDir(), `${first}`, `${first + places}`)) as Record<
      string,
      number
    >;
    const { opened = 0, setAside = 0, refused = 0 } = counts;
    assert.equal(opened + setAside + refused, places);
    assert.ok(Math.min(opened, setAside) > places / 10, JSON.stringify(counts));
  });

  it('[D15] that is damaged but in use is left alone, and the message names the process', async () => {
    const dir = filledDir();
    const holder = start('hold', dir);
    await once(holder.stdout!, 'data');
    const path = join(dir, 'acdeck.db');
    writeFileSync(path, Buffer.alloc(5000, 7));
    assert.throws(() => openStore(dir), new RegExp(`is damaged, but acdeck \\(process ${holder.pid}\\) uses it`));
    assert.deepEqual(
      readdirSync(dir).filter((name) => name.includes('corrupt')),
      [],
    );
    holder.kill('SIGKILL');
    await once(holder, 'close');
    const { store, mending } = openStore(dir);
    assert.match(mending!.aside!, /corrupt/);
    store.close();
  });

  it('[D16] of a newer version is refused', () => {
    const dir = filledDir();
    const db = new SqliteConnection(join(dir, 'acdeck.db'));
    db.exec('PRAGMA user_version = 99');
    db.close();
    assert.throws(() => openStore(dir), { kind: 'newer', message: /newer version of acdeck/ });
  });

  it('[D16] of an older version is brought up to date, unless someone else uses it', () => {
    const db = new SqliteConnection(join(newDir(), 'x.db'));
    const steps = ['CREATE TABLE a (v)', 'CREATE TABLE b (v)'];
    migrate(db, () => ['acdeck (process 7)'], steps.slice(0, 1));
    const refused = { kind: 'in_use', message: /brought up to date, but acdeck \(process 7\) uses it/ };
    assert.throws(() => migrate(db, () => ['acdeck (process 7)'], steps), refused);
    migrate(db, () => [], steps);
    assert.deepEqual(db.all('SELECT v FROM b'), []);
    db.close();
  });

  it("[D16] of the first version learns the agents' ids of its sessions from what it holds", () => {
    const dir = newDir();
    const { store: before } = openStore(dir);
    for (const id of ['s', 'damaged', 'empty']) before.addSession(rowOf(id, { updatedAt: 7 }));
    const savedState = (sessionId: string, body: string) =>
      before.write({ sessionId, events: [], savedState: { seq: 0, body, entries: [] } });
    savedState('s', '{"agentSessionId":"theirs"}');
    savedState('damaged', '{"agentSess');
    before.close();
    const db = new SqliteConnection(join(dir, 'acdeck.db'));
    const triggers = db.all("SELECT CAST(name AS BLOB) AS name FROM sqlite_master WHERE type = 'trigger'");
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${textOf(name)}`);
    db.exec('DROP TABLE row_changes');
    for (const column of ['ties', 'parent', 'listing']) db.exec(`ALTER TABLE sessions DROP COLUMN ${column}`);
    for (const table of ['events', 'entries', 'checkpoints']) db.exec(`ALTER TABLE ${table} DROP COLUMN sum`);
    db.exec('PRAGMA user_version = 1');
    db.close();
    const { store } = openStore(dir);
    const tiesOf = (id: string) => store.session(id)?.ties;
    assert.deepEqual(tiesOf('s'), { ...UNTIED, agentSessionId: 'theirs', seenAt: 7 });
    assert.deepEqual([tiesOf('damaged'), tiesOf('empty')], [UNTIED, UNTIED]);
    store.close();
  });

  it('[D18] is shared by servers that start and write at the same time', async () => {
    const dir = join(newDir(), 'shared');
    const ids = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(ids.map((id) => run('share', dir, id, '10')));
    const { store, mending } = openStore(dir);
    for (const id of ids) assert.deepEqual(store.eventsAfter(id, 0, ALL), eventsOf(1, 300));
    const others = readdirSync(dir).filter((name) => name.includes('corrupt') || name.includes('replaced'));
    assert.deepEqual([mending, others], [null, []]);
    store.close();
  });

  it('[D20] has everything that was written before a kill', async (t) => {
    const { numRuns: kills } = seeded(t, 2);
    for (let i = 0; i < kills; i++) {
      const dir = newDir();
      const child = start('stream', dir);
      let said = 0;
      for await (const line of createInterface({ input: child.stdout! })) {
        said = Number(line);
        if (said > 200 + 177 * i) child.kill('SIGKILL');
      }
      const { store, mending } = openStore(dir);
      const events = store.eventsAfter('s', 0, ALL);
      assert.ok(said > 200 && events.length >= said, `${said} said, ${events.length} kept`);
      assert.deepEqual([events, mending], [eventsOf(1, events.length), null]);
      store.close();
    }
  });

  it('[D22] is checked as a whole at the next start once damage was met in it', () => {
    const dir = filledDir();
    writeFileSync(join(dir, 'acdeck.db.suspect'), '');
    const { store, mending } = openStore(dir);
    assert.deepEqual([mending, store.headOf('s')], [null, 200]);
    assert.ok(!readdirSync(dir).includes('acdeck.db.suspect'), 'a whole file is no longer suspect');
    store.close();
  });
});

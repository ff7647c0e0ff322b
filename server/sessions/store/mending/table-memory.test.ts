import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { eventsOf, rowOf } from '../rows.rig.js';
import { SqliteConnection, type SqlRow, type SqlValue, textOf } from '../sqlite/sqlite-connection.js';
import { migrate } from '../sqlite/sqlite-schema.js';
import { SqliteEventStore } from '../sqlite-event-store.js';
import { TableMemory } from './table-memory.js';

const root = mkdtempSync(join(tmpdir(), 'acdeck-memory-'));
after(() => rmSync(root, { recursive: true }));

const REPEATS = 200;

/** Counts the rows that are read, and keeps what was asked for. */
class CountingConnection extends SqliteConnection {
  rows = 0;
  readonly asked = new Set<string>();

  override all(sql: string, ...values: SqlValue[]): SqlRow[] {
    const rows = super.all(sql, ...values);
    this.asked.add(sql);
    for (const { packed } of rows) this.rows += packed ? (JSON.parse(textOf(packed)) as unknown[]).length : 1;
    return rows;
  }

  /** What it takes to do something. */
  cost(work: () => void): { rows: number; asked: readonly string[] } {
    this.rows = 0;
    this.asked.clear();
    work();
    return { rows: this.rows, asked: [...this.asked] };
  }
}

/** A file with some sessions, a server that remembers what is in it, and another server that uses it too. */
function shared(sessions: number) {
  const path = join(mkdtempSync(join(root, 'd')), 'acdeck.db');
  const db = new CountingConnection(path);
  db.exec('PRAGMA journal_mode = WAL');
  migrate(db, () => []);
  const [own, other] = [new SqliteEventStore(db), new SqliteEventStore(new SqliteConnection(path))];
  db.transaction(() => {
    for (let n = 1; n <= sessions; n += 1) {
      const values = [n, `s${n}`, 'demo', '/work/a', n, n, '{}', '""', '{}', 'null', '{}'];
      db.run(
        `INSERT INTO sessions (n, id, agent_id, cwd, created_at, updated_at, names, draft, ties, parent, listing)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...values,
      );
      db.run('INSERT INTO checkpoints (session, seq, body) VALUES (?, ?, ?)', n, n, '{}');
    }
  });
  const memory = new TableMemory(db);
  const known = (id: string) => memory.sessions.rows.find((row) => row.id === id);
  const close = () => {
    own.close();
    other.close();
  };
  return { db, own, other, memory, known, [Symbol.dispose]: close };
}

const savedState = (seq: number) => ({ seq, body: JSON.stringify({ seq, end: 0 }), entries: [] });

describe('what is remembered of a history file', () => {
  it('[D37] is read anew as far as it has changed, however many sessions there are', () => {
    const costs = [20, 2_000].map((sessions) => {
      using file = shared(sessions);
      const { db, own, other, memory } = file;
      db.cost(() => memory.refresh());
      const still = db.cost(() => memory.refresh());
      own.changeSession('s7', { names: { person: 'Ours', agent: null, prompt: null } });
      const ours = db.cost(() => memory.refresh());
      other.write({ sessionId: 's8', events: eventsOf(1, 1), savedState: savedState(99), row: { updatedAt: 99 } });
      const theirs = db.cost(() => memory.refresh());
      for (const sql of [...ours.asked, ...theirs.asked]) {
        const marks = Array<number>(sql.split('?').length - 1).fill(1);
        const plan = db.all(`EXPLAIN QUERY PLAN ${sql}`, ...marks).map(({ detail }) => String(detail));
        assert.ok(!plan.some((step) => /^SCAN (sessions|checkpoints|row_changes)/.test(step)), `${sql}: ${plan}`);
      }
      assert.equal(memory.sessions.rows.length, sessions);
      return [still.rows, ours.rows, theirs.rows];
    });
    assert.deepEqual(costs[0], costs[1]);
    assert.ok(
      costs[1]!.every((rows) => rows <= 10),
      `${costs[1]}`,
    );
  });

  it('[D37] has what this server and others have written, renamed, answered and deleted', () => {
    using file = shared(20);
    const { own, other, memory, known } = file;
    const names = (person: string) => ({ person, agent: null, prompt: null });
    own.changeSession('s1', { names: names('Ours') });
    other.changeSession('s2', { names: names('Theirs') });
    own.addSession(rowOf('new here'));
    other.addSession(rowOf('new there'));
    other.write({ sessionId: 's3', events: eventsOf(1, 40), savedState: savedState(40) });
    other.removeSession('s4');
    other.removeSession('s5');
    while (other.purge());
    other.folders.remember('/work/b', { port: 4_321 });
    memory.refresh();
    assert.deepEqual(
      [known('s1')?.names, known('s2')?.names],
      [names('Ours'), names('Theirs')].map((n) => JSON.stringify(n)),
    );
    assert.ok(known('new here') && known('new there'));
    assert.deepEqual([known('s4'), known('s5')], [undefined, undefined]);
    const { heads } = memory.sessions;
    assert.deepEqual([heads.get(3), heads.get(4), heads.get(6)], [40, undefined, 6]);
    // A number that is free again belongs to another session then.
    const last = other.session('new there')!;
    other.removeSession(last.id);
    while (other.purge());
    other.addSession(rowOf('in its place'));
    memory.refresh();
    assert.deepEqual([known('new there'), known('in its place')?.id], [undefined, 'in its place']);
  });

  it('[D37] has a session that changes without end once', () => {
    using file = shared(20);
    const { db, other, memory, known } = file;
    for (let n = 1; n <= REPEATS; n += 1) other.changeSession('s9', { updatedAt: n * 1_000 });
    assert.ok(db.cost(() => memory.refresh()).rows <= 10);
    assert.equal(known('s9')?.updated_at, REPEATS * 1_000);
    assert.equal(memory.sessions.rows.length, 20);
  });

  it('[D37] is read as a whole where the file went back to an earlier day', () => {
    using file = shared(20);
    const { db, other, memory, known } = file;
    other.changeSession('s9', { updatedAt: 1_000 });
    memory.refresh();
    db.transaction(() => {
      db.run('UPDATE sessions SET updated_at = 5 WHERE n = 9');
      db.run('DELETE FROM row_changes');
    });
    memory.refresh();
    assert.equal(known('s9')?.updated_at, 5);
  });
});

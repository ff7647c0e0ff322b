import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { UNLISTED, UNTIED } from './event-store.js';
import { rowOf } from './rows.rig.js';
import { SqliteConnection } from './sqlite/sqlite-connection.js';
import { migrate } from './sqlite/sqlite-schema.js';
import { SqliteSessionRows } from './sqlite-session-rows.js';

const root = mkdtempSync(join(tmpdir(), 'acdeck-rows-'));
after(() => rmSync(root, { recursive: true }));

function opened() {
  const db = new SqliteConnection(join(mkdtempSync(join(root, 'd')), 'acdeck.db'));
  migrate(db, () => []);
  return { db, rows: new SqliteSessionRows(db), [Symbol.dispose]: () => db.close() };
}

describe('the rows of sessions', () => {
  it('[D3] [D13] come back as they were, the last used first, whatever is in them', () => {
    using file = opened();
    const odd = `"],[1,"%s%d\\\n\u2028\u001f{}'ü😀`;
    const names = { person: odd, agent: null, prompt: odd };
    const listing = { ...UNLISTED, preview: odd, branch: odd, pinnedAt: 3 };
    const wanted = [
      rowOf(odd, { names, listing, draft: odd, updatedAt: 9, ties: { ...UNTIED, agentSessionId: odd } }),
      rowOf('task', { updatedAt: 8, parent: { sessionId: odd, name: odd, depth: 1 } }),
      rowOf('later', { updatedAt: 7 }),
      rowOf('earlier', { updatedAt: 7 }),
    ];
    for (const row of [...wanted].reverse()) file.rows.insert(row);
    file.rows.insert(rowOf('elsewhere', { cwd: odd }));
    assert.deepEqual(file.rows.listIn('/work/a'), wanted);
    assert.deepEqual(file.rows.listAll().length, 5);
    assert.deepEqual(file.rows.find(odd), wanted[0]);
    assert.deepEqual([file.rows.find('nobody'), file.rows.listIn('nowhere')], [null, []]);
  });

  it('[D27] are all listed although one of them is damaged', () => {
    using file = opened();
    const { db, rows } = file;
    const others = ['a', 'b', 'c', 'd'].map((id, n) => rowOf(id, { updatedAt: 9 - n }));
    for (const row of [...others, rowOf('damaged', { updatedAt: 1 })]) rows.insert(row);
    const whole = rowOf('damaged', { updatedAt: 1 });
    for (const text of [`'{"per'`, `'1,2'`, `']'`, `''`, `CAST(x'c328' AS TEXT)`, `x'ff00'`]) {
      for (const column of ['names', 'draft', 'ties', 'parent', 'listing']) {
        db.exec(`UPDATE sessions SET ${column} = ${text} WHERE id = 'damaged'`);
        assert.deepEqual(rows.listIn('/work/a'), [...others, whole], `${column} = ${text}`);
        rows.change(rows.numberOf('damaged'), { ...whole });
        db.exec(`UPDATE sessions SET parent = 'null' WHERE id = 'damaged'`);
      }
    }
  });
});

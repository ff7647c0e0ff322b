import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { openStore } from '../../server/sessions/store/open-store.js';
import { ROOT } from '../project-root.js';
import { readSources } from '../read-sources.js';
import { makePlace } from '../rigs/server-process.rig.js';
import { BUDGETS, type Budget } from './budgets.js';
import { fillStore } from './make-store.js';
import { Reference } from './reference.js';
import { BENCHES } from './registry.js';
import { rowLine, rowsOf } from './table.js';

const budgets: Budget[] = Object.values(BUDGETS);

describe('the benchmark', () => {
  it('[BN1] measures every budget, and holds every file to one', async () => {
    const measured = new Set(budgets.map(({ bench }) => bench));
    assert.deepEqual([...measured].sort(), Object.keys(BENCHES).sort());
    const files = await readSources(['specs/bench'], (path) => /(?<!\.test)\.ts$/.test(path));
    const benches = files.filter(({ text }) => text.includes('export const measure: Bench'));
    assert.deepEqual(benches.map(({ path }) => basename(path, '.ts')).sort(), Object.keys(BENCHES).sort());
    for (const { limit, unit, what } of budgets) assert.ok(limit >= 0 && unit !== '', what);
  });

  it('[BN2] has a row for every budget, measured or not', () => {
    const rows = Object.keys(BENCHES).flatMap((name) => rowsOf(name, {}, () => 1));
    assert.deepEqual(rows.map(({ id }) => id).sort(), Object.keys(BUDGETS).sort());
    assert.ok(rows.every(({ verdict }) => verdict === 'missing'));
    for (const row of rows) assert.match(rowLine(row), new RegExp(`^${row.id}.* ${row.budget.unit} +missing$`));
  });

  it('[BN3] judges a figure by how slow the machine was', () => {
    const verdict = (figure: number, slowness: number) =>
      rowsOf('stop', { UX15: figure }, () => slowness).map((row) => row.verdict);
    assert.deepEqual(verdict(100, 1), ['ok']);
    assert.deepEqual(verdict(101, 1), ['OVER']);
    assert.deepEqual(verdict(199, 2), ['ok']);
    assert.deepEqual(verdict(Number.NaN, 1), ['missing']);
    const reference = new Reference();
    reference.sample(3);
    assert.equal(reference.slowness('count'), 1);
    assert.ok(reference.slowness('cpu') >= 1 && reference.slowness('wait') >= 1);
  });

  it('[BN6] judges a figure by the floor of the same run, and by no other measure', () => {
    const row = (value: number, floor: number, slowness = 1) =>
      rowsOf('reading', { 'reading-late': { value, floor } }, () => slowness).find(({ id }) => id === 'reading-late')!;
    assert.deepEqual([row(60, 10).verdict, row(60, 10).limit], ['ok', 60]);
    assert.equal(row(61, 10).verdict, 'OVER');
    assert.equal(row(61, 10, 9).verdict, 'OVER', 'a slow machine is in the floor already');
    assert.equal(row(10, Number.NaN).verdict, 'missing');
    assert.match(rowLine(row(61, 10)), /10 ms .*61 ms .*60 ms +OVER$/);
    const keys = (value: number, floor: number) =>
      rowsOf('reading', { 'reading-keys': { value, floor } }, () => 1).find(({ id }) => id === 'reading-keys')!;
    assert.deepEqual([keys(50, 10).limit, keys(100, 100).limit], [50, 120]);
  });

  it('[BN7] can fill a store as the server itself does', async () => {
    const place = await makePlace();
    try {
      fillStore(place.dataDir, place.folder, { sessions: 30, events: 900 });
      const { store } = openStore(place.dataDir);
      const rows = store.sessionsIn(place.folder);
      const events = rows.map(({ id }) => store.eventsAfter(id, 0, { count: 1e6, bytes: 1e9 }).length);
      assert.deepEqual([rows.length, events.reduce((sum, count) => sum + count, 0)], [30, 900]);
      assert.equal(store.search('invoice', { count: 5 }).length, 5);
      store.close();
    } finally {
      await place.remove();
    }
  });

  it('[BN4] refuses a name that it does not know', () => {
    const tsx = join(ROOT, 'node_modules/tsx/dist/loader.mjs');
    const run = join(ROOT, 'specs/bench/run.ts');
    const { status, stderr } = spawnSync(process.execPath, ['--import', tsx, run, 'speed'], { encoding: 'utf8' });
    assert.equal(status, 2);
    assert.match(stderr, /no benchmark speed\. There are: first-paint, .*server\./);
  });
});

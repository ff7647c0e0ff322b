import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT, readSources } from '../read-sources.js';
import { BUDGETS, type Budget } from './budgets.js';
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

  it('[BN4] refuses a name that it does not know', () => {
    const tsx = join(ROOT, 'node_modules/tsx/dist/loader.mjs');
    const run = join(ROOT, 'specs/bench/run.ts');
    const { status, stderr } = spawnSync(process.execPath, ['--import', tsx, run, 'speed'], { encoding: 'utf8' });
    assert.equal(status, 2);
    assert.match(stderr, /no benchmark speed\. There are: first-paint, .*server\./);
  });
});

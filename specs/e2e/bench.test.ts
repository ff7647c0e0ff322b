import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BUDGETS, type Budget } from '../bench/budgets.js';
import { runTool } from '../rigs/tool-run.rig.js';

const TOOL = 'specs/bench/run.ts';
/** A benchmark that draws in a browser and takes few seconds. */
const BENCH = 'diff';

describe('npm run bench', () => {
  it('[TR54] measures and judges every budget of a benchmark', async () => {
    const { code, output } = await runTool(TOOL, BENCH);
    const budgets: [string, Budget][] = Object.entries(BUDGETS);
    const ids = budgets.filter(([, { bench }]) => bench === BENCH).map(([id]) => id);
    const rows = output.split('\n').flatMap((line) => {
      // Whether a budget holds depends on the machine; a figure that is missing does not.
      const [, id, verdict] = /^(\S+) .* \d\S* \S+ +(ok|OVER|missing)$/.exec(line) ?? [];
      return id && verdict ? [{ id, verdict }] : [];
    });
    assert.deepEqual(rows.map(({ id }) => id).sort(), ids.sort(), output);
    assert.ok(
      rows.every(({ verdict }) => verdict !== 'missing'),
      output,
    );
    const over = rows.filter(({ verdict }) => verdict === 'OVER').length;
    assert.match(
      output,
      over === 0 ? /\nAll 5 budgets hold\.\n$/ : new RegExp(`\n${over} of 5 budgets do not hold: .*\n$`),
    );
    assert.equal(code, over === 0 ? 0 : 1);
  });
});

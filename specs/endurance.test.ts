import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { seeded } from '../server/testing/seeded.rig.js';
import { describeChaos, isClean, runChaos } from './rigs/chaos-run.rig.js';
import { faultsIn, marksIn } from './rigs/marks.rig.js';
import { NaiveStore } from './rigs/naive-store.rig.js';
import type { NewTabStore } from './rigs/test-tab.rig.js';
import { runTool } from './rigs/tool-run.rig.js';

const CUTS = 15;
const KILLS = 3;

/** Runs \`npm run chaos\` or \`npm run crash\`, which end with 0 if everything is as it should be. */
async function endure(t: TestContext, script: string, ...words: string[]): Promise<string> {
  const { code, output } = await runTool(script, ...words);
  t.diagnostic(output);
  assert.equal(code, 0, output);
  return output;
}

describe('endurance', () => {
  it('[Z1] [TR58] survives cut connections', async (t) => {
    const { seed, numRuns: cuts } = seeded(t, CUTS);
    const output = await endure(t, 'specs/chaos.ts', '--cuts', `${cuts}`, '--tabs', '3', '--seed', `${seed}`);
    assert.match(output, new RegExp(`^seed ${seed}, 3 tabs`));
    assert.ok(Number(/^cuts: (\d+) /m.exec(output)?.[1]) >= cuts, 'the connections were cut');
  });

  it('[Z6] [TR58] survives cut connections while two tasks of other agents stream', async (t) => {
    const { seed, numRuns: cuts } = seeded(t, CUTS);
    const words = ['--nested', '--cuts', `${cuts}`, '--tabs', '2', '--seed', `${seed}`];
    const output = await endure(t, 'specs/chaos.ts', ...words);
    assert.ok(Number(/^cuts: (\d+) /m.exec(output)?.[1]) >= cuts, 'the connections were cut');
  });

  it('[Z5] finds what tabs lose that never ask for it', async (t) => {
    const newStore: NewTabStore = (server, sessionId) => new NaiveStore(server, sessionId);
    const { seed, numRuns: cuts } = seeded(t, CUTS);
    const report = await runChaos({ cuts, tabs: 2, seed, newStore });
    t.diagnostic(describeChaos(report));
    assert.ok(report.lost > 0 && report.different > 0 && !isClean(report), describeChaos(report));
  });

  it('[Z2] [TR58] survives a killed server', async (t) => {
    const { seed, numRuns: kills } = seeded(t, KILLS);
    const output = await endure(t, 'specs/crash.ts', '--kills', `${kills}`, '--tabs', '2', '--seed', `${seed}`);
    assert.match(output, new RegExp(`^seed ${seed}, .*\nkills: ${kills}, `));
  });

  it('[Z4] counts what is wrong with marks', () => {
    assert.deepEqual(faultsIn(marksIn('⟦1⟧ ⟦2⟧ ⟦3⟧'), 3), { lost: 0, duplicated: 0, reordered: 0 });
    assert.deepEqual(faultsIn(marksIn('⟦1⟧ ⟦3⟧'), 4), { lost: 2, duplicated: 0, reordered: 0 });
    assert.deepEqual(faultsIn(marksIn('⟦1⟧ ⟦2⟧ ⟦2⟧'), 2), { lost: 0, duplicated: 1, reordered: 0 });
    assert.deepEqual(faultsIn(marksIn('⟦2⟧ ⟦1⟧'), 2), { lost: 0, duplicated: 0, reordered: 1 });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeChaos, isClean, runChaos } from './rigs/chaos-run.rig.js';
import { describeCrashes, isCrashProof, runCrashes } from './rigs/crash-run.rig.js';
import { faultsIn, marksIn } from './rigs/marks.rig.js';
import { NaiveStore } from './rigs/naive-store.rig.js';
import type { NewTabStore } from './rigs/test-tab.rig.js';

describe('endurance', () => {
  it('[Z1] survives cut connections', async (t) => {
    const report = await runChaos({ cuts: 60, tabs: 3 });
    t.diagnostic(describeChaos(report));
    assert.ok(isClean(report), describeChaos(report));
    assert.ok(report.cuts >= 60, 'the connections were cut');
  });

  it('[Z6] survives cut connections while two tasks of other agents stream', async (t) => {
    const report = await runChaos({ cuts: 60, tabs: 2, isNested: true });
    t.diagnostic(describeChaos(report));
    assert.ok(isClean(report), describeChaos(report));
    assert.ok(report.cuts >= 60, 'the connections were cut');
  });

  it('[Z5] finds what tabs lose that never ask for it', async (t) => {
    const newStore: NewTabStore = (server, sessionId) => new NaiveStore(server, sessionId);
    const report = await runChaos({ cuts: 20, tabs: 2, newStore, convergeMs: 2_000 });
    t.diagnostic(describeChaos(report));
    assert.ok(report.lost > 0 && report.different > 0 && !isClean(report), describeChaos(report));
  });

  it('[Z2] survives a killed server', async (t) => {
    const report = await runCrashes({ kills: 20, tabs: 2 });
    t.diagnostic(describeCrashes(report));
    assert.ok(isCrashProof(report), describeCrashes(report));
  });

  it('[Z4] counts what is wrong with marks', () => {
    assert.deepEqual(faultsIn(marksIn('⟦1⟧ ⟦2⟧ ⟦3⟧'), 3), { lost: 0, duplicated: 0, reordered: 0 });
    assert.deepEqual(faultsIn(marksIn('⟦1⟧ ⟦3⟧'), 4), { lost: 2, duplicated: 0, reordered: 0 });
    assert.deepEqual(faultsIn(marksIn('⟦1⟧ ⟦2⟧ ⟦2⟧'), 2), { lost: 0, duplicated: 1, reordered: 0 });
    assert.deepEqual(faultsIn(marksIn('⟦2⟧ ⟦1⟧'), 2), { lost: 0, duplicated: 0, reordered: 1 });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runProof } from './proof.rig.js';
import { DESIGN, MUTANTS } from './variant.rig.js';

const RUNS = 2000;
const SEED = 20260102;

describe('the proof of delivery', () => {
  it('[L20] finds nothing lost, doubled, taken back or done twice in 2,000 random lives', async () => {
    const { breach, runs, tally } = await runProof(DESIGN, RUNS, SEED);
    assert.deepEqual([breach, runs], [null, RUNS]);
    const { applied, snapshots, tails, resyncs, late, commands } = tally;
    const least = Math.min(applied / 10, snapshots, tails, resyncs, late, commands);
    assert.ok(least > 500, `the lives were too quiet to show anything: ${JSON.stringify(tally)}`);
  });

  for (const mutant of MUTANTS) {
    const outcome = mutant.isBroken ? 'is found out' : 'converges all the same';
    it(`[L21] without a safeguard ${outcome}: ${mutant.name}`, async () => {
      const { breach } = await runProof(mutant, mutant.isBroken ? RUNS : RUNS / 4, SEED);
      assert.equal(breach !== null, mutant.isBroken, breach ?? 'no breach was found');
    });
  }
});

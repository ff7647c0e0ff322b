import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seeded } from '../../testing/seeded.rig.js';
import { runProof } from './proof.rig.js';
import { DESIGN, MUTANTS } from './variant.rig.js';

const LIVES = 300;

describe('the proof of delivery', () => {
  it('[L20] finds nothing lost, doubled, taken back or done twice in random lives', async (t) => {
    const lives = seeded(t, LIVES);
    const { breach, runs, tally } = await runProof(DESIGN, lives);
    t.diagnostic(JSON.stringify(tally));
    assert.deepEqual([breach, runs], [null, lives.numRuns]);
    const { applied, snapshots, tails, resyncs, late, commands } = tally;
    const least = Math.min(applied / 10, snapshots, tails, resyncs, late, commands);
    assert.ok(least > runs / 4, `the lives were too quiet to show anything: ${JSON.stringify(tally)}`);
  });

  for (const mutant of MUTANTS) {
    const outcome = mutant.isBroken ? 'is found out' : 'converges all the same';
    it(`[L21] without a safeguard ${outcome}: ${mutant.name}`, async (t) => {
      const { breach } = await runProof(mutant, seeded(t, mutant.isBroken ? LIVES : LIVES / 4));
      assert.equal(breach !== null, mutant.isBroken, breach ?? 'no breach was found');
    });
  }
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seeded, sizeOf } from '../server/testing/seeded.rig.js';
import { runStop, type StopManner } from './rigs/stop-run.rig.js';
import { BusyLoad } from './test-run/busy-load.js';

const CHILDREN = sizeOf('children', 40);
const LOAD = sizeOf('load', 0);
const KILLED_CHILDREN = 14;

describe('a stop of the server', () => {
  it('[Z7] [TR59] leaves no process, however hard children try to stay', async (t) => {
    if (process.platform !== 'linux') return t.skip('only Linux shows the environment of a process');
    const { seed, numRuns } = seeded(t, 1);
    const busy = new BusyLoad(LOAD);
    t.after(() => busy.end());
    for (let run = 0; run < numRuns; run++) {
      const manner: StopManner = (seed + run) % 2 === 0 ? 'SIGINT' : 'SIGTERM';
      const report = await runStop(t, { children: CHILDREN, manner, seed: seed + run });
      const { started, leftAtExit, isSaid, left, stopMs } = report;
      const seconds = (stopMs / 1000).toFixed(1);
      t.diagnostic(
        `${manner}: ${started} started, ${seconds} s, ${leftAtExit.length} at its end${isSaid ? ' (said)' : ''}, ${left.length} left`,
      );
      assert.ok(started >= CHILDREN);
      assert.deepEqual(left, []);
      assert.ok(isSaid || leftAtExit.length === 0, leftAtExit.join('\n'));
    }
  });

  it('[Z8] leaves no process when it is cut short by a second signal or a kill', async (t) => {
    if (process.platform !== 'linux') return t.skip('only Linux shows the environment of a process');
    const { seed, numRuns } = seeded(t, 1);
    for (let run = 0; run < numRuns; run++) {
      const manner = (seed + run) % 2 === 0 ? 'twice' : 'killed';
      const report = await runStop(t, { children: KILLED_CHILDREN, manner, seed: seed + run });
      t.diagnostic(`${manner}: ${report.leftAtExit.length} at its end, ${report.left.length} left`);
      assert.deepEqual(report.left, []);
    }
  });
});

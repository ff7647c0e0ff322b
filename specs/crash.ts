/** Kills the server in the middle of turns and checks that nothing shown is lost: `npm run crash -- --kills 500`. */
import { parseArgs } from 'node:util';
import { describeCrashes, isCrashProof, runCrashes } from './rigs/crash-run.rig.js';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    tabs: { type: 'string', default: '2' },
    seed: { type: 'string' },
  },
});
const { kills, tabs, seed } = values;
const report = await runCrashes({ kills: Number(kills), tabs: Number(tabs), ...(seed ? { seed: Number(seed) } : {}) });
console.log(describeCrashes(report));
process.exit(isCrashProof(report) ? 0 : 1);

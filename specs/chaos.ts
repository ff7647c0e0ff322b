/** Cuts connections of tabs by the thousand and counts what got lost: `npm run chaos -- --cuts 10000 --tabs 8`. */
import { parseArgs } from 'node:util';
import { describeChaos, isClean, runChaos } from './rigs/chaos-run.rig.js';

const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '1000' },
    tabs: { type: 'string', default: '3' },
    seed: { type: 'string' },
  },
});
const { cuts, tabs, seed } = values;
const report = await runChaos({ cuts: Number(cuts), tabs: Number(tabs), ...(seed ? { seed: Number(seed) } : {}) });
console.log(describeChaos(report));
process.exit(isClean(report) ? 0 : 1);

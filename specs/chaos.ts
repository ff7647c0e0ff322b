/** Cuts connections of tabs by the thousand and counts what got lost: `npm run chaos -- --cuts 10000 --tabs 8`, with `--nested` on blocks of two tasks. */
import { parseArgs } from 'node:util';
import { describeChaos, isClean, runChaos } from './rigs/chaos-run.rig.js';

const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '1000' },
    tabs: { type: 'string', default: '3' },
    nested: { type: 'boolean', default: false },
    seed: { type: 'string' },
  },
});
const { cuts, tabs, nested: isNested, seed } = values;
const given = { cuts: Number(cuts), tabs: Number(tabs), isNested, ...(seed ? { seed: Number(seed) } : {}) };
const report = await runChaos(given);
console.log(describeChaos(report));
process.exit(isClean(report) ? 0 : 1);

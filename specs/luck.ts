/**
 * Runs test files again and again while the machine is busy, to find tests that pass by luck:
 * `npm run test:luck -- --runs 20 [files]`. Without files it takes those that failed before or wait longest, with
 * `--whole` the whole suite; `--load N` sets how many processes keep the machine busy.
 */
import { availableParallelism, constants } from 'node:os';
import { parseArgs } from 'node:util';
import { BusyLoad } from './test-run/busy-load.js';
import { luckFiles } from './test-run/luck-files.js';
import { LuckTrial } from './test-run/luck-trial.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '20' },
    load: { type: 'string', default: String(availableParallelism()) },
    whole: { type: 'boolean', default: false },
  },
});
const root = process.cwd();
const files = positionals.length > 0 || values.whole ? positionals : await luckFiles(root);
if (files.length === 0 && !values.whole) {
  console.error('Nothing is known of what waits: name files, or take the whole suite with --whole.');
  process.exit(1);
}
const trial = new LuckTrial(root, files, Number(values.runs));
const load = new BusyLoad(Number(values.load));
process.once('exit', () => load.end());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    await trial.stop(signal);
    process.exit(128 + constants.signals[signal]);
  });
}
console.log(
  `${values.runs} runs of ${values.whole ? 'the whole suite' : `${files.length} files`}, ${values.load} busy cores`,
);
process.exit((await trial.run()) ? 0 : 1);

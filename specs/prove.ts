import { parseArgs } from 'node:util';
import { runProof } from '../server/sessions/proof/proof.rig.js';
import { DESIGN, MUTANTS } from '../server/sessions/proof/variant.rig.js';

/**
 * `npm run prove -- --runs 100000 --seed 7`: random lives of a log and three tabs. The design must
 * hold in all of them, and every variant with a safeguard taken out must be found out.
 */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '2000' }, seed: { type: 'string' } } });
const runs = Number(values.runs);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed)) {
  console.error('--runs takes a whole number from 1 on, and --seed a whole number.');
  process.exit(2);
}

console.log(`seed ${seed}`);
for (const variant of [DESIGN, ...MUTANTS]) {
  const outcome = await runProof(variant, runs, seed);
  const isAsExpected = (outcome.breach !== null) === variant.isBroken;
  const found = outcome.breach === null ? 'holds' : `breach after ${outcome.runs} runs: ${outcome.breach}`;
  console.log(`${isAsExpected ? 'ok  ' : 'FAIL'} ${variant.name}: ${found}`);
  if (variant === DESIGN) console.log(`     in ${outcome.runs} runs: ${JSON.stringify(outcome.tally)}`);
  if (!isAsExpected) process.exitCode = 1;
}

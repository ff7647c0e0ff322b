/**
 * Runs long what `npm test` runs short: `npm run prove -- delivery rules --times 50 --seed 7`. Without names, everything.
 * Each test makes so many times more cases, from another seed; `--seed` repeats a run. Some take the size of a case:
 * `npm run prove -- stops --runs 20 --children 200 --load 16`, where `--runs` is another word for `--times`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { ROOT } from './project-root.js';
import { findProofs, type Proof } from './proofs.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '20' },
    runs: { type: 'string' },
    seed: { type: 'string' },
    children: { type: 'string' },
    load: { type: 'string' },
  },
});
const times = Number(values.runs ?? values.times);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
if (!Number.isSafeInteger(times) || times < 1 || !Number.isSafeInteger(seed) || seed < 0) {
  console.error('--times takes a whole number from 1 on, and --seed one from 0 on.');
  process.exit(2);
}
const sizes = Object.entries({ children: values.children, load: values.load }).filter(([, size]) => size !== undefined);
if (sizes.some(([, size]) => !/^\d+$/.test(size!))) {
  console.error('--children and --load take a whole number.');
  process.exit(2);
}
const proofs = await findProofs();
const unknown = positionals.filter((name) => !(name in proofs));
if (unknown.length > 0) {
  const known = Object.entries(proofs).map(([name, { finds }]) => `  ${name.padEnd(11)} ${finds}`);
  console.error(
    `There is nothing called ${unknown.join(', ')} to prove. There are, with what each finds:\n${known.join('\n')}`,
  );
  process.exit(2);
}
const misfit = sizes.find(([name]) => !positionals.some((proof) => proofs[proof]?.sizes?.includes(name)));
if (misfit) {
  console.error(`--${misfit[0]} is for ${takersOf(misfit[0]).join(', ')}.`);
  process.exit(2);
}

const outcomes: string[] = [];
for (const [name, proof] of Object.entries(proofs)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`${name}: ${proof.finds}`);
  const begun = Date.now();
  const hasHeld = await prove(proof);
  outcomes.push(`${hasHeld ? 'ok  ' : 'FAIL'} ${name.padEnd(11)} ${Math.round((Date.now() - begun) / 1000)} s`);
  if (!hasHeld) process.exitCode = 1;
}
console.log([`seed ${seed}, ${times} times the cases of npm test`, ...outcomes].join('\n'));

function takersOf(size: string): string[] {
  return Object.keys(proofs).filter((name) => proofs[name]!.sizes?.includes(size));
}

/** Runs the tests of a proof, one file after the other, and says whether they pass. */
async function prove({ tests }: Proof): Promise<boolean> {
  // The mark of a test runner that started this one would keep this one silent.
  const { NODE_TEST_CONTEXT: _theirs, ...env } = process.env;
  const words = ['--import', 'tsx', '--test', '--test-concurrency=1', '--test-reporter=spec', ...tests];
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    env: {
      ...env,
      PROVE_SEED: `${seed}`,
      PROVE_TIMES: `${times}`,
      ...Object.fromEntries(sizes.map(([name, size]) => [`PROVE_${name.toUpperCase()}`, size!])),
    },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

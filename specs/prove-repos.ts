import { parseArgs } from 'node:util';
import { type Case, caseWords, makeCases } from '../server/repo/hostile/cases.rig.js';
import { forEachOf, Ground } from '../server/repo/hostile/ground.rig.js';
import { TRAPS } from '../server/repo/hostile/traps.rig.js';

/**
 * `npm run prove:repos -- --repos 200 --seed 1`: hostile repositories that nobody trusts, each with every method that
 * runs git. Nothing of theirs may run, write outside or steer a call. First every trap must work on plain git. What
 * `npm run prove -- repos` has found can be looked at here: one trap, one repository, one group of acts.
 */
const { values } = parseArgs({
  options: {
    repos: { type: 'string', default: '200' },
    seed: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    /** Only repositories with this trap. */
    trap: { type: 'string' },
    /** Only this repository of the seed. */
    only: { type: 'string' },
    /** Only these groups of acts, with commas. */
    rounds: { type: 'string' },
    /** With everything trusted: then traps work. */
    trusted: { type: 'boolean', default: false },
    /** Without trying the traps on plain git. */
    untested: { type: 'boolean', default: false },
  },
});
const [repos, jobs] = [Number(values.repos), Number(values.jobs)];
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
if (![repos, jobs].every((n) => Number.isSafeInteger(n) && n > 0) || !Number.isSafeInteger(seed)) {
  console.error('--repos and --jobs take a whole number from 1 on, and --seed a whole number.');
  process.exit(2);
}
const traps = TRAPS.filter(({ name, kind }) => !values.trap || name === values.trap || kind === values.trap);

console.log(`seed ${seed}, ${traps.length} traps`);
const begun = Date.now();
const ground = new Ground();
if (!values.untested) {
  let fired = 0;
  await forEachOf(traps, jobs, async (trap) => {
    if ((await ground.spring(trap)).length > 0) fired += 1;
    else {
      console.log(`FAIL ${trap.name} does nothing on plain git: ${trap.typed}`);
      process.exitCode = 1;
    }
  });
  console.log(`${fired} of ${traps.length} traps work on plain git (${seconds()} s)`);
}

// A fault of the server that no call has caught; the run goes on.
const running = new Set<Case>();
process.on('unhandledRejection', (error) => {
  const words = [...running].map(caseWords).join(' or ');
  console.log(`FAIL unhandled in ${words}: ${(error as Error).stack ?? error}`);
  process.exitCode = 1;
});

const tally = new Map<string, { calls: number; done: number }>();
let caught = 0;
let calls = 0;
const rounds = values.rounds?.split(',');
const cases = makeCases({ count: repos, seed, traps })
  .filter(({ number }) => !values.only || number === Number(values.only))
  .map((made) => ({ ...made, rounds: made.rounds.filter((round) => !rounds || rounds.includes(round)) }));
await forEachOf(cases, jobs, async (tried) => {
  running.add(tried);
  const { breaches, faults, called } = await ground.try(tried, values.trusted).catch((error) => fault(tried, error));
  running.delete(tried);
  for (const [method, count] of called) {
    const sum = tally.get(method) ?? { calls: 0, done: 0 };
    tally.set(method, { calls: sum.calls + count.calls, done: sum.done + count.done });
    calls += count.calls;
  }
  for (const words of new Set(faults)) console.log(`note ${caseWords(tried)}: an error without a code: ${words}`);
  if (breaches.length === 0) return;
  caught += 1;
  console.log(`${values.trusted ? 'ran ' : 'FAIL'} ${caseWords(tried)}`);
  const lines = breaches.map(({ method, args, what }) => `     ${method} ${args.slice(0, 60)}: ${what}`);
  for (const line of [...new Set(lines)].slice(0, 12)) console.log(line);
  if (!values.trusted) process.exitCode = 1;
});
const never = [...tally].filter(([, { done }]) => done === 0).map(([method]) => method);
console.log(`${cases.length} repositories, ${calls} calls of ${tally.size} methods, ${seconds()} s`);
if (never.length > 0) console.log(`never did anything but refuse: ${never.join(', ')}`);
console.log(`${caught} of ${cases.length} repositories ran, wrote or steered something`);
ground.close();
process.exit();

function fault(tried: Case, error: unknown) {
  console.log(`FAIL ${caseWords(tried)}\n     ${String(error)}`);
  process.exitCode = 1;
  return { breaches: [], faults: [], called: new Map<string, { calls: number; done: number }>() };
}

function seconds(): number {
  return Math.round((Date.now() - begun) / 1000);
}

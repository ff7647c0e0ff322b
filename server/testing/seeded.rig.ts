import type { TestContext } from 'node:test';

/** `npm test` makes the same cases every time; `npm run prove` makes others, and so many times more. */
const SEED = Number(process.env.PROVE_SEED ?? 1);
const TIMES = Number(process.env.PROVE_TIMES ?? 1);

/** Which cases a test makes, and how many. fast-check takes it as it is. */
export interface Seeded {
  readonly seed: number;
  readonly numRuns: number;
}

/** The seed of this run, and as many cases as it asks for where `npm test` makes `runs`. Both are printed. */
export function seeded(t: TestContext, runs: number): Seeded {
  const cases = seededCases(runs);
  t.diagnostic(`seed ${cases.seed}, ${cases.numRuns} cases`);
  return cases;
}

/** The same for what tests of a file share. */
export function seededCases(runs: number): Seeded {
  return { seed: SEED, numRuns: runs * TIMES };
}

/** `count` of the cases, spread over all of them; the seed and `shift` say where it begins. A long run takes all. */
export function someOf<T>(t: TestContext, cases: readonly T[], count: number, shift = 0): T[] {
  const wanted = TIMES > 1 ? cases.length : Math.min(count, cases.length);
  t.diagnostic(`seed ${SEED}, ${wanted} of ${cases.length} cases`);
  return Array.from({ length: wanted }, (_, n) => {
    const at = Math.floor((n * cases.length) / wanted);
    return cases[(at + SEED + shift) % cases.length]!;
  });
}

/** How large each case is, where `npm run prove` can be given that. */
export function sizeOf(name: 'children' | 'load', usual: number): number {
  return Number(process.env[`PROVE_${name.toUpperCase()}`] ?? usual);
}

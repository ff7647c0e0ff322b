import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findProofs, isSeeded } from './proofs.js';
import { readSources } from './read-sources.js';
import { runTool } from './rigs/tool-run.rig.js';

const TOOL = 'specs/prove.ts';

describe('npm run prove', () => {
  it('[TR56] has every test with generated cases, each with the seed and the number of cases from one place', async () => {
    const files = await readSources(['server', 'webapp', 'specs'], (path) => path.endsWith('.test.ts'));
    const proven = Object.values(await findProofs()).flatMap(({ tests }) => tests);
    assert.deepEqual(
      files
        .filter(({ text }) => isSeeded(text))
        .map(({ path }) => path)
        .sort(),
      proven.toSorted(),
    );
    const own = files.filter(
      ({ text }) => /\bnumRuns: \d/.test(text) || (/\bfc\.assert\b/.test(text) && !isSeeded(text)),
    );
    assert.deepEqual(
      own.map(({ path }) => path),
      [],
    );
    assert.ok(proven.length > 30);
  });

  it('[TR57] runs a test with more cases, from the seed that it is given, and prints both', async () => {
    const { code, output } = await runTool(TOOL, 'races', '--times', '2', '--seed', '5');
    assert.equal(code, 0, output);
    assert.match(output, /^races: two acts in the same moment/m);
    assert.match(output, /seed 5, 200 cases/);
    assert.match(output, /\nseed 5, 2 times the cases of npm test\nok {3}races +\d+ s\n$/);
  });

  it('[TR58] looks at one repository, with one trap and one group of acts', async () => {
    const words = ['--repos', '1', '--seed', '1', '--trap', 'filter-clean', '--rounds', 'editFiles'];
    const { code, output } = await runTool('specs/prove-repos.ts', ...words);
    assert.equal(code, 0, output);
    assert.match(output, /^seed 1, 1 traps\n1 of 1 traps work on plain git /);
    assert.match(output, /\n0 of 1 repositories ran, wrote or steered something\n$/);
  });

  it('[TR59] refuses sizes that a proof does not take, and those that are no numbers', async () => {
    const [misplaced, odd] = await Promise.all([
      runTool(TOOL, 'races', '--children', '3'),
      runTool(TOOL, 'stops', '--load', 'much'),
    ]);
    assert.deepEqual([misplaced.code, misplaced.output], [2, '--children is for stops.\n']);
    assert.deepEqual([odd.code, odd.output], [2, '--children and --load take a whole number.\n']);
  });

  it('[TR52] refuses a name that it does not know, and says what each finds', async () => {
    const { code, output } = await runTool(TOOL, 'everything');
    assert.equal(code, 2);
    assert.match(output, /^There is nothing called everything to prove\./);
    for (const [name, { finds }] of Object.entries(await findProofs()))
      assert.ok(output.includes(`${name} `) && output.includes(finds), name);
  });
});

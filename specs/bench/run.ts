/**
 * `npm run bench [-- name…]`: runs all benchmarks, or those named, prints a table, and fails if a budget is broken.
 * `-- --planted` puts in slowness on purpose and fails if a figure does not show it. `-- --client=<file>` measures another
 * web client beside ours: `clients/client.ts` says what the file exports.
 */
import { loadavg } from 'node:os';
import { freshBuild } from '../test-run/fresh-build.js';
import { BUDGETS } from './budgets.js';
import { Reference } from './reference.js';
import { BENCHES } from './registry.js';
import { headLines, type Row, rowLine, rowsOf } from './table.js';

const options = process.argv.slice(2).filter((word) => word.startsWith('--'));
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
if (options.some((option) => option.startsWith('--client='))) {
  const { compareWith } = await import('./compare.js');
  for (const option of options) await compareWith(option.slice('--client='.length));
  process.exit(0);
}
if (options.includes('--planted')) process.exit((await showPlants()) ? 0 : 1);
const unknown = names.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}

// Nobody uses the sources unbuilt.
await freshBuild();

const rows: Row[] = [];
for (const line of headLines()) console.log(line);
for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
  const before = loadNow();
  for (const row of await run(name)) {
    rows.push(row);
    console.log(rowLine(row));
  }
  console.log(`${name}: the machine's load was ${before} before and ${loadNow()} after.`);
}
const broken = rows.filter(({ verdict }) => verdict !== 'ok');
console.log(
  broken.length === 0
    ? `All ${rows.length} budgets hold.`
    : `${broken.length} of ${rows.length} budgets do not hold: ${broken.map(({ id }) => id).join(', ')}.`,
);
process.exit(broken.length === 0 ? 0 : 1);

/** How many processes wanted a processor in the last minute. */
function loadNow(): string {
  return loadavg()[0]!.toFixed(1);
}

/** Puts in each slowness that we know of; true if every one is seen by its figure. */
async function showPlants(): Promise<boolean> {
  const { PLANTS } = await import('./plants.js');
  let areSeen = true;
  for (const [name, { what, seenBy, run: runPlanted }] of Object.entries(PLANTS)) {
    const figures = await runPlanted();
    const row = rowsOf(BUDGETS[seenBy].bench, figures, () => 1).find(({ id }) => id === seenBy)!;
    const isSeen = row.verdict === 'OVER';
    areSeen &&= isSeen;
    console.log(
      `${name} (${what}): ${seenBy} is ${row.figure?.toFixed(1)}, budget ${row.limit}: ${isSeen ? 'seen' : 'NOT SEEN'}`,
    );
  }
  return areSeen;
}

/** One that breaks is no reason to hear nothing of the others. */
async function run(name: string): Promise<Row[]> {
  const reference = new Reference();
  reference.sample(5);
  const { measure } = await BENCHES[name]!();
  const figures = await measure(reference).catch((error: unknown) => {
    console.error(`${name} broke off:`, error);
    return {};
  });
  reference.sample(5);
  return rowsOf(name, figures, ({ measure: kind }) => reference.slowness(kind));
}

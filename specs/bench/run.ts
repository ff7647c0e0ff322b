/** `npm run bench [-- name…]`: runs all benchmarks, or those named, prints a table, and fails if a budget is broken. */
import { commandLine } from '../rigs/server-process.rig.js';
import { Reference } from './reference.js';
import { BENCHES } from './registry.js';
import { headLines, type Row, rowLine, rowsOf } from './table.js';

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}

if ((await commandLine())[0] === '--import') {
  console.error('There is no build of these sources, and nobody uses them unbuilt. Run npm run build first.');
  process.exit(2);
}

const rows: Row[] = [];
for (const line of headLines()) console.log(line);
for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
  for (const row of await run(name)) {
    rows.push(row);
    console.log(rowLine(row));
  }
}
const broken = rows.filter(({ verdict }) => verdict !== 'ok');
console.log(
  broken.length === 0
    ? `All ${rows.length} budgets hold.`
    : `${broken.length} of ${rows.length} budgets do not hold: ${broken.map(({ id }) => id).join(', ')}.`,
);
process.exit(broken.length === 0 ? 0 : 1);

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

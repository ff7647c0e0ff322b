/**
 * How many places a small addition touches: each example is added to a copy of the project, where types and tests have to
 * hold with it, and is taken away again. `npm run places`, or `npm run places -- command` for some of them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../project-root.js';
import { applyEdit, removeEdit } from './apply.js';
import { EXAMPLES, type Example, placesOf } from './examples.js';

const wanted = process.argv[2] ?? '';
const chosen = EXAMPLES.filter(({ kind }) => kind.includes(wanted));
if (chosen.length === 0)
  throw new Error(`There is no example of ${wanted}: ${EXAMPLES.map(({ kind }) => kind).join(', ')}.`);

const copy = mkdtempSync(join(tmpdir(), 'acdeck-places-'));
try {
  const files = copyProject(copy);
  for (const example of chosen) measure(example, files);
} finally {
  rmSync(copy, { recursive: true });
}

/** What git knows or could know, so that nothing that is being written is missing. */
function copyProject(to: string): ReadonlyMap<string, Buffer> {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  const files = listed
    .toString()
    .split('\0')
    .filter((file) => file !== '');
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(ROOT, file), join(to, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(to, 'node_modules'));
  return new Map(files.map((file) => [file, readFileSync(join(to, file))]));
}

function measure(example: Example, files: ReadonlyMap<string, Buffer>): void {
  const { kind, most, edits, generate, tests } = example;
  const places = placesOf(example);
  console.log(`${kind}: ${places.length} places (at most ${most})`);
  for (const place of places) console.log(`  ${place}`);
  if (places.length > most) throw new Error(`It takes ${places.length} places to add ${kind}.`);
  for (const edit of edits) applyEdit(copy, edit);
  for (const script of generate) run('npm', 'run', '--silent', script);
  run('npx', 'tsc');
  run('npm', 'test', '--silent', '--', ...tests);
  for (const edit of edits) removeEdit(copy, edit);
  for (const script of generate) run('npm', 'run', '--silent', script);
  const left = [...files].flatMap(([file, before]) => (readFileSync(join(copy, file)).equals(before) ? [] : [file]));
  if (left.length > 0) throw new Error(`The example is still in ${left.join(', ')}.`);
  console.log('  types and tests hold with it, and nothing is left without it');
}

function run(command: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed in the copy:\n${stdout}${stderr}`);
}

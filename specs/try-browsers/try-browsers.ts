/**
 * Tries the page in other browsers: `npm run try:browsers -- firefox webkit`. Without names, all are tried. `--planted`
 * doubles a mark in the page and fails if a story that counts marks does not see it. `npm test` tries Chromium; what the
 * others need is not on every machine.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { makePlace, ServerProcess } from '../rigs/server-process.rig.js';
import type { BrowserWire, TriedBrowser } from './browser-wire.js';
import { chromium } from './chromium.js';
import { firefox } from './firefox.js';
import { COUNTING, DOUBLED, withDoubledMark } from './planted.js';
import { STORIES } from './stories.js';
import { TriedPage } from './tried-page.js';
import { webkit } from './webkit.js';

const BROWSERS: readonly TriedBrowser[] = [chromium, firefox, webkit];

/** What came of one browser: a word for each story, or why it was not tried. */
interface Row {
  name: string;
  outcomes: Record<string, 'ok' | 'FAIL'>;
  missing?: string;
}

/** What has to be ended, the newest last; a run that is cut off leaves nothing behind. */
const open: (() => Promise<unknown>)[] = [];
let isCutOff = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isCutOff = true;
    void closeAll().finally(() => process.exit(1));
  });
}

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { planted: { type: 'boolean', default: false } },
});
const unknown = names.filter((name) => !BROWSERS.some(({ id }) => id === name));
if (unknown.length > 0) {
  console.error(`No such browser: ${unknown.join(', ')}. There are: ${BROWSERS.map(({ id }) => id).join(', ')}.`);
  process.exit(2);
}
const columns = Object.keys(STORIES).filter((name) => !values.planted || isPlanted(name) || name === 'sign-in');
const rows: Row[] = [];
for (const browser of BROWSERS.filter(({ id }) => names.length === 0 || names.includes(id))) {
  rows.push(await tryBrowser(browser));
}
console.log(`\n${table()}`);
process.exit(rows.every(({ outcomes }) => Object.values(outcomes).every((word) => word === 'ok')) ? 0 : 1);

async function tryBrowser(browser: TriedBrowser): Promise<Row> {
  const paths = browser.programs.map(findProgram);
  if (!paths.every((path) => path !== null)) return { name: browser.title, outcomes: {}, missing: browser.install };
  const wire = await browser.start(paths);
  open.push(() => wire.close());
  console.log(`\n${wire.name}`);
  try {
    return { name: wire.name, outcomes: await tellStories(values.planted ? withDoubledMark(wire) : wire) };
  } finally {
    await closeAll();
  }
}

async function closeAll(): Promise<void> {
  for (let close = open.pop(); close; close = open.pop()) await close();
}

async function tellStories(wire: BrowserWire): Promise<Row['outcomes']> {
  const place = await makePlace('orbit');
  open.push(() => place.remove());
  const server = await ServerProcess.start(place, { port: 0 });
  open.push(() => server.stop());
  const outcomes: Row['outcomes'] = {};
  const page = await TriedPage.open(wire, 'about:blank');
  for (const name of columns) {
    const story = STORIES[name]!;
    const began = Date.now();
    const scene = { wire, server, place, page };
    const told = outcomes['sign-in'] ? page.begin().then(() => story(scene)) : story(scene);
    const fault = await told.then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    // What fails now does so because its browser was closed.
    if (isCutOff) return new Promise(() => {});
    outcomes[name] = fault === (isPlanted(name) ? DOUBLED : null) ? 'ok' : 'FAIL';
    const seconds = ((Date.now() - began) / 1000).toFixed(1).padStart(5);
    console.log(`  ${outcomes[name].padEnd(4)} ${name.padEnd(10)} ${seconds} s${fault ? `  ${fault}` : ''}`);
    // Where nobody came in, the others would only say so again, a minute each.
    if (name === 'sign-in' && fault !== null) break;
  }
  return outcomes;
}

/** Whether a story has to fail, because a mark is there twice. */
function isPlanted(name: string): boolean {
  return values.planted && COUNTING.includes(name);
}

/** Where the first of these names (`one|other`) is on PATH, or null. */
function findProgram(alternatives: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const files = alternatives.split('|').flatMap((name) => folders.map((folder) => join(folder, name)));
  return files.find(isRunnable) ?? null;
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Browsers down, stories across; the words are above. */
function table(): string {
  const lines = rows.map(({ name, outcomes, missing }) =>
    missing
      ? [`${name}: not installed (${missing})`, ...columns.map(() => '–')]
      : [name, ...columns.map((column) => outcomes[column] ?? '–')],
  );
  return [['browser', ...columns], ['---', ...columns.map(() => '---')], ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

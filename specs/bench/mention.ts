import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Bench, median } from './figure.js';
import { manyPaths } from './find-files.js';
import { paintedAt, timeOf } from './page-clock.rig.js';
import { ToldApp } from './told-app.rig.js';

const RUNS = 9;
const FILES = 50_000;
const FILE_OPTION = 'prompt-composer >>> composer-menu [role=option]';

/** How long a person who mentions a file waits for the list, in a folder with very many. */
export const measure: Bench = (reference) =>
  ToldApp.use([], async ({ app }) => {
    await makeFiles(app.place.folder);
    await app.restart();
    await app.server.line('ready');
    const { page, composer } = await app.open();
    await composer.focus();
    const mention = async () => {
      await composer.fill('');
      await page.evaluate(paintedAt, { path: FILE_OPTION, isGone: true });
      const shown = page.evaluate(paintedAt, { path: FILE_OPTION });
      const typed = await timeOf(page, 'input', () => page.keyboard.insertText('@au'));
      return (await shown) - typed;
    };
    // The first one reads the folder.
    await mention();
    const waits: number[] = [];
    for (let n = 0; n < RUNS; n += 1) {
      waits.push(await mention());
      reference.sample(2);
    }
    return { UX17: median(waits) };
  });

async function makeFiles(folder: string): Promise<void> {
  const paths = manyPaths(FILES).map((path) => join(folder, path));
  for (const parent of new Set(paths.map(dirname))) await mkdir(parent, { recursive: true });
  for (let from = 0; from < paths.length; from += 500)
    await Promise.all(paths.slice(from, from + 500).map((path) => writeFile(path, '')));
}

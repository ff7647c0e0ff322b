import { ToldApp } from '../rigs/told-app.rig.js';
import { type Bench, median } from './figure.js';
import { manyPaths } from './find-files.js';
import { paintedAt, timeOf } from './page-clock.rig.js';

const RUNS = 9;
const FILES = Object.fromEntries(manyPaths(50_000).map((path) => [path, '']));
const OPTION = 'prompt-composer >>> composer-menu [role=option]';

/** How long a person who mentions a file waits for the list, in a folder with very many. */
export const measure: Bench = (reference) =>
  ToldApp.use({ turns: () => [], files: FILES }, async ({ app }) => {
    const { page, composer } = await app.open();
    const mention = async () => {
      await composer.fill('');
      await page.evaluate(paintedAt, { path: OPTION, isGone: true });
      const shown = page.evaluate(paintedAt, { path: OPTION });
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

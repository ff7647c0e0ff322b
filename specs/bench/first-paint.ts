import type { BrowserContext } from 'playwright-core';
import { launchBrowser } from '../browser.js';
import { TestApp } from '../e2e/app.rig.js';
import { AppPage } from '../e2e/app-page.rig.js';
import { makePlace, ServerProcess } from '../rigs/server-process.rig.js';
import { type Bench, median } from './figure.js';
import { paintedAt } from './page-clock.rig.js';
import type { Reference } from './reference.js';

const RUNS = 7;
const STARTS = 3;

/** How long a person waits for the page, and for the page after pressing Enter. */
export const measure: Bench = async (reference) => ({
  UX2: await measurePaint(reference),
  start: await measureStart(reference),
});

async function measurePaint(reference: Reference): Promise<number> {
  const app = await TestApp.start();
  try {
    await app.server.line('ready');
    const waits: number[] = [];
    for (let n = 0; n < RUNS; n += 1) {
      // One that has never been here has nothing cached.
      const device = await app.newDevice();
      waits.push(await paintIn(device, app.server.url));
      await device.close();
      reference.sample(2);
    }
    return median(waits);
  } finally {
    app.expectTrouble(/./);
    await app.stop();
  }
}

async function paintIn(device: BrowserContext, url: string): Promise<number> {
  const page = await device.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(url, { waitUntil: 'commit' });
  const at = await page.evaluate(paintedAt, { path: 'prompt-composer >>> textarea:not(:disabled)' });
  return await page.evaluate((painted) => {
    const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return Math.max(first, painted - performance.timeOrigin);
  }, at);
}

async function measureStart(reference: Reference): Promise<number> {
  const browser = await launchBrowser();
  const waits: number[] = [];
  for (let n = 0; n < STARTS; n += 1) {
    const place = await makePlace();
    const started = performance.now();
    const server = await ServerProcess.start(place, { port: 0 });
    const context = await browser.newContext();
    const { page, composer } = new AppPage(await context.newPage());
    await page.goto(server.url);
    await composer.fill('hello');
    waits.push(performance.now() - started);
    await context.close();
    await server.stop();
    await place.remove();
    reference.sample(2);
  }
  await browser.close();
  return median(waits);
}

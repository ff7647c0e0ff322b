import type { Page } from 'playwright-core';
import { says, ToldApp } from '../rigs/told-app.rig.js';
import { type Bench, percentile } from './figure.js';
import { longDocument } from './long-texts.rig.js';

const KEYS = 60;
/** Shorter ones are not told by the browser. */
const SHORTEST_MS = 16;

/** How long a key waits for its letter while a long answer streams into a slow page. */
export const measure: Bench = (reference) => {
  const chunks = longDocument(200_000).match(/[\s\S]{1,20}/g)!;
  return ToldApp.use(
    { turns: () => [{ updates: chunks.map((chunk) => says(chunk)), requests: [], pace: [10, 40] }] },
    async ({ app }) => {
      const tab = await app.open();
      const { page } = tab;
      await tab.prompt('turn 0');
      await tab.waitForText(/A long answer/);
      await watchKeys(page);
      const throttle = await page.context().newCDPSession(page);
      await throttle.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await tab.composer.focus();
      for (let n = 0; n < KEYS; n += 1) {
        await page.keyboard.press('abcdefgh'[n % 8]!);
        if (n % 6 === 0) reference.sample();
      }
      const isStreaming = (await tab.stopButton.count()) > 0;
      if (!isStreaming) throw new Error('The answer was over before the last key: it has to be longer.');
      const told = await page.evaluate(() => keyWaits);
      // A key that was quicker than what is told counts as that.
      const waits = [...told, ...Array(Math.max(0, KEYS - told.length)).fill(SHORTEST_MS)];
      return { UX4: percentile(waits, 0.95) };
    },
  );
};

declare global {
  var keyWaits: number[];
}

async function watchKeys(page: Page): Promise<void> {
  await page.evaluate((shortest) => {
    globalThis.keyWaits = [];
    const watch = new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') keyWaits.push(duration);
    });
    watch.observe({ type: 'event', durationThreshold: shortest } as PerformanceObserverInit);
  }, SHORTEST_MS);
}

import type { Page } from 'playwright-core';
import { TestApp } from '../e2e/app.rig.js';
import type { AppPage } from '../e2e/app-page.rig.js';
import { eventually } from '../e2e/eventually.rig.js';
import { type Bench, percentile } from './figure.js';

const PARTS = 1_000;
const FRAMES = 300;
const NAMES = ['a', 'b', 'c', 'd'];

/** How long frames take while four tasks stream into open blocks, beside one session that streams the same. */
export const measure: Bench = async () => {
  const app = await TestApp.start({ env: () => ({ ACDECK_DEMO_PACE: '0.2' }) });
  try {
    const tab = await app.open();
    await tab.prompt(`long ${PARTS * NAMES.length}`);
    await tab.waitForText(/⟦3⟧/);
    const floor = await framesOf(tab.page);
    await tab.stopButton.click();
    await tab.waitForIdle();
    await tab.prompt(`/delegate ${NAMES.map((name) => `${name}: Write a long answer of ${PARTS} parts.`).join(' | ')}`);
    for (const _ of NAMES) await tab.answer('Allow');
    await streaming(tab);
    return { tasks: { value: await framesOf(tab.page), floor } };
  } finally {
    await app.stop();
  }
};

/** Waits until each block shows words of its own. */
async function streaming(tab: AppPage): Promise<void> {
  await eventually(
    () => tab.page.locator('delegation-card .task-log').allTextContents(),
    (logs) => logs.filter((text) => text.includes('⟦3⟧')).length === NAMES.length,
    'All tasks should stream',
  );
}

/** How long all but the slowest frames take at most, in milliseconds. */
async function framesOf(page: Page): Promise<number> {
  const gaps = await page.evaluate(
    (count) =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = [];
        let last = performance.now();
        const next = (now: number) => {
          seen.push(now - last);
          last = now;
          if (seen.length < count) requestAnimationFrame(next);
          else resolve(seen.slice(1));
        };
        requestAnimationFrame(next);
      }),
    FRAMES,
  );
  return percentile(gaps, 0.95);
}

import type { CDPSession, Page } from 'playwright-core';
import { says, ToldApp, type ToldTurn } from '../rigs/told-app.rig.js';
import { type Bench, median } from './figure.js';
import { longDocument } from './long-texts.rig.js';
import { paintedAt } from './page-clock.rig.js';

const TURNS = 100;
const MESSAGES_PER_TURN = 100;
const RUNS = 5;
const addressOf = (number: number) => `https://docs.example/m-${number}`;
const NEWEST = addressOf(TURNS * MESSAGES_PER_TURN);

/** How fast a session of 10,000 messages opens in a page, and what it takes up there. */
export const measure: Bench = (reference) =>
  ToldApp.use({ turns: () => Array.from({ length: TURNS }, (_, n) => turn(n)) }, async ({ app }) => {
    const witness = await app.witness();
    const device = await app.newDevice();
    const empty = await (await app.open(device)).page;
    const heapBefore = await heapOf(empty);
    await empty.close();
    for (let n = 0; n < TURNS; n += 1) {
      await witness.prompt(`turn ${n}`);
      await witness.until(({ transcript }) => transcript?.turn.n === n + 1 && transcript.turn.status === 'idle');
    }
    const waits: number[] = [];
    let page = await device.newPage();
    for (let n = 0; n < RUNS; n += 1) {
      await page.close();
      page = await device.newPage();
      waits.push(await openIn(page, app.server.origin));
      reference.sample(2);
    }
    return {
      UX7: median(waits),
      'UX7-heap': (await heapOf(page)) - heapBefore,
      'UX7-dom': await page.evaluate(countElements),
    };
  });

/** Messages of agents: a paragraph, sometimes with code; the newest can be found by its link. */
function turn(n: number): ToldTurn {
  const updates = Array.from({ length: MESSAGES_PER_TURN }, (_, k) => {
    const number = n * MESSAGES_PER_TURN + k + 1;
    const text = k % 10 === 0 ? longDocument(1_500) : `Message ${number} says what was done, **why**, and in \`a.ts\`.`;
    return says(`${text}\n\n[m-${number}](${addressOf(number)})`, `m${number}`);
  });
  return { updates, requests: [] };
}

async function openIn(page: Page, origin: string): Promise<number> {
  await page.goto(origin, { waitUntil: 'commit' });
  const at = await page.evaluate(paintedAt, { path: `transcript-view a[href="${NEWEST}"]` });
  return at - (await page.evaluate(() => performance.timeOrigin));
}

/** Megabytes of the page's objects that are in use. */
async function heapOf(page: Page): Promise<number> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6;
}

/** Runs in the page: all elements, through shadow roots. */
function countElements(): number {
  const count = (root: ParentNode): number =>
    [...root.querySelectorAll('*')].reduce((sum, { shadowRoot }) => sum + 1 + (shadowRoot ? count(shadowRoot) : 0), 0);
  return count(document);
}

import type { CDPSession, Page } from 'playwright-core';
import { says, ToldApp, type ToldTurn } from '../rigs/told-app.rig.js';
import { type Bench, median } from './figure.js';
import { longDocument } from './long-texts.rig.js';
import { paintedAt } from './page-clock.rig.js';

const TURNS = 100;
const MESSAGES_PER_TURN = 100;
/** By then there are 1,000 messages. */
const SHORT_TURNS = 10;
const RUNS = 5;
const RELOADS = 5;
const addressOf = (number: number) => `https://docs.example/m-${number}`;

/** How fast a session of 10,000 messages opens in a page, and comes back in one; and what it takes up there. */
export const measure: Bench = (reference) =>
  ToldApp.use({ turns: () => Array.from({ length: TURNS }, (_, n) => turn(n)) }, async ({ app }) => {
    const witness = await app.witness();
    const device = await app.newDevice();
    const empty = await (await app.open(device)).page;
    const heapBefore = await heapOf(empty);
    await empty.close();
    const play = async (from: number, to: number) => {
      for (let n = from; n < to; n += 1) {
        await witness.prompt(`turn ${n}`);
        await witness.until(({ transcript }) => transcript?.turn.n === n + 1 && transcript.turn.status === 'idle');
      }
    };
    await play(0, SHORT_TURNS);
    let page = await device.newPage();
    await openIn(page, app.server.origin, SHORT_TURNS);
    const short = await reloads(page, SHORT_TURNS);
    reference.sample(2);
    await play(SHORT_TURNS, TURNS);
    const waits: number[] = [];
    for (let n = 0; n < RUNS; n += 1) {
      await page.close();
      page = await device.newPage();
      waits.push(await openIn(page, app.server.origin, TURNS));
      reference.sample(2);
    }
    return {
      'reload-1000': short,
      'reload-10000': { value: await reloads(page, TURNS), floor: short },
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

async function openIn(page: Page, origin: string, turns: number): Promise<number> {
  await page.goto(origin, { waitUntil: 'commit' });
  return await newestSeen(page, turns);
}

/** How long a page takes to be as it was, in the middle of some tries. */
async function reloads(page: Page, turns: number): Promise<number> {
  const waits: number[] = [];
  for (let n = 0; n < RELOADS; n += 1) {
    await page.reload({ waitUntil: 'commit' });
    waits.push(await newestSeen(page, turns));
  }
  return median(waits);
}

/** How long after its beginning the page had drawn the newest message. */
async function newestSeen(page: Page, turns: number): Promise<number> {
  const newest = addressOf(turns * MESSAGES_PER_TURN);
  const at = await page.evaluate(paintedAt, { path: `transcript-view a[href="${newest}"]` });
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

import type { BrowserContext } from 'playwright-core';
import { OpenedClient } from './client-page.rig.js';
import { client as acdeck } from './clients/acdeck.js';
import type { WebClient } from './clients/client.js';
import { client as raw } from './clients/raw.js';
import { type Bench, median } from './figure.js';
import { letterPaintedAt, timeOf, wordsPaintedAt } from './page-clock.rig.js';

const RUNS = 7;
/** An agent that takes its time. */
const SLOW_AGENT_MS = 10_000;
const REST_MS = 5_000;

/** What a person waits for on their first visit. */
interface FirstMinute {
  /** From the command to the first answer over HTTP. */
  answers: number;
  /** From opening the page to its first paint, and until the first letter that is typed can be read. */
  paint: number;
  typable: number;
  /** From Enter to the message in the conversation. */
  echo: number;
  requests: number;
  /** Bytes over the wire. */
  bytes: number;
}

/** How fast the first minute is, from the command to the first message, beside the smallest page there can be. */
export const measure: Bench = async (reference) => {
  const runs: Record<'floor' | 'own' | 'slow', FirstMinute[]> = { floor: [], own: [], slow: [] };
  for (let n = 0; n < RUNS; n += 1) {
    runs.floor.push(await visit(raw));
    // Whoever comes second finds more in the machine's memory: they take turns.
    const ours = n % 2 === 0 ? (['own', 'slow'] as const) : (['slow', 'own'] as const);
    for (const kind of ours) runs[kind].push(await visit(acdeck, kind === 'slow' ? SLOW_AGENT_MS : 0));
    reference.sample(2);
  }
  const middle = (kind: keyof typeof runs, key: keyof FirstMinute) => median(runs[kind].map((run) => run[key]));
  const beside = (key: keyof FirstMinute) => ({ value: middle('own', key), floor: middle('floor', key) });
  return {
    'minute-answers': beside('answers'),
    'minute-paint': beside('paint'),
    'minute-typable': beside('typable'),
    'minute-echo': beside('echo'),
    'minute-requests': middle('own', 'requests'),
    'minute-bytes': middle('own', 'bytes') / 1000,
    'minute-slow-agent': { value: middle('slow', 'typable'), floor: middle('own', 'typable') },
  };
};

/** One first visit: the command, the page, the first message. */
export function visit(client: WebClient, agentDelay = 0): Promise<FirstMinute> {
  return OpenedClient.use(client, { agentDelay }, async (opened) => {
    const device = await opened.newDevice();
    const traffic = countTraffic(device);
    const tab = await opened.open(device);
    const { page } = tab;
    await tab.enterField();
    await page.keyboard.type('e');
    const typed = await page.evaluate(letterPaintedAt, client.page.field);
    // A person needs a moment to write something.
    await page.keyboard.type('cho hello there', { delay: 40 });
    const drawn = page.evaluate(wordsPaintedAt, { path: client.page.log, words: 'echo hello there' });
    const pressed = await timeOf(page, 'keydown', () => page.keyboard.press('Enter'));
    const echo = (await drawn) - pressed;
    if (agentDelay === 0) await tab.log().getByText('Yes: hello').first().waitFor();
    const { origin, paint } = await page.evaluate(() => ({
      origin: performance.timeOrigin,
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    }));
    // A client that asks again and again never rests.
    await page.waitForLoadState('networkidle', { timeout: REST_MS }).catch(() => {});
    return { answers: opened.startedIn, paint, typable: typed - origin, echo, ...(await traffic()) };
  });
}

function countTraffic(device: BrowserContext): () => Promise<{ requests: number; bytes: number }> {
  const sizes: Promise<number>[] = [];
  device.on('request', (request) => {
    sizes.push(
      request.sizes().then(
        ({ responseBodySize }) => responseBodySize,
        () => 0,
      ),
    );
  });
  return async () => {
    const all = await Promise.all(sizes);
    return { requests: all.length, bytes: all.reduce((sum, size) => sum + size, 0) };
  };
}

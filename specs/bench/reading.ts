import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientPage, OpenedClient } from './client-page.rig.js';
import { client as acdeck } from './clients/acdeck.js';
import type { WebClient } from './clients/client.js';
import { client as raw } from './clients/raw.js';
import { type Bench, median, percentile } from './figure.js';
import { markedDocument } from './long-texts.rig.js';

/** What one paced answer was like for whoever read it. */
export interface Reading {
  /** Share of the time in which the main thread was busy, in percent. */
  busy: number;
  /** The same over the last fifth of the answer: it must not grow. */
  busyAtEnd: number;
  late50: number;
  late99: number;
  keys95: number;
}

export interface Pace {
  chars: number;
  /** Characters of a piece. */
  piece: number;
  /** Pieces a second. */
  rate: number;
  tabs: number;
  /** A script that makes the page slow on purpose. */
  plant?: string;
}

/** Shorter keys are not told by the browser. */
const SHORTEST_MS = 16;
const KEY_EVERY_MS = 230;

/** How it is to read, and to type, while a long answer comes in at the speed of an agent. */
export const measure: Bench = async (reference) => {
  const pace = { chars: 200_000, piece: 20, rate: 200, tabs: 1 };
  const floor = await read(raw, pace);
  reference.sample(2);
  const own = await read(acdeck, pace);
  return {
    'reading-busy': own.busy,
    'reading-busy-end': own.busyAtEnd,
    'reading-late': { value: own.late50, floor: floor.late50 },
    'reading-late-99': { value: own.late99, floor: floor.late99 },
    'reading-keys': { value: own.keys95, floor: floor.keys95 },
  };
};

/** Lets a client show one paced answer, with somebody typing in its first tab meanwhile. */
export async function read(client: WebClient, pace: Pace): Promise<Reading> {
  const { text, marks } = markedDocument(pace.chars);
  return await OpenedClient.use(client, { texts: { answer: text }, plant: pace.plant }, async (opened) => {
    const device = await opened.newDevice();
    const tabs: ClientPage[] = [];
    for (let n = 0; n < pace.tabs; n += 1) tabs.push(await opened.open(device));
    await tabs[0]!.page.bringToFront();
    await tabs[0]!.send('echo once so that all is loaded');
    await tabs[0]!.log().getByText('Yes: once').first().waitFor();
    await sleep(1_500);
    return await readIn(tabs[0]!, opened, { pace, marks });
  });
}

async function readIn(
  tab: ClientPage,
  opened: OpenedClient,
  { pace, marks }: { pace: Pace; marks: number },
): Promise<Reading> {
  await tab.watch();
  await tab.send(`pace answer ${pace.rate} ${pace.piece}`);
  const start = await tab.metrics();
  let late = start;
  let isOver = false;
  const over = tab.waitForMark(marks - 1).finally(() => {
    isOver = true;
  });
  let pressed = 0;
  while (!isOver) {
    await tab.page.keyboard.press('abcdefgh'[pressed % 8]!);
    pressed += 1;
    const { last } = pressed % 8 === 0 ? await tab.seen().then(({ last }) => ({ last })) : { last: 0 };
    if (late === start && last > marks * 0.8) late = await tab.metrics();
    await Promise.race([over, sleep(KEY_EVERY_MS)]);
  }
  await over;
  const end = await tab.metrics();
  if (process.env.BENCH_DETAIL) {
    const part = (key: 'busy' | 'script' | 'layout' | 'style') =>
      `${key} ${((100 * (end[key] - start[key])) / (end.at - start.at)).toFixed(1)}%`;
    console.error(
      opened.client.name,
      part('busy'),
      part('script'),
      part('layout'),
      part('style'),
      `nodes ${end.nodes}`,
    );
  }
  const seen = await tab.seen();
  const sent = opened.sentTimes();
  const waits = Object.entries(sent).map(([mark, at]) => (seen.marks[mark] ?? Number.NaN) - at);
  const keys = [...seen.keys, ...Array(Math.max(0, pressed - seen.keys.length)).fill(SHORTEST_MS)];
  return {
    busy: (100 * (end.busy - start.busy)) / (end.at - start.at),
    busyAtEnd: (100 * (end.busy - late.busy)) / (end.at - late.at),
    late50: median(waits),
    late99: percentile(waits, 0.99),
    keys95: percentile(keys, 0.95),
  };
}

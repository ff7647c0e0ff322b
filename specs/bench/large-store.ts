import { launchBrowser } from '../browser.js';
import { makePlace, ServerProcess, type TestPlace } from '../rigs/server-process.rig.js';
import { signIn } from '../rigs/sign-in.rig.js';
import { TestTab } from '../rigs/test-tab.rig.js';
import { type Bench, median, percentile } from './figure.js';
import { fillStore, LARGE_STORE, type StoreSize } from './make-store.js';

const RUNS = 3;
/** What somebody has after a few days; sessions are as long as those in the large store. */
const SMALL_STORE: StoreSize = { sessions: 100, events: 10_000 };
/** Tabs of tests are in a hurry; what is measured here may take its time. */
const PATIENCE_MS = 30_000;
/** How far somebody scrolls, a little in each frame. */
const FRAMES = 300;
const PX_PER_FRAME = 120;

/** Whether years of work make the start, the list of sessions, filters, the search or a session slow. */
export const measure: Bench = async (reference) => {
  const [empty, small, large] = [await makePlace(), await makePlace(), await makePlace()];
  try {
    fillStore(small.dataDir, small.folder, SMALL_STORE);
    fillStore(large.dataDir, large.folder, LARGE_STORE);
    const starts: number[] = [];
    const runs: Record<'small' | 'large', Started[]> = { small: [], large: [] };
    // One beside the other: a machine is not equally busy all the time. The first start of each makes its file ready.
    for (let n = 0; n <= RUNS; n += 1) {
      const start = await started(empty, async (_, took) => took);
      const pair = [await useIn(small), await useIn(large)] as const;
      reference.sample(2);
      if (n === 0) continue;
      starts.push(start);
      runs.small.push(pair[0]);
      runs.large.push(pair[1]);
    }
    const middle = (size: keyof typeof runs, key: keyof Started) => median(runs[size].map((run) => run[key]));
    const beside = (key: keyof Started) => ({ value: middle('large', key), floor: middle('small', key) });
    const [few, many] = [await scrolledIn(small), await scrolledIn(large)];
    return {
      'store-start': { value: middle('large', 'start'), floor: median(starts) },
      'store-list': beside('list'),
      'store-filter': beside('filter'),
      'store-search': beside('search'),
      'store-open': beside('open'),
      'store-scroll': { value: many.frames, floor: few.frames },
      'store-dom': many.elements,
    };
  } finally {
    for (const place of [empty, small, large]) await place.remove();
  }
};

interface Started {
  start: number;
  list: number;
  filter: number;
  search: number;
  open: number;
}

/** Runs a server there for as long as `use` takes, which is told how long the start took. */
async function started<T>(place: TestPlace, use: (server: ServerProcess, took: number) => Promise<T>): Promise<T> {
  const began = performance.now();
  const server = await ServerProcess.start(place, { port: 0 });
  const took = performance.now() - began;
  try {
    return await use(server, took);
  } finally {
    await server.stop();
  }
}

const useIn = (place: TestPlace): Promise<Started> =>
  started(place, async (server, start) => {
    const credentials = await signIn(server.url);
    const tab = new TestTab(
      () => `ws://127.0.0.1:${server.port}`,
      () => credentials,
      undefined,
      PATIENCE_MS,
    );
    await tab.open();
    const { api } = tab;
    const list = await timed(() => api.AcpBridge.get_current_state());
    const filter = await timed(() => api.Sessions.list({ text: 'invoice', status: 'active' }, null, 100));
    const search = await timed(() => api.Sessions.search('invoice places', 20));
    const open = await timed(() => api.AcpBridge.get_current_state('made-7'));
    tab.close();
    return { start, list, filter, search, open };
  });

/** How smooth it is to scroll through the list of sessions in a page, and what is on the page at the end. */
const scrolledIn = (place: TestPlace): Promise<{ frames: number; elements: number }> =>
  started(place, async (server) => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.addInitScript('globalThis.__name = (value) => value');
      await page.goto(server.url);
      await page.locator('session-list .open').first().waitFor();
      const frames = await page.evaluate(scrollThrough, { count: FRAMES, px: PX_PER_FRAME });
      return { frames: percentile(frames, 0.95), elements: await page.evaluate(countElements) };
    } finally {
      await browser.close();
    }
  });

/** Runs in the page: scrolls the list a little in each frame, back to its top where it ends; how long each frame took. */
async function scrollThrough({ count, px }: { count: number; px: number }): Promise<number[]> {
  const find = (root: ParentNode): Element | null => {
    const here = root.querySelector('session-list');
    if (here) return here;
    for (const { shadowRoot } of root.querySelectorAll('*')) {
      const found = shadowRoot && find(shadowRoot);
      if (found) return found;
    }
    return null;
  };
  const nav = find(document)!.shadowRoot!.querySelector('nav')!;
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const times: number[] = [];
  let before = await frame();
  for (let n = 0; n < count; n += 1) {
    const place = nav.scrollTop;
    nav.scrollTop += px;
    if (nav.scrollTop === place && nav.scrollHeight > nav.clientHeight && n % 20 === 0) nav.scrollTop = 0;
    const now = await frame();
    times.push(now - before);
    before = now;
  }
  return times;
}

/** Runs in the page: all elements, through shadow roots. */
function countElements(): number {
  const count = (root: ParentNode): number =>
    [...root.querySelectorAll('*')].reduce((sum, { shadowRoot }) => sum + 1 + (shadowRoot ? count(shadowRoot) : 0), 0);
  return count(document);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

import { makePlace, ServerProcess, type TestPlace } from '../rigs/server-process.rig.js';
import { signIn } from '../rigs/sign-in.rig.js';
import { TestTab } from '../rigs/test-tab.rig.js';
import { type Bench, median } from './figure.js';
import { fillStore, LARGE_STORE } from './make-store.js';

const RUNS = 3;
/** Tabs of tests are in a hurry; what is measured here may take its time. */
const PATIENCE_MS = 30_000;

/** Whether years of work make the start, the list of sessions and the search slow. */
export const measure: Bench = async (reference) => {
  const [small, large] = [await makePlace(), await makePlace()];
  try {
    fillStore(large.dataDir, large.folder, LARGE_STORE);
    const [empty, full]: [Started[], Started[]] = [[], []];
    // One beside the other: a machine is not equally busy all the time. The first start of each makes its file ready.
    for (let n = 0; n <= RUNS; n += 1) {
      const pair = [await startIn(small), await startIn(large)] as const;
      if (n > 0) empty.push(pair[0]);
      if (n > 0) full.push(pair[1]);
      reference.sample(2);
    }
    return {
      'store-start': { value: median(full.map(({ start }) => start)), floor: median(empty.map(({ start }) => start)) },
      'store-list': median(full.map(({ list }) => list)),
      'store-search': median(full.map(({ search }) => search)),
    };
  } finally {
    await small.remove();
    await large.remove();
  }
};

interface Started {
  start: number;
  list: number;
  search: number;
}

async function startIn(place: TestPlace): Promise<Started> {
  const began = performance.now();
  const server = await ServerProcess.start(place, { port: 0 });
  const start = performance.now() - began;
  try {
    const credentials = await signIn(server.url);
    const tab = new TestTab(
      () => `ws://127.0.0.1:${server.port}`,
      () => credentials,
      undefined,
      PATIENCE_MS,
    );
    await tab.open();
    const list = await timed(() => tab.api.AcpBridge.get_current_state());
    const search = await timed(() => tab.api.Sessions.search('invoice places', 20));
    tab.close();
    return { start, list, search };
  } finally {
    await server.stop();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

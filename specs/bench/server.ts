import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../project-root.js';
import { makePlace, ServerProcess, type TestPlace } from '../rigs/server-process.rig.js';
import { signIn } from '../rigs/sign-in.rig.js';
import { TestTab } from '../rigs/test-tab.rig.js';
import { type Bench, type Figures, median } from './figure.js';
import { residentMb } from './process-cost.rig.js';
import type { Reference } from './reference.js';

/** The agent tells of each mark in two events. */
const MARKS = 50_000;
const MEGABYTES = 100;
const RUNS = 5;
const AGENT = `node '${join(ROOT, 'specs/rigs/flood-agent.mjs')}'`;

/** How fast a long session opens in a fresh tab, and how much memory the server holds while an agent says a lot. */
export const measure: Bench = async (reference) => {
  const place = await makePlace();
  try {
    return { ...(await measureOpening(place, reference)), memory: await measureMemory(place) };
  } finally {
    await place.remove();
  }
};

async function measureOpening(place: TestPlace, reference: Reference): Promise<Figures> {
  let server = await ServerProcess.start(place, { agent: AGENT, port: 0 });
  try {
    const connect = await tabsOf(() => server);
    const writer = await connect();
    const sessionId = await writer.followOpen();
    await writer.prompt(`flood ${MARKS}`);
    await writer.until(isDone);
    const end = writer.seq;
    const open = async () => {
      const started = performance.now();
      const tab = await connect();
      tab.follow(sessionId);
      await tab.until(({ seq }) => seq >= end);
      tab.close();
      return performance.now() - started;
    };
    const waits: number[] = [];
    for (let n = 0; n < RUNS; n += 1) {
      waits.push(await open());
      reference.sample(2);
    }
    const { port } = server;
    writer.close();
    await server.stop();
    server = await ServerProcess.start(place, { agent: AGENT, port });
    return { 'fresh-tab': median(waits), 'fresh-tab-restart': await open() };
  } finally {
    await server.stop();
  }
}

async function measureMemory(place: TestPlace): Promise<number> {
  const server = await ServerProcess.start(place, { agent: AGENT, port: 0 });
  try {
    const tab = await (await tabsOf(() => server))();
    const { id } = await tab.api.Sessions.create(crypto.randomUUID(), null);
    tab.follow(id);
    await tab.until(({ transcript }) => transcript !== null);
    await tab.prompt(`bulk ${MEGABYTES}`);
    let highest = 0;
    const done = tab.until(isDone);
    while (!(await Promise.race([done.then(() => true), sleep(250, false)]))) {
      highest = Math.max(highest, await residentMb(server.pid));
    }
    tab.close();
    return highest;
  } finally {
    await server.stop();
  }
}

const isDone = ({ transcript }: TestTab) => transcript?.turn.n === 1 && transcript.turn.status === 'idle';

/** Lets a device in, once; each call then opens one more tab of it. */
async function tabsOf(server: () => ServerProcess): Promise<() => Promise<TestTab>> {
  await server().line('ready');
  const credentials = await signIn(server().url);
  return async () => {
    const tab = new TestTab(
      () => `ws://127.0.0.1:${server().port}`,
      () => credentials,
    );
    await tab.open();
    return tab;
  };
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { snapshotOf } from '../../server/protocol/snapshot.js';
import type { Transcript } from '../../server/protocol/transcript.js';
import { ROOT } from '../read-sources.js';
import { CUTS, type Cut, CuttingProxy, type Fate } from './cutting-proxy.rig.js';
import { agentText, faultsIn, type MarkFaults, marksIn } from './marks.rig.js';
import { SeededRandom } from './random.rig.js';
import { isAlive, makePlace, ServerProcess } from './server-process.rig.js';
import { signIn, type TestCredentials } from './sign-in.rig.js';
import { type NewTabStore, TestTab } from './test-tab.rig.js';

export interface ChaosOptions {
  cuts: number;
  tabs: number;
  seed?: number;
  /** Another kind of tab, to see whether its faults are found. */
  newStore?: NewTabStore;
  /** How long tabs may take to get to the end. */
  convergeMs?: number;
}

/** What a chaos run saw. `share` is that of the events which tabs folded one by one. */
export interface ChaosReport extends MarkFaults {
  seed: number;
  cuts: number;
  byKind: Record<Cut, number>;
  tabs: number;
  events: number;
  marks: number;
  snapshots: number;
  share: number;
  /** Tabs whose transcript in the end is not the server's. */
  different: number;
  seconds: number;
}

const FLOOD_AGENT = `node '${join(ROOT, 'specs/rigs/flood-agent.mjs')}'`;
/** The least is inside the handshake, the most is many pages: a tab must have a chance to keep up. */
const BUDGET = { low: 200, high: 60_000 };
/** A black hole costs a tab as much time as many other cuts. */
const KINDS = [...CUTS, ...CUTS, ...CUTS.filter((cut) => cut !== 'black-hole')];
/** How many events a tab may be behind before the agent is held, and when it goes on. */
const LAG = { high: 600, low: 100 };
const CONVERGE_MS = 60_000;

/** Cuts the connections of tabs while an agent streams, then compares what they have with the server's log. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const place = await makePlace();
  const log = `${place.folder}.log`;
  const server = await ServerProcess.start(place, { agent: FLOOD_AGENT, port: 0, env: () => ({ FLOOD_LOG: log }) });
  try {
    await server.line('ready');
    const agentPid = Number(/^pid (\d+)/m.exec(await readFile(log, 'utf8'))?.[1]);
    return await cutTabs({ server, agentPid, credentials: await signIn(server.url) }, options);
  } finally {
    await server.stop('SIGKILL');
    await place.remove();
  }
}

interface ChaosScene {
  server: ServerProcess;
  agentPid: number;
  credentials: TestCredentials;
}

async function cutTabs({ server, agentPid, credentials }: ChaosScene, options: ChaosOptions): Promise<ChaosReport> {
  const started = performance.now();
  const random = new SeededRandom(options.seed);
  const newTab = (address: () => string) => new TestTab(address, () => credentials, options.newStore);
  const witness = new TestTab(
    () => `ws://127.0.0.1:${server.port}`,
    () => credentials,
  );
  await witness.open();
  const sessionId = await witness.followOpen();
  const isDone = () => proxy.total >= options.cuts;
  const proxy = await CuttingProxy.start(() => server.port, fates(random, options.tabs, isDone));
  const tabs = Array.from({ length: options.tabs }, () => newTab(() => proxy.address));
  let stopPacing = () => {};
  try {
    await Promise.all(tabs.map((tab) => begin(tab, sessionId)));
    await witness.prompt('drip 100000000 2');
    const lag = () => witness.seq - Math.min(...tabs.map(({ seq }) => seq));
    // A tab that does not ask gets nothing while nothing happens, and would be waited for without end.
    if (!options.newStore) stopPacing = pace(agentPid, lag);
    await until(isDone);
    stopPacing();
    const truth = await endStream(witness, sessionId);
    await Promise.all(tabs.map((tab) => converge(tab, truth.seq, options.convergeMs ?? CONVERGE_MS)));
    const { seed } = random;
    const seconds = (performance.now() - started) / 1000;
    return { seed, seconds, cuts: proxy.total, byKind: proxy.cuts, ...judge(tabs, truth) };
  } finally {
    stopPacing();
    for (const tab of [witness, ...tabs]) tab.close();
    proxy.stop();
  }
}

/** When each connection is cut; the first ones live long enough for every tab to be there from the start. */
function fates(random: SeededRandom, tabs: number, isDone: () => boolean): () => Fate {
  let connections = 0;
  return () => {
    const low = connections++ < tabs ? BUDGET.high / 5 : BUDGET.low;
    return isDone() ? null : { bytes: random.between(low, BUDGET.high), cut: random.pick(KINDS) };
  };
}

/**
 * Holds the agent's process while a tab is far behind: the run is to show what cuts do, and not that a slow
 * machine cannot keep up with an agent that never breathes.
 */
function pace(agentPid: number, lag: () => number): () => void {
  let isHeld = false;
  const hold = (wanted: boolean) => {
    if (wanted !== isHeld && isAlive(agentPid)) process.kill(agentPid, wanted ? 'SIGSTOP' : 'SIGCONT');
    isHeld = wanted;
  };
  const timer = setInterval(() => hold(isHeld ? lag() > LAG.low : lag() > LAG.high), 10);
  return () => {
    clearInterval(timer);
    hold(false);
  };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(10);
}

async function begin(tab: TestTab, sessionId: string): Promise<void> {
  await tab.open();
  tab.follow(sessionId);
  await tab.until(({ transcript }) => transcript !== null);
}

/** Stops the agent and gives what the witness, whom nobody cut, has seen. */
async function endStream(witness: TestTab, sessionId: string): Promise<Transcript> {
  await witness.api.AcpBridge.cancel(crypto.randomUUID(), sessionId);
  await witness.until(({ transcript }) => transcript?.turn.status === 'idle');
  return witness.transcript!;
}

/** Waits until a tab has everything; one that never gets there is judged as it is. */
async function converge(tab: TestTab, seq: number, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([tab.until((each) => each.seq >= seq), limit]);
  clearTimeout(timer);
}

function judge(tabs: TestTab[], truth: Transcript) {
  const marks = marksIn(agentText(truth));
  const faults = tabs.map((tab) => faultsIn(tab.transcript ? marksIn(agentText(tab.transcript)) : [], marks.length));
  const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0);
  const isSame = ({ transcript }: TestTab) => transcript !== null && canonical(transcript) === canonical(truth);
  return {
    tabs: tabs.length,
    events: truth.seq * tabs.length,
    marks: marks.length,
    snapshots: sum(tabs.map(({ counts }) => counts.snapshots)),
    share: sum(tabs.map((tab) => tab.seq - tab.counts.skipped)) / (truth.seq * tabs.length),
    lost: sum(faults.map(({ lost }) => lost)),
    duplicated: sum(faults.map(({ duplicated }) => duplicated)),
    reordered: sum(faults.map(({ reordered }) => reordered)),
    different: tabs.filter((tab) => !isSame(tab)).length,
  };
}

/** A transcript as text, the same for the same; what was dropped from memory at the front does not count. */
function canonical(transcript: Transcript): string {
  return JSON.stringify(snapshotOf(transcript));
}

/** Whether a run shows what it should. */
export function isClean(report: ChaosReport): boolean {
  const { lost, duplicated, reordered, different, share, marks } = report;
  return lost + duplicated + reordered + different === 0 && share >= 0.9 && marks > 0;
}

export function describeChaos(report: ChaosReport): string {
  const kinds = Object.entries(report.byKind).map(([kind, n]) => `${kind} ${n}`);
  return [
    `seed ${report.seed}, ${report.tabs} tabs, ${report.seconds.toFixed(1)} s`,
    `cuts: ${report.cuts} (${kinds.join(', ')})`,
    `events: ${report.events} (${report.marks} marks in the log), snapshots: ${report.snapshots}`,
    `applied one by one: ${(100 * report.share).toFixed(2)} %`,
    `lost: ${report.lost}  duplicated: ${report.duplicated}  reordered: ${report.reordered}`,
    `transcripts that differ from the server's: ${report.different}`,
  ].join('\n');
}

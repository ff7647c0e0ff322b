import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../../server/agents/process/process.rig.js';
import type { Entry } from '../../server/protocol/transcript/entries.js';
import { entriesOf } from '../../server/protocol/transcript/entry-list.js';
import { snapshotOf } from '../../server/protocol/transcript/snapshot.js';
import type { Transcript } from '../../server/protocol/transcript/transcript.js';
import { readUntil, until } from '../../server/testing/until.rig.js';
import { ROOT } from '../project-root.js';
import { CUTS, type Cut, CuttingProxy, type Fate } from './cutting-proxy.rig.js';
import { insist } from './insist.rig.js';
import { agentText, faultsIn, type MarkFaults, marksIn } from './marks.rig.js';
import { SeededRandom } from './random.rig.js';
import { makePlace, ServerProcess, type TestPlace } from './server-process.rig.js';
import { signIn, type TestCredentials } from './sign-in.rig.js';
import { HURRIED_MS, type NewTabStore, type TabCopy, TestTab } from './test-tab.rig.js';

export interface ChaosOptions {
  cuts: number;
  tabs: number;
  /** Two tasks of other agents stream into blocks of the conversation, instead of the agent itself. */
  isNested?: boolean;
  seed?: number;
  /** Another kind of tab, to see whether its faults are found. */
  newStore?: NewTabStore;
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
  /** Transcripts in tabs that in the end are not the server's. */
  different: number;
  seconds: number;
}

const FLOOD_SCRIPT = join(ROOT, 'specs/rigs/flood-agent.mjs');
const FLOOD_AGENT = `node '${FLOOD_SCRIPT}'`;
/** The least is inside the handshake, the most is many pages: a tab must have a chance to keep up. */
const BUDGET = { low: 200, high: 60_000 };
/** A black hole costs a tab as much time as many other cuts. */
const KINDS = [...CUTS, ...CUTS, ...CUTS.filter((cut) => cut !== 'black-hole')];
/** How many events a tab may be behind before the agent is held, and when it goes on. */
const LAG = { high: 600, low: 100 };
const LOOK_MS = 20;

/** Cuts the connections of tabs while agents stream, then compares what they have with the server's logs. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const place = await makePlace();
  const server = await (options.isNested ? startNested(place) : startFlood(place));
  try {
    await server.line('ready');
    const [agentPid = 0] = await server.descendants(options.isNested ? 'demo-agent' : FLOOD_SCRIPT);
    return await cutTabs({ server, agentPid, credentials: await signIn(server.url) }, options);
  } finally {
    await server.stop('SIGKILL');
    await place.remove();
  }
}

function startFlood(place: TestPlace): Promise<ServerProcess> {
  const env = () => ({ FLOOD_LOG: `${place.folder}.log` });
  return ServerProcess.start(place, { agent: FLOOD_AGENT, port: 0, env });
}

/** The demo agent, which gives tasks to itself: one process streams into two sessions. */
async function startNested(place: TestPlace): Promise<ServerProcess> {
  const config = `${place.folder}.yaml`;
  await writeFile(config, 'delegation: ask\n');
  const env = () => ({ ACDECK_DEMO_PACE: '0.2' });
  return ServerProcess.start(place, { agent: 'demo', port: 0, env, args: ['--config', config] });
}

interface ChaosScene {
  server: ServerProcess;
  agentPid: number;
  credentials: TestCredentials;
}

async function cutTabs({ server, agentPid, credentials }: ChaosScene, options: ChaosOptions): Promise<ChaosReport> {
  const started = performance.now();
  const random = new SeededRandom(options.seed);
  const newTab = (address: () => string) => new TestTab(address, () => credentials, options.newStore, HURRIED_MS);
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
    if (options.isNested) await giveTwoTasks(witness, tabs);
    else await witness.prompt('drip 100000000 2');
    const lagOf = (n: number) => witness.copies[n]!.seq - Math.min(...tabs.map(({ copies }) => copies[n]?.seq ?? 0));
    const lag = () => Math.max(...witness.copies.map((_, n) => lagOf(n)));
    // A tab that does not ask gets nothing while nothing happens, and would be waited for without end.
    if (!options.newStore) stopPacing = pace(agentPid, lag);
    for (let seen = proxy.total; !isDone(); seen = proxy.total) await until(() => proxy.total > seen);
    stopPacing();
    const truths = await endStream(witness, sessionId);
    await Promise.all(tabs.map((tab) => converge(tab, truths, !options.newStore)));
    const { seed } = random;
    const seconds = (performance.now() - started) / 1000;
    const logs = truths.map((truth, n) =>
      judge(
        tabs.map(({ copies }) => copies[n]!),
        truth,
      ),
    );
    return { seed, seconds, cuts: proxy.total, byKind: proxy.cuts, tabs: tabs.length, ...total(logs) };
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

async function begin(tab: TestTab, sessionId: string): Promise<void> {
  await tab.open();
  tab.follow(sessionId);
  await tab.until(({ transcript }) => transcript !== null);
}

/** Two tasks that stream side by side; every tab has both open. */
async function giveTwoTasks(witness: TestTab, tabs: readonly TestTab[]): Promise<void> {
  const task = 'Write a long answer of 1000000 parts.';
  await witness.prompt(`/delegate one: ${task} | two: ${task}`);
  const tasks = () =>
    entriesOf(witness.transcript!.entries).flatMap((entry) => (entry.kind === 'delegation' ? [entry.sessionId] : []));
  while (tasks().length < 2) {
    await witness.until(({ transcript }) => transcript!.pending.length > 0 || tasks().length === 2);
    for (const request of witness.transcript!.pending) await witness.settle(request);
  }
  for (const tab of [witness, ...tabs]) for (const id of tasks()) tab.followBeside(id);
  const areStreaming = ({ copies }: TestTab) =>
    copies.slice(1).every(({ transcript }) => transcript !== null && marksIn(agentText(transcript)).length > 0);
  // The others get there while they are cut.
  await witness.until(areStreaming);
}

/** Stops the agent, and with it all that it has set to work; gives what the witness, whom nobody cut, has seen. */
async function endStream(witness: TestTab, sessionId: string): Promise<Transcript[]> {
  await witness.api.AcpBridge.cancel(crypto.randomUUID(), sessionId);
  await witness.until(({ copies }) => copies.every(({ transcript }) => transcript?.turn.status === 'idle'));
  // The last that a task's end leaves is a line in the session that gave it.
  await witness.until(({ transcript }) => entriesOf(transcript!.entries).every(isOver));
  return witness.copies.map(({ transcript }) => transcript!);
}

function isOver(entry: Entry): boolean {
  return entry.kind !== 'delegation' || entry.end !== null;
}

/** Waits until a tab has everything; one that never gets there is judged as it is. */
async function converge(tab: TestTab, truths: readonly Transcript[], asks: boolean): Promise<void> {
  // All that was sent to it before the answer has come before the answer.
  await insist(tab, ({ Settings }) => Settings.get());
  if (!asks) return;
  const hasAll = () => truths.every(({ seq }, n) => tab.copies[n]!.seq >= seq);
  await readUntil(hasAll, Boolean, LOOK_MS);
}

/** What the copies of one log have, next to what they should have. */
function judge(copies: TabCopy[], truth: Transcript) {
  const marks = marksIn(agentText(truth));
  const faults = copies.map(({ transcript }) =>
    faultsIn(transcript ? marksIn(agentText(transcript)) : [], marks.length),
  );
  const isSame = ({ transcript }: TabCopy) => transcript !== null && canonical(transcript) === canonical(truth);
  return {
    events: truth.seq * copies.length,
    marks: marks.length,
    snapshots: sum(copies.map(({ counts }) => counts.snapshots)),
    folded: sum(copies.map(({ seq, counts }) => seq - counts.skipped)),
    lost: sum(faults.map(({ lost }) => lost)),
    duplicated: sum(faults.map(({ duplicated }) => duplicated)),
    reordered: sum(faults.map(({ reordered }) => reordered)),
    different: copies.filter((copy) => !isSame(copy)).length,
  };
}

type Judgement = ReturnType<typeof judge>;

function total(logs: readonly Judgement[]) {
  const add = (key: keyof Judgement) => sum(logs.map((log) => log[key]));
  const { lost, duplicated, reordered } = {
    lost: add('lost'),
    duplicated: add('duplicated'),
    reordered: add('reordered'),
  };
  const counted = {
    events: add('events'),
    marks: add('marks'),
    snapshots: add('snapshots'),
    different: add('different'),
  };
  return { ...counted, share: add('folded') / add('events'), lost, duplicated, reordered };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, n) => all + n, 0);
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

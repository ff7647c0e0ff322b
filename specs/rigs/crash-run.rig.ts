import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../server/agents/process/process.rig.js';
import type { Entry } from '../../server/protocol/transcript/entries.js';
import { entriesOf } from '../../server/protocol/transcript/entry-list.js';
import { promptWords } from '../../server/protocol/transcript/reduce-turn.js';
import type { Transcript } from '../../server/protocol/transcript/transcript.js';
import { readUntil } from '../../server/testing/until.rig.js';
import { ROOT } from '../project-root.js';
import { agentText, marksIn } from './marks.rig.js';
import { SeededRandom } from './random.rig.js';
import { makePlace, ServerProcess, type TestPlace } from './server-process.rig.js';
import { signIn } from './sign-in.rig.js';
import { TestTab } from './test-tab.rig.js';

const LOOK_MS = 100;

export interface CrashOptions {
  kills: number;
  tabs: number;
  seed?: number;
}

/** What a crash run saw. */
export interface CrashReport {
  seed: number;
  kills: number;
  /** Events of the running turns that tabs had shown when the server was killed; without any, nothing was tested. */
  shown: number;
  /** Tabs that saw something vanish or change that had been shown. */
  rewinds: number;
  /** Turns that are marked as interrupted; as many as kills. */
  interrupted: number;
  /** Prompts that reached an agent beyond those that a person sent. */
  resent: number;
  /** Agents that outlived the server that had started them. */
  orphans: number;
  seconds: number;
}

/** Kills the real server in the middle of a turn, again and again, and compares what comes back with what was shown. */
export async function runCrashes({ kills, tabs: tabCount, seed }: CrashOptions): Promise<CrashReport> {
  const started = performance.now();
  const random = new SeededRandom(seed);
  const place = await makePlace();
  const run = await CrashRun.begin(place, tabCount);
  const report = { kills, shown: 0, rewinds: 0, interrupted: 0 };
  try {
    for (let n = 1; n <= kills; n++) {
      const seqBefore = run.seq;
      const before = await run.killDuringTurn(n, random);
      const after = await run.comeBack();
      report.shown += before.reduce((sum, { seq }) => sum + seq - seqBefore, 0);
      report.rewinds += before.filter((shown, i) => !isPrefix(shown, after[i]!)).length;
      report.interrupted += after.every((transcript) => isInterrupted(transcript, n)) ? 1 : 0;
    }
    const { prompts, orphans } = await run.end();
    return {
      seed: random.seed,
      ...report,
      resent: prompts - kills,
      orphans,
      seconds: (performance.now() - started) / 1000,
    };
  } finally {
    await run.end();
    await place.remove();
  }
}

/** One folder, its server of the moment, and the tabs that stay open through all of it. */
class CrashRun {
  readonly #place: TestPlace;
  readonly #tabs: TestTab[];
  #server: ServerProcess;

  private constructor(place: TestPlace, server: ServerProcess, tabs: TestTab[]) {
    this.#place = place;
    this.#server = server;
    this.#tabs = tabs;
  }

  static async begin(place: TestPlace, tabCount: number): Promise<CrashRun> {
    const server = await startServer(place, 0);
    // Both outlive the server: the folder keeps its port, the devices their credentials.
    const [credentials, port] = [await signIn(server.url), server.port];
    const tabs = Array.from(
      { length: tabCount },
      () =>
        new TestTab(
          () => `ws://127.0.0.1:${port}`,
          () => credentials,
        ),
    );
    const run = new CrashRun(place, server, tabs);
    await Promise.all(tabs.map((tab) => tab.open()));
    const sessionId = await tabs[0]!.followOpen();
    for (const tab of tabs.slice(1)) tab.follow(sessionId);
    return run;
  }

  /** How far the log is, as far as the tabs know. */
  get seq(): number {
    return Math.max(...this.#tabs.map(({ seq }) => seq));
  }

  /** Sends prompt `n`, lets it stream for a random while, and kills the server; gives what the tabs showed then. */
  async killDuringTurn(n: number, random: SeededRandom): Promise<Transcript[]> {
    const tab = random.pick(this.#tabs);
    await tab.until(({ isConnected }) => isConnected);
    await tab.prompt(`drip 1000000 2 (turn ${n})`);
    await Promise.all(this.#tabs.map((each) => each.until(({ transcript }) => isStreaming(transcript, n))));
    await sleep(random.between(1, 400));
    const ended = this.#server.stop('SIGKILL');
    await Promise.all([ended, ...this.#tabs.map((each) => each.until(({ isConnected }) => !isConnected))]);
    return this.#tabs.map(({ transcript }) => transcript!);
  }

  /** Starts the server anew and gives what the tabs show once they are back. */
  async comeBack(): Promise<Transcript[]> {
    const epoch = this.#tabs[0]!.epoch;
    this.#server = await startServer(this.#place, this.#server.port);
    const isBack = (tab: TestTab) => tab.epoch !== epoch && tab.transcript?.turn.status === 'idle';
    await Promise.all(this.#tabs.map((tab) => tab.until(isBack)));
    return this.#tabs.map(({ transcript }) => transcript!);
  }

  /** Stops everything; counts the prompts that agents got, and the agents that are still there. */
  async end(): Promise<{ prompts: number; orphans: number }> {
    for (const tab of this.#tabs) tab.close();
    await this.#server.stop();
    const lines = (await readFile(floodLog(this.#place), 'utf8').catch(() => '')).split('\n');
    const pids = lines.filter((line) => line.startsWith('pid ')).map((line) => Number(line.slice(4)));
    const { value: orphans } = await readUntil(
      () => pids.filter(isAlive),
      (left) => left.length === 0,
      LOOK_MS,
    );
    for (const pid of orphans) process.kill(pid, 'SIGKILL');
    return { prompts: lines.filter((line) => line.startsWith('prompt ')).length, orphans: orphans.length };
  }
}

function startServer(place: TestPlace, port: number): Promise<ServerProcess> {
  const agent = `node '${join(ROOT, 'specs/rigs/flood-agent.mjs')}'`;
  return ServerProcess.start(place, { agent, port, env: () => ({ FLOOD_LOG: floodLog(place) }) });
}

function floodLog(place: TestPlace): string {
  return `${place.folder}.log`;
}

function isStreaming(transcript: Transcript | null, turn: number): boolean {
  if (!transcript || transcript.turn.n !== turn || transcript.turn.status !== 'running') return false;
  return marksIn(agentText(transcript, turn)).length > 0;
}

/** Everything that was shown is still there, and unchanged but for what was added at the end of a text. */
function isPrefix(shown: Transcript, now: Transcript): boolean {
  if (now.seq < shown.seq) return false;
  const byId = new Map(entriesOf(now.entries).map((entry) => [entry.id, entry]));
  const oldest = entriesOf(now.entries)[0]?.turn ?? 0;
  const expected = entriesOf(shown.entries).filter((entry) => entry.turn > oldest);
  return expected.every((entry) => wordsOf(byId.get(entry.id)).startsWith(wordsOf(entry)));
}

function wordsOf(entry: Entry | undefined): string {
  if (!entry) return '';
  const words = 'content' in entry && entry.kind !== 'tool' ? promptWords(entry.content) : '';
  return `${entry.kind} ${entry.turn} ${words}`;
}

function isInterrupted(transcript: Transcript, turn: number): boolean {
  const marks = entriesOf(transcript.entries).filter((entry) => entry.kind === 'mark' && entry.turn === turn);
  return (
    transcript.turn.status === 'idle' &&
    marks.some((entry) => entry.kind === 'mark' && entry.mark.code === 'interrupted')
  );
}

/** Whether a run shows what it should. */
export function isCrashProof(report: CrashReport): boolean {
  const { rewinds, interrupted, kills, resent, orphans, shown } = report;
  return rewinds === 0 && interrupted === kills && resent === 0 && orphans === 0 && shown > 0;
}

export function describeCrashes(report: CrashReport): string {
  return [
    `seed ${report.seed}, ${report.seconds.toFixed(1)} s`,
    `kills: ${report.kills}, events of those turns that tabs had shown: ${report.shown}`,
    `rewinds: ${report.rewinds}`,
    `turns marked as interrupted: ${report.interrupted} of ${report.kills}`,
    `prompts sent again by the server: ${report.resent}`,
    `agents that outlived their server: ${report.orphans}`,
  ].join('\n');
}

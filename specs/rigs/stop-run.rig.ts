import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Acdeck, TestHome } from '../../server/acdeck.rig.js';
import type { AppSnapshot } from '../../server/protocol/api/app-state.js';
import type { OwnTerminal } from '../../server/protocol/api/own-terminal.js';
import { signInWith, TestTab } from '../../server/rpc/test-tab.rig.js';
import { readUntil, until } from '../../server/testing/until.rig.js';
import { ROOT } from '../project-root.js';
import { SeededRandom } from './random.rig.js';

/** How a server is stopped: in order, or in order and then again, or killed on its way. */
export type StopManner = 'SIGTERM' | 'SIGINT' | 'twice' | 'killed';

export interface StopOptions {
  readonly children: number;
  readonly manner: StopManner;
  readonly seed: number;
}

export interface StopReport {
  readonly started: number;
  /** Right after the server has ended. */
  readonly leftAtExit: string[];
  /** Whether the server has said that there are any. */
  readonly isSaid: boolean;
  /** When the watchdog had its time. */
  readonly left: string[];
  readonly stopMs: number;
}

const SIZE = { cols: 80, rows: 24 };
const PER_TERMINAL = 4;
const LOOK_MS = 100;
/** How many of all children are left when a stop is cut short; some start others, so that there may be more. */
const SHARES = [9, 0.9, 0.6, 0.3] as const;

/** Stops the real server while children of an agent, of its terminals and of a person's own terminal try to stay. */
export async function runStop(t: TestContext, { children, manner, seed }: StopOptions): Promise<StopReport> {
  const home = new TestHome(t);
  const random = new SeededRandom(seed);
  const ground = new HostileGround(home.path('children'), children, random);
  const agent = `node '${join(ROOT, 'specs/rigs/hostile-agent.mjs')}'`;
  const server = home.server(['--agent', agent], { SHELL: '/bin/sh' });
  try {
    await ground.spread(server);
    const begun = performance.now();
    const most = random.pick(SHARES) * ground.started;
    await stop(server, manner, () => until(() => ground.living().length <= most));
    const stopMs = performance.now() - begun;
    const leftAtExit = ground.living();
    const { value: left } = await readUntil(
      () => ground.living(),
      (living) => living.length === 0,
      LOOK_MS,
    );
    const isSaid = /process(es were| was) still running\./.test(server.stderr);
    return { started: ground.started, leftAtExit, isSaid, left, stopMs };
  } finally {
    await ground.clear();
  }
}

/** Where it is cut short, that happens when so many have ended. */
async function stop(server: Acdeck, manner: StopManner, someEnded: () => Promise<unknown>): Promise<void> {
  const isOrderly = manner === 'SIGTERM' || manner === 'SIGINT';
  server.signal(isOrderly ? manner : 'SIGTERM');
  if (!isOrderly) {
    await server.until(() => server.stderr.includes('Stopping.'));
    await someEnded();
    server.signal(manner === 'twice' ? 'SIGTERM' : 'SIGKILL');
  }
  await server.ended;
}

/** Children that try to stay, all with the same words in their command lines, and a line in a file once they are there. */
class HostileGround {
  readonly #notes: string;
  readonly #lines: readonly string[];
  readonly #expected: number;
  readonly #sleep: string;

  constructor(notes: string, children: number, random: SeededRandom) {
    this.#notes = notes;
    this.#sleep = `${86_000_000 + Math.floor(random.next() * 900_000)}.${process.pid}`;
    const kinds = kindsOf(notes, this.#sleep);
    const first = Math.floor(random.next() * kinds.length);
    const chosen: Kind[] = [];
    for (let count = 0; count < children; count += chosen.at(-1)!.count) {
      chosen.push(kinds[(first + chosen.length) % kinds.length]!);
    }
    this.#lines = chosen.map(({ line }) => line);
    this.#expected = chosen.reduce((sum, { count }) => sum + count, 0);
    writeFileSync(notes, '');
    // Each starts the next one in a session of its own, and ends.
    writeFileSync(`${notes}.chain.sh`, `sleep 0.5; setsid -f sh '${notes}.chain.sh'\n`);
  }

  get started(): number {
    return readFileSync(this.#notes, 'utf8').length;
  }

  async spread(server: Acdeck): Promise<void> {
    const { port, token } = await server.door();
    await server.until(() => server.lines.some(({ event }) => event === 'ready'));
    const tab = await TestTab.open(await signInWith(port, { token }));
    const [person, own, theirs] = [0, 1, 2].map((n) => this.#lines.filter((_line, i) => (i % 6 > 2 ? 2 : i % 3) === n));
    const { app } = await tab.call<AppSnapshot>('AcpBridge.get_current_state');
    const rows = theirs!.map((_line, i) => i).filter((i) => i % PER_TERMINAL === 0);
    const terminals = rows.map((i) => [...theirs!.slice(i, i + PER_TERMINAL), 'sleep 1000000'].join('\n'));
    const text = JSON.stringify({ own, terminals });
    await tab.call('AcpBridge.prompt', 'c1', app.openSessionId, [{ type: 'text', text }]);
    const { id } = await tab.call<OwnTerminal>('AcpBridge.open_terminal', 'c2', SIZE);
    writeFileSync(`${this.#notes}.own.sh`, person!.join('\n'));
    await tab.call('AcpBridge.type_in_terminal', id, `. '${this.#notes}.own.sh'\n`);
    await until(() => this.started >= this.#expected);
  }

  /** Those that live, by number and command line. */
  living(): string[] {
    const table = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,stat=,args='], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    return table.split('\n').filter((row) => {
      const [, state = 'Z'] = row.trim().split(/\s+/);
      return !state.startsWith('Z') && (row.includes(this.#notes) || row.includes(this.#sleep));
    });
  }

  /** Nothing outlives the test, whatever it has found. */
  async clear(): Promise<void> {
    const killAll = () => {
      const left = this.living();
      for (const row of left) kill(Number(row.trim().split(/\s+/)[0]));
      return left.length;
    };
    await readUntil(killAll, (left) => left === 0, LOOK_MS);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone by itself.
  }
}

interface Kind {
  readonly line: string;
  /** How many say that they are there. */
  readonly count: number;
}

function kindsOf(notes: string, sleepFor: string): Kind[] {
  const there = `printf x >> ${notes}`;
  const stay = `${there}; exec sleep ${sleepFor}`;
  const kinds: Kind[] = [
    { line: `sh -c '${stay}' &`, count: 1 },
    { line: `setsid sh -c '${stay}' &`, count: 1 },
    { line: `setsid -f sh -c '${stay}'`, count: 1 },
    { line: `nohup sh -c '${stay}' >/dev/null 2>&1 &`, count: 1 },
    { line: `( ( setsid sh -c '${stay}' & ) & )`, count: 1 },
    { line: `setsid sh -c 'trap "" TERM HUP INT; ${there}; while :; do sleep ${sleepFor}; done' &`, count: 1 },
    // A parent that starts its child again when it is gone.
    { line: `setsid sh -c 'trap "" TERM HUP INT; while :; do setsid sh -c "${stay}"; done' &`, count: 1 },
    { line: `(cd / && setsid sh -c '${stay}' &)`, count: 1 },
    { line: `setsid sh -c '${stay}' <&- >&- 2>&- &`, count: 1 },
    // Without our marker, in the session of their parent and in their own.
    { line: `setsid sh -c 'env -i sh -c "${stay}" & ${there}; wait' &`, count: 2 },
    { line: `setsid sh -c 'env -i setsid sh -c "${stay}" & ${there}; wait' &`, count: 2 },
    { line: `${there}; setsid -f sh ${notes}.chain.sh`, count: 1 },
  ];
  const hasBash = existsSync('/bin/bash');
  if (hasBash) kinds.push({ line: `bash -c '${there}; exec -a "[kworker/0:1]" sleep ${sleepFor}' &`, count: 1 });
  return kinds;
}

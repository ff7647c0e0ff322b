import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { scratchFolder } from '../agents/connection/connection.rig.js';
import { isAlive, untilDead } from '../agents/process/process.rig.js';
import { type Clock, systemClock } from '../protocol/clock.js';
import { until } from '../testing/until.rig.js';
import { Kin } from './kin.js';
import { ProcessGuard } from './process-guard.js';
import { type ProcessRow, quickStartTime, rowFromPs } from './process-table.js';
import { runProgram } from './run-program.js';
import { WATCHDOG_SCRIPT } from './watchdog-script.js';

const LIMITS = { wholeMs: 60_000, outputBytes: 1_000 };
const { PATH = '' } = process.env;

/** Runs a shell line as git is run, to its end; gives what it has left behind, by its number in a file. */
async function runLine(t: TestContext, guard: ProcessGuard, line: string): Promise<number> {
  const cwd = scratchFolder(t);
  await runProgram({ command: '/bin/sh', args: ['-c', line], cwd, env: { PATH }, guard, limits: LIMITS });
  const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
  t.after(() => isAlive(pid) && process.kill(pid, 'SIGKILL'));
  return pid;
}

/** Deaf and in its own session before the program that has started it ends. */
const DAEMON = `setsid sh -c 'trap "" TERM; echo $$ > pid; exec sleep 1000' <&- >&- 2>&- &
  while [ ! -s pid ]; do sleep 0.01; done`;

function row(pid: number, fields: Partial<ProcessRow> = {}): ProcessRow {
  return { pid, parent: 1, group: pid, session: pid, startTime: `at ${pid}`, marker: null, ...fields };
}

const pidsOf = (rows: readonly ProcessRow[]) => rows.map(({ pid }) => pid).sort((a, b) => a - b);

describe('what belongs to a start', () => {
  const seeds = { isMarked: (marker: string) => marker === 'X=1', groups: [{ group: 10, startTime: 'at 10' }] };

  it('[A102] is found by marker, group, session and parent', () => {
    const kin = new Kin(seeds);
    const rows = [
      row(10),
      row(11, { group: 10, session: 10, parent: 10 }),
      row(20, { marker: 'X=1' }),
      // Without a marker and in its own session, but with a parent.
      row(21, { parent: 20 }),
      row(22, { parent: 21, group: 22, session: 21 }),
      row(30, { marker: 'X=2' }),
      row(31),
    ];
    assert.deepEqual(pidsOf(kin.among(rows)), [10, 11, 20, 21, 22]);
    const orphan = row(21, { parent: 1 });
    assert.deepEqual(pidsOf(kin.among([orphan, row(31)])), [21], 'its parent has gone');
    assert.deepEqual(pidsOf(kin.among([row(23, { session: 21, group: 21 }), row(31)])), [23], 'its leader has gone');
  });

  it('[A103] is not a later process, group or session with the same number', () => {
    const kin = new Kin(seeds);
    assert.deepEqual(pidsOf(kin.among([row(20, { marker: 'X=1' }), row(21, { parent: 20 })])), [20, 21]);
    const later = (pid: number, fields: Partial<ProcessRow> = {}) => row(pid, { startTime: 'later', ...fields });
    const strangers = [later(10), later(20), later(21, { parent: 20 }), later(25, { session: 20, group: 21 })];
    assert.deepEqual(pidsOf(kin.among(strangers)), []);
    assert.deepEqual(pidsOf(kin.among([later(26, { session: 20, group: 10 })])), [], 'it was seen to have ended');
  });

  it('[A102] is read from ps where there is no /proc', () => {
    assert.deepEqual(rowFromPs('  501   1   500 Ss   Wed Nov 18 11:05:59 2026'), {
      ...{ pid: 501, parent: 1, group: 500, session: 0, marker: null },
      startTime: 'Wed Nov 18 11:05:59 2026',
    });
    assert.equal(rowFromPs('  501   1   500 Z+   Wed Nov 18 11:05:59 2026'), null);
  });
});

describe('a program that is stopped', () => {
  it('[A106] gets the signal with its children, and does not take their end for their success', async (t) => {
    const guard = new ProcessGuard(scratchFolder(t));
    t.after(() => guard.close());
    const cwd = scratchFolder(t);
    const stop = new AbortController();
    const programs = Array.from({ length: 40 }, (_, n) => {
      const args = ['-c', `: > begun-${n}; sleep 1000; : > made-${n}`];
      return runProgram({ command: '/bin/sh', args, cwd, env: { PATH }, guard, limits: LIMITS, signal: stop.signal });
    });
    const named = (word: string) => readdirSync(cwd).filter((name) => name.startsWith(word));
    await until(() => named('begun').length === programs.length);
    stop.abort();
    const ends = await Promise.all(programs);
    assert.deepEqual([new Set(ends.map(({ end }) => end)), named('made')], [new Set(['stopped']), []]);
  });
});

describe('the end of the guard', () => {
  it('[A104] ends what a program that is over has left in its own session', async (t) => {
    if (process.platform !== 'linux') return t.skip('only Linux shows the environment of a process');
    const guard = new ProcessGuard(scratchFolder(t));
    const pid = await runLine(t, guard, DAEMON);
    assert.ok(isAlive(pid), 'it runs while the server does');
    assert.equal(await guard.close(), 0);
    assert.ok(!isAlive(pid));
    assert.equal(await guard.close(), 0, 'a second time there is nothing to do');
  });

  it('[A104] counts what is left at its limit, and leaves that to the watchdog', async (t) => {
    if (process.platform !== 'linux') return t.skip('only Linux shows the environment of a process');
    let now = 0;
    const hasty: Clock = { ...systemClock, now: () => (now += 60_000) };
    const guard = new ProcessGuard(scratchFolder(t), hasty);
    const pid = await runLine(t, guard, DAEMON);
    assert.equal(await guard.close(), 1);
    await untilDead([pid]);
    assert.equal(await guard.close(), 0);
  });
});

describe('the watchdog', () => {
  it('[A105] ends processes that it was told of, also without a marker, and no later ones with their number', async (t) => {
    const stays = () => spawn('sleep', ['1000'], { detached: true, stdio: 'ignore', env: {} });
    const [left, other] = [stays(), stays()];
    t.after(() => [left, other].map((child) => child.kill('SIGKILL')));
    await Promise.all([once(left, 'spawn'), once(other, 'spawn')]);
    const dog = spawn('/bin/sh', ['-c', WATCHDOG_SCRIPT, 'watchdog', 'DECK_RUN_ID=of-nobody'], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const start = quickStartTime(left.pid!);
    if (start === undefined) return t.skip('where there is no /proc, this test knows no start times');
    dog.stdin.end(`= ${left.pid} ${start}\n= ${other.pid} 12345\n+ DECK_RUN_ID=x ${other.pid} 12345\n`);
    await once(dog, 'exit');
    assert.deepEqual([isAlive(left.pid!), isAlive(other.pid!)], [false, true]);
  });

  it('[A105] goes without a deed when it is dismissed', async (t) => {
    const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
    t.after(() => child.kill('SIGKILL'));
    const dog = spawn('/bin/sh', ['-c', WATCHDOG_SCRIPT, 'watchdog', 'DECK_RUN_ID=of-nobody'], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    dog.stdin.end(`+ DECK_RUN_ID=x ${child.pid}\ndismiss\n`);
    await once(dog, 'exit');
    assert.ok(isAlive(child.pid!));
  });
});

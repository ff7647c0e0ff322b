import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { TestClock } from '../protocol/clock.rig.js';
import { until } from '../testing/until.rig.js';
import { watchdogGuard } from './process-guard.js';
import { groupMembers } from './process-table.js';
import { type RunPlan, runProgram } from './run-program.js';

const LIMITS = { wholeMs: 60_000, outputBytes: 1024 * 1024 };
const guard = watchdogGuard();

function shell(script: string, plan: Partial<RunPlan> = {}): RunPlan {
  const env = { PATH: process.env.PATH ?? '' };
  return { command: '/bin/sh', args: ['-c', script], cwd: tmpdir(), env, guard, limits: LIMITS, ...plan };
}

function scratch(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'acdeck-run-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The numbers of the processes that a script wrote down, once there are two. */
async function noted(file: string): Promise<number[]> {
  const read = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []);
  await until(() => read().length === 2);
  return read();
}

const isDead = (pid: number) => {
  try {
    process.kill(pid, 0);
    return existsSync(`/proc/${pid}/stat`) && / [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
};

describe('a program that we run', () => {
  it('[GT1] gives what it wrote, in bytes, and reads what it is given', async () => {
    const input = Buffer.from([0xff, 0x00, 0x0a, 0x41]);
    const { end, exitCode, output, errors } = await runProgram(shell('cat; echo no >&2; exit 3', { input }));
    assert.deepEqual([end, exitCode, output, errors.toString()], ['exit', 3, input, 'no\n']);
    const deaf = await runProgram(shell('exit 0', { input: Buffer.alloc(4 * 1024 * 1024) }));
    assert.equal(deaf.exitCode, 0);
    await assert.rejects(runProgram(shell('', { command: '/nowhere/git' })), { code: 'ENOENT' });
  });

  it('[GT2] is ended with all its children when it takes too long, is silent, says too much or is stopped', async (t) => {
    const folder = scratch(t);
    const stubborn = (file: string, more = '') =>
      `trap '' TERM; sleep 1000 & echo $$ > ${file}.new; echo $! >> ${file}.new; mv ${file}.new ${file}; ${more} wait; wait; sleep 1000`;
    const table: [string, Partial<RunPlan>, string, (clock: TestClock, stop: AbortController) => void][] = [
      ['too_long', { limits: { ...LIMITS, wholeMs: 500 } }, '', (clock) => clock.pass(500)],
      ['silent', { limits: { ...LIMITS, silentMs: 200 } }, '', (clock) => clock.pass(400)],
      ['too_much', { limits: { ...LIMITS, outputBytes: 10 } }, 'echo 0123456789012;', () => {}],
      ['stopped', {}, '', (_clock, stop) => stop.abort()],
    ];
    const check = async ([end, plan, more, provoke]: (typeof table)[number]) => {
      const file = join(folder, end);
      const [clock, stop] = [new TestClock(), new AbortController()];
      const running = runProgram(shell(stubborn(file, more), { clock, signal: stop.signal, ...plan }));
      const pids = await noted(file);
      provoke(clock, stop);
      const result = await running;
      assert.equal(result.end, end);
      assert.ok(pids.every(isDead), `${end} left a process`);
      assert.ok(result.output.length <= 10);
    };
    await Promise.all(table.map(check));
  });

  it('[GT2] is not begun once it is stopped', async (t) => {
    const file = join(scratch(t), 'ran');
    const { end } = await runProgram(shell(`touch ${file}`, { signal: AbortSignal.abort() }));
    assert.deepEqual([end, existsSync(file)], ['stopped', false]);
  });

  it('[GT3] leaves nothing behind when it ends, though a child keeps its pipes', async (t) => {
    const file = join(scratch(t), 'pids');
    const script = `sleep 1000 & echo $$ > ${file}; echo $! >> ${file}; setsid sleep 1000 & echo done`;
    const { end, output } = await runProgram(shell(script));
    assert.deepEqual([end, output.toString()], ['exit', 'done\n']);
    const pids = await noted(file);
    assert.ok(pids.every(isDead));
    assert.deepEqual(await groupMembers(pids[0]!), []);
  });

  it('[GT4] waits while its reader is slow', async () => {
    let taken = 0;
    let isTaking = false;
    const { end } = await runProgram(
      shell('head -c 3000000 /dev/zero', {
        limits: { wholeMs: 60_000, outputBytes: 8 * 1024 * 1024 },
        onOutput: async (bytes) => {
          assert.equal(isTaking, false, 'a piece came before the last was taken');
          isTaking = true;
          await new Promise((resolve) => setImmediate(resolve));
          isTaking = false;
          taken += bytes.length;
        },
      }),
    );
    assert.deepEqual([end, taken], ['exit', 3_000_000]);
  });

  it('[GT4] may end before it has taken what is streamed to it', async () => {
    async function* pieces() {
      for (let n = 0; n < 64; n += 1) yield Buffer.alloc(64 * 1024);
    }
    for (const script of ['exit 3', 'exec 0<&-; sleep 0.05; exit 3', 'head -c 100000 >/dev/null; exit 3']) {
      const { end, exitCode } = await runProgram(shell(script, { input: pieces() }));
      assert.deepEqual([end, exitCode], ['exit', 3], script);
    }
  });

  it('[GT4] is ended if the source of its input fails, and that is the result', async () => {
    async function* pieces() {
      yield Buffer.from('a');
      throw new Error('no more');
    }
    const clock = new TestClock();
    await assert.rejects(runProgram(shell('cat; sleep 60', { input: pieces(), clock })), /no more/);
    assert.deepEqual(clock.pending, [], 'no limit is kept for what has ended');
  });

  it('[GT5] has no terminal to ask at', async () => {
    const { output } = await runProgram(shell('read -r word; echo "[$word]"; (: </dev/tty) 2>/dev/null && echo tty'));
    assert.equal(output.toString(), '[]\n');
  });
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { isAlive } from '../../server/agents/process/process.rig.js';
import { until } from '../../server/testing/until.rig.js';
import { luckFiles, noteUnlucky } from './luck-files.js';
import { ended, type Outcome, TinyProject } from './tiny-project.rig.js';

// In a piece of its own, so that the names of planted tests are not taken for names of this file's.
const IT = 'it';
const FS = "import { existsSync, readFileSync, writeFileSync } from 'node:fs';";

/** The processes that another has started: those that keep cores busy, and others. */
function childrenOf(parent: number): { busy: number[]; others: number[] } {
  const table = execFileSync('ps', ['-e', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  const rows = table.map((line) => line.trim().split(/\s+/)).filter(([, ppid]) => Number(ppid) === parent);
  const pids = (isBusy: boolean) => rows.filter((row) => row.includes('-e') === isBusy).map(([pid]) => Number(pid));
  return { busy: pids(true), others: pids(false) };
}

describe('test:luck', () => {
  const project = new TinyProject(['Q1', 'Q2', 'Q3'], {
    moody: [
      FS,
      `${IT}('[Q1] works two times of three', () => {`,
      "  const run = existsSync('run') ? Number(readFileSync('run', 'utf8')) + 1 : 1;",
      "  writeFileSync('run', String(run));",
      "  assert.notEqual(run % 3, 0, 'not in run ' + run);",
      '});',
    ].join('\n'),
    steady: `${IT}('[Q2] works', () => assert.ok(1));`,
    endless: [
      FS,
      `${IT}('[Q3] never ends', () => new Promise(() => {`,
      "  writeFileSync('begun', '');",
      '  setInterval(() => {}, 1000);',
      '}));',
    ].join('\n'),
  });
  after(() => project.remove());
  const luck = (...words: string[]): Promise<Outcome> =>
    ended(project.startScript('luck.ts', '--load', '1', '--runs', ...words));

  it('[TR24] names what failed, how often, and why at first', async () => {
    const { code, output } = await luck('3', 'server/moody.test.ts', 'server/steady.test.ts');
    assert.equal(code, 1, output);
    const told = [
      /^3 runs of 2 files, 1 busy cores\n/,
      /run 1 of 3: green, \d+ s\nrun 2 of 3: green, \d+ s\nrun 3 of 3: 1 failed, \d+ s\n/,
      /✖ failed in 1 of 3 runs: server\/moody\.test\.ts: \[Q1\] works two times of three\n/,
      / {4}first in run 3: moody\.test\.ts:7: not in run 3\n/,
      /3 of 3 runs, failed: 1\n$/,
    ];
    assert.match(output, new RegExp(told.map(({ source }) => source).join('[^]*')));
  });

  it('[TR24] is green where nothing fails', async () => {
    const { code, output } = await luck('1', 'server/steady.test.ts');
    assert.deepEqual([code, /\n1 of 1 runs, nothing failed\n$/.test(output)], [0, true], output);
  });

  it('[TR24] is red where a run breaks down', async () => {
    const { code, output } = await luck('1', 'server/missing.test.ts');
    assert.equal(code, 1);
    assert.match(output, /✖ failed in 1 of 1 runs: the run: exit code 1\n.*There is no test file/);
  });

  it('[TR25] takes what failed before and what waits longest', async () => {
    const nothing = await luck('1');
    assert.match(nothing.output, /^Nothing is known of what waits/);
    const waiting = Array.from({ length: 60 }, (_, n) => [`f${n}`, { wallMs: 1_000 + n * 100, cpuMs: 1_000 }] as const);
    const quick = ['quick', { wallMs: 100, cpuMs: 100 }] as const;
    const busy = ['busy', { wallMs: 90_000, cpuMs: 90_000 }] as const;
    mkdirSync(join(project.folder, 'specs/test-run'));
    const costs = join(project.folder, 'specs/test-run/costs.json');
    writeFileSync(costs, JSON.stringify(Object.fromEntries([...waiting, quick, busy])));
    await noteUnlucky(project.folder, ['quick', 'gone']);
    const files = await luckFiles(project.folder);
    assert.deepEqual([files.length, files.slice(0, 3), files.at(-1)], [40, ['quick', 'f59', 'f58'], 'f21']);
    writeFileSync(costs, '{ "server/steady.test.ts": { "wallMs": 2, "cpuMs": 1 } }');
    const { code, output } = await luck('1');
    assert.deepEqual([code, output.split(',')[0]], [0, '1 runs of 1 files']);
  });

  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    it(`[TR26] leaves no busy process behind after ${signal}`, async (t) => {
      const begun = join(project.folder, 'begun');
      rmSync(begun, { force: true });
      const command = project.startScript('luck.ts', '--runs', '2', '--load', '2', 'server/endless.test.ts');
      const end = ended(command);
      await until(() => existsSync(begun));
      const { busy, others } = childrenOf(command.pid!);
      assert.deepEqual([busy.length, others.length], [2, 1]);
      // What is killed cannot end its run; nor does the run end by itself.
      t.after(() => others.filter(isAlive).map((pid) => process.kill(pid)));
      command.kill(signal);
      const left = signal === 'SIGINT' ? [...busy, ...others] : busy;
      await until(
        () => left.filter(isAlive),
        (alive) => alive.length === 0,
      );
      if (signal === 'SIGKILL') return;
      const { code, output } = await end;
      assert.equal(code, 130);
      assert.match(output, /\n0 of 2 runs, nothing failed\n$/);
    });
  }
});

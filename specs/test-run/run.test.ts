import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isAlive } from '../../server/agents/process/process.rig.js';
import { until } from '../../server/testing/until.rig.js';
import { ended, type Outcome, TinyProject } from './tiny-project.rig.js';

// In a piece of its own, so that the names of planted tests are not taken for names of this file's.
const IT = 'it';

describe('a run with failures', () => {
  const project = new TinyProject(['Q1', 'Q2', 'Q3', 'Q4', 'Q5'], {
    wrong: `${IT}('[Q1] adds', () => {\n  assert.equal(1 + 1, 3);\n});`,
    unloadable: `${IT}('[Q2] does', () => assert.ok(1));\nthrow new Error('cannot be loaded');`,
    deadly: `${IT}('[Q3] does', () => { console.error('last words'); process.exit(3); });`,
    endless: `${IT}('[Q4] does', () => new Promise(() => setInterval(() => {}, 1000)));`,
    fine: `${IT}('[Q5] does', () => assert.ok(1));`,
  });
  let run: Outcome;
  before(async () => {
    run = await project.run('--limit', '6');
  });
  after(() => project.remove());

  it('[TR5] tells where, what, why and how to run it alone', () => {
    assert.equal(run.code, 1);
    const told = /^✖ server\/wrong\.test\.ts: \[Q1\] adds\n {4}wrong\.test\.ts:4: [\s\S]*?alone: (.*)$/m.exec(
      run.output,
    );
    assert.equal(told?.[1], "npm test -- server/wrong.test.ts -t '\\[Q1\\]'", run.output);
    assert.match(told[0], /\n {4}at .*\/server\/wrong\.test\.ts:4:/);
  });

  it('[TR6] ends with the counts of each suite', () => {
    assert.match(
      run.output,
      /^server: 1 passed, 2 failed, 0 skipped in 5 files, \d+ assertions, \d.* of a processor$/m,
    );
    assert.match(run.output, /^all: 1 passed, 2 failed, 0 skipped$/m);
  });

  it('[TR7] has a failure for what cannot be loaded, ends its process or never ends', () => {
    assert.match(run.output, /✖ server\/unloadable\.test\.ts: [\s\S]*?cannot be loaded/);
    assert.match(
      run.output,
      /✖ server\/deadly\.test\.ts: the file\n {4}Its process ended with exit code 3, and said:\n {4}last words/,
    );
    assert.match(run.output, /✖ server\/endless\.test\.ts: the file\n {4}Its process did not end in 6 s/);
  });
});

describe('a run that cannot begin', () => {
  it('[TR7] says which file cannot be compiled', async () => {
    const project = new TinyProject(['Q1'], {
      torn: `import './missing.js';\n${IT}('[Q1] does', () => assert.ok(1));`,
    });
    const { code, output } = await project.run();
    assert.equal(code, 1);
    assert.match(output, /missing\.js[\s\S]*server\/torn\.test\.ts/);
    project.remove();
  });

  it('[TR3] fails with what `npm run check` says, and runs the tests all the same', async () => {
    const project = new TinyProject(['Q1'], { q: `${IT}('[Q1] does', () => assert.ok(1));` });
    project.write('package.json', '{ "scripts": { "check": "echo a type is wrong; false" } }');
    const { code, output } = await project.run();
    assert.equal(code, 1);
    assert.match(output, /✖ npm run check: types, lint and format\n {4}a type is wrong/);
    assert.match(output, /^server: 1 passed/m);
    project.remove();
  });
});

describe('a run that is interrupted', () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`[TR8] leaves no process behind after ${signal}`, async () => {
      const project = new TinyProject(['Q1'], {
        q: [
          "import { spawn } from 'node:child_process';",
          "import { writeFileSync } from 'node:fs';",
          `${IT}('[Q1] does', async () => {`,
          "  const pids = [false, true].map((detached) => spawn('sleep', ['600'], { detached }).pid);",
          "  writeFileSync('pids', JSON.stringify([process.pid, ...pids]));",
          '  await new Promise(() => setInterval(() => {}, 1000));',
          '});',
        ].join('\n'),
      });
      const run = project.start();
      const end = ended(run);
      const file = join(project.folder, 'pids');
      await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith(']'));
      const pids = JSON.parse(readFileSync(file, 'utf8')) as number[];
      run.kill(signal);
      assert.equal((await end).code, signal === 'SIGINT' ? 130 : 143);
      assert.deepEqual(
        await until(
          () => pids.filter(isAlive),
          (left) => left.length === 0,
        ),
        [],
      );
      project.remove();
    });
  }
});

describe('a run that watches', () => {
  it('[TR64] runs what can notice each change', async (t) => {
    const project = new TinyProject(['Q1'], {
      q: `import { n } from './n.js';\n${IT}('[Q1] does', () => assert.equal(n, 1));`,
    });
    project.write('server/n.ts', 'export const n = 1;\n');
    const run = project.start('--watch');
    t.after(() => run.kill('SIGKILL'));
    const end = ended(run);
    let output = '';
    run.stdout!.on('data', (text: string) => {
      output += text;
    });
    const said = (pattern: RegExp) =>
      until(
        () => output,
        (text) => pattern.test(text),
      );
    await said(/^Waiting for changes\.\n/);
    project.write('server/n.ts', 'export const n = 2;\n');
    await said(/server\/q\.test\.ts: it imports server\/n\.ts[\s\S]*1 failed[\s\S]*Waiting for changes\./);
    output = '';
    project.write('server/n.ts', 'export const n = 1;\n');
    await said(/1 passed, 0 failed[\s\S]*Waiting for changes\./);
    run.kill('SIGTERM');
    await end;
    assert.ok(!isAlive(run.pid!));
    project.remove();
  });
});

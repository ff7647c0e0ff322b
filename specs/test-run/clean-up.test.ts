import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it, type TestContext } from 'node:test';
import { isAlive, untilDead } from '../../server/agents/process/process.rig.js';
import { until } from '../../server/testing/until.rig.js';
import { ROOT } from '../project-root.js';

const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** A run with a server, a browser and a process that nothing else ends; it says which processes these are. */
const RUN = `
  import { spawn } from 'node:child_process';
  import { beginRun } from ${url('clean-up.ts')};
  import { serveBrowser } from ${url('../browser.ts')};
  import { makePlace, ServerProcess } from ${url('../rigs/server-process.rig.ts')};
  const run = await beginRun();
  const { endpoint } = await serveBrowser();
  const server = await ServerProcess.start(await makePlace(), { port: 0 });
  await server.line('ready');
  const stray = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
  console.log(JSON.stringify({ folder: run.folder, endpoint, server: server.pid, stray: stray.pid }));
`;
const CLEAN = `import { cleanUp } from ${url('clean-up.ts')}; console.log(JSON.stringify(await cleanUp()));`;

const ELSEWHERE = process.platform !== 'linux' && 'only Linux shows the environment of a process';

interface Run {
  process: ChildProcess;
  folder: string;
  endpoint: string;
  server: number;
  stray: number;
}

describe('a run that is killed', () => {
  it('[TR47] ends its servers and its browser', async (t) => {
    const runs = new Runs(t);
    const { process: run, folder, endpoint, server, stray } = await runs.start();
    assert.ok(isAlive(server) && browsersIn(folder).length === 1, 'both were there');
    run.kill('SIGKILL');
    await untilDead([server]);
    await until(() => browsersIn(folder).length === 0);
    await assert.rejects(fetch(endpoint.replace('ws:', 'http:')), 'nobody serves a browser');
    assert.ok(isAlive(stray), 'what knows nothing of the run is still there');
  });

  it('[TR48] is cleaned up at the next start, and no other is', { skip: ELSEWHERE }, async (t) => {
    const runs = new Runs(t);
    const [killed, other] = await Promise.all([runs.start(), runs.start()]);
    killed.process.kill('SIGKILL');
    await once(killed.process, 'exit');
    const done = await runs.cleanUp();
    assert.ok(done.includes(`Ended process ${killed.stray} of a killed run.`), done.join('\n'));
    assert.equal(done.at(-1), `Removed ${killed.folder} of a killed run.`);
    assert.ok(!isAlive(killed.stray));
    assert.deepEqual(runs.folders, [other.folder]);
    assert.ok(isAlive(other.stray) && isAlive(other.server), 'the run that goes on has lost nothing');
    assert.deepEqual(await runs.cleanUp(), [], 'there is nothing left to do');
  });
});

/** Runs whose folders are in one of the test's own, apart from those of the machine. */
class Runs {
  readonly #home = realpathSync(mkdtempSync(join(tmpdir(), 'acdeck-runs-')));
  readonly #started: Run[] = [];

  constructor(t: TestContext) {
    // What tsx has translated for others serves here too.
    const cache = `tsx-${userInfo().uid}`;
    mkdirSync(join(tmpdir(), cache), { recursive: true });
    symlinkSync(join(tmpdir(), cache), join(this.#home, cache));
    t.after(async () => {
      for (const { process: run, stray } of this.#started) {
        run.kill('SIGKILL');
        if (isAlive(stray)) process.kill(stray, 'SIGKILL');
      }
      await untilDead(this.#started.flatMap(({ stray, server }) => [stray, server]));
      rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 });
    });
  }

  get folders(): string[] {
    const names = readdirSync(this.#home).filter((name) => /^acdeck-\d+-/.test(name));
    return names.map((name) => join(this.#home, name));
  }

  async start(): Promise<Run> {
    const { child, told } = await this.#script(RUN);
    const run = { process: child, ...(told as Omit<Run, 'process'>) };
    this.#started.push(run);
    return run;
  }

  async cleanUp(): Promise<string[]> {
    return (await this.#script(CLEAN)).told as string[];
  }

  /** What a script says, in a process whose temporary files go to this place. */
  async #script(script: string): Promise<{ child: ChildProcess; told: unknown }> {
    const words = ['--import', 'tsx', '--input-type=module', '--eval', script];
    const env = { ...process.env, TMPDIR: this.#home };
    const child = spawn(process.execPath, words, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    return { child, told: JSON.parse(line) };
  }
}

/** The folders in which browsers keep what they know, in a run's folder. */
function browsersIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('playwright_chromiumdev_profile'));
}

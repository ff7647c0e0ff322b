import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ProcessRecords } from '../../processes/process-records.js';
import { startTimeOf } from '../../processes/process-table.js';
import { scratchFolder } from '../connection/connection.rig.js';
import { isAlive, notedPids, startOdd, untilDead } from './process.rig.js';

const SERVER = fileURLToPath(new URL('./killed-server.rig.ts', import.meta.url));

/** A server that runs stubborn processes and is then killed without a chance to end them. */
async function killedServer(t: TestContext, watchdog: 'with' | 'without', behaviour = 'tree') {
  const folder = scratchFolder(t);
  const notes = join(folder, 'notes');
  const args = ['--import', import.meta.resolve('tsx'), SERVER, folder, notes, watchdog, behaviour];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const pids = await notedPids(notes, { tree: 3, 'sign-in': 2 }[behaviour] ?? 1);
  // It says so when the record is written.
  await once(server.stdout, 'data');
  const before = pids.filter(isAlive).length;
  server.kill('SIGKILL');
  await once(server, 'exit');
  return { folder, pids, before };
}

describe('processes that we started', () => {
  it('[A8] end when we are killed', async (t) => {
    const { pids, before } = await killedServer(t, 'with');
    assert.equal(before, 3, 'three processes were alive before');
    await untilDead(pids);
    t.diagnostic(`${before} alive before, ${pids.filter(isAlive).length} after`);
  });

  it('[A8] end when we are killed in the moment of their start, where the system shows it', async (t) => {
    if (process.platform !== 'linux') return t.skip('only Linux shows the environment of a process');
    const folder = scratchFolder(t);
    const notes = join(folder, 'notes');
    const args = ['--import', import.meta.resolve('tsx'), SERVER, folder, notes, 'barely', 'tree'];
    const server = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const [, signal] = await once(server, 'exit');
    assert.equal(signal, 'SIGKILL');
    await untilDead(await notedPids(`${notes}-of-server`, 1));
  });

  it('[A7] [A8] end though they ran away from their group, where the system shows it', async (t) => {
    if (process.platform !== 'linux') return t.skip('only Linux shows the environment of a process');
    const { pids, before } = await killedServer(t, 'with', 'runaway');
    assert.equal(before, 1, 'one process was alive before');
    await untilDead(pids);
  });

  it('[AU13] end in a sign-in terminal too', async (t) => {
    const { pids, before } = await killedServer(t, 'with', 'sign-in');
    assert.equal(before, 2, 'two processes were alive before');
    await untilDead(pids);
  });

  it('[A9] end at the next start if even the watchdog was killed', async (t) => {
    const { folder, pids, before } = await killedServer(t, 'without');
    assert.equal(before, 3, 'three processes were alive before');
    const dir = join(folder, 'processes');
    assert.equal(readdirSync(dir).length, 1);
    assert.equal(await new ProcessRecords(dir).reap(), 1);
    assert.deepEqual(pids.filter(isAlive), []);
    assert.deepEqual(readdirSync(dir), []);
    t.diagnostic(`${before} alive before, ${pids.filter(isAlive).length} after`);
  });

  it('[A9] are left alone while their server lives, or if they are others by now', async (t) => {
    const { process: odd, notes, folder } = await startOdd(t, 'tree');
    odd.stdout.resume();
    const pids = await notedPids(notes, 3);
    const dir = join(folder, 'others');
    const records = new ProcessRecords(dir);
    await records.add(odd.pid, 'DECK_RUN_ID=nobody');
    assert.equal(await records.reap(), 0, 'this very process is their server');
    const record = {
      group: odd.pid,
      startTime: 'another',
      marker: 'DECK_RUN_ID=nobody',
      server: { pid: 1, startTime: '-' },
    };
    writeFileSync(join(dir, `${odd.pid}.json`), JSON.stringify(record));
    writeFileSync(join(dir, 'torn.json'), '{"group":');
    assert.equal(await records.reap(), 0);
    assert.equal(pids.filter(isAlive).length, 3);
    assert.deepEqual(readdirSync(dir), []);
    assert.notEqual(await startTimeOf(odd.pid), null);
  });
});

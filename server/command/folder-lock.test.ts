import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findServer } from './find-server.js';
import { FolderLock, folderKey } from './folder-lock.js';

const RIG = fileURLToPath(new URL('./contend-for-folder.rig.ts', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'acdeck-lock-'));
after(() => rmSync(dir, { recursive: true }));

interface Contender {
  child: ChildProcess;
  said: string;
}

async function contend(folder: string): Promise<Contender> {
  const child = spawn(process.execPath, ['--import', 'tsx', RIG, dir, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout!, 'data')) as [Buffer];
  return { child, said: said.toString().trim() };
}

async function kill({ child }: Contender): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function runFile(folder: string): string {
  const files = readdirSync(join(dir, 'run')).filter((file) => file.startsWith(folderKey(folder)));
  assert.equal(files.length, 1, 'one run file per folder');
  return join(dir, 'run', files[0]!);
}

function own(folder: string): FolderLock {
  const outcome = FolderLock.acquire(dir, folder);
  assert.equal(outcome.kind, 'owned');
  return outcome.lock;
}

describe('FolderLock', () => {
  it('[C26] has one owner however many want the folder, and one again after that was killed', async () => {
    for (let round = 0; round < 2; round++) {
      const all = await Promise.all(Array.from({ length: 5 }, () => contend('/one')));
      assert.deepEqual(all.map(({ said }) => said).sort(), ['held', 'held', 'held', 'held', 'owned']);
      await Promise.all(all.map(kill));
    }
  });

  it('[C27] goes to the next one when the owner is gone, also if its number was given to another process', () => {
    own('/two').publish({ port: 1, socket: '/s' });
    const record = JSON.parse(readFileSync(runFile('/two'), 'utf8'));
    assert.equal(FolderLock.acquire(dir, '/two').kind, 'held');
    writeFileSync(runFile('/two'), JSON.stringify({ ...record, started: 'an earlier boot:1' }));
    assert.equal(FolderLock.ownerOf(dir, '/two'), null);
    own('/two');
  });

  it('[C27] takes over from a damaged file', () => {
    own('/three');
    for (const text of ['', '{', 'null', '{"pid":"1"}', '{"folder":"/three","pid":-5,"started":"x","door":null}']) {
      writeFileSync(runFile('/three'), text);
      own('/three');
    }
  });

  it('[C28] tells the address to its owner only, and only while the server runs', () => {
    const lock = own('/four');
    lock.publish({ port: 18080, socket: '/here.sock' });
    assert.equal(statSync(runFile('/four')).mode & 0o777, 0o600);
    assert.deepEqual(FolderLock.ownerOf(dir, '/four')?.door, { port: 18080, socket: '/here.sock' });
    lock.release();
    assert.equal(FolderLock.ownerOf(dir, '/four'), null);
    assert.doesNotMatch(readFileSync(runFile('/four'), 'utf8'), /here/);
  });

  it('[AS28] says who serves a folder: its port, or that nobody does, or that the folder is gone', () => {
    const folder = join(dir, 'project');
    assert.deepEqual(findServer(dir, folder), { folder, state: 'gone' });
    mkdirSync(folder);
    assert.deepEqual(findServer(dir, folder), { folder, state: 'stopped' });
    const lock = own(folder);
    assert.deepEqual(findServer(dir, folder), { folder, state: 'stopped' }, 'it does not answer yet');
    lock.publish({ port: 18080, socket: '/here.sock' });
    assert.deepEqual(findServer(dir, folder), { folder, state: 'running', port: 18080 });
    lock.release();
    assert.deepEqual(findServer(dir, folder), { folder, state: 'stopped' });
  });
});

import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { until } from '../testing/until.rig.js';
import { FileIndex } from './file-index.js';
import { LiveIndex } from './live-index.js';
import { ProjectFiles } from './project-files.js';
import { folderWith, git } from './repo.rig.js';

function project(t: TestContext, folder: string): ProjectFiles {
  const files = new ProjectFiles(folder);
  t.after(() => files.close());
  return files;
}

describe('the files of the project', () => {
  it('[RP8] are searched in a thread of their own', async (t) => {
    const folder = folderWith(t, { 'src/session.ts': 'x', 'b.md': '' });
    git(folder, 'init', '-q');
    const found = await project(t, folder).find('sess', 5);
    assert.deepEqual(found, {
      files: [{ path: 'src/session.ts', positions: [4, 5, 6, 7] }],
      total: 1,
      complete: true,
      leftOut: 0,
    });
  });

  it('[RP8] are listed anew when the list is old, and nobody waits', async (t) => {
    const folder = folderWith(t, { 'a.ts': '' });
    let now = 0;
    const index = new LiveIndex(folder, () => now);
    const names = async () => {
      const { files } = await index.find({ query: '', limit: 9, opened: [] });
      return files.map(({ path }) => path).sort();
    };
    assert.deepEqual(await names(), ['a.ts']);
    writeFileSync(join(folder, 'b.ts'), '');
    assert.deepEqual(await names(), ['a.ts']);
    now = 60_000;
    assert.deepEqual(await names(), ['a.ts'], 'the list at hand answers');
    await until(async () => (await names()).length === 2);
    assert.deepEqual(await names(), ['a.ts', 'b.ts']);
    now = 120_000;
    rmSync(folder, { recursive: true });
    assert.deepEqual(await names(), ['a.ts', 'b.ts'], 'what was listed last is the best there is');
  });

  it('[RP7] that were opened come first', async (t) => {
    const files = project(t, folderWith(t, { 'a.ts': '', 'b.ts': 'b', 'c.ts': '' }));
    await files.read('b.ts', 1, 1);
    assert.equal((await files.find('', 9)).files[0]?.path, 'b.ts');
  });

  it('[RP5] are found and opened by odd names', async (t) => {
    const name = 'odd \u202e\n\u001b[31m.ts';
    const files = project(t, folderWith(t, { [name]: 'here' }));
    const { path } = (await files.find('odd', 9)).files[0]!;
    assert.deepEqual((await files.read(path, 1, 9)).lines, ['here']);
  });

  it('[RP10] are searched again after a search failed', async (t) => {
    const folder = folderWith(t);
    const code = `
      import { existsSync, writeFileSync } from 'node:fs';
      import { parentPort } from 'node:worker_threads';
      const flag = ${JSON.stringify(join(folder, 'failed'))};
      parentPort.on('message', (message) => {
        if (message === 'close') return parentPort.close();
        const { id } = message;
        if (existsSync(flag)) return parentPort.postMessage({ id, found: 'found' });
        writeFileSync(flag, '');
        process.exit(1);
      });`;
    const index = new FileIndex(folder, new URL(`data:text/javascript,${encodeURIComponent(code)}`));
    t.after(() => index.close());
    // The search keeps no process running, not even one that waits for its answer.
    const alive = setInterval(() => {}, 60_000);
    t.after(() => clearInterval(alive));
    const asked = { query: 'a', limit: 1, opened: [] };
    const reason = { code: 'file_search_failed' };
    await assert.rejects(index.find(asked), { name: 'unavailable', reason });
    assert.equal(await index.find(asked), 'found');
  });
});

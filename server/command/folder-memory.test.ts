import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { FolderMemory } from './folder-memory.js';

const dir = mkdtempSync(join(tmpdir(), 'acdeck-memory-'));
after(() => rmSync(dir, { recursive: true }));

describe('FolderMemory', () => {
  it('[C12] remembers the port and the agent of each folder', () => {
    new FolderMemory(dir, '/a').remember({ port: 18081 });
    new FolderMemory(dir, '/a').remember({ agent: ['custom', '--acp'] });
    assert.deepEqual(new FolderMemory(dir, '/a').last, { port: 18081, agent: ['custom', '--acp'] });
    assert.deepEqual(new FolderMemory(dir, '/b').last, { port: null, agent: null });
  });

  it('[C12] forgets what it cannot read', () => {
    new FolderMemory(dir, '/c').remember({ port: 1, agent: 'demo' });
    const files = readdirSync(join(dir, 'folders')).map((file) => join(dir, 'folders', file));
    assert.ok(files.every((file) => (statSync(file).mode & 0o777) === 0o600));
    for (const text of ['', 'null', '[]', '{"port":"x","agent":7}', '{"port":70000,"agent":[]}', '{"agent":[1]}']) {
      for (const file of files) writeFileSync(file, text);
      assert.deepEqual(new FolderMemory(dir, '/c').last, { port: null, agent: null }, text);
    }
  });
});

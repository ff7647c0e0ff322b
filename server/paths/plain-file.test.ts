import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { openPlainFile, readPlainFile } from './plain-file.js';

const dir = mkdtempSync(join(tmpdir(), 'acdeck-plain-'));
after(() => rmSync(dir, { recursive: true }));

describe('a file that we read', () => {
  it('[D32] is read if it is one, and anything else is an error at once', async (t) => {
    const [file, pipe, socket] = [join(dir, 'file'), join(dir, 'pipe'), join(dir, 'socket')];
    writeFileSync(file, 'text');
    execFileSync('mkfifo', [pipe]);
    const server = createServer().listen(socket);
    t.after(() => server.close());
    assert.equal(readPlainFile(file), 'text');
    const handle = await openPlainFile(file);
    assert.equal(await handle.readFile('utf8'), 'text');
    await handle.close();
    for (const other of [pipe, dir, '/dev/zero', socket, join(dir, 'none')]) {
      assert.throws(() => readPlainFile(other));
      await assert.rejects(openPlainFile(other));
    }
  });
});

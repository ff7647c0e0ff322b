import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { workspace } from '../paths/workspace.rig.js';
import { WorkspaceFiles } from './workspace-files.js';

const scene = (t: TestContext) => {
  const { root, outside } = workspace(t);
  return { root, outside, files: new WorkspaceFiles([root]) };
};

describe('files for an agent', () => {
  it('[A51] are refused outside of the session', async (t) => {
    const { root, outside, files } = scene(t);
    for (const path of ['five', `${root}/out/secret`, `${root}/dangling`, 7, join(outside, 'secret')]) {
      await assert.rejects(files.read(path), { code: -32602 });
      await assert.rejects(files.write(path, 'x'), { code: -32602 });
    }
  });

  it('[A52] stay inside though a folder becomes a link at the worst moment', async (t) => {
    const { root, outside, files } = scene(t);
    const spot = join(root, 'spot');
    const aside = join(root, 'aside');
    mkdirSync(spot);
    let isSwapping = true;
    // What is written may make the folder anew while it is away; the swap then clears its way.
    const swap = (step: () => void) => {
      for (;;) {
        try {
          return step();
        } catch {
          rmSync(spot, { recursive: true, force: true });
        }
      }
    };
    const swapping = (async () => {
      while (isSwapping) {
        swap(() => renameSync(spot, aside));
        swap(() => symlinkSync(outside, spot));
        await new Promise((resolve) => setImmediate(resolve));
        unlinkSync(spot);
        swap(() => renameSync(aside, spot));
        for (let round = 0; round < 4; round++) await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const outcomes = { written: 0, refused: 0 };
    for (let n = 0; n < 500; n++) {
      const isWritten = await files.write(join(spot, n % 2 ? `new${n}/f` : `f${n}`), 'x').then(
        () => true,
        () => false,
      );
      outcomes[isWritten ? 'written' : 'refused']++;
      await files.read(join(spot, 'secret')).then(
        (text) => assert.notEqual(text, 'secret'),
        () => {},
      );
    }
    isSwapping = false;
    await swapping;
    t.diagnostic(`${outcomes.written} written, ${outcomes.refused} refused`);
    assert.deepEqual(readdirSync(outside), ['secret']);
    assert.ok(outcomes.written > 0);
  });

  it('[A53] are read whole or by lines', async (t) => {
    const { root, files } = scene(t);
    const read = (line?: number, limit?: number) =>
      files.read(join(root, 'five'), { line: line ?? null, limit: limit ?? null });
    assert.equal(await read(), '1\n2\n3\n4\n5\n');
    assert.equal(await read(2, 2), '2\n3\n');
    assert.equal(await read(4), '4\n5\n');
    assert.equal(await read(undefined, 1), '1\n');
    assert.deepEqual([await read(9), await read(1, 0), await read(0, 1)], ['', '', '1\n']);
    await assert.rejects(files.read(join(root, 'none')), {
      code: -32002,
      message: `"${join(root, 'none')}" was not found.`,
    });
    await assert.rejects(files.read(join(root, 'sub')), { code: -32602 });
  });

  it('[A54] are written as a whole, with their folders and their mode', async (t) => {
    const { root, files } = scene(t);
    const path = join(root, 'a', 'b', 'new.txt');
    await files.write(path, 'one é');
    assert.equal(readFileSync(path, 'utf8'), 'one é');
    const script = join(root, 'run.sh');
    writeFileSync(script, 'old');
    chmodSync(script, 0o751);
    await files.write(script, 'new');
    assert.deepEqual([readFileSync(script, 'utf8'), statSync(script).mode & 0o777], ['new', 0o751]);
    await files.write(join(root, 'in', 'linked'), 'x');
    assert.equal(readFileSync(join(root, 'sub', 'linked'), 'utf8'), 'x');
    await assert.rejects(files.write(join(root, 'sub'), 'x'), { code: -32602 });
    await assert.rejects(files.write(join(root, 'x'), 7), { code: -32602 });
    await assert.rejects(files.write(join(root, 'five', 'x'), 'x'), { code: -32602 });
    assert.deepEqual(
      readdirSync(root).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });
});

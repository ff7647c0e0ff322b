import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
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
import fc from 'fast-check';
import { scratchFolder } from './connection.rig.js';
import { resolvePath } from './resolve-path.js';
import { WorkspaceFiles } from './workspace-files.js';

/** A root with a file, a folder, and links of every kind; beside it a folder that is out of bounds. */
function workspace(t: TestContext) {
  const folder = scratchFolder(t);
  const root = join(folder, 'root');
  const outside = join(folder, 'outside');
  mkdirSync(join(root, 'sub'), { recursive: true });
  mkdirSync(outside);
  mkdirSync(join(folder, 'root-twin'));
  writeFileSync(join(root, 'five'), '1\n2\n3\n4\n5\n');
  writeFileSync(join(outside, 'secret'), 'secret');
  symlinkSync(outside, join(root, 'out'));
  symlinkSync(join(outside, 'secret'), join(root, 'secret'));
  symlinkSync(join(outside, 'new'), join(root, 'dangling'));
  symlinkSync('sub', join(root, 'in'));
  symlinkSync('loop', join(root, 'loop'));
  return { folder, root, outside, files: new WorkspaceFiles([root]) };
}

describe('files for an agent', () => {
  it('[A51] are named by absolute paths inside of the session', async (t) => {
    const { folder, root } = workspace(t);
    const bad = [
      'five',
      '',
      './five',
      `${root}/../outside/secret`,
      `${root}/out/secret`,
      `${root}/secret`,
      `${root}/dangling`,
      `${root}/loop`,
      `${root}-twin/x`,
      folder,
      '/etc/passwd',
      `${root}/a\0b`,
      7,
      null,
      `${root}/five/below`,
      `${root}/out/new/deep`,
      `${root}/in/../../outside/secret`,
    ];
    for (const path of bad) await assert.rejects(resolvePath(path, [root]), { code: -32602 }, String(path));
    assert.equal(await resolvePath(`${root}/in/./x/../new`, [root]), join(root, 'sub', 'new'));
    assert.equal(await resolvePath(root, [root]), root);
    await assert.rejects(resolvePath(`${root}/five`, [join(folder, 'no-such-root')]), { code: -32602 });
  });

  it('[A51] never lie outside, whatever a path is made of', async (t) => {
    const { root } = workspace(t);
    const part = fc.constantFrom(
      '..',
      '.',
      'sub',
      'in',
      'out',
      'secret',
      'dangling',
      'loop',
      'five',
      'new',
      '',
      'outside',
      'root',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const found = await resolvePath(`${root}/${parts.join('/')}`, [root]).catch(() => root);
        return found === root || found.startsWith(`${root}/`);
      }),
      { numRuns: 1000 },
    );
  });

  it('[A52] stay inside though a folder becomes a link at the worst moment', async (t) => {
    const { root, outside, files } = workspace(t);
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
    const { root, files, folder } = workspace(t);
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
    assert.ok(existsSync(folder));
  });

  it('[A54] are written as a whole, with their folders and their mode', async (t) => {
    const { root, files } = workspace(t);
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

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { REPO_LIMITS } from '../protocol/api/repo.js';
import { seeded } from '../testing/seeded.rig.js';
import { FileReader } from './file-reader.js';
import { folderWith } from './repo.rig.js';

describe('a file of the folder', () => {
  it('[RP11] is read by lines, by either path', async (t) => {
    const folder = folderWith(t, { 'src/a.ts': '\ufeffone\r\ntwo\nthree\n', empty: '' });
    const reader = new FileReader(folder);
    const slice = await reader.read('src/a.ts', { from: 1, count: 2 });
    assert.deepEqual(
      { ...slice, revision: '' },
      {
        path: 'src/a.ts',
        from: 1,
        lines: ['one', 'two'],
        total: 3,
        size: 18,
        revision: '',
        kind: 'text',
        cut: 0,
      },
    );
    const rest = await reader.read(join(folder, 'src/a.ts'), { from: 3, count: 9 });
    assert.deepEqual([rest.path, rest.lines], ['src/a.ts', ['three']]);
    assert.deepEqual((await reader.read('src/a.ts', { from: 99, count: 9 })).lines, []);
    assert.deepEqual((await reader.read('empty', { from: 1, count: 9 })).total, 0);
  });

  it('[RP12] is inside of the folder and a file', async (t) => {
    const folder = folderWith(t, { 'sub/a.ts': '' });
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    symlinkSync('/etc/passwd', join(folder, 'out'));
    symlinkSync('/dev/zero', join(folder, 'zero'));
    const reader = new FileReader(folder);
    for (const path of ['../x', '/etc/passwd', 'out', 'zero', 'pipe', 'sub', '.', 'a\0b']) {
      await assert.rejects(reader.read(path, { from: 1, count: 1 }), { name: 'bad_request' }, path);
    }
    const missing = { name: 'not_found', message: '"none.ts" was not found.' };
    await assert.rejects(reader.read('none.ts', { from: 1, count: 1 }), missing);
  });

  it('[RP13] gives no lines if it is binary or too big', async (t) => {
    const folder = folderWith(t, { 'a.bin': Buffer.from([80, 0, 1]), big: 'x' });
    truncateSync(join(folder, 'big'), 300 * 1024 * 1024);
    const reader = new FileReader(folder);
    for (const [path, kind] of [
      ['a.bin', 'binary'],
      ['big', 'too_big'],
    ] as const) {
      const slice = await reader.read(path, { from: 1, count: 5 });
      assert.deepEqual([slice.kind, slice.lines, slice.total], [kind, [], null]);
    }
  });

  it('[RP14] gives the beginning of a very long line, and no more than fits an answer', async (t) => {
    const long = '😀'.repeat(300_000);
    const folder = folderWith(t, { 'min.js': `${long}\nnext\n`, wide: `${'é'.repeat(3_000)}\n`.repeat(2_000) });
    const reader = new FileReader(folder);
    const { lines, cut, total } = await reader.read('min.js', { from: 1, count: 5 });
    assert.deepEqual([lines[0], lines[1], cut, total], [`${'😀'.repeat(REPO_LIMITS.lineChars / 2)}…`, 'next', 1, 2]);
    const wide = await reader.read('wide', { from: 1, count: 2_000 });
    assert.ok(Buffer.byteLength(JSON.stringify(wide)) < REPO_LIMITS.sliceBytes + 10_000);
    assert.ok(wide.lines.length > 100 && wide.lines.length < 2_000);
  });

  it('[RP15] is the same in slices as in one piece', async (t) => {
    const folder = folderWith(t);
    const reader = new FileReader(folder);
    const line = fc.string({ unit: fc.constantFrom('a', 'é', '😀', ' '), maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 40 }), fc.nat(8), fc.boolean(), async (texts, times, isOpen) => {
        const lines = Array.from({ length: times * 300 + 1 }, () => texts).flat();
        const content = lines.map((text) => `${text}\n`).join('') + (isOpen ? 'last' : '');
        const whole = isOpen ? [...lines, 'last'] : lines;
        writeFileSync(join(folder, 'f'), content);
        const starts = [1, 999, 1_000, 1_001, 2_001, Math.max(1, whole.length - 3)];
        const slices = await Promise.all(starts.map((from) => reader.read('f', { from, count: 50 })));
        for (const [n, { lines: got, total }] of slices.entries()) {
          assert.deepEqual([got, total], [whole.slice(starts[n]! - 1, starts[n]! + 49), whole.length]);
        }
      }),
      seeded(t, 30),
    );
  });

  it('[RP16] has another revision when it has changed', async (t) => {
    const folder = folderWith(t, { a: 'one' });
    const reader = new FileReader(folder);
    const revision = async () => (await reader.read('a', { from: 1, count: 1 })).revision;
    const first = await revision();
    assert.equal(await revision(), first);
    writeFileSync(join(folder, 'a'), 'three');
    assert.notEqual(await revision(), first);
  });
});

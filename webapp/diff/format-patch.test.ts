import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { applyPatch, parsePatch } from 'diff';
import fc from 'fast-check';
import { seeded } from '../../server/testing/seeded.rig.js';
import { formatGitPatch } from './format-patch.js';

const run = promisify(execFile);
const line = fc.constantFrom('', 'a', 'b', '-', '+x', ' y', '\\ No', '@@ -1 +1 @@', 'x\r', '\t', 'diff --git', '日本');
const text = fc.tuple(fc.array(line, { maxLength: 14 }), fc.boolean()).map(([lines, ends]) => {
  return lines.join('\n') + (ends && lines.length > 0 ? '\n' : '');
});

describe('formatGitPatch', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'acdeck-patch-'));
    await run('git', ['init', '-q'], { cwd: folder });
    await run('git', ['config', 'core.autocrlf', 'false'], { cwd: folder });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** What git makes of the old file by our patch. */
  async function applied(path: string, oldText: string | null, newText: string): Promise<string> {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await rm(file, { force: true });
    if (oldText) await writeFile(file, oldText);
    await writeFile(join(folder, 'x.patch'), formatGitPatch({ path, oldText, newText }));
    await run('git', ['apply', '--whitespace=nowarn', 'x.patch'], { cwd: folder });
    return readFile(file, 'utf8');
  }

  it('[F4] makes patches that give the new text, for any two texts', (t) => {
    const changed = fc.tuple(text, text).filter(([a, b]) => a !== '' && a !== b);
    fc.assert(
      fc.property(changed, ([oldText, newText]) => {
        const [patch] = parsePatch(formatGitPatch({ path: 'a.txt', oldText, newText }));
        assert.equal(applyPatch(oldText, patch!), newText);
      }),
      seeded(t, 150),
    );
  });

  const cases: Readonly<Record<string, readonly [string, string | null, string]>> = {
    'a change': ['src/a.ts', 'a\nb\nc\n', 'a\nB\nc\n'],
    'a new file': ['new/file.txt', null, 'one\ntwo'],
    'an empty old text': ['new2.txt', '', 'one\n'],
    'a line end that goes': ['b.txt', 'a\nb\n', 'a\nb'],
    'a line end that comes': ['c.txt', 'a\nb', 'a\nb\n'],
    'carriage returns': ['d.txt', 'a\r\nb\r\n', 'a\r\nb\n'],
    'a file that is emptied': ['e.txt', 'a\nb\n', ''],
    'an odd name': ['ü "q" \\ tab\t.txt', 'a\n', 'b\n'],
    'a name with a leading slash': ['/abs/f.txt', 'a\n', 'b\n'],
    'lines that look like a patch': ['g.txt', '--- a\n+++ b\n@@ -1 +1 @@\n', '--- b\n+++ b\n@@ -1 +1 @@\n'],
    'texts too different to compare': [
      'h.txt',
      Array.from({ length: 3_000 }, (_, n) => `old ${n}`).join('\n'),
      Array.from({ length: 3_000 }, (_, n) => `new ${n}`).join('\n'),
    ],
  };
  for (const [name, [path, oldText, newText]] of Object.entries(cases)) {
    it(`[F4] is taken by git: ${name}`, async () => assert.equal(await applied(path, oldText, newText), newText));
  }

  it('[F4] is taken by git where it is a part of a file, a deletion or a move', async () => {
    const git = async (patch: string) => {
      await writeFile(join(folder, 'x.patch'), patch);
      await run('git', ['apply', '--whitespace=nowarn', 'x.patch'], { cwd: folder });
    };
    const lines = (changed = '') =>
      Array.from({ length: 60 }, (_, n) => (n === 39 && changed ? changed : `line ${n + 1}`));
    const file = (changed = '') => `${lines(changed).join('\n')}\n`;
    const part = (changed = '') => `${lines(changed).slice(36, 43).join('\n')}\n`;
    for (const firstLine of [37, null]) {
      await writeFile(join(folder, 'p.txt'), file());
      await git(formatGitPatch({ path: 'p.txt', oldText: part(), newText: part('NEW'), firstLine }));
      assert.equal(await readFile(join(folder, 'p.txt'), 'utf8'), file('NEW'), String(firstLine));
    }
    assert.match(
      formatGitPatch({ path: 'p.txt', oldText: part(), newText: part('NEW'), firstLine: 37 }),
      /^@@ -37,7 \+37,7 @@/m,
    );
    await git(formatGitPatch({ path: 'q.txt', oldText: file('NEW'), newText: file(), movedFrom: 'p.txt' }));
    assert.equal(await readFile(join(folder, 'q.txt'), 'utf8'), file());
    await assert.rejects(readFile(join(folder, 'p.txt')), /ENOENT/);
    await git(formatGitPatch({ path: 'r.txt', oldText: '', newText: '', movedFrom: 'q.txt' }));
    assert.equal(await readFile(join(folder, 'r.txt'), 'utf8'), file());
    await git(formatGitPatch({ path: 'r.txt', oldText: file(), newText: '', isDeleted: true }));
    await assert.rejects(readFile(join(folder, 'r.txt')), /ENOENT/);
  });
});

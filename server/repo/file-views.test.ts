import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseRuns } from '../git/parse-runs.js';
import { REPO_LIMITS } from '../protocol/api/repo.js';
import { seeded } from '../testing/seeded.rig.js';
import { RepoRig, troubleWith } from './changes.rig.js';
import { gitEnv } from './repo.rig.js';

describe('files as tabs see them', () => {
  it('[RP45] stand in their folders: folders first, ignored and changed ones marked, in pages', async (t) => {
    const rig = new RepoRig(t, {
      files: {
        '.gitignore': '*.log\nbuilt/\n',
        ':(top)z.log.txt': '',
        'src/a.ts': 'a',
        'src/deep/b.ts': 'b',
        'z.txt': 'z',
      },
    });
    rig.write('src/deep/b.ts', 'changed');
    rig.write('x.log', 'x');
    rig.write('built/out.js', 'x');
    symlinkSync('z.txt', join(rig.folder, 'link'));
    await rig.repo.status(0);
    const { entries, next } = await rig.repo.tree('', null);
    assert.deepEqual(
      entries.map(({ name, kind, isIgnored, isChanged }) => [name, kind, isIgnored, isChanged]),
      [
        ['built', 'folder', true, false],
        ['src', 'folder', false, true],
        ['.gitignore', 'file', false, false],
        [':(top)z.log.txt', 'file', false, false],
        ['link', 'link', false, true],
        ['x.log', 'file', true, false],
        ['z.txt', 'file', false, false],
      ],
    );
    assert.equal(next, null);
    assert.deepEqual(
      (await rig.repo.tree('src', null)).entries.map(({ name, isChanged }) => [name, isChanged]),
      [
        ['deep', true],
        ['a.ts', false],
      ],
    );
    assert.equal((await troubleWith(rig.repo.tree('none', null))).code, 'missing');
    mkdirSync(join(rig.folder, 'many'));
    const many = REPO_LIMITS.treeEntries + 5;
    for (let n = 0; n < many; n++) writeFileSync(join(rig.folder, 'many', `f${String(n).padStart(5, '0')}`), '');
    const first = await rig.repo.tree('many', null);
    const second = await rig.repo.tree('many', first.next);
    const names = [...first.entries, ...second.entries].map(({ name }) => name);
    assert.deepEqual([names.length, new Set(names).size, second.next], [many, many, null]);
  });

  it('[RP46] are listed flat, in order and in pages', async (t) => {
    const rig = new RepoRig(t);
    const count = REPO_LIMITS.listedPaths + 3;
    // Git lists what it tracks, be it there or not.
    const entries = Array.from({ length: count }, (_, n) => `100644 ${'1'.repeat(40)} 0\td${n % 7}/f${n}\n`);
    const options = { cwd: rig.folder, env: gitEnv(rig.home), input: entries.join('') };
    execFileSync('git', ['update-index', '--index-info'], options);
    const first = await rig.repo.list(null);
    const second = await rig.repo.list(first.next);
    const paths = [...first.paths, ...second.paths];
    assert.deepEqual([paths.length, second.next, first.isWhole], [count, null, true]);
    assert.deepEqual(paths, [...new Set(paths)].sort());
  });

  it('[RP47] are given in any version, as text or as bytes', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'first\n', pic: Buffer.from([0x89, 0, 0xff]) } });
    const oid = rig.git('rev-parse', 'HEAD').trim();
    rig.write('a.txt', 'second\n');
    rig.git('add', 'a.txt');
    rig.write('a.txt', 'third\n');
    const texts = await Promise.all([oid, 'HEAD', 'index', null].map((name) => rig.repo.fileContent('a.txt', name)));
    assert.deepEqual(
      texts.map(({ text }) => text),
      ['first\n', 'first\n', 'second\n', 'third\n'],
    );
    assert.deepEqual(
      texts.map(({ revision }) => revision !== null),
      [false, false, false, true],
    );
    const { kind, text } = await rig.repo.fileContent('pic', 'HEAD');
    assert.deepEqual([kind, text, await rig.repo.isBinary('pic')], ['binary', null, true]);
    assert.deepEqual(await rig.repo.fileBytes('pic', 'HEAD', 1), { size: 3, offset: 1, data: 'AP8=' });
    rig.write('large', Buffer.alloc(REPO_LIMITS.chunkBytes + 10, 7));
    const pieces = await Promise.all([0, REPO_LIMITS.chunkBytes].map((at) => rig.repo.fileBytes('large', null, at)));
    assert.equal(
      pieces.reduce((sum, { data }) => sum + Buffer.from(data, 'base64').length, 0),
      REPO_LIMITS.chunkBytes + 10,
    );
    assert.equal((await troubleWith(rig.repo.fileContent('a.txt', 'nowhere'))).code, 'no_commit');
    assert.equal((await troubleWith(rig.repo.fileContent('none', 'HEAD'))).code, 'missing');
    assert.deepEqual([await rig.repo.exists('a.txt'), await rig.repo.exists('none')], [true, false]);
  });

  it('[RP48] differ by runs of lines that lead from one side to the other', async (t) => {
    const rig = new RepoRig(t, { files: { f: '' } });
    const line = fc.constantFrom('a', 'b', '@@ -1 +1 @@', '', '-', '+x');
    const text = fc.tuple(fc.array(line, { maxLength: 12 }), fc.boolean());
    const textOf = ([lines, isOpen]: [string[], boolean]) =>
      lines.join('\n') + (isOpen || lines.length === 0 ? '' : '\n');
    await fc.assert(
      fc.asyncProperty(text, text, async (before, after) => {
        const [old, now] = [textOf(before), textOf(after)];
        rig.write('f', old);
        rig.git('add', 'f');
        rig.write('f', now);
        const { runs } = await rig.repo.fileDiff('f', { from: 'index', to: 'worktree' }, null);
        const [oldLines, newLines] = [old, now].map((each) => each.split(/(?<=\n)/).filter(Boolean));
        const result: string[] = [];
        let [oldAt, newAt] = [0, 0];
        for (const [same, removed, added] of runs ?? []) {
          result.push(...oldLines!.slice(oldAt, oldAt + same), ...newLines!.slice(newAt + same, newAt + same + added));
          oldAt += same + removed;
          newAt += same + added;
        }
        result.push(...oldLines!.slice(oldAt));
        assert.equal(result.join(''), now);
      }),
      seeded(t, 4),
    );
    assert.deepEqual(parseRuns(Buffer.from('@@ -0,0 +1,2 @@\n+a\n+@@ -9 +9 @@\n@@ -3 +5 @@ x\n')), [
      [0, 0, 2],
      [2, 1, 1],
    ]);
  });

  it('[RP48] differ between any two versions, with the contents that git has for each', async (t) => {
    const rig = new RepoRig(t, { files: { f: '' } });
    const line = fc.constantFrom('a', 'b\r', '\\ No newline at end of file', '', '-', '@@ -1 +1 @@', 'é', '\ufeffx');
    const text = fc.tuple(fc.array(line, { maxLength: 9 }), fc.boolean());
    const bytesOf = ([lines, isLatin]: [string[], boolean]) =>
      Buffer.from(lines.join('\n'), isLatin ? 'latin1' : 'utf8');
    const sides = [
      ['HEAD', 'index'],
      ['index', 'worktree'],
      ['HEAD', 'worktree'],
      ['commit', 'commit'],
    ] as const;
    await fc.assert(
      fc.asyncProperty(text, text, text, async (...texts) => {
        const [committed, staged, disk] = texts.map(bytesOf);
        rig.write('f', committed!);
        rig.commitAll('next');
        rig.write('f', staged!);
        rig.git('add', 'f');
        rig.write('f', disk!);
        const head = rig.git('rev-parse', 'HEAD').trim();
        const bytes: Record<string, Buffer> = { HEAD: committed!, index: staged!, worktree: disk!, commit: committed! };
        for (const [from, to] of sides) {
          const named = (name: string) => (name === 'commit' ? head : name);
          const diff = await rig.repo.fileDiff('f', { from: named(from), to: named(to) }, null);
          assert.deepEqual(
            [diff.old.text, diff.new.text],
            [bytes[from]!.toString('utf8'), bytes[to]!.toString('utf8')],
          );
          assert.deepEqual([diff.old.oid, diff.new.oid], [bytes[from]!, bytes[to]!].map(blobName));
        }
      }),
      seeded(t, 4),
    );
  });

  it('[RP88] that are too large for a diff have hunks, which lead from one side to the other', async (t) => {
    const line = (n: number) => `${n} ${'.'.repeat(90)}\n`;
    const lines = Array.from({ length: 30_000 }, (_, n) => line(n));
    const rig = new RepoRig(t, { files: { 'sub/f': lines.join('').slice(0, -1) }, below: 'sub' });
    const now = lines.toSpliced(20, 2, 'x\n', '@@ -1 +1 @@\n', '-y\n').toSpliced(0, 1).toSpliced(25_000, 3);
    now.splice(-1, 1, 'the end');
    rig.write('sub/f', now.join(''));
    const { old, new: side, runs } = await rig.repo.fileDiff('f', { from: 'index', to: 'worktree' }, null);
    assert.deepEqual([old.kind, side.kind, runs], ['too_big', 'too_big', null]);
    rig.git('mv', 'sub/f', 'sub/g');
    const head = rig.git('rev-parse', 'HEAD').trim();
    rig.commitAll('Moves and edits');
    const sides = { from: head, to: rig.git('rev-parse', 'HEAD').trim(), renamedFrom: 'f' };
    const { hunks, isCut, isBinary } = await rig.repo.diffHunks('g', sides);
    assert.deepEqual([hunks.length, isCut, isBinary], [4, false, false]);
    const linesOf = (text: string) => text.split(/(?<=\n)/).filter(Boolean);
    const before = linesOf(lines.join('').slice(0, -1));
    const result: string[] = [];
    let at = 0;
    for (const { oldFrom, newFrom, oldText, newText, runs: steps } of hunks) {
      const [olds, news] = [linesOf(oldText), linesOf(newText)];
      assert.deepEqual(olds, before.slice(oldFrom - 1, oldFrom - 1 + olds.length));
      assert.deepEqual(news, now.slice(newFrom - 1, newFrom - 1 + news.length));
      result.push(...before.slice(at, oldFrom - 1));
      let [oldAt, newAt] = [0, 0];
      for (const [same, removed, added] of steps) {
        result.push(...olds.slice(oldAt, oldAt + same), ...news.slice(newAt + same, newAt + same + added));
        oldAt += same + removed;
        newAt += same + added;
      }
      at = oldFrom - 1 + oldAt;
    }
    assert.equal([...result, ...before.slice(at)].join(''), now.join(''));
  });

  it('[RP88] that are too large for hunks have as many as fit, or none', async (t) => {
    const line = 'a line of text\n';
    const rig = new RepoRig(t, { files: { f: line.repeat(200_000), b: Buffer.alloc(3 * 1024 * 1024) } });
    const sides = { from: 'index', to: 'worktree', renamedFrom: null };
    rig.write('f', 'another line\n'.repeat(200_000));
    const cut = await rig.repo.diffHunks('f', sides);
    const [hunk] = cut.hunks;
    assert.deepEqual([cut.hunks.length, cut.isCut, hunk?.newText], [1, true, '']);
    assert.equal(hunk?.oldText, line.repeat(hunk!.runs[0]![1]));
    assert.ok(hunk!.oldText.length > REPO_LIMITS.hunkBytes * 0.9);
    rig.write('f', Array.from({ length: 200_000 }, (_, n) => (n % 500 === 0 ? 'x\n' : line)).join(''));
    const many = await rig.repo.diffHunks('f', sides);
    assert.deepEqual([many.hunks.length, many.isCut], [REPO_LIMITS.hunks, true]);
    rig.write('b', Buffer.alloc(3 * 1024 * 1024, '\x01\0'));
    rig.write('f', line.repeat(Math.ceil(REPO_LIMITS.hunkFileBytes / line.length) + 1));
    for (const path of ['b', 'f']) {
      assert.deepEqual(await rig.repo.diffHunks(path, sides), { path, hunks: [], isCut: false, isBinary: true });
    }
  });

  it('[RP49] are shown as a patch, up to a limit', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
    rig.write('a.txt', 'b\n');
    rig.git('add', 'a.txt');
    rig.write('a.txt', 'c\n');
    assert.match(await rig.repo.patch(true), /^-a\n\+b$/m);
    assert.match(await rig.repo.patch(false), /^-b\n\+c$/m);
    rig.write('a.txt', 'long line\n'.repeat(200_000));
    assert.equal((await troubleWith(rig.repo.patch(false))).code, 'too_large');
    assert.deepEqual([await rig.repo.isClean(), (await rig.repo.head()).branch], [false, 'main']);
    assert.equal(await rig.repo.resolveRef('main'), rig.git('rev-parse', 'HEAD').trim());
  });
});

/** What git calls these bytes. */
function blobName(bytes: Buffer): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

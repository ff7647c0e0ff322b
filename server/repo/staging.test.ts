import assert from 'node:assert/strict';
import { chmodSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { LineSplice } from '../git/splice-lines.js';
import type { FileDiff } from '../protocol/api/changes.js';
import { TestClock } from '../protocol/clock.rig.js';
import { seeded } from '../testing/seeded.rig.js';
import { RepoRig, troubleWith } from './changes.rig.js';

/** How long a write waits before it tries again. */
const LOCK_STEP_MS = 100;

/** The splices that a page makes of some runs of a diff. */
function splicesOf({ runs }: FileDiff, isPicked: (n: number) => boolean): LineSplice[] {
  const splices: LineSplice[] = [];
  let [oldAt, newAt] = [0, 0];
  for (const [n, [same, removed, added]] of (runs ?? []).entries()) {
    oldAt += same;
    newAt += same;
    if (isPicked(n)) splices.push({ at: oldAt, drop: removed, take: [newAt, added] });
    oldAt += removed;
    newAt += added;
  }
  return splices;
}

/** The same for single lines, of which some go and some come. */
function lineSplicesOf({ runs }: FileDiff, isPicked: (n: number) => boolean): LineSplice[] {
  const splices: LineSplice[] = [];
  let [oldAt, newAt, n] = [0, 0, 0];
  for (const [same, removed, added] of runs ?? []) {
    oldAt += same;
    newAt += same;
    for (let line = 0; line < removed; line++, n++) {
      if (isPicked(n)) splices.push({ at: oldAt + line, drop: 1, take: [0, 0] });
    }
    oldAt += removed;
    for (let line = 0; line < added; line++, n++) {
      if (isPicked(n)) splices.push({ at: oldAt, drop: 0, take: [newAt + line, 1] });
    }
    newAt += added;
  }
  return splices;
}

const idsOf = ({ old, new: now }: FileDiff) => ({ old: old.oid, new: now.oid });

describe('staging', () => {
  it('[RP52] takes files in and out, deleted, moved and new ones too', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n', 'gone.txt': 'g\n', 'old name.txt': 'one\ntwo\nthree\n' } });
    rig.write('a.txt', 'b\n');
    rig.write('new dir/n.txt', 'n\n');
    rmSync(join(rig.folder, 'gone.txt'));
    renameSync(join(rig.folder, 'old name.txt'), join(rig.folder, 'new name.txt'));
    const all = ['a.txt', 'gone.txt', 'old name.txt', 'new name.txt', 'new dir/n.txt'];
    assert.deepEqual(await rig.root.staging.stage(await rig.at(...all)), { undoId: null, files: 5 });
    assert.equal(
      rig.git('status', '--porcelain'),
      'M  a.txt\nD  gone.txt\nA  "new dir/n.txt"\nR  "old name.txt" -> "new name.txt"\n',
    );
    const moved = await rig.changed('new name.txt');
    assert.deepEqual([moved.renamedFrom, moved.index], ['old name.txt', 'R']);
    await rig.root.staging.unstage(await rig.at('new name.txt', 'gone.txt'));
    assert.equal(
      rig.git('status', '--porcelain'),
      'M  a.txt\n D gone.txt\nA  "new dir/n.txt"\n D "old name.txt"\n?? "new name.txt"\n',
    );
    await rig.root.staging.stageAll();
    assert.doesNotMatch(rig.git('status', '--porcelain'), /^.[^ ]/m);
  });

  it('[RP52] works before the first commit', async (t) => {
    const rig = new RepoRig(t);
    rig.write('a.txt', 'a\n');
    await rig.root.staging.stage(await rig.at('a.txt'));
    assert.equal(rig.git('status', '--porcelain'), 'A  a.txt\n');
    await rig.root.staging.unstage(await rig.at('a.txt'));
    assert.equal(rig.git('status', '--porcelain'), '?? a.txt\n');
    const { head, files } = await rig.repo.status(0);
    assert.deepEqual([head.oid, head.branch, files.length], [null, 'main', 1]);
  });

  it('[RP53] refuses a file that is another one by now, and does nothing', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n', 'b.txt': 'b\n' } });
    rig.write('a.txt', 'aa\n');
    rig.write('b.txt', 'bb\n');
    const seen = await rig.at('a.txt', 'b.txt');
    const diff = await rig.repo.fileDiff('a.txt', { from: 'index', to: 'worktree' }, null);
    const back = await rig.repo.fileDiff('a.txt', { from: 'worktree', to: 'index' }, null);
    rig.write('a.txt', 'aaa\n');
    const before = rig.git('status', '--porcelain');
    const objects = rig.git('count-objects', '-v');
    const lines = { ids: idsOf(diff), splices: splicesOf(diff, () => true) };
    const stale = { code: 'stale', paths: ['a.txt'] };
    const discards = { scope: 'worktree', goesWithout: false } as const;
    assert.deepEqual(await troubleWith(rig.root.staging.stage(seen)), stale);
    assert.deepEqual(await troubleWith(rig.root.staging.unstage(seen)), stale);
    assert.deepEqual(await troubleWith(rig.root.discarding.discard(seen, discards)), stale);
    assert.deepEqual(await troubleWith(rig.root.staging.stageLines('a.txt', lines)), stale);
    assert.deepEqual(
      await troubleWith(rig.root.discarding.discardLines('a.txt', { ...lines, ids: idsOf(back) })),
      stale,
    );
    assert.equal(rig.git('status', '--porcelain'), before);
    assert.equal(rig.git('count-objects', '-v'), objects);
    assert.equal(readFileSync(join(rig.folder, 'a.txt'), 'utf8'), 'aaa\n');
  });

  it('[RP54] [RP55] of random lines gives exactly the bytes of a model', async (t) => {
    const rig = new RepoRig(t, { files: { f: '' } });
    const end = fc.constantFrom('\n', '\r\n');
    const word = fc.constantFrom(
      'a',
      'b',
      'é',
      '\xff\xfe',
      '',
      'long line',
      '\ufeff',
      '\r',
      '\\ No newline',
      '@@ -1 +1 @@',
    );
    const line = fc
      .tuple(word, end)
      .map(([text, ending]) => Buffer.from(text + ending, text === '\xff\xfe' ? 'latin1' : 'utf8'));
    const last = fc.option(
      fc.constantFrom('x', 'last', '\xe9').map((text) => Buffer.from(text, 'latin1')),
      { nil: Buffer.alloc(0) },
    );
    const content = fc
      .tuple(fc.array(line, { maxLength: 8 }), last)
      .map(([lines, tail]) => Buffer.concat([...lines, tail]));
    await fc.assert(
      fc.asyncProperty(
        content,
        content,
        fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
        async (old, now, picks) => {
          rig.write('f', old);
          rig.git('add', 'f');
          rig.write('f', now);
          const diff = await rig.repo.fileDiff('f', { from: 'index', to: 'worktree' }, null);
          const isPicked = (n: number) => picks[n % picks.length]!;
          const splices = picks[0] ? splicesOf(diff, isPicked) : lineSplicesOf(diff, isPicked);
          const pick = (wanted: readonly LineSplice[]) =>
            rig.root.staging.stageLines('f', { ids: idsOf(diff), splices: wanted });
          await pick(splices);
          const staged = rig.gitBytes('cat-file', 'blob', ':f');
          assert.deepEqual(staged, modelOf(old, now, splices));
          if (picks[0] && (diff.runs ?? []).every((_, n) => isPicked(n)))
            assert.deepEqual(staged, now, 'all is the file');
          if (splices.length === 0) assert.deepEqual(staged, old, 'none is the index');
          assert.deepEqual(readFileSync(join(rig.folder, 'f')), now, 'the file stays');
          // The rest, picked the same way, leads to the file; and back again to what was staged first.
          const rest = await rig.repo.fileDiff('f', { from: 'index', to: 'worktree' }, null);
          const restLines = splicesOf(rest, () => true);
          await rig.root.staging.stageLines('f', { ids: idsOf(rest), splices: restLines });
          assert.deepEqual(rig.gitBytes('cat-file', 'blob', ':f'), now);
        },
      ),
      seeded(t, 8),
    );
  });

  it('[RP55] takes lines out again, and throws lines of the file away, with an undo', async (t) => {
    const rig = new RepoRig(t, { files: { f: '1\n2\n3\n4\n5\n6\n7\n8\n9' } });
    const changed = '1\ntwo\n3\n4\n5\n6\n7\n8\n9\nten';
    rig.write('f', changed);
    const lines = async (from: string, to: string, n: number) => {
      const diff = await rig.repo.fileDiff('f', { from, to }, null);
      return { ids: idsOf(diff), splices: splicesOf(diff, (each) => each === n) };
    };
    await rig.root.staging.stage(await rig.at('f'));
    await rig.root.staging.unstageLines('f', await lines('index', 'HEAD', 1));
    assert.equal(rig.git('cat-file', 'blob', ':f'), '1\ntwo\n3\n4\n5\n6\n7\n8\n9');
    const { undoId } = await rig.root.discarding.discardLines('f', await lines('worktree', 'index', 0));
    assert.equal(readFileSync(join(rig.folder, 'f'), 'utf8'), '1\ntwo\n3\n4\n5\n6\n7\n8\n9');
    await rig.root.undoing.undo(undoId!);
    assert.equal(readFileSync(join(rig.folder, 'f'), 'utf8'), changed);
  });

  it('[RP55] knows the lines of a file whose ends git changes', async (t) => {
    const rig = new RepoRig(t, { files: { '.gitattributes': '* text=auto eol=crlf\n', f: '1\r\n2\r\n3\r\n' } });
    rig.write('f', 'one\r\n2\r\nthree\r\n');
    const diff = await rig.repo.fileDiff('f', { from: 'index', to: 'worktree' }, null);
    assert.equal(diff.new.text, 'one\n2\nthree\n');
    await rig.root.staging.stageLines('f', { ids: idsOf(diff), splices: splicesOf(diff, (n) => n === 0) });
    assert.equal(rig.git('cat-file', 'blob', ':f'), 'one\n2\n3\n');
    const back = await rig.repo.fileDiff('f', { from: 'worktree', to: 'index' }, null);
    await rig.root.discarding.discardLines('f', { ids: idsOf(back), splices: splicesOf(back, () => true) });
    assert.equal(readFileSync(join(rig.folder, 'f'), 'utf8'), 'one\r\n2\r\n3\r\n');
  });

  it('[RP55] takes lines of a new and of a deleted file, and refuses lines that do not fit', async (t) => {
    const rig = new RepoRig(t, { files: { gone: 'a\nb\n', link: '' } });
    rig.write('new', 'x\ny\n');
    chmodSync(join(rig.folder, 'new'), 0o755);
    rmSync(join(rig.folder, 'gone'));
    rmSync(join(rig.folder, 'link'));
    symlinkSync('new', join(rig.folder, 'link'));
    const lines = async (path: string) => {
      const diff = await rig.repo.fileDiff(path, { from: 'index', to: 'worktree' }, null);
      return { ids: idsOf(diff), splices: splicesOf(diff, () => true) };
    };
    const some = await lines('new');
    await rig.root.staging.stageLines('new', { ...some, splices: [{ at: 0, drop: 0, take: [1, 1] }] });
    assert.match(rig.git('ls-files', '-s', 'new'), /^100755 /);
    assert.equal(rig.git('cat-file', 'blob', ':new'), 'y\n');
    await rig.root.staging.stageLines('gone', await lines('gone'));
    assert.equal(rig.git('ls-files', 'gone'), '');
    const odd = { ...(await lines('new')), splices: [{ at: 5, drop: 1, take: [0, 0] as [number, number] }] };
    assert.equal((await troubleWith(rig.root.staging.stageLines('new', odd))).code, 'bad_lines');
    const link = { ids: { old: null, new: null }, splices: [] };
    assert.equal((await troubleWith(rig.root.staging.stageLines('link', link))).code, 'bad_lines');
  });

  it('[RP56] waits for a lock of another git, says so after two seconds, and never removes it', async (t) => {
    const clock = new TestClock();
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' }, clock });
    rig.write('a.txt', 'b\n');
    const lock = join(rig.folder, '.git/index.lock');
    writeFileSync(lock, '');
    const seen = await rig.at('a.txt');
    const begun = clock.now();
    assert.deepEqual(await clock.passing(troubleWith(rig.root.staging.stage(seen)), LOCK_STEP_MS), {
      code: 'locked',
      lock,
    });
    assert.equal(clock.now() - begun, 2_000);
    assert.equal(readFileSync(lock, 'utf8'), '');
    const waiting = rig.root.staging.stage(seen);
    await clock.untilWaiting(LOCK_STEP_MS);
    rmSync(lock);
    assert.equal((await clock.passing(waiting, LOCK_STEP_MS)).files, 1);
  });
});

/** Written apart from the code: walks the old lines and puts in what was picked. */
function modelOf(old: Buffer, now: Buffer, splices: readonly LineSplice[]): Buffer {
  const linesOf = (bytes: Buffer) =>
    bytes
      .toString('latin1')
      .split(/(?<=\n)/)
      .filter((text) => text !== '');
  const [oldLines, newLines] = [linesOf(old), linesOf(now)];
  const result: string[] = [];
  for (let n = 0; n <= oldLines.length; n++) {
    for (const { at, take } of splices.filter((each) => each.at === n)) {
      assert.equal(at, n);
      result.push(...newLines.slice(take[0], take[0] + take[1]));
    }
    const isDropped = splices.some(({ at, drop }) => n >= at && n < at + drop);
    if (n < oldLines.length && !isDropped) result.push(oldLines[n]!);
  }
  const ended = result.map((text, n) => {
    if (n === result.length - 1 || text.endsWith('\n')) return text;
    const before = n > 0 ? result[n - 1]! : (result.find((each) => each.endsWith('\n')) ?? '\n');
    return `${text}${before.endsWith('\r\n') ? '\r\n' : '\n'}`;
  });
  return Buffer.from(ended.join(''), 'latin1');
}

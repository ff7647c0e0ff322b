import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { DeviceLives } from '../http/door/device-lives.js';
import { watchdogGuard } from '../processes/process-guard.js';
import { TestClock } from '../protocol/clock.rig.js';
import { MemoryDevices } from '../sessions/store/memory-tables.rig.js';
import { UNDO_LIMITS, UndoStore } from '../undo/undo-store.js';
import { RepoRig, troubleWith } from './changes.rig.js';

/** Every file below a folder but git's own, with its mode and what it holds. */
function picture(folder: string): Record<string, [mode: string, content: string]> {
  const found: Record<string, [string, string]> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    if (name.startsWith('.git/') || name === '.git' || entry.isDirectory()) continue;
    const mode = lstatSync(path).mode.toString(8);
    found[name] = [mode, entry.isSymbolicLink() ? readlinkSync(path) : readFileSync(path, 'latin1')];
  }
  return found;
}

/** A change of each kind, some of it staged. */
function changeAll(rig: RepoRig): void {
  rig.write('crlf.txt', Buffer.from('one\r\nzwei \xfc\r\n', 'latin1'));
  rig.write('binary', Buffer.from([1, 0, 2, 0xff]));
  rmSync(join(rig.folder, 'deleted'));
  chmodSync(join(rig.folder, 'tool'), 0o755);
  rmSync(join(rig.folder, 'link'));
  symlinkSync('nowhere', join(rig.folder, 'link'));
  rig.write('staged', 'staged\n');
  rig.write('added', 'added\n');
  rig.git('mv', 'moved', 'moved there');
  rig.git('rm', '-q', '--cached', 'forgotten');
  rig.git('add', 'staged', 'added');
  rig.write('staged', 'and more\n');
  rig.write('secret', 'x');
  chmodSync(join(rig.folder, 'secret'), 0o606);
}

const FILES = {
  'crlf.txt': 'one\r\n',
  binary: Buffer.from([0, 1]),
  deleted: 'd',
  tool: 't',
  link: 'was a file',
  staged: '',
  moved: 'a file\nof lines\n',
  forgotten: 'f\n',
  still: 's',
  '.gitignore': '*.log\n',
};

describe('an undo', () => {
  it('[RP60] brings back what a discard took, byte for byte, with modes, links and what was staged', async (t) => {
    const rig = new RepoRig(t, { files: FILES });
    changeAll(rig);
    rig.write('x.log', 'ignored');
    const before = picture(rig.folder);
    const status = rig.git('status', '--porcelain=v2', '-z');
    const still = statSync(join(rig.folder, 'still')).mtimeMs;
    const { files } = await rig.repo.status(0);
    const all = files.map(({ path, revision }) => ({ path, revision }));
    const { undoId } = await rig.root.discarding.discard(all, { scope: 'all', goesWithout: false });
    assert.equal(rig.git('status', '--porcelain'), '', 'all is as in the commit');
    assert.ok(existsSync(join(rig.folder, 'x.log')), 'what is ignored stays');
    const { undoId: redo } = await rig.root.undoing.undo(undoId!);
    assert.deepEqual(picture(rig.folder), before);
    assert.equal(rig.git('status', '--porcelain=v2', '-z'), status);
    await rig.root.undoing.undo(redo!);
    assert.equal(rig.git('status', '--porcelain'), '', 'an undo is undone too');
    assert.equal(statSync(join(rig.folder, 'still')).mtimeMs, still, 'other files are not touched');
  });

  it('[RP60] of a discard to what is staged leaves what is staged', async (t) => {
    const rig = new RepoRig(t, { files: FILES });
    changeAll(rig);
    const before = picture(rig.folder);
    const wanted = (await rig.repo.status(0)).files.filter(({ worktree }) => worktree !== '.');
    const { undoId } = await rig.root.discarding.discard(wanted, { scope: 'worktree', goesWithout: false });
    assert.equal(readFileSync(join(rig.folder, 'staged'), 'utf8'), 'staged\n');
    assert.match(
      rig.git('status', '--porcelain'),
      /^A {2}added\nD {2}forgotten\nR {2}moved -> "moved there"\nM {2}staged\n$/,
    );
    await rig.root.undoing.undo(undoId!);
    assert.deepEqual(picture(rig.folder), before);
  });

  it('[RP61] of files edited through us: create, write, rename, delete', async (t) => {
    for (const git of [true, false]) {
      const rig = new RepoRig(t, { git, files: { 'a.txt': 'a\n', 'dir/b.txt': 'b\n' } });
      const start = picture(rig.folder);
      const made = await rig.root.edits.create('new/n.txt', 'n\n', rig.actor);
      assert.equal((await troubleWith(rig.root.edits.create('new/n.txt', 'again', rig.actor))).code, 'exists');
      const written = await rig.root.edits.write('new/n.txt', 'm\n', made.revision, rig.actor);
      const stale = { code: 'stale', paths: ['new/n.txt'] };
      assert.deepEqual(await troubleWith(rig.root.edits.write('new/n.txt', 'x', made.revision, rig.actor)), stale);
      const file = { path: 'new/n.txt', revision: written.revision };
      assert.equal((await troubleWith(rig.root.edits.rename(file, 'a.txt', rig.actor))).code, 'exists');
      const moved = await rig.root.edits.rename(file, 'other/m.txt', rig.actor);
      const folder = await rig.root.edits.renameFolder('dir', 'deep/dir', rig.actor);
      assert.equal((await troubleWith(rig.root.edits.renameFolder('deep', 'deep/in', rig.actor))).code, 'exists');
      const { revision } = await rig.repo.fileContent('a.txt', null);
      const gone = await rig.root.edits.delete({ path: 'a.txt', revision: revision! }, false, rig.actor);
      assert.deepEqual(Object.keys(picture(rig.folder)).sort(), ['deep/dir/b.txt', 'other/m.txt']);
      for (const undoId of [gone.undoId, folder.undoId, moved.undoId, written.undoId, made.undoId]) {
        await rig.root.undoing.undo(undoId!);
      }
      assert.deepEqual(picture(rig.folder), start);
    }
  });

  it('[CH69] says when a file was written, and whether it is still as a tab saved it', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n', 'b.txt': 'b\n' } });
    const begun = Date.now() - 1_000;
    const { revision } = await rig.repo.fileContent('a.txt', null);
    await rig.root.edits.write('a.txt', 'mine\n', revision!, rig.actor);
    await rig.root.edits.create('new.txt', 'new\n', rig.actor);
    rig.write('b.txt', 'by somebody\n');
    const told = async () =>
      (await rig.repo.status(0)).files.map(({ path, isSavedHere, writtenAt }) => [
        path,
        isSavedHere,
        writtenAt !== null && writtenAt > begun && writtenAt < Date.now() + 1_000,
      ]);
    assert.deepEqual(await told(), [
      ['a.txt', true, true],
      ['b.txt', false, true],
      ['new.txt', true, true],
    ]);
    // Somebody else writes over it, or removes it.
    rig.write('a.txt', 'theirs\n');
    rmSync(join(rig.folder, 'b.txt'));
    assert.deepEqual((await told()).slice(0, 2), [
      ['a.txt', false, true],
      ['b.txt', false, false],
    ]);
  });

  it('[RP62] never leads out of the root, into .git or through a link', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a\n' } });
    const out = join(rig.folder, '../out');
    mkdirSync(out);
    writeFileSync(join(out, 'f'), 'theirs');
    symlinkSync(out, join(rig.folder, 'out'));
    symlinkSync(join(out, 'f'), join(rig.folder, 'f'));
    const { revision } = await rig.repo.fileContent('a.txt', null);
    const a = { path: 'a.txt', revision: revision! };
    for (const path of [
      '../x',
      '/etc/x',
      'out/x',
      'a/../../x',
      '.git/hooks/pre-commit',
      '.GIT/config',
      'sub/.git/x',
      './x',
      'x/',
      '.git\u200c/x',
    ]) {
      assert.equal((await troubleWith(rig.root.edits.create(path, 'x', rig.actor))).code, 'outside', path);
      assert.equal((await troubleWith(rig.root.edits.rename(a, path, rig.actor))).code, 'outside', path);
      assert.equal((await troubleWith(rig.repo.fileContent(path, null))).code, 'outside', path);
    }
    const link = await rig.repo.fileContent('f', null);
    assert.deepEqual([link.kind, link.text], ['link', join(out, 'f')], 'a link is itself, not what it leads to');
    assert.equal((await troubleWith(rig.root.edits.write('f', 'mine', link.revision!, rig.actor))).code, 'not_a_file');
    assert.equal((await troubleWith(rig.repo.tree('out', null))).code, 'outside');
    assert.equal((await troubleWith(rig.repo.status(0, '../other'))).code, 'unknown_root');
    const guest = { ...rig.actor, isOwner: false };
    assert.equal((await troubleWith(rig.root.edits.create('.husky/pre-commit', 'x', guest))).code, 'guarded');
    assert.deepEqual([readdirSync(out), readFileSync(join(out, 'f'), 'utf8')], [['f'], 'theirs']);
  });

  it('[RP63] refuses text in place of what is none, and keeps the mode of what it writes', async (t) => {
    const rig = new RepoRig(t, {
      files: { latin: Buffer.from('gr\xfc\xdfe\n', 'latin1'), tool: '\ufeff#!/bin/sh\r\n' },
    });
    chmodSync(join(rig.folder, 'tool'), 0o777);
    const latin = await rig.repo.fileContent('latin', null);
    assert.equal(latin.isUtf8, false);
    assert.equal(
      (await troubleWith(rig.root.edits.write('latin', 'grüße\n', latin.revision!, rig.actor))).code,
      'not_text',
    );
    const tool = await rig.repo.fileContent('tool', null);
    assert.equal(tool.text, '\ufeff#!/bin/sh\r\n', 'nothing of it is lost on the way');
    await rig.root.edits.write('tool', `${tool.text}exit\r\n`, tool.revision!, rig.actor);
    assert.equal(statSync(join(rig.folder, 'tool')).mode & 0o777, 0o777);
    assert.deepEqual(readdirSync(rig.folder).sort(), ['.git', 'latin', 'tool'], 'no draft is left');
  });
});

/** The acts that can be undone, on a file `a` that is in git, and what they leave of it. */
const ACTS: Record<string, (rig: RepoRig) => Promise<string>> = {
  discard: async (rig) => {
    rig.write('a', 'mine\n');
    const how = { scope: 'worktree', goesWithout: false } as const;
    return (await rig.root.discarding.discard(await rig.at('a'), how)).undoId!;
  },
  'discard all': async (rig) => {
    rig.write('a', 'mine\n');
    rig.git('add', 'a');
    const how = { scope: 'all', goesWithout: false } as const;
    return (await rig.root.discarding.discard(await rig.at('a'), how)).undoId!;
  },
  write: async (rig) => {
    const { revision } = await rig.repo.fileContent('a', null);
    return (await rig.root.edits.write('a', 'written\n', revision!, rig.actor)).undoId;
  },
  delete: async (rig) => {
    const { revision } = await rig.repo.fileContent('a', null);
    return (await rig.root.edits.delete({ path: 'a', revision: revision! }, false, rig.actor)).undoId!;
  },
  create: async (rig) => {
    rig.git('rm', '-q', 'a');
    return (await rig.root.edits.create('a', 'created\n', rig.actor)).undoId;
  },
  'undo of a delete': async (rig) => {
    return (await rig.root.undoing.undo(await ACTS.delete!(rig))).undoId!;
  },
};

/** What somebody else does to the file meanwhile. */
const NEWER: Record<string, (rig: RepoRig) => void> = {
  writes: (rig) => rig.write('a', 'NEWER WORK\n'),
  deletes: (rig) => rmSync(join(rig.folder, 'a'), { force: true }),
  stages: (rig) => {
    rig.write('a', 'NEWER STAGED\n');
    rig.git('add', 'a');
  },
  'makes a link of it': (rig) => {
    rmSync(join(rig.folder, 'a'), { force: true });
    symlinkSync('nowhere', join(rig.folder, 'a'));
  },
};

describe('an undo of a file that was changed since', () => {
  for (const [n, [act, perform]] of Object.entries(ACTS).entries()) {
    it(`[RP64] asks before it replaces newer work, after: ${act}`, async (t) => {
      // Each act with two of the changes, so that each change comes after several acts.
      const changes = Object.entries(NEWER).filter((_, m) => m === 0 || m === 1 + (n % 3));
      for (const [how, change] of changes) {
        const rig = new RepoRig(t, { files: { a: 'a\n', other: 'o\n' } });
        const undoId = await perform(rig);
        const left = picture(rig.folder);
        change(rig);
        const newer = picture(rig.folder);
        // Nothing is lost where the file went that the undo would bring back, or remove.
        if (newer.a?.[1] === left.a?.[1] || (act === 'create' && how === 'deletes')) continue;
        if (act === 'undo of a delete' && how === 'deletes') continue;
        const trouble = await troubleWith(rig.root.undoing.undo(undoId));
        assert.ok(trouble.code === 'newer_work', `${how}: ${trouble.code}`);
        assert.deepEqual([trouble.paths, trouble.total], [['a'], 1]);
        assert.deepEqual(picture(rig.folder), newer, 'nothing is done before a person says so');
        // What comes after the question isn't what they were asked about.
        rig.write('third', 'x');
        rmSync(join(rig.folder, 'a'), { force: true });
        rig.write('a', 'A THIRD CHANGE\n');
        const third = await troubleWith(rig.root.undoing.undo(undoId, trouble.print));
        assert.ok(third.code === 'newer_work' && third.print !== trouble.print);
        assert.equal(readFileSync(join(rig.folder, 'a'), 'utf8'), 'A THIRD CHANGE\n');
        const { undoId: back } = await rig.root.undoing.undo(undoId, third.print);
        assert.notEqual(
          existsSync(join(rig.folder, 'a')) && readFileSync(join(rig.folder, 'a'), 'utf8'),
          'A THIRD CHANGE\n',
        );
        await rig.root.undoing.undo(back!);
        assert.equal(readFileSync(join(rig.folder, 'a'), 'utf8'), 'A THIRD CHANGE\n');
      }
    });
  }

  it('[RP64] asks where it is not known what the act left, and not where nothing would be replaced', async (t) => {
    const rig = new RepoRig(t, { files: { a: 'a\n' } });
    const undoId = await ACTS.write!(rig);
    const store = join(
      rig.dataDir,
      'checkpoints',
      readdirSync(join(rig.dataDir, 'checkpoints')).find((name) => name.endsWith('.git'))!,
    );
    // An earlier version noted nothing.
    execFileSync('git', ['update-ref', `refs/undo/${undoId}`, `refs/undo/${undoId}^`], { cwd: store });
    const trouble = await troubleWith(rig.root.undoing.undo(undoId));
    assert.equal(trouble.code, 'newer_work');
    rig.write('a', 'a\n');
    assert.equal((await rig.root.undoing.undo(undoId)).files, 0);
  });
});

/** Paths below a folder that others than the owner could read or write; links say nothing about that. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (lstatSync(path).mode & 0o077) !== 0)
    .map((path) => `${(lstatSync(path).mode & 0o777).toString(8)} ${relative(folder, path)}`);
}

describe('the store of undos', () => {
  it('[GT41] is for its owner only, in every file, with any umask, and makes an older one so', async (t) => {
    const before = process.umask(0);
    t.after(() => process.umask(before));
    const rig = new RepoRig(t, { files: { ...FILES, a: 'a\n' } });
    changeAll(rig);
    const status = await rig.repo.status(0);
    for (const { path, renamedFrom } of status.files) {
      await rig.repo.fileDiff(path, { from: 'HEAD', to: 'worktree' }, renamedFrom);
    }
    const all = status.files.map(({ path, revision }) => ({ path, revision }));
    await rig.root.discarding.discard(all, { scope: 'all', goesWithout: false });
    for (const perform of Object.values(ACTS).slice(2, 4)) await rig.root.undoing.undo(await perform(rig));
    rig.write('fresh', 'nobody has stored this');
    await rig.repo.fileDiff('fresh', { from: 'HEAD', to: 'worktree' }, null);
    assert.deepEqual(openToOthers(rig.dataDir), []);
    const store = join(rig.dataDir, 'checkpoints');
    for (const path of readdirSync(store, { recursive: true, encoding: 'utf8' })) {
      const full = join(store, path);
      if (!lstatSync(full).isSymbolicLink()) chmodSync(full, statSync(full).isDirectory() ? 0o755 : 0o644);
    }
    const around = { env: { PATH: process.env.PATH, HOME: rig.home }, guard: watchdogGuard() };
    await new UndoStore(rig.dataDir, rig.folder, around).keep([{ path: Buffer.from('a'), isTracked: true }]);
    assert.deepEqual(openToOthers(rig.dataDir), []);
  });

  it('[GT42] drops nothing for its age by a clock that is wrong for a while', async (t) => {
    const clock = new TestClock(Date.UTC(2026, 0, 1));
    const lives = new DeviceLives({ store: new MemoryDevices(), folder: '/p', now: () => clock.now() });
    const rig = new RepoRig(t, { files: { a: 'a' }, clock, undo: { sureNow: () => lives.sureNow() } });
    const lose = async (text: string) => {
      const { revision } = await rig.repo.fileContent('a', null);
      return (await rig.root.edits.write('a', text, revision!, rig.actor)).undoId;
    };
    const isKept = async (id: string) =>
      (await troubleWith(rig.root.undoing.undo(id)).catch(() => null))?.code !== 'undo_gone';
    const first = await lose('1');
    for (const wrong of [365, -365]) {
      const right = clock.now();
      clock.set(right + wrong * 24 * 3_600_000);
      await lose(`at ${wrong}`);
      await lose(`again at ${wrong}`);
      clock.set(right);
      await lose(`after ${wrong}`);
      assert.ok(await isKept(first), `${wrong}`);
    }
  });

  it('[GT30] leaves nothing in the repository of the person, and is private', async (t) => {
    const rig = new RepoRig(t, { files: FILES });
    changeAll(rig);
    const mark = () => [
      rig.git('for-each-ref'),
      rig.git('count-objects', '-v'),
      readFileSync(join(rig.folder, '.git/config'), 'utf8'),
      rig.git('rev-parse', 'HEAD'),
      readFileSync(join(rig.folder, '.git/index'), 'latin1'),
      readdirSync(join(rig.folder, '.git')).sort(),
    ];
    const before = mark();
    const { files } = await rig.repo.status(0);
    for (const { path, renamedFrom } of files) {
      await rig.repo.fileDiff(path, { from: 'HEAD', to: 'worktree' }, renamedFrom);
    }
    const found = await rig.at('secret');
    const { undoId } = await rig.root.discarding.discard(found, { scope: 'worktree', goesWithout: false });
    await rig.root.undoing.undo(undoId!);
    assert.deepEqual(mark(), before);
    const folder = join(rig.dataDir, 'checkpoints');
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    for (const name of readdirSync(folder)) assert.equal(statSync(join(folder, name)).mode & 0o077, 0, name);
  });

  it('[GT31] refuses what is too large, too much or has no room, unless the person goes without', async (t) => {
    const limits = { ...UNDO_LIMITS, untrackedBytes: 100, trackedBytes: 200, files: 2, bytes: 1_000 };
    const rig = new RepoRig(t, { files: { a: 'a' }, undo: { limits } });
    rig.write('big', 'x'.repeat(101));
    rig.write('a', 'x'.repeat(150));
    const how = { scope: 'worktree', goesWithout: false } as const;
    const trouble = await troubleWith(rig.root.discarding.discard(await rig.at('big', 'a'), how));
    assert.deepEqual(trouble, { code: 'no_undo', files: [{ path: 'big', why: 'too_large' }] });
    assert.ok(existsSync(join(rig.folder, 'big')));
    const { undoId } = await rig.root.discarding.discard(await rig.at('big', 'a'), { ...how, goesWithout: true });
    assert.equal(existsSync(join(rig.folder, 'big')), false);
    await rig.root.undoing.undo(undoId!);
    assert.deepEqual([existsSync(join(rig.folder, 'big')), readFileSync(join(rig.folder, 'a')).length], [false, 150]);
    for (const name of ['x', 'y', 'z']) rig.write(name, name);
    const many = await troubleWith(rig.root.discarding.discard(await rig.at('x', 'y', 'z'), how));
    assert.deepEqual(many, { code: 'no_undo', files: [{ path: 'z', why: 'too_many' }] });
    const full = new RepoRig(t, { files: { a: 'a' }, undo: { freeBytes: async () => UNDO_LIMITS.freeBytes } });
    full.write('a', 'b');
    const space = await troubleWith(full.root.discarding.discard(await full.at('a'), how));
    assert.deepEqual(space, { code: 'no_undo', files: [{ path: 'a', why: 'no_space' }] });
    assert.equal(readFileSync(join(full.folder, 'a'), 'utf8'), 'b');
  });

  it('[GT32] forgets what is old or too much, never the newest, and frees the room', async (t) => {
    const clock = new TestClock(Date.UTC(2026, 0, 1));
    const limits = { ...UNDO_LIMITS, kept: 4, storeBytes: 400 * 1024 };
    const rig = new RepoRig(t, { files: { a: 'a' }, clock, undo: { limits } });
    const ids: string[] = [];
    const lose = async (text: string) => {
      const { revision } = await rig.repo.fileContent('a', null);
      const { undoId } = await rig.root.edits.write('a', text, revision!, rig.actor);
      ids.push(undoId);
      clock.pass(1_000);
    };
    for (let n = 0; n < 6; n++) await lose(`${n}`);
    const kept = async () => {
      const known = await Promise.all(
        ids.map((id) =>
          rig.root.undoing.undo(id).then(
            () => true,
            () => false,
          ),
        ),
      );
      return known.map(Number).join('');
    };
    assert.match(await kept(), /^00/);
    clock.pass(UNDO_LIMITS.keptMs + 1);
    ids.length = 0;
    await lose('after a month');
    assert.equal(await kept(), '1');
    // Each is too much for two of them together.
    const noise = () =>
      Array.from({ length: 300_000 }, () => String.fromCharCode(33 + Math.floor(Math.random() * 90))).join('');
    ids.length = 0;
    for (let n = 0; n < 3; n++) await lose(noise());
    assert.match(await kept(), /1$/);
    const store = join(
      rig.dataDir,
      'checkpoints',
      readdirSync(join(rig.dataDir, 'checkpoints')).find((name) => name.endsWith('.git'))!,
    );
    const kilobytes = Number(execFileSync('du', ['-sk', store]).toString().split('\t')[0]);
    assert.ok(kilobytes < 1_200, `${kilobytes} kB are left`);
    assert.deepEqual(
      readdirSync(store, { recursive: true }).filter((name) => String(name).includes('tmp_')),
      [],
    );
    assert.equal((await troubleWith(rig.root.undoing.undo('../../x'))).code, 'undo_gone');
  });
});

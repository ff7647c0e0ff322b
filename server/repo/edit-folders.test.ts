import assert from 'node:assert/strict';
import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { RepoRig, troubleWith } from './changes.rig.js';

describe('folders', () => {
  it('[FI40] are created where nothing is, with those on the way', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a' } });
    await rig.root.edits.createFolder('new/deep', rig.actor);
    assert.ok(lstatSync(join(rig.folder, 'new/deep')).isDirectory());
    assert.equal((await troubleWith(rig.root.edits.createFolder('new', rig.actor))).code, 'exists');
    assert.equal((await troubleWith(rig.root.edits.createFolder('a.txt/b', rig.actor))).code, 'missing');
    assert.equal((await troubleWith(rig.root.edits.createFolder('../out', rig.actor))).code, 'outside');
  });

  it('[FI41] are deleted with all that is in them, and an undo brings it back', async (t) => {
    for (const git of [true, false]) {
      const rig = new RepoRig(t, {
        git,
        files: { 'dir/a.txt': 'a\r\n', 'dir/in/b.bin': Buffer.from([0, 255]), keep: 'k' },
      });
      symlinkSync('../keep', join(rig.folder, 'dir/link'));
      mkdirSync(join(rig.folder, 'dir/empty'));
      const { undoId, files } = await rig.root.edits.deleteFolder('dir', false, rig.actor);
      assert.deepEqual(
        [files, existsSync(join(rig.folder, 'dir')), existsSync(join(rig.folder, 'keep'))],
        [3, false, true],
      );
      await rig.root.undoing.undo(undoId!);
      assert.equal(readFileSync(join(rig.folder, 'dir/a.txt'), 'utf8'), 'a\r\n');
      assert.deepEqual(readFileSync(join(rig.folder, 'dir/in/b.bin')), Buffer.from([0, 255]));
      assert.equal(readlinkSync(join(rig.folder, 'dir/link')), '../keep');
    }
  });

  it('[FI41] stay as they are if something in them could not be brought back, unless the person goes without', async (t) => {
    const limits = { files: 5_000, bytes: 1e9, freeBytes: 0, keptMs: 1e9, kept: 9, storeBytes: 1e9, looseObjects: 9 };
    const rig = new RepoRig(t, {
      files: { 'dir/large': 'x'.repeat(50), 'dir/small': 'y' },
      undo: { limits: { ...limits, untrackedBytes: 10, trackedBytes: 10 } },
    });
    const trouble = await troubleWith(rig.root.edits.deleteFolder('dir', false, rig.actor));
    assert.deepEqual(trouble, { code: 'no_undo', files: [{ path: 'dir/large', why: 'too_large' }] });
    assert.ok(existsSync(join(rig.folder, 'dir/small')));
    await rig.root.edits.deleteFolder('dir', true, rig.actor);
    assert.equal(existsSync(join(rig.folder, 'dir')), false);
  });

  it('[FI42] that are or hold a repository are listed as one and never deleted', async (t) => {
    const rig = new RepoRig(t, { files: { 'a.txt': 'a' } });
    mkdirSync(join(rig.folder, 'sub/inner'), { recursive: true });
    rig.git('init', '-q', 'sub/inner');
    const { entries } = await rig.repo.tree('sub', null);
    assert.deepEqual(
      entries.map(({ name, kind }) => [name, kind]),
      [['inner', 'repository']],
    );
    assert.equal((await troubleWith(rig.root.edits.deleteFolder('sub', true, rig.actor))).code, 'outside');
    assert.ok(existsSync(join(rig.folder, 'sub/inner/.git/HEAD')));
    assert.equal((await troubleWith(rig.root.edits.deleteFolder('a.txt', false, rig.actor))).code, 'not_a_folder');
    assert.equal((await troubleWith(rig.root.edits.deleteFolder('none', false, rig.actor))).code, 'missing');
  });
});

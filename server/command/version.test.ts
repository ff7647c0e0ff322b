import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { git as runGit } from '../repo/repo.rig.js';
import { unsupported } from './platform.js';
import { checkedOutCommit, versionText } from './version.js';

const dir = mkdtempSync(join(tmpdir(), 'acdeck-version-'));
after(() => rmSync(dir, { recursive: true }));

const git = (...args: string[]) => runGit(dir, ...args).trim();

describe('the version', () => {
  it('[C11] of Node and the platform decide whether it runs at all', () => {
    assert.match(unsupported('win32', '24.0.0') ?? '', /Windows/);
    assert.deepEqual(
      ['18.20.0', '20.18.3', '20.19.0', '22.1.0', '24.0.0'].map((version) => unsupported('linux', version) === null),
      [false, false, true, true, true],
    );
  });

  it('[C24] names the package version and a short commit', () => {
    assert.match(versionText(), /^\d+\.\d+\.\d+( \([0-9a-f]{8}\))?$/);
  });

  it('[C24] finds the commit of a branch, a packed branch, a detached head and a worktree', () => {
    assert.equal(checkedOutCommit(dir), null);
    git('init', '-q', '-b', 'main');
    assert.equal(checkedOutCommit(dir), null);
    git('commit', '-q', '--allow-empty', '-m', 'one');
    const commit = git('rev-parse', 'HEAD').slice(0, 8);
    const found = [checkedOutCommit(dir)];
    git('worktree', 'add', '-q', join(dir, 'tree'), '-b', 'other');
    found.push(checkedOutCommit(join(dir, 'tree')));
    git('pack-refs', '--all');
    found.push(checkedOutCommit(dir), checkedOutCommit(join(dir, 'tree')));
    git('checkout', '-q', '--detach');
    found.push(checkedOutCommit(dir));
    assert.deepEqual(found, Array(5).fill(commit));
  });
});

import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { dataFolder } from './data-folder.js';
import { defaultPlaces } from './places.js';
import { projectFolder } from './project-folder.js';
import { UsageError } from './usage-error.js';

const dir = mkdtempSync(join(tmpdir(), 'acdeck-places-'));
after(() => rmSync(dir, { recursive: true }));

/** Only root can give a folder away; for everybody else their own one is another user's to root. */
function chownIfAllowed(path: string, uid: number): void {
  if (process.getuid?.() === 0) chownSync(path, uid, uid);
}

describe('places', () => {
  it('[C6] are where the platform keeps such things', () => {
    const linux = { platform: 'linux' as const, home: '/home/a', env: {} };
    const mac = { platform: 'darwin' as const, home: '/Users/a', env: {} };
    assert.deepEqual(defaultPlaces(linux), {
      dataDir: '/home/a/.local/share/acdeck',
      configFile: '/home/a/.config/acdeck/config.yaml',
    });
    assert.equal(defaultPlaces(mac).dataDir, '/Users/a/Library/Application Support/acdeck');
    const moved = { ...linux, env: { XDG_DATA_HOME: '/data', XDG_CONFIG_HOME: 'relative' } };
    assert.deepEqual(defaultPlaces(moved), {
      dataDir: '/data/acdeck',
      configFile: '/home/a/.config/acdeck/config.yaml',
    });
  });

  it('[C6] make a data directory private, and refuse one that others can write', () => {
    assert.equal(statSync(dataFolder(join(dir, 'new', 'deep'))).mode & 0o777, 0o700);
    const open = join(dir, 'open');
    mkdirSync(open);
    chmodSync(open, 0o777);
    assert.equal(statSync(dataFolder(open)).mode & 0o777, 0o700);
    writeFileSync(join(open, 'theirs'), '');
    chmodSync(open, 0o777);
    assert.throws(() => dataFolder(open), UsageError);
    assert.throws(() => dataFolder(join(open, 'theirs')), /it is a file/);
    assert.throws(() => dataFolder(join(open, 'theirs', 'below')), /part of the path is a file/);
    assert.throws(() => dataFolder('/proc/acdeck/deep'), UsageError);
  });

  it('[D33] refuse a data directory of another user, and tell root why', () => {
    const own = join(dir, 'own');
    const uid = statSync(dataFolder(own)).uid;
    assert.throws(() => dataFolder(own, uid + 1), {
      name: 'UsageError',
      message: `The data directory ${own} belongs to another user (uid ${uid}). Choose your own with --data-dir.`,
    });
    chownIfAllowed(own, 65534);
    const { uid: owner } = statSync(own);
    if (owner !== 0) assert.throws(() => dataFolder(own, 0), /belongs to another user .* run anything as root\./);
  });

  it('[C3] give the real path of a folder', () => {
    mkdirSync(join(dir, 'project'));
    symlinkSync(join(dir, 'project'), join(dir, 'link'));
    assert.equal(projectFolder(join(dir, 'link')), projectFolder(join(dir, 'project')));
    writeFileSync(join(dir, 'file'), '');
    assert.throws(() => projectFolder(join(dir, 'file')), /is a file, not a folder/);
    assert.throws(() => projectFolder(join(dir, 'gone')), /doesn't exist/);
    assert.throws(() => projectFolder(join(dir, 'file', 'x')), /not a folder/);
  });
});

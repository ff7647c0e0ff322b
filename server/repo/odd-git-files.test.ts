import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { GIT_LIMITS } from '../git/git-runner.js';
import type { OddFile } from '../protocol/api/repo-trouble.js';
import { TestClock } from '../protocol/clock.rig.js';
import { RepoRig, troubleWith } from './changes.rig.js';

/** Where git looks by itself, from the top of the files. */
const PLACES = [
  ...['.git/index', '.git/HEAD', '.git/packed-refs', '.git/config', '.git/shallow', '.git/info/attributes'],
  ...['.git/info/exclude', '.git/objects/info/alternates', '.gitattributes', '.gitignore', '.mailmap'],
];
/** Where it looks because a setting says so. */
const NAMED = {
  'blame.ignoreRevsFile': 'revs',
  'mailmap.file': 'people',
  'core.attributesFile': 'attributes',
  'core.excludesFile': 'excludes',
  'include.path': '../included',
};

const ODD: Record<OddFile, (path: string) => Promise<() => void>> = {
  pipe: async (path) => {
    execFileSync('mkfifo', [path]);
    return () => {};
  },
  socket: async (path) => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(path, done));
    return () => server.close();
  },
  device: async (path) => {
    symlinkSync('/dev/zero', path);
    return () => {};
  },
  too_large: async (path) => {
    closeSync(openSync(path, 'w'));
    truncateSync(path, 2 ** 40);
    return () => {};
  },
};

const READS: Record<string, (rig: RepoRig) => Promise<unknown>> = {
  status: (rig) => rig.repo.status(0),
  diff: (rig) => rig.repo.fileDiff('a', { from: 'HEAD', to: 'worktree' }, null),
  patch: (rig) => rig.repo.patch(false),
  blame: (rig) => rig.repo.history.blame('a', { version: null, from: 1, count: 1 }),
  branches: (rig) => rig.repo.branches(),
  log: (rig) => rig.repo.history.graph({ id: 'tab' }, { scope: 'head' } as never, 10),
  version: (rig) => rig.repo.fileContent('a', 'HEAD'),
};

/** Puts something odd in a place; the result puts back what was there. */
async function spoil(folder: string, place: string, kind: OddFile): Promise<() => void> {
  const path = join(folder, place);
  const aside = join(folder, '..', 'aside');
  mkdirSync(dirname(path), { recursive: true });
  if (existsSync(path)) renameSync(path, aside);
  const end = await ODD[kind](path);
  return () => {
    end();
    rmSync(path, { force: true });
    if (existsSync(aside)) renameSync(aside, path);
  };
}

/** Processes that are at work in a folder. */
function processesIn(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });
}

describe('something else in the place of a file of git', () => {
  for (const kind of Object.keys(ODD) as OddFile[]) {
    it(`[GT43] ends every read with its name: ${kind}`, async (t) => {
      const rig = new RepoRig(t, { files: { a: 'a\n' } });
      rig.write('a', 'b\n');
      for (const [key, value] of Object.entries(NAMED)) rig.git('config', key, value);
      for (const value of Object.values(NAMED)) rig.write(value.replace('../', ''), '');
      for (const read of Object.values(READS)) await read(rig);
      const named = Object.values(NAMED).map((value) => value.replace('../', ''));
      for (const place of [...PLACES, ...named]) {
        const restore = await spoil(rig.folder, place, kind);
        try {
          // A pipe is what git waits at; of the others some reads are enough.
          const shown = Object.entries(READS).filter((_, n) => kind === 'pipe' || (n + place.length) % 4 === 0);
          for (const [name, read] of shown) {
            assert.deepEqual(
              await troubleWith(read(rig)),
              { code: 'odd_file', path: place, kind },
              `${name}: ${place}`,
            );
          }
          // The tree only goes without what git would say of its files.
          assert.ok((await rig.repo.tree('', null)).entries.length > 0);
        } finally {
          restore();
        }
      }
      for (const read of Object.values(READS)) await read(rig);
      if (process.platform === 'linux') assert.deepEqual(processesIn(rig.folder), []);
    });
  }

  it('[GT43] is not /dev/null, which people name for no file', async (t) => {
    const rig = new RepoRig(t, { files: { a: 'a\n' } });
    for (const key of ['core.excludesFile', 'core.attributesFile', 'mailmap.file'])
      rig.git('config', '--global', key, '/dev/null');
    symlinkSync('/dev/null', join(rig.folder, '.mailmap'));
    for (const [name, read] of Object.entries(READS)) await assert.doesNotReject(async () => read(rig), name);
  });

  it('[GT43] is noticed before git is asked anything', async (t) => {
    for (const place of PLACES.slice(0, 4)) {
      const rig = new RepoRig(t, { files: { a: 'a\n' } });
      await spoil(rig.folder, place, 'pipe');
      assert.deepEqual(await troubleWith(rig.repo.status(0)), { code: 'odd_file', path: place, kind: 'pipe' });
    }
  });

  it('[GT44] ends a read by its limit of time where nobody looked, and leaves no process', async (t) => {
    for (const place of ['.git/refs/heads/stuck', 'sub/.gitattributes']) {
      const clock = new TestClock(Date.now());
      const rig = new RepoRig(t, { files: { a: 'a\n', 'sub/b': 'b\n' }, clock });
      rig.write('sub/b', 'c\n');
      const { wholeMs } = GIT_LIMITS.read;
      const read = () => (place.includes('refs') ? rig.repo.branches() : rig.repo.patch(false));
      // From then on the first call of git is the one that hangs.
      await read();
      await spoil(rig.folder, place, 'pipe');
      const trouble = await clock.passing(troubleWith(read()), wholeMs);
      assert.deepEqual(trouble, { code: 'too_slow', seconds: wholeMs / 1000 }, place);
      if (process.platform === 'linux') assert.deepEqual(processesIn(rig.folder), []);
    }
  });
});

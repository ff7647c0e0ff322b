import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { until } from '../testing/until.rig.js';
import { FileIndex } from './file-index.js';
import { keepFiles } from './keep-files.js';
import { listByGit } from './list-by-git.js';
import { listByWalk } from './list-by-walk.js';
import { FileCollector, MOST_FILES } from './listed-files.js';
import { folderWith, git } from './repo.rig.js';

/** What runs in a folder now. */
function processesIn(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  });
}

const gone = (folder: string) => until(() => processesIn(folder).length === 0);

describe('the list of files', () => {
  it('[RP1] is what git tracks and what is new, without what is ignored', async (t) => {
    const folder = folderWith(t, {
      '.gitignore': '*.log\n',
      'src/a.ts': 'a',
      'new.ts': 'n',
      'x.log': 'x',
      'node_modules/m/index.js': 'm',
    });
    git(folder, 'init', '-q');
    git(folder, 'add', 'src', '.gitignore');
    assert.deepEqual((await listByGit(folder))?.paths.sort(), ['.gitignore', 'new.ts', 'src/a.ts']);
  });

  it('[RP1] is that of the folder alone, where the repository begins above it', async (t) => {
    const folder = folderWith(t, { 'top.ts': '', 'app/a.ts': '', 'app/sub/b.ts': '' });
    git(folder, 'init', '-q');
    assert.deepEqual((await listByGit(join(folder, 'app')))?.paths.sort(), ['a.ts', 'sub/b.ts']);
  });

  it('[RP2] is what lies below, where there is no git', async (t) => {
    const folder = folderWith(t, {
      'a.ts': '',
      'src/b.ts': '',
      'dist/c.js': '',
      'node_modules/m/d.js': '',
      '.env': '',
    });
    symlinkSync('src', join(folder, 'again'));
    assert.equal(await listByGit(folder), null);
    const listed = await listByWalk(folder);
    const kept = await keepFiles(folder, listed.paths);
    assert.deepEqual(kept.paths.sort(), ['.env', 'a.ts', 'src/b.ts']);
  });

  it('[RP3] is made without running what the repository names', async (t) => {
    const folder = folderWith(t, { 'a.ts': 'a' });
    const spell = `touch ${join(folder, 'ran')}; cat`;
    git(folder, 'init', '-q');
    writeFileSync(join(folder, '.gitattributes'), '* filter=evil\n');
    git(folder, 'add', '.');
    for (const key of [
      'core.fsmonitor',
      'core.pager',
      'pager.ls-files',
      'filter.evil.clean',
      'filter.evil.smudge',
      'alias.ls-files',
    ]) {
      git(folder, 'config', key, key.startsWith('alias') ? `!${spell}` : spell);
    }
    writeFileSync(join(folder, 'a.ts'), 'b');
    assert.deepEqual((await listByGit(folder))?.paths.sort(), ['.gitattributes', 'a.ts']);
    assert.equal(existsSync(join(folder, 'ran')), false);
  });

  it('[RP19] waits for no pipe that the repository names, and leaves no git behind', {
    skip: process.platform !== 'linux',
  }, async (t) => {
    const places: ((folder: string, pipe: string) => void)[] = [
      (folder, pipe) => git(folder, 'config', 'core.excludesFile', pipe),
      (folder, pipe) => symlinkSync(pipe, join(folder, '.gitignore')),
      (folder, pipe) => {
        rmSync(join(folder, '.git/info/exclude'), { force: true });
        symlinkSync(pipe, join(folder, '.git/info/exclude'));
      },
    ];
    for (const name of places) {
      const folder = folderWith(t, { 'a.ts': 'a' });
      const pipe = join(folder, 'pipe');
      git(folder, 'init', '-q');
      execFileSync('mkfifo', [pipe]);
      name(folder, pipe);
      const listed = await listByGit(folder, { wholeMs: 60_000, silentMs: 200 });
      assert.deepEqual(listed?.paths.filter((path) => path.endsWith('.ts')) ?? [], listed ? ['a.ts'] : []);
      await gone(folder);
      const index = new FileIndex(folder);
      let isOver = false;
      const finish = () => {
        isOver = true;
      };
      index.find({ query: 'a', limit: 5 } as never).then(finish, finish);
      await until(() => isOver || processesIn(folder).length > 0);
      await index.close();
      await gone(folder);
    }
  });

  it('[RP4] holds only what can be opened', async (t) => {
    const folder = folderWith(t, { 'a.ts': '', 'gone.ts': '', 'sub/b.ts': '' });
    git(folder, 'init', '-q');
    git(folder, 'add', '.');
    rmSync(join(folder, 'gone.ts'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    symlinkSync('/etc/passwd', join(folder, 'out.ts'));
    symlinkSync('a.ts', join(folder, 'in.ts'));
    symlinkSync('nowhere', join(folder, 'dangling.ts'));
    mkdirSync(join(folder, 'other'));
    git(join(folder, 'other'), 'init', '-q');
    const listed = await listByGit(folder);
    const kept = await keepFiles(folder, [...listed!.paths, '../outside', 'pipe']);
    assert.deepEqual(kept.paths.sort(), ['a.ts', 'in.ts', 'sub/b.ts']);
  });

  it('[RP5] counts names that are not text', { skip: process.platform !== 'linux' }, async (t) => {
    const folder = folderWith(t, { 'good\nbad\u001b[31m.ts': 'x', 'a.ts': '' });
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x66, 0xff, 0x67])]), '');
    const byWalk = await listByWalk(folder);
    git(folder, 'init', '-q');
    const byGit = await listByGit(folder);
    for (const listed of [byWalk, byGit!]) {
      assert.deepEqual(
        [listed.paths.sort(), listed.leftOut, listed.isWhole],
        [['a.ts', 'good\nbad\u001b[31m.ts'], 1, true],
      );
    }
  });

  it('[RP9] ends at the most files, and says so', () => {
    const collector = new FileCollector();
    for (let n = 0; n <= MOST_FILES; n++) collector.add(Buffer.from(String(n)));
    const { paths, isWhole } = collector.files;
    assert.deepEqual([paths.length, isWhole], [MOST_FILES, false]);
  });
});

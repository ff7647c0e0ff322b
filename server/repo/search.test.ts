import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { FileHit, SearchPage, SearchQuery } from '../protocol/api/search.js';
import { until } from '../testing/until.rig.js';
import { RepoRig, type RepoRigOptions, troubleWith } from './changes.rig.js';
import { listByWalk } from './list-by-walk.js';
import { BUILT_FOLDERS, MADE_FOLDERS } from './listed-files.js';
import { findRipgrep } from './search/find-ripgrep.js';
import { globFilter } from './search/glob-match.js';
import { type GrepLine, GrepReader } from './search/grep-reader.js';

const TAB = { id: 't1' };
const PLAIN = { isRegex: false, isWord: false, isCase: false, include: [], exclude: [] };

async function whole(rig: RepoRig, query: Partial<SearchQuery>): Promise<SearchPage> {
  const { searchId } = await rig.repo.search.begin(TAB, { ...PLAIN, text: 'needle', ...query });
  const hits: FileHit[] = [];
  for (;;) {
    const page = await rig.repo.search.hits(searchId, hits.length);
    hits.push(...page.hits);
    if (page.isEnd) return { ...page, hits };
  }
}

/** Where there is a hit, and what is marked in it. */
async function found(rig: RepoRig, query: Partial<SearchQuery>): Promise<string[]> {
  const { hits } = await whole(rig, query);
  return hits.map(({ path, line }) => `${path}:${line}`).sort();
}

const FILES = {
  'a.txt': 'one needle\nNEEDLE twice needle\nneedles\n',
  'src/b.ts': 'const needle = 1;\r\nnee.dle\r\n',
  'src/deep/c "ü".ts': 'größe needle ende\n',
  'bin.dat': 'needle\0needle\n',
  '.hidden/d.txt': 'needle\n',
};

/** The three ways to look, each where the others are not. */
async function ways(t: TestContext, options: RepoRigOptions): Promise<[string, RepoRig][]> {
  const empty = join(new RepoRig(t, { git: false }).home, 'bin');
  mkdirSync(empty);
  const rg = await findRipgrep();
  assert.ok(rg, 'ripgrep is installed');
  return [
    ['ripgrep', new RepoRig(t, { ...options, ripgrep: rg })],
    ['git', new RepoRig(t, { ...options, ripgrep: null })],
    ['walker', new RepoRig(t, { ...options, ripgrep: null, path: empty })],
  ];
}

describe('a search', () => {
  it('[SE2] gives the same lines with ripgrep, with git and with neither', async (t) => {
    const queries: [Partial<SearchQuery>, string[]][] = [
      [{}, ['.hidden/d.txt:1', 'a.txt:1', 'a.txt:2', 'a.txt:3', 'src/b.ts:1', 'src/deep/c "ü".ts:1']],
      [{ isCase: true, text: 'NEEDLE' }, ['a.txt:2']],
      [{ isWord: true, include: ['a.txt'] }, ['a.txt:1', 'a.txt:2']],
      [{ text: 'nee.dle' }, ['src/b.ts:2']],
      [{ text: 'nee.?dle( =|s$)', isRegex: true }, ['a.txt:3', 'src/b.ts:1']],
      [{ include: ['*.ts'] }, ['src/b.ts:1', 'src/deep/c "ü".ts:1']],
      [{ include: ['src/**'], exclude: ['deep'] }, ['src/b.ts:1']],
      [{ include: ['src/*.ts'] }, ['src/b.ts:1']],
      [
        { include: ['*.{ts,txt}'], exclude: ['.hidden/**', 'src/deep/'] },
        ['a.txt:1', 'a.txt:2', 'a.txt:3', 'src/b.ts:1'],
      ],
      [{ text: '-e needle' }, []],
      [{ text: 'GRÖSSE' }, []],
      [{ text: 'Größe' }, ['src/deep/c "ü".ts:1']],
    ];
    for (const git of [true, false]) {
      for (const [engine, rig] of await ways(t, { files: FILES, git })) {
        if (git) rig.write('new.txt', 'not a n eedle\n');
        assert.equal((await whole(rig, {})).engine, engine);
        for (const [query, expected] of queries) {
          assert.deepEqual(await found(rig, query), expected, `${engine} ${git} ${JSON.stringify(query)}`);
        }
      }
    }
  });

  it('[SE3] leaves out what is ignored, what is not text and the folder of git, and looks into new files', async (t) => {
    const text = 'needle\n';
    const ignored = { 'skip.log': text, 'own/deep.tmp': text, 'node_modules/m/i.js': text, 'dist/o.js': text };
    const files = { ...FILES, ...ignored, '.gitignore': '*.log\nnode_modules\n/dist\n', 'own/.gitignore': '*.tmp\n' };
    const own = { '.git/needle.txt': text, 'new.txt': text };
    for (const git of [true, false]) {
      for (const [engine, rig] of await ways(t, { files, git })) {
        for (const [path, content] of Object.entries(own)) rig.write(path, content);
        const { hits } = await whole(rig, {});
        const searched = ['.hidden/d.txt', 'a.txt', 'new.txt', 'src/b.ts', 'src/deep/c "ü".ts'];
        const expected = engine === 'walker' ? [...searched, 'own/deep.tmp', 'skip.log'].sort() : searched;
        assert.deepEqual([...new Set(hits.map(({ path }) => path))].sort(), expected, `${engine} ${git}`);
      }
    }
  });

  it('[SE3] without git and ripgrep is that of the files that are listed without git', async (t) => {
    const text = 'needle\n';
    const made = [...MADE_FOLDERS, ...BUILT_FOLDERS].flatMap((name) => [`${name}/a.txt`, `src/${name}/b.txt`]);
    const kept = ['a.txt', 'distant/c.txt', 'node_modules.txt', 'src/d.txt'];
    const files = Object.fromEntries([...made, ...kept].map((path) => [path, text]));
    const [, , walker] = await ways(t, { files, git: false });
    const [, rig] = walker!;
    const { hits } = await whole(rig, {});
    assert.deepEqual(hits.map(({ path }) => path).sort(), kept);
    assert.deepEqual((await listByWalk(rig.folder)).paths.sort(), kept);
  });

  it('[SE2] marks what was found', async (t) => {
    for (const [engine, rig] of await ways(t, { files: FILES })) {
      const { hits } = await whole(rig, { include: ['a.txt', 'c*'] });
      const marks = hits
        .sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
        .map(({ text, ranges }) => ranges.map(([from, to]) => text.slice(from, to)));
      assert.deepEqual(marks, [['needle'], ['NEEDLE', 'needle'], ['needle'], ['needle']], engine);
    }
  });

  it('[SE2] reads what git says in pieces of any size, and drops only lines that are too long', () => {
    const names = ['a.txt', 'line\nbreak', 'a\n1:2:b', 'é'];
    const texts = ['needle', '', 'x'.repeat(400), '3:4:needle'];
    const said = names.flatMap((name) => texts.map((text, n) => ({ name, line: n + 1, column: n * 7 + 1, text })));
    const told = said.map(({ name, line, column, text }) => `${name}\0${line}\0${column}\0${text}\n`);
    const bytes = Buffer.from(told.join(''));
    for (const size of [1, 2, 3, 7, 100, 450, bytes.length]) {
      const found: GrepLine[] = [];
      const reader = new GrepReader((line) => found.push(line), 300);
      for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
      assert.deepEqual(
        found.map(({ path, ...rest }) => ({ name: path.toString('utf8'), ...rest })),
        said.filter(({ text }) => text.length < 300),
        `in pieces of ${size}`,
      );
    }
  });

  it('[SE2] takes patterns of paths as a shell does', () => {
    const fits: [string, string, boolean][] = [
      ['*.ts', 'a/b.ts', true],
      ['*.ts', 'a/b.tsx', false],
      ['src', 'src/a/b', true],
      ['src/', 'src/a', true],
      ['/src/*.ts', 'src/a.ts', true],
      ['src/*.ts', 'x/src/a.ts', false],
      ['**/test/**', 'a/test/b', true],
      ['a?[0-9].{js,ts}', 'ab1.ts', true],
      ['a[!b]c', 'abc', false],
      ['[z-a]', 'b', false],
      ['{a', '{a', true],
      ['a.b', 'aXb', false],
    ];
    for (const [glob, path, isFit] of fits) assert.equal(globFilter([glob], [])(path), isFit, `${glob} ${path}`);
  });

  it('[SE4] is cut in a file and as a whole, comes in pages, and shows long lines around their match', async (t) => {
    const many = Array.from({ length: 300 }, (_, n) => `needle ${n}`).join('\n');
    const files = Object.fromEntries(Array.from({ length: 14 }, (_, n) => [`f${n}.txt`, many]));
    const long = `${'x'.repeat(5_000)}needle${'y'.repeat(5_000)}`;
    for (const [engine, rig] of await ways(t, { files: { ...files, 'long.md': long } })) {
      const one = await whole(rig, { include: ['f0.txt'] });
      assert.deepEqual([one.hits.length, one.isCut], [200, true], engine);
      const everything = await whole(rig, {});
      assert.deepEqual([everything.hits.length, everything.isCut], [2_000, true], engine);
      const { searchId } = await rig.repo.search.begin(TAB, { ...PLAIN, text: 'needle' });
      await until(async () => (await rig.repo.search.hits(searchId, 1_999)).hits.length > 0);
      assert.equal((await rig.repo.search.hits(searchId, 0)).hits.length, 500);
      const [hit] = (await whole(rig, { include: ['long.md'] })).hits;
      assert.equal(hit?.text.length, 400);
      assert.deepEqual(
        hit?.ranges.map(([from, to]) => hit.text.slice(from, to)),
        ['needle'],
        engine,
      );
    }
  });

  it('[SE5] ends with the next one, with its tab and with the server', { skip: !existsSync('/proc') }, async (t) => {
    const place = new RepoRig(t, { git: false }).home;
    const slow = join(place, 'slow-rg');
    writeFileSync(slow, '#!/bin/sh\nsleep 1000\n');
    chmodSync(slow, 0o755);
    const rig = new RepoRig(t, { files: FILES, ripgrep: slow });
    const running = () =>
      readdirSync('/proc').filter((pid) => {
        try {
          const state = /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
          return state !== 'Z' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(slow);
        } catch {
          return false;
        }
      });
    const first = await rig.repo.search.begin(TAB, { ...PLAIN, text: 'a' });
    await until(() => running().length === 1);
    const [before] = running();
    await rig.repo.search.begin(TAB, { ...PLAIN, text: 'ab' });
    await until(() => running().length === 1 && running()[0] !== before);
    assert.equal((await troubleWith(rig.repo.search.hits(first.searchId, 0))).code, 'search_gone');
    rig.repo.dropTab(TAB);
    await until(() => running().length === 0);
    await rig.repo.search.begin(TAB, { ...PLAIN, text: 'abc' });
    await until(() => running().length === 1);
    await rig.repo.close();
    assert.deepEqual(running(), []);
  });

  it('[SE6] for an expression that is wrong says why', async (t) => {
    for (const [engine, rig] of await ways(t, { files: FILES })) {
      const trouble = await troubleWith(whole(rig, { text: 'a(b', isRegex: true }));
      assert.ok(trouble.code === 'bad_pattern' && trouble.said.length > 0, `${engine} ${JSON.stringify(trouble)}`);
    }
  });

  it('[SE6] for an expression that takes for ever blocks nothing', async (t) => {
    const [, , walker] = await ways(t, { files: { 'a.txt': `${'a'.repeat(40)}!\n` } });
    const [, rig] = walker!;
    const { searchId } = await rig.repo.search.begin(TAB, { ...PLAIN, text: '^(a+)+$', isRegex: true });
    await rig.repo.search.begin(TAB, { ...PLAIN, text: 'aaa' });
    assert.equal((await troubleWith(rig.repo.search.hits(searchId, 0))).code, 'search_gone');
    assert.deepEqual(await found(rig, { text: 'aaa' }), ['a.txt:1']);
  });

  it('[SE7] runs nothing of the folder, and follows no link out of it', async (t) => {
    const mark = 'mark';
    for (const [engine, rig] of await ways(t, {
      files: { 'a.txt': 'needle\n', '.gitattributes': '* diff=evil filter=evil\n' },
    })) {
      const trap = join(rig.home, 'trap');
      writeFileSync(trap, `#!/bin/sh\n: > ${join(rig.home, mark)}\ncat\n`);
      chmodSync(trap, 0o755);
      for (const key of [
        'core.fsmonitor',
        'diff.evil.textconv',
        'filter.evil.clean',
        'core.pager',
        'grep.fallbackToNoIndex',
      ]) {
        rig.git('config', key, key.startsWith('grep') ? 'true' : trap);
      }
      rig.write('.ripgreprc', `--pre=${trap}\n`);
      writeFileSync(join(rig.home, 'secret.txt'), 'needle\n');
      symlinkSync(rig.home, join(rig.folder, 'out'));
      assert.deepEqual(await found(rig, {}), ['a.txt:1'], engine);
      assert.equal(existsSync(join(rig.home, mark)), false, engine);
    }
  });
});

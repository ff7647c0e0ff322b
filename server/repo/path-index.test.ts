import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../testing/seeded.rig.js';
import { PathIndex } from './path-index.js';

const found = (paths: string[], query: string, recent: string[] = []) =>
  new PathIndex(paths).find(query, { limit: 10, recent }).files.map(({ path }) => path);

describe('a search among paths', () => {
  it('[RP6] puts the name of a file before its folders, and whole words before parts', () => {
    const paths = ['auth/readme.md', 'src/oauth-flow.ts', 'src/auth-flow.ts', 'src/deep/auth.ts', 'a/u/t/h.ts', 'x.ts'];
    assert.deepEqual(found(paths, 'auth'), [
      'src/deep/auth.ts',
      'src/auth-flow.ts',
      'src/oauth-flow.ts',
      'auth/readme.md',
      'a/u/t/h.ts',
    ]);
  });

  it('[RP6] wants every word, whatever their order and case', () => {
    const paths = ['server/rpc/hub.ts', 'server/http/door/gate.ts', 'webapp/rpc/hub.ts'];
    assert.deepEqual(found(paths, 'HUB server'), ['server/rpc/hub.ts']);
    assert.deepEqual(found(paths, 'rpc/hub').length, 2);
    assert.deepEqual(found(paths, 'none'), []);
  });

  it('[RP6] finds letters that lie apart, beginnings of parts first', () => {
    const paths = ['webapp/components/composer/prompt-composer.ts', 'webapp/place-of-capital.ts'];
    assert.equal(found(paths, 'pc')[0], 'webapp/components/composer/prompt-composer.ts');
  });

  it('[RP6] tells which letters fit, and of how many files', () => {
    const { files, total } = new PathIndex(['src/b.ts', 'src/a.ts', 'lib/c.js']).find('s.t', { limit: 1 });
    assert.deepEqual([files, total], [[{ path: 'src/b.ts', positions: [0, 5, 6] }], 2]);
  });

  it('[RP6] tells letters that spell the query, for any paths', (t) => {
    const name = fc.string({ unit: fc.constantFrom('a', 'B', '/', '-', '1', 'İ', '😀'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 8 }), name, (paths, query) => {
        for (const { path, positions } of new PathIndex(paths).find(query, { limit: 10 }).files) {
          const letters = new Set(positions.map((at) => path[at]!.toLowerCase()));
          for (const at of positions) assert.ok(at >= 0 && at < path.length);
          for (const letter of query.toLowerCase().replace(/\s/g, '').split(''))
            assert.ok(letters.has(letter) || path.includes('İ'));
        }
      }),
      seeded(t, 100),
    );
  });

  it('[RP7] begins with what was opened last, then with what is new', () => {
    const index = new PathIndex(['a.ts', 'b.ts', 'c.ts', 'd.ts'], ['c.ts', 'd.ts']);
    const paths = index.find('', { limit: 10, recent: ['d.ts', 'b.ts'] }).files.map(({ path }) => path);
    assert.deepEqual(paths, ['d.ts', 'b.ts', 'c.ts', 'a.ts']);
  });

  it('[RP17] puts what an agent can read before what it cannot, however new that is', () => {
    const paths = ['logo.png', 'docs/a.pdf', 'src/app.ts', 'src/logo.ts', 'README.md'];
    const all = new PathIndex(paths, ['logo.png', 'docs/a.pdf']).find('', { limit: 9 }).files.map(({ path }) => path);
    assert.deepEqual(all.slice(0, 3).sort(), ['README.md', 'src/app.ts', 'src/logo.ts']);
    assert.deepEqual(found(paths, 'logo'), ['src/logo.ts', 'logo.png']);
    assert.deepEqual(found(paths, 'logo.png'), ['logo.png']);
  });

  it('[RP18] finds folders where they are wanted, a file that fits as well before them', () => {
    const paths = ['src/auth/login.ts', 'src/auth/logout.ts', 'lib/auth.ts', 'src/a/b/c.ts', 'top.ts'];
    const find = (query: string, hasFolders: boolean) =>
      new PathIndex(paths).find(query, { limit: 9, hasFolders }).files.map(({ path }) => path);
    assert.deepEqual(find('auth', true).slice(0, 2), ['lib/auth.ts', 'src/auth/']);
    assert.deepEqual(find('b', true)[0], 'src/a/b/');
    assert.ok(!find('', false).some((path) => path.endsWith('/')));
    const folders = find('', true).filter((path) => path.endsWith('/'));
    assert.deepEqual(
      folders.sort(),
      ['lib/', 'src/', 'src/a/', 'src/a/b/', 'src/auth/'].slice(0, folders.length).sort(),
    );
  });
});

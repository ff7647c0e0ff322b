import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { PathIndex } from './path-index.js';

const found = (paths: string[], query: string, recent: string[] = []) =>
  new PathIndex(paths).find(query, 10, recent).files.map(({ path }) => path);

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
    const paths = ['server/rpc/hub.ts', 'server/http/gate.ts', 'webapp/rpc/hub.ts'];
    assert.deepEqual(found(paths, 'HUB server'), ['server/rpc/hub.ts']);
    assert.deepEqual(found(paths, 'rpc/hub').length, 2);
    assert.deepEqual(found(paths, 'none'), []);
  });

  it('[RP6] finds letters that lie apart, beginnings of parts first', () => {
    const paths = ['webapp/components/prompt-composer.ts', 'webapp/place-of-capital.ts'];
    assert.equal(found(paths, 'pc')[0], 'webapp/components/prompt-composer.ts');
  });

  it('[RP6] tells which letters fit, and of how many files', () => {
    const { files, total } = new PathIndex(['src/b.ts', 'src/a.ts', 'lib/c.js']).find('s.t', 1);
    assert.deepEqual([files, total], [[{ path: 'src/b.ts', positions: [0, 5, 6] }], 2]);
  });

  it('[RP6] tells letters that spell the query, for any paths', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'B', '/', '-', '1', 'İ', '😀'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 8 }), name, (paths, query) => {
        for (const { path, positions } of new PathIndex(paths).find(query, 10).files) {
          const letters = new Set(positions.map((at) => path[at]!.toLowerCase()));
          for (const at of positions) assert.ok(at >= 0 && at < path.length);
          for (const letter of query.toLowerCase().replace(/\s/g, '').split(''))
            assert.ok(letters.has(letter) || path.includes('İ'));
        }
      }),
    );
  });

  it('[RP7] begins with what was opened last, then with what is new', () => {
    const index = new PathIndex(['a.ts', 'b.ts', 'c.ts', 'd.ts'], ['c.ts', 'd.ts']);
    const paths = index.find('', 10, ['d.ts', 'b.ts']).files.map(({ path }) => path);
    assert.deepEqual(paths, ['d.ts', 'b.ts', 'c.ts', 'a.ts']);
  });
});

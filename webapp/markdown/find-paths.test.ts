import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCodeInfo } from './code-info.js';
import { parsePath, splitPaths } from './find-paths.js';

const found = (text: string, mayGrow = false) =>
  splitPaths(text, mayGrow).flatMap((piece) => (typeof piece === 'string' ? [] : [[piece.path, piece.line]]));

describe('file names', () => {
  it('[W14] are found in a sentence, with their line', () => {
    const text = 'In src/a.ts:12, (lib/b.py) and "./c/d.rs:3:4"; see app/[id]/page.tsx, /etc/x/y.conf#L7. Or e.go:9';
    assert.deepEqual(found(text), [
      ['src/a.ts', 12],
      ['lib/b.py', null],
      ['./c/d.rs', 3],
      ['app/[id]/page.tsx', null],
      ['/etc/x/y.conf', 7],
      ['e.go', 9],
    ]);
  });

  it('[W14] are not seen in words, versions, dates and addresses', () => {
    const text =
      'and/or node.js 1.2.3 e.g./i.e. 10/12/2026 example.com/index.html a.b/c.d http://x.example/a.ts TCP/IP';
    assert.deepEqual(found(text), []);
  });

  it('[W14] are left alone at the end of a text that grows', () => {
    assert.deepEqual(found('see src/a.ts', true), []);
    assert.deepEqual(found('see src/a.ts now', true), [['src/a.ts', null]]);
  });

  it('[W14] leave the text as it was', () => {
    const text = 'In src/a.ts:12, (lib/b.py) and x';
    const joined = splitPaths(text, false).map((piece) => (typeof piece === 'string' ? piece : piece.text));
    assert.equal(joined.join(''), text);
  });

  it('[W14] may be bare in code', () => {
    assert.deepEqual(parsePath('package.json', true), { path: 'package.json', line: null });
    assert.deepEqual(parsePath('Makefile:4', true), { path: 'Makefile', line: 4 });
    assert.equal(parsePath('console.log', true)?.path, 'console.log');
    assert.equal(parsePath('a.b', true), null);
    assert.equal(parsePath('x'.repeat(500).concat('.ts'), true), null);
  });

  it('[W30] are read from what stands after a fence', () => {
    const wanted = { language: 'ts', path: 'src/a.ts', line: null };
    for (const info of ['ts src/a.ts', 'ts:src/a.ts', 'src/a.ts', 'ts title="src/a.ts"', 'ts {1,3} file=src/a.ts']) {
      assert.deepEqual(readCodeInfo(info), wanted, info);
    }
    assert.deepEqual(readCodeInfo('12:40:src/a.ts'), { ...wanted, line: 12 });
    assert.deepEqual(readCodeInfo('python'), { language: 'python', path: null, line: null });
    assert.deepEqual(readCodeInfo(''), { language: '', path: null, line: null });
  });
});

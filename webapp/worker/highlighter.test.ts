import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Highlighter } from './highlighter.js';
import { languageName, languageOfFile } from './language-names.js';
import { LANGUAGES } from './languages.js';
import { packSpans, spansOfLine } from './line-spans.js';

const CODE = 'const a: number = 1; // one\n/* over\n   lines */\nfunction f(x) { return `t`; }';
const lines = CODE.split('\n');

describe('Highlighter', () => {
  it('[W31] gives lengths and kinds that add up to the text', async () => {
    const spans = await (await Highlighter.create()).highlight('typescript', CODE, null);
    for (const [index, line] of lines.entries()) {
      assert.equal(
        spansOfLine(line, spans!, index)
          .map(({ text }) => text)
          .join(''),
        line,
      );
    }
    assert.deepEqual(spansOfLine(lines[0]!, spans!, 0)[0], { text: 'const', kind: 'keyword' });
    assert.deepEqual(spansOfLine(lines[1]!, spans!, 1), [{ text: '/* over', kind: 'comment' }]);
  });

  it('[W32] goes on where a stream stopped', async () => {
    const highlighter = await Highlighter.create();
    const whole = await highlighter.highlight('typescript', CODE, null);
    for (const [index, line] of lines.entries()) {
      const spans = await highlighter.highlight('typescript', line, 1);
      assert.deepEqual(spansOfLine(line, spans!, 0), spansOfLine(line, whole!, index));
    }
    highlighter.forget(1);
    const fresh = await highlighter.highlight('typescript', '   lines */', 1);
    assert.notDeepEqual(spansOfLine('   lines */', fresh!, 0), spansOfLine(lines[2]!, whole!, 2));
  });

  it('[W33] leaves long lines and unknown languages plain', async () => {
    const highlighter = await Highlighter.create();
    const long = `const a = "${'x'.repeat(2_000)}";`;
    const spans = await highlighter.highlight('typescript', `${long}\nconst b = 1;`, null);
    assert.deepEqual(spansOfLine(long, spans!, 0), [{ text: long, kind: '' }]);
    assert.equal(spansOfLine('const b = 1;', spans!, 1)[0]?.kind, 'keyword');
    assert.equal(await highlighter.highlight('klingon', 'x', null), null);
    assert.equal(await highlighter.highlight('constructor', 'x', null), null);
  });

  it('[W31] loads every language of its table under its name', async () => {
    for (const [language, load] of Object.entries(LANGUAGES)) {
      const names = (await load()).default.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])]);
      assert.ok(names.includes(language), language);
    }
  });

  it('[W31] finds a language by its other names and by file names', () => {
    assert.deepEqual(['TS', 'py', 'c++', 'rust', ' sh '].map(languageName), [
      'typescript',
      'python',
      'cpp',
      'rust',
      'bash',
    ]);
    const files = ['/x/a.tsx', 'b/Makefile', 'Dockerfile', 'c.test.mts', 'README'];
    assert.deepEqual(files.map(languageOfFile), ['tsx', 'makefile', 'dockerfile', 'typescript', 'readme']);
  });
});

describe('line spans', () => {
  it('[W31] join neighbours of one kind', () => {
    const packed = packSpans([
      [
        [2, 4],
        [3, 4],
        [1, 0],
      ],
      [],
      [[2, 2]],
    ]);
    assert.deepEqual([...packed.starts], [0, 2, 2, 3]);
    assert.deepEqual(spansOfLine('const ', packed, 0), [
      { text: 'const', kind: 'keyword' },
      { text: ' ', kind: '' },
    ]);
  });

  it('[W31] never lose or invent text, whatever they say', () => {
    const packed = packSpans([[[100, 2]], [[1, 3]]]);
    assert.deepEqual(spansOfLine('abc', packed, 0), [{ text: 'abc', kind: 'string' }]);
    assert.deepEqual(spansOfLine('abc', packed, 1), [
      { text: 'a', kind: 'comment' },
      { text: 'bc', kind: '' },
    ]);
    assert.deepEqual(spansOfLine('abc', packed, 9), [{ text: 'abc', kind: '' }]);
  });
});

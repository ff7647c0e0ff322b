import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeReferences } from '../markdown/character-references.js';
import { inspectText, isOdd, stripHidden, turnsDirection } from './hidden-characters.js';

describe('characters', () => {
  it('[W15] are put in place of their references, once', () => {
    assert.equal(decodeReferences('&lt;b&gt; &#35;&#x41; &copy; &amp;lt; &nope; & &;'), '<b> #A © &lt; &nope; & &;');
    assert.equal(decodeReferences('&#0;&#xD800;&#x110000;&constructor;'), '\ufffd\ufffd\ufffd&constructor;');
  });

  it('[W22] that take no room or turn the text are taken out', () => {
    assert.equal(stripHidden('a\u200bb\u202ec\u2066d\ufeffe\u00adf\u061cg\u{e0041}h'), 'abcdefgh');
    assert.equal(stripHidden('naïve 日本 עברית'), 'naïve 日本 עברית');
  });

  it('[P21] that cannot be seen are found, wherever they are', () => {
    const unseen = [0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x200b, 0x200d, 0x200e, 0x202e, 0x2060, 0x2066, 0x2800, 0x3164];
    for (const code of [...unseen, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xe0041, 0xe0100, 0x2028, 0x00, 0x1b, 0x7f, 0x85]) {
      const odd = String.fromCodePoint(code);
      for (const text of [odd, `a${odd}`, `${odd}b`, `rm${odd} -rf`, `日${odd}本`]) {
        const found = inspectText(text).filter(({ oddness }) => oddness === 'hidden');
        assert.deepEqual(
          found.map((piece) => piece.text),
          [odd],
          `${code.toString(16)} in ${JSON.stringify(text)}`,
        );
        assert.equal(
          inspectText(text)
            .map((piece) => piece.text)
            .join(''),
          text,
        );
      }
    }
  });

  it('[P21] that are not what they look like are found', () => {
    const alike = (text: string, isCode = false) =>
      inspectText(text, isCode)
        .filter(({ oddness }) => oddness === 'alike')
        .map((piece) => piece.text);
    assert.deepEqual(alike('gіthub'), ['і']);
    assert.deepEqual(alike('Αdmin раypal'), ['Α', 'р', 'а']);
    assert.deepEqual(alike('сору a b', true), ['с', 'о', 'р', 'у']);
    assert.deepEqual(alike('curl https://кот.example/ж', true), ['к', 'о', 'т']);
    assert.deepEqual(alike('rm –rf “a”', true), ['–', '“', '”']);
    assert.equal(isOdd('rm\u00a0-rf', true), true);
    for (const honest of ['Привет, мир', 'naïve café', 'Δx = λ', '日本語', '👩‍💻 ❤️ 1️⃣', 'Don’t – “ever”'])
      assert.equal(isOdd(honest), false, honest);
    for (const honest of ['grep -r Привет src', 'echo 日本', 'git commit -m "naïve"'])
      assert.equal(isOdd(honest, true), false);
  });

  it('[W36] that turn the text are noticed', () => {
    assert.deepEqual(['a\u202eb', 'a\u2067b', 'a\u200bb', 'עברית'].map(turnsDirection), [true, true, false, false]);
  });
});

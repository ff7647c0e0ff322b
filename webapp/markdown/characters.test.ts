import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeReferences } from './character-references.js';
import { stripHidden, turnsDirection } from './hidden-characters.js';

describe('characters', () => {
  it('[W15] are put in place of their references, once', () => {
    assert.equal(decodeReferences('&lt;b&gt; &#35;&#x41; &copy; &amp;lt; &nope; & &;'), '<b> #A © &lt; &nope; & &;');
    assert.equal(decodeReferences('&#0;&#xD800;&#x110000;&constructor;'), '\ufffd\ufffd\ufffd&constructor;');
  });

  it('[W22] that take no room or turn the text are taken out', () => {
    assert.equal(stripHidden('a\u200bb\u202ec\u2066d\ufeffe\u00adf\u061cg\u{e0041}h'), 'abcdefgh');
    assert.equal(stripHidden('naïve 日本 עברית'), 'naïve 日本 עברית');
  });

  it('[W36] that turn the text are noticed', () => {
    assert.deepEqual(['a\u202eb', 'a\u2067b', 'a\u200bb', 'עברית'].map(turnsDirection), [true, true, false, false]);
  });
});

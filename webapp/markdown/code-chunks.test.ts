import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CHUNK_LINES, CodeChunks } from './code-chunks.js';
import { randomChunks, seeded } from './corpus.rig.js';

const code = Array.from({ length: 100 }, (_, n) => `line ${n}${n % 7 ? '\n' : '\n\n'}`).join('');

describe('CodeChunks', () => {
  it('[W7] give the lines of the code, however it grows', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const chunks = new CodeChunks();
      let text = '';
      for (const piece of randomChunks(code, seeded(seed))) {
        text += piece;
        assert.equal(chunks.update(text).flat().join(''), text);
      }
      assert.deepEqual(chunks.update(code), new CodeChunks().update(code));
    }
  });

  it('[W7] keep full chunks as they are', () => {
    const chunks = new CodeChunks();
    const [first] = chunks.update(code.slice(0, 600));
    assert.equal(first?.length, CHUNK_LINES);
    assert.equal(chunks.update(code)[0], first);
  });

  it('[W9] start anew with other code', () => {
    const chunks = new CodeChunks();
    chunks.update('a\nb');
    assert.deepEqual(chunks.update('c\nd\n'), [['c\n', 'd\n']]);
  });
});

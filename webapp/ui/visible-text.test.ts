import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ago, compactNumber, duration } from './format.js';
import { label, nameLabel, visibleText } from './visible-text.js';

describe('words on screen', () => {
  it('[U28] show what would hide or turn other characters', () => {
    assert.equal(visibleText('a\u001b[31mb\u202Ec\u200Bd\u0000'), 'a␛[31mb⟨U+202E⟩c⟨U+200B⟩d␀');
    assert.equal(visibleText('one\r\ntwo\tthree\n'), 'one\ntwo\tthree\n');
  });

  it('[U28] fit on one line where there is only one', () => {
    assert.equal(label('  a\n b\t c '), 'a b c');
    assert.equal(label('x'.repeat(300)).length, 200);
  });

  it('[FI3] show line breaks, tabs and other controls in a name as signs', () => {
    assert.equal(nameLabel('h2\nnew\r\nline\ta\vb\fc\u2028d\u0085.txt'), 'h2␊new␍␊line␉a␋b␌c⟨U+2028⟩d⟨U+0085⟩.txt');
    for (let code = 0; code < 32; code++) {
      const sign = String.fromCharCode(code);
      assert.equal(nameLabel(`a${sign}b`), `a${String.fromCharCode(0x2400 + code)}b`);
    }
    assert.equal(nameLabel('x'.repeat(300)).length, 200);
  });

  it('[U28] give times and numbers in as few letters as possible', () => {
    assert.deepEqual([0, 240, 12_400, 185_000, 7_800_000].map(duration), [
      '0.0 s',
      '0.2 s',
      '12 s',
      '3 min 5 s',
      '2 h 10 min',
    ]);
    assert.deepEqual(
      [0, 5 * 60_000, 3 * 3_600_000, 50 * 3_600_000].map((ms) => ago(0, ms)),
      ['now', '5 min', '3 h', '2 d'],
    );
    assert.deepEqual([950, 12_000, 1_200_000].map(compactNumber), ['950', '12K', '1.2M']);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Token } from 'marked';
import { lexBlocks } from './lex-blocks.js';

function mathsIn(tokens: readonly Token[] = []): string[] {
  return tokens.flatMap((token) =>
    token.type === 'maths'
      ? [`${token.isBlock ? 'block ' : ''}${token.source}`]
      : mathsIn('tokens' in token ? token.tokens : []),
  );
}

const FORMULAS: readonly [text: string, ...formulas: string[]][] = [
  ['It is $E = mc^2$.', 'E = mc^2'],
  ['It is \\(a_1\\) and \\(b\\).', 'a_1', 'b'],
  ['Before $$x$$ after', 'block x'],
  ['$$\na\n- b\n$$', 'block a\n- b'],
  ['\\[\na &= b\n\\]\nafter', 'block a &= b'],
  ['**bold $a$**', 'a'],
  ['$\\text{a \\$ sign}$', '\\text{a \\$ sign}'],
];

const TEXTS = [
  'from $5 to $10',
  '$HOME/bin:$PATH',
  'US$5 and CA$6',
  '$ not this $',
  'cost: 5$ or 6$',
  '`$a$` and `\\(b\\)`',
  '\\$a\\$',
  '\\[not a link\\](x)',
  '$$\na\n\nb\n$$',
  '$$$$',
  `$${'a'.repeat(3_000)}$`,
];

describe('formulas', () => {
  for (const [text, ...formulas] of FORMULAS) {
    it(`[MM1] are read in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(mathsIn(lexBlocks(text).tokens), formulas);
    });
  }

  for (const text of TEXTS) {
    it(`[MM1] are not seen in ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.deepEqual(mathsIn(lexBlocks(text).tokens), []);
    });
  }
});

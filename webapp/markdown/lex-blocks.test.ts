import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Token, Tokens } from 'marked';
import { lexBlocks } from './lex-blocks.js';

const HOSTILE: Readonly<Record<string, string>> = {
  'nested quotes': '>'.repeat(50_000),
  'quotes on many lines': `${'> '.repeat(200)}x\n`.repeat(50),
  'nested lists': '- '.repeat(20_000),
  'nested mixed': '> - 1. '.repeat(5_000),
  tasks: '- [ ] a\n'.repeat(20_000),
  brackets: '['.repeat(50_000),
  'brackets in many lines': `${'['.repeat(900)}\n\n`.repeat(20),
  'links in links': '[a](b'.repeat(10_000),
  emphasis: '*a **b '.repeat(10_000),
  underscores: '_'.repeat(50_000),
  backticks: '`a``b'.repeat(10_000),
  tildes: '~~a~b'.repeat(8_000),
  'one long line': 'word '.repeat(60_000),
  angles: '<a '.repeat(20_000),
  references: '[a][b]'.repeat(8_000),
  entities: '&#35;&amp;'.repeat(10_000),
  pipes: `${'|'.repeat(5_000)}\n${'|-'.repeat(5_000)}|\n`,
  'blank lines': '\n'.repeat(100_000),
  tabs: '\t'.repeat(50_000),
  notes: '[^a]: [^b]: '.repeat(5_000),
  dollars: '$a'.repeat(20_000),
  'open formulas': '$$a\n'.repeat(5_000),
  'open brackets of formulas': '\\(a \\['.repeat(5_000),
  comments: '<!--'.repeat(10_000),
  'lone surrogates': '\ud800*\udc00*'.repeat(1_000),
};

function depthOf(token: Token): number {
  const inner = 'items' in token ? (token as Tokens.List).items : 'tokens' in token ? (token.tokens ?? []) : [];
  return 1 + Math.max(0, ...inner.map(depthOf));
}

describe('lexBlocks', () => {
  for (const [name, text] of Object.entries(HOSTILE)) {
    it(`[W8] reads ${name} to an end`, () => {
      const { tokens } = lexBlocks(text);
      assert.ok(tokens.every((token) => depthOf(token) < 200));
    });
  }

  it('[W8] leaves the next block alone when one leaves a tag open', () => {
    const { tokens } = lexBlocks('<a href="x"> open\n\nhttps://x.example');
    assert.equal((tokens.at(-1) as Tokens.Paragraph).tokens[0]?.type, 'link');
  });

  it('[W6] knows the links that were defined before', () => {
    const { tokens } = lexBlocks('[a]', { a: { href: 'https://a.example', title: '' } });
    assert.equal((tokens[0] as Tokens.Paragraph).tokens[0]?.type, 'link');
  });
});

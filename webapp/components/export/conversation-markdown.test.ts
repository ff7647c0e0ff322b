import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Lexer, type Token, walkTokens } from 'marked';
import {
  chunk,
  ended,
  entriesAfter,
  prompt,
  text,
  thought,
  tool,
} from '../../../server/protocol/transcript/transcript.rig.js';
import { HOSTILE_MARKDOWN } from '../../markdown/hostile-markdown.rig.js';
import { conversationMarkdown } from './conversation-markdown.js';
import { exportParts } from './export-parts.js';
import { harmlessMarkdown } from './harmless-markdown.js';

const PLACE = { agentName: 'Demo', folder: '/w' };
const SAFE = /^(?:https?:|mailto:|[\w./#@%+~-]*$)/i;

/** What another viewer would make of it that is more than words. */
function dangersIn(markdown: string): string[] {
  const found: string[] = [];
  walkTokens(new Lexer({ gfm: true }).lex(markdown), (token: Token) => {
    if (token.type === 'html') found.push(token.raw);
    if (token.type === 'image' && /^(?:https?:)?\/\//.test(token.href)) found.push(token.raw);
    if ((token.type === 'link' || token.type === 'image') && !SAFE.test(token.href)) found.push(token.raw);
  });
  return found;
}

describe('a conversation as Markdown', () => {
  it('[EX2] has no HTML and no address that runs something, whatever was said', () => {
    for (const hostile of HOSTILE_MARKDOWN) {
      for (const shape of [
        hostile,
        `- a\n  - ${hostile}`,
        `> ${hostile}`,
        `| a |\n|---|\n| ${hostile} |`,
        `\`\`\n${hostile}`,
      ]) {
        assert.deepEqual(dangersIn(harmlessMarkdown(shape)), [], shape);
      }
      const output = { type: 'content', content: text(hostile) };
      const entries = entriesAfter(
        ...[prompt(hostile, 'p1'), thought(hostile), tool('t', { title: hostile, content: [output] })],
        ...[chunk(hostile), ended()],
      );
      const whole = conversationMarkdown(hostile, hostile, exportParts(entries, { ...PLACE, agentName: hostile }));
      assert.deepEqual(dangersIn(whole), [], hostile);
    }
  });

  it('[EX2] leaves plain Markdown as it was written', () => {
    const written = [
      '# Title\n\nA *word*, `Array<string>`, [link](https://example.com/a?b=1&c=2) and a < b.',
      '```html\n<script>shown()</script>\n```\n\n- [x] done\n- [ ] to do\n\n| a | b |\n|---|---|\n| 1 | 2 |',
      'See [the file](src/a.ts) and <https://example.com>.\n\n> quoted\n\n![a](pictures/a.png)',
    ];
    for (const text of written) assert.equal(harmlessMarkdown(text), text);
    const entries = entriesAfter(prompt('Why?', 'p1'), chunk(written[0]!), ended('cancelled'));
    const whole = conversationMarkdown('A talk', 'About it.', exportParts(entries, PLACE));
    assert.match(whole, /^# A talk\n\nAbout it\.\n\n## You · /);
    assert.ok(whole.includes(written[0]!));
  });

  it('[EX2] fences what tools printed, also if that has fences', () => {
    const output = { type: 'content', content: text('```\n````\n<b>') };
    const parts = exportParts(entriesAfter(prompt('x'), tool('t', { title: 'Run', content: [output] })), PLACE);
    assert.ok(conversationMarkdown('', '', parts).includes('`````\n```\n````\n<b>\n`````'));
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missingFrom } from '../../protocol/transcript/left-out.js';
import { parsePermission } from './parse-tool.js';

const asked = (toolCall: object) =>
  parsePermission({ toolCall: { toolCallId: 't', ...toolCall }, options: [] })!.toolCall;

describe('a request for permission, as it comes', () => {
  it('[P13] keeps every word of a title, whatever controls stand before it', () => {
    const evil = 'rm -rf ~';
    const tricks = [
      `ls \u001b]0;${evil}\u0007`,
      `ls \u001b]${evil}`,
      `ls \u001bP${evil}\u001b\\`,
      `ls \u009d${evil}`,
      `ls \u001b[8m${evil}\u001b[0m`,
      `ls \r${evil}`,
      `ls \u001b[2K${evil}`,
      `ls\u0008\u0008${evil}`,
    ];
    for (const title of tricks) {
      const kept = parsePermission({ toolCall: { toolCallId: 't', title }, options: [] })?.toolCall.title ?? '';
      assert.ok(kept.includes(evil), JSON.stringify(title));
      assert.doesNotMatch(kept.replaceAll('\n', ''), /\p{Cc}/u);
    }
    const turned = parsePermission({ toolCall: { toolCallId: 't', title: 'a\u202eb' }, options: [] });
    assert.equal(turned?.toolCall.title, 'a\u202eb', 'the page marks what turns words round');
  });

  it('[P13] keeps content that we do not know how to draw, by its fields', () => {
    const odd: unknown[] = [
      { type: 'diff', path: '/a', text: 'evil' },
      { type: 'hologram', script: 'evil' },
      { type: 'content', content: { type: 'hologram', script: 'evil' } },
      { type: 'content', content: { type: 'text', body: 'evil' } },
      ['evil'],
      'evil',
    ];
    for (const item of odd)
      assert.ok(JSON.stringify(asked({ content: [item] }).content).includes('evil'), String(item));
    assert.ok(JSON.stringify(asked({ content: { script: 'evil' } }).content).includes('evil'));
    assert.equal(asked({}).content, undefined);
    const known = { type: 'content', content: { type: 'text', text: 'mild' } };
    assert.deepEqual(asked({ content: [known, known.content] }).content, [known, known]);
  });

  it('[P14] says what of it was left out', () => {
    assert.equal(missingFrom(asked({ rawInput: { command: 'x'.repeat(900_000) } })), null);
    const cut = asked({ rawInput: { command: 'x'.repeat(3_000_000) } });
    assert.deepEqual(missingFrom(cut), { characters: 3_000_000 - 256 * 1024, isMore: false });
    assert.deepEqual(missingFrom(asked({ title: 'x'.repeat(4_100) })), { characters: 100, isMore: false });
    const items = Array.from({ length: 6_000 }, () => ({ type: 'text', text: 'x' }));
    assert.equal(missingFrom(asked({ content: items }))?.isMore, true);
    const deep = Array.from({ length: 100 }).reduce<unknown>((inner) => [inner], 'x');
    assert.equal(missingFrom(asked({ rawInput: deep }))?.isMore, true);
    const deepItem = Array.from({ length: 20_000 }).reduce<unknown>((inner) => [inner], 'x');
    assert.ok(missingFrom(asked({ content: [deepItem] })) !== undefined);
    const thousands = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, 'x'.repeat(1_000)]));
    assert.equal(missingFrom(asked({ rawInput: thousands }))?.isMore, true);
  });
});

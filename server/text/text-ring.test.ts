import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanLine, stripControl } from './strip-control.js';
import { lastLines, TextRing } from './text-ring.js';

describe('the ring of output', () => {
  it('[A10] keeps the newest whole lines', () => {
    const ring = new TextRing(100);
    for (let n = 0; n < 1_000; n++) ring.push(`line ${n} é\n`);
    const lines = ring.text().split('\n');
    assert.equal(lines.at(-1), 'line 999 é');
    assert.ok(lines.every((line) => /^line \d+ é$/.test(line)) && lines.length >= 7);
    assert.equal(lastLines(ring.text(), 2), 'line 998 é\nline 999 é');
  });

  it('[A10] shows no escapes, controls or turned text', () => {
    const shown =
      '\u001b[31mred\u001b[0m \u001b]0;title\u0007\u001b]8;;http://x\u001b\\link\u001b(B \u0007a\u0000\u202eb\u009b2Jc\r\nd\te';
    assert.equal(stripControl(shown), 'red link abc\nd\te');
    assert.equal(cleanLine(' a\n\tb\u001b[1m '), 'a b');
  });
});

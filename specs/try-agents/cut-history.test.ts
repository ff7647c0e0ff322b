import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { cutHistory } from './cut-history.js';

describe('a history that is cut', () => {
  it('[RA39] ends before the line with the word, in every file of text and in no other', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'cut-'));
    t.after(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'deep'));
    const files: [name: string, before: string, after: string][] = [
      ['deep/a.jsonl', '{"n":1}\n{"n":2,"t":"kiwi"}\n{"n":3}\n', '{"n":1}\n'],
      ['first.txt', 'kiwi\nmore\n', ''],
      ['other.txt', 'no fruit\n', 'no fruit\n'],
      ['data.db', 'one\0\nkiwi\n', 'one\0\nkiwi\n'],
    ];
    for (const [name, before] of files) writeFileSync(join(folder, name), before);
    assert.equal(cutHistory(folder, 'kiwi'), 2);
    for (const [name, , after] of files) assert.equal(readFileSync(join(folder, name), 'utf8'), after, name);
  });
});

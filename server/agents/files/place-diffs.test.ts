import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Diff } from '@agentclientprotocol/sdk';
import fc from 'fast-check';
import { factsOfDiff, type ShownDiff } from '../../protocol/shown-diff.js';
import { seeded } from '../../testing/seeded.rig.js';
import { placeDiffs } from './place-diffs.js';

describe('a change that is a part of its file', () => {
  let [folder, outside] = ['', ''];
  before(() => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'acdeck-place-')));
    [folder, outside] = [join(base, 'project'), join(base, 'other')];
    for (const place of [folder, outside]) mkdirSync(place);
  });
  after(() => rmSync(join(folder, '..'), { recursive: true }));

  const write = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text);
  const place = (name: string, oldText: string | null, newText: string, isDone = false) => {
    const path = name.startsWith('/') ? name : join(folder, name);
    return placeDiffs([{ type: 'diff', path, oldText, newText }], [folder], isDone)[0] as ShownDiff;
  };
  const lines = Array.from({ length: 40 }, (_, n) => `line ${n + 1}`);
  const file = `${lines.join('\n')}\n`;

  it('[A98] has its true line numbers and the lines around it, before it is made and after', () => {
    write('a.txt', file);
    const asked = place('a.txt', 'line 20', 'LINE 20');
    const around = (line: string) => `line 17\nline 18\nline 19\n${line}\nline 21\nline 22\nline 23\n`;
    assert.deepEqual(
      [asked.oldText, asked.newText, factsOfDiff(asked)],
      [around('line 20'), around('LINE 20'), { firstLine: 17 }],
    );
    write('a.txt', file.replace('line 20\n', 'LINE 20\n'));
    const done = place('a.txt', 'line 20\n', 'LINE 20\n', true);
    assert.deepEqual(
      [done.oldText, done.newText, factsOfDiff(done)],
      [around('line 20'), around('LINE 20'), { firstLine: 17 }],
    );
  });

  it('[A98] is left as it was told where it is the whole file, is new, or cannot be read', () => {
    write('a.txt', file);
    write('b.bin', Buffer.from([0, 1, 2, 255]));
    write('big.txt', `${'x'.repeat(80)}\n`.repeat(20_000));
    writeFileSync(join(outside, 'o.txt'), file);
    symlinkSync(join(outside, 'o.txt'), join(folder, 'link.txt'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const told: [string, string | null, string, boolean?][] = [
      ['a.txt', file, 'other'],
      ['a.txt', 'other', file, true],
      ['a.txt', null, 'new'],
      ['a.txt', '', 'not in it'],
      ['b.bin', 'x', 'y'],
      ['big.txt', 'x', 'y'],
      ['pipe', 'x', 'y'],
      ['gone.txt', 'x', 'y'],
      ['link.txt', 'line 20', 'y'],
      [join(outside, 'o.txt'), 'line 20', 'y'],
      ['.', 'x', 'y'],
      ['a.txt\0', 'x', 'y'],
    ];
    for (const [name, oldText, newText, isDone] of told) {
      const diff = place(name, oldText, newText, isDone);
      assert.deepEqual([diff.oldText, diff.newText, diff._meta], [oldText, newText, undefined], name);
    }
  });

  it('[A98] says that nobody knows where it is, rather than that it is at the start', () => {
    write('a.txt', `${file}${file}`);
    for (const oldText of ['line 20\n', 'nowhere']) {
      const diff = place('a.txt', oldText, 'x');
      assert.deepEqual([diff.oldText, factsOfDiff(diff)], [oldText, { firstLine: null }]);
    }
  });

  it('[A98] of a file that is gone is its deletion', () => {
    assert.deepEqual(factsOfDiff(place('gone.txt', 'all of it\n', '', true)), { isDeleted: true });
    assert.deepEqual(factsOfDiff(place('gone.txt', 'all of it\n', '')), {});
  });

  it('[A98] is the same change, whatever file and part it is', (t) => {
    const text = fc
      .array(fc.constantFrom('a', 'b', '\n', 'cd\n', '\n\n'), { maxLength: 40 })
      .map((bits) => bits.join(''));
    fc.assert(
      fc.property(text, fc.nat(60), fc.nat(60), text, fc.boolean(), (whole, from, length, newText, isDone) => {
        const oldText = whole.slice(from, from + length);
        const after = whole.slice(0, from) + newText + whole.slice(from + length);
        write('p.txt', isDone ? after : whole);
        const diff: Diff = place('p.txt', oldText, newText, isDone);
        const { firstLine } = factsOfDiff(diff);
        if (typeof firstLine !== 'number') return;
        // Everything shown is in the file at that line, and is what the agent said.
        const [now, wide] = isDone ? [after, diff.newText] : [whole, diff.oldText!];
        const rest = now
          .split('\n')
          .slice(firstLine - 1)
          .join('\n');
        assert.ok(
          rest.startsWith(wide) || now.includes(oldText) === now.includes(newText),
          JSON.stringify({ now, diff }),
        );
        const at = diff.oldText!.indexOf(oldText);
        assert.ok(at >= 0 && diff.newText.includes(newText));
      }),
      seeded(t, 100),
    );
  });
});

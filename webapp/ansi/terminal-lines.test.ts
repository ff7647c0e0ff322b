import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../../server/testing/seeded.rig.js';
import { plainLine } from './ansi-spans.js';
import { HOSTILE_OUTPUT } from './hostile-output.rig.js';
import { stripReference } from './reference-stripper.rig.js';
import { TerminalLines } from './terminal-lines.js';

const ESC = '\u001b';
const shown = (output: string) => new TerminalLines(2_000).update(output).flat().map(plainLine).join('\n');
/** Lines as text; an end without a line after it shows nothing. */
const reference = (output: string) => stripReference(output).replace(/\n$/, '');

const piece = fc.oneof(
  fc.constantFrom('a', 'word ', '\n', '\t', ESC, '[', ']', 'm', '0;31', '?25', 'h', '\\', 'P', '_', '^', 'X', ' ', '!'),
  fc.constantFrom(
    '\u0007',
    '\u009b',
    '\u009d',
    '\u009c',
    '\u0090',
    '\u0018',
    '\u001a',
    '\u0000',
    '\u007f',
    '\u0085',
    'é',
    '\u{1f600}',
  ),
  fc.constantFrom(`${ESC}[31m`, `${ESC}[0m`, `${ESC}]0;t\u0007`, `${ESC}]8;;u${ESC}\\`, `${ESC}[2J`, `${ESC}[1;1H`),
);
const output = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

describe('TerminalLines', () => {
  it('[F20] prints what the reference prints after every two characters that follow an escape', () => {
    for (let first = 0; first < 256; first += 1) {
      // One call per first character: each pair is in its own line, closed by a string end and a cancel.
      const pairs = Array.from({ length: 256 }, (_, second) => {
        return `${ESC}${String.fromCharCode(first, second)}Text\u009c\u0018`;
      }).filter((line) => !line.includes('\r'));
      const all = pairs.join('\n');
      assert.equal(shown(all), reference(all), `after escape and ${first}`);
    }
  });

  it('[F20] prints what the reference prints for any mixture', (t) => {
    fc.assert(
      fc.property(output, (text) => assert.equal(shown(text), reference(text))),
      seeded(t, 1_000),
    );
  });

  it('[F21] gives the same lines for any cut', (t) => {
    fc.assert(
      fc.property(output, fc.array(fc.nat(60), { maxLength: 8 }), (text, cuts) => {
        const lines = new TerminalLines(2_000);
        for (const cut of cuts.sort((a, b) => a - b)) lines.update(text.slice(0, cut));
        assert.deepEqual(lines.update(text), new TerminalLines(2_000).update(text));
      }),
      seeded(t, 500),
    );
  });

  it('[F21] goes on when the output has lost its beginning, and starts anew when it is another', () => {
    const long = Array.from({ length: 300 }, (_, n) => `line ${n}`).join('\n');
    const lines = new TerminalLines(2_000);
    lines.update(long);
    const after = lines.update(`${long.slice(700)}\nmore`).flat();
    assert.deepEqual([after.length, plainLine(after.at(-1)!)], [301, 'more']);
    assert.equal(lines.update('other').flat().map(plainLine).join('\n'), 'other');
  });

  it('[F22] starts a line anew after a return, and forgets an erased one', () => {
    const cases: readonly [string, string][] = [
      ['10%\r50%\rdone\n', 'done'],
      ['kept\r\nnext', 'kept\nnext'],
      ['kept\r', 'kept'],
      ['kept\r\r\nnext', 'kept\nnext'],
      [`gone${ESC}[2Know`, 'now'],
      [`gone\r${ESC}[Know`, 'now'],
      [`kept${ESC}[K now`, 'kept now'],
      [`gone${ESC}[1Know`, 'now'],
    ];
    for (const [text, wanted] of cases) assert.equal(shown(text), wanted);
  });

  it('[F22] keeps the colour that a replaced line has set', () => {
    const [line] = new TerminalLines(2_000).update(`${ESC}[31m10%\r100%`).flat();
    assert.deepEqual(line, { pen: `${ESC}[31m`, text: '100%' });
  });

  it('[F23] keeps the last 2,000 lines and counts the others', () => {
    const lines = new TerminalLines(2_000);
    const kept = lines.update(Array.from({ length: 15_000 }, (_, n) => `${n}`).join('\n')).flat();
    assert.equal(kept.length + lines.dropped, 15_000);
    assert.ok(kept.length >= 2_000 && kept.length <= 2_200);
    assert.equal(plainLine(kept.at(-1)!), '14999');
  });

  it('[F20] [F27] leaves only words of hostile output', () => {
    for (const [text, wanted] of HOSTILE_OUTPUT) assert.equal(shown(text), wanted, JSON.stringify(text.slice(0, 60)));
  });

  it('[F20] reads a line of ten million characters', () => {
    assert.equal(shown(`${ESC}[31m`.concat('x'.repeat(10_000_000))).length, 10_000_000);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { spansOf } from './ansi-spans.js';
import { TerminalLines } from './terminal-lines.js';

const ESC = '\u001b';
const spans = (output: string) => new TerminalLines(2_000).update(output).flat().map(spansOf);
const first = (output: string) => spans(output)[0]![0];

describe('spansOf', () => {
  it('[F24] takes the sixteen colours from the theme', () => {
    assert.deepEqual(spans(`a${ESC}[1;31mb${ESC}[0mc`), [
      [
        { text: 'a', classes: [], style: '' },
        { text: 'b', classes: ['ansi-bold', 'ansi-fg'], style: '--fg: var(--ansi-red)' },
        { text: 'c', classes: [], style: '' },
      ],
    ]);
    assert.equal(first(`${ESC}[94;103mx`)?.style, '--fg: var(--ansi-bright-blue); --ground: var(--ansi-bright-yellow)');
  });

  it('[F24] takes palette and true colours as they are, however they are written', () => {
    for (const red of ['38;5;196', '38:5:196', '38;2;255;0;0', '38:2:255:0:0', '38:2::255:0:0']) {
      assert.equal(first(`${ESC}[${red}mx`)?.style, '--fg: rgb(255, 0, 0)', red);
    }
    assert.equal(first(`${ESC}[38;5;250mx`)?.style, '--fg: rgb(188, 188, 188)');
  });

  it('[F20] carries styles to the next line and drops those of underlines', () => {
    const [, second] = spans(`${ESC}[32mone\ntwo`);
    assert.equal(second![0]?.style, '--fg: var(--ansi-green)');
    assert.deepEqual(first(`${ESC}[58;5;3;4:3mx`)?.classes, ['ansi-underline']);
    assert.deepEqual(first(`${ESC}[58;2;1;2;3mx`)?.classes, []);
    assert.deepEqual(first(`${ESC}[01;34mx`)?.classes, ['ansi-bold', 'ansi-fg']);
  });

  it('[F27] shows what is concealed and blinks nothing', () => {
    assert.deepEqual(first(`${ESC}[5;8mx`), { text: 'x', classes: [], style: '' });
    assert.deepEqual(first(`${ESC}[7mx`)?.classes, ['ansi-inverse']);
  });

  it('[F27] puts nothing but numbers and names of ours into styles', () => {
    for (const bad of ['38;2;300;0;0', '38;5;999', '38;2;1;2', '38', '38;5', '48;9;1']) {
      assert.match(
        first(`${ESC}[${bad}mx`)?.style ?? '',
        /^(--(fg|ground): (var\(--ansi-[a-z-]+\)|rgb\([\d, ]+\))(; )?)*$/,
      );
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ansiRuns, lastLines } from './ansi.js';

const ESC = '\u001b';
const words = (output: string) =>
  ansiRuns(output)
    .map(({ text }) => text)
    .join('');

describe('terminal output', () => {
  it('[U26] keeps colours and styles as names', () => {
    assert.deepEqual(ansiRuns(`a${ESC}[1;31mred${ESC}[0m b${ESC}[38;5;2mgreen${ESC}[39m.`), [
      { text: 'a', classes: [] },
      { text: 'red', classes: ['ansi-red', 'ansi-bold'] },
      { text: ' b', classes: [] },
      { text: 'green', classes: ['ansi-green'] },
      { text: '.', classes: [] },
    ]);
  });

  it('[U26] drops all that a terminal would obey', () => {
    const hostile = [
      `${ESC}]52;c;ZXZpbA==\u0007`,
      `${ESC}]8;;https://evil.test${ESC}\\`,
      `${ESC}]0;title\u0007`,
      `${ESC}[2J${ESC}[1;1H`,
      `${ESC}P1$r0m${ESC}\\`,
      '\u009b',
      '\u0007\u0008',
    ];
    assert.equal(words(`x${hostile.join('')}y`), 'xy');
    assert.equal(words(`cut off ${ESC}[3`), 'cut off [3');
    assert.equal(words(`never closed ${ESC}]0;abc`), 'never closed ');
  });

  it('[U26] shows a progress bar as it ended', () => {
    assert.equal(words('10 %\r50 %\r100 %\ndone\r\n'), '100 %\ndone\n');
  });

  it('[U26] shows the last lines', () => {
    assert.deepEqual(lastLines('1\n2\n3\n4\n', 2), { text: '3\n4', before: 2 });
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { splitCommandLine } from './split-command-line.js';
import { UsageError } from './usage-error.js';

const LINES = [
  'agent --acp',
  '  agent\t--acp  --stdio  ',
  `agent 'one word' "another word"`,
  `agent 'it'\\''s' "say \\"hi\\""`,
  `a"b"'c'd\\ e`,
  `agent '' ""`,
  `agent "\\a\\\\b\\'c"`,
  `agent 'back\\slash' back\\\\slash`,
  'agent one\\\ntwo "three\\\nfour" \\\n five',
  `/opt/my\\ tools/agent '--flag=a b' x=y`,
  `agent 'tab\there' "new\nline"`,
  'agent é ☃ "日本 語"',
  '""',
];

describe('splitCommandLine', () => {
  it('[C8] splits as the shell of this machine does', () => {
    for (const line of LINES) assert.deepEqual(splitCommandLine(line), splitByShell(line), line);
  });

  it('[C8] expands nothing and knows no operators', () => {
    const line = '$HOME ~ *.ts `id` $(id) "$HOME" a|b ; x > y & # z';
    assert.deepEqual(splitCommandLine(line), line.replaceAll('"', '').split(' '));
  });

  it('[C8] makes nothing of nothing', () => {
    assert.deepEqual([splitCommandLine(''), splitCommandLine(' \n\t'), splitCommandLine('\\\n')], [[], [], []]);
  });

  it('[C9] refuses what does not end', () => {
    for (const line of [`agent 'x`, 'agent "x', 'agent \\', `agent "it's`, `a 'b" c`, '"\\"']) {
      assert.throws(() => splitCommandLine(line), UsageError, line);
    }
  });
});

/** The words that `sh` hands to a program for a line without anything to expand. */
function splitByShell(line: string): string[] {
  const { stdout } = spawnSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
  return stdout.split('\0').slice(0, -1);
}

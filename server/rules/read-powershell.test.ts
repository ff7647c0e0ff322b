import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPowerShell } from './read-powershell.rig.js';

/** Lines, and the programs with their arguments that PowerShell runs for them. */
const READ: readonly [string, readonly (readonly string[])[]][] = [
  ['git log -5', [['git', 'log', '-5']]],
  ['git log \'a b\' "c d"', [['git', 'log', 'a b', 'c d']]],
  ['git log \'it\'\'s\' "say ""hi"""', [['git', 'log', "it's", 'say "hi"']]],
  // A backslash is a character: it keeps no quote from ending, and no blank or separator from its work.
  [
    'git log "a\\" ; touch x #"',
    [
      ['git', 'log', 'a\\'],
      ['touch', 'x'],
    ],
  ],
  [
    "git log 'it'\\''s ; touch x",
    [
      ['git', 'log', 'it', '\\s'],
      ['touch', 'x'],
    ],
  ],
  ['git log a\\ b', [['git', 'log', 'a\\', 'b']]],
  [
    'git log a\\;touch x',
    [
      ['git', 'log', 'a\\'],
      ['touch', 'x'],
    ],
  ],
  ['rg "a\\.b" src', [['rg', 'a\\.b', 'src']]],
  // The backtick is the escape.
  ['git log "a`"b" c`;d', [['git', 'log', 'a"b', 'c;d']]],
  // Printed quotes are quotes, but not inside of the other kind.
  [
    'git log "a “ ; touch x #"',
    [
      ['git', 'log', 'a '],
      ['touch', 'x'],
    ],
  ],
  [
    "git log 'a ’ ; touch x",
    [
      ['git', 'log', 'a '],
      ['touch', 'x'],
    ],
  ],
  ['git commit -m "it’s done"', [['git', 'commit', '-m', 'it’s done']]],
  // A word that begins with a quote ends with it; one that has a quote inside goes on.
  ['git log "a"--output=x', [['git', 'log', 'a', '--output=x']]],
  ['git log a"b c"d', [['git', 'log', 'ab cd']]],
  ['n"p"m test', [['npm', 'test']]],
  // An option with one dash is cut at its dot.
  ['git log -Sa.b --since=2.weeks', [['git', 'log', '-Sa', '.b', '--since=2.weeks']]],
  ['sort -t, -k2 a,b', [['sort', '-t,', '-k2', 'a,b']]],
  [
    'git log a && git log b || git log c; ls | wc &',
    [['git', 'log', 'a'], ['git', 'log', 'b'], ['git', 'log', 'c'], ['ls'], ['wc']],
  ],
  ['git log # ; touch x', [['git', 'log']]],
  ['git log `\n-5\nls', [['git', 'log', '-5'], ['ls']]],
  ['git log HEAD~1 H^ a@b !x %s', [['git', 'log', 'HEAD~1', 'H^', 'a@b', '!x', '%s']]],
];

describe('the table of PowerShell’s quoting', () => {
  it('[PR76] reads a line as PowerShell does', () => {
    for (const [line, runs] of READ) {
      assert.deepEqual(readPowerShell(line), { runs, more: null, isError: false }, line);
    }
  });

  it('[PR76] notices what is more than words', () => {
    for (const end of [
      '$x',
      '"$x"',
      '"$(x)"',
      'a > b',
      '2>&1',
      '(x)',
      '{ x }',
      '@x',
      '@(x)',
      'a ,--b',
      'a,-b',
      '--% x',
      '~/x',
      '"a".b',
      '–o',
    ]) {
      assert.notEqual(readPowerShell(`git log ${end}`).more, null, end);
    }
  });

  it('[PR76] knows lines of which nothing runs', () => {
    for (const line of ["git log 'a", 'git log "a', 'git log )', "'git' status", 'git log < a']) {
      assert.ok(readPowerShell(line).isError, line);
    }
    assert.deepEqual(readPowerShell("'git'").runs, []);
  });
});

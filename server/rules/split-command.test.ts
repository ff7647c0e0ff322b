import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import shell from 'mvdan-sh';
import { type Seeded, seeded } from '../testing/seeded.rig.js';
import { splitCommand } from './split-command.js';

const { syntax } = shell;
const parser = syntax.NewParser();
const CASES = 1_500;

/** Pieces of which shells make something, in any order. */
const PIECES = [
  ...[
    'git',
    'log',
    '-n',
    '5',
    'a.ts',
    'src/',
    '..',
    '/',
    '.',
    'x=1',
    '--',
    '-',
    '"',
    "'",
    '\\',
    '$',
    '`',
    '#',
    '!',
    '~',
    '=',
  ],
  ...[' ', ' ', ' ', '\t', '\n', '\r', '\u00a0', '\u2003', '\u200b', '\u3164', '\v', '\f', '\0', '\u0085', 'é', '𝒜'],
  ...[
    ';',
    '&',
    '|',
    '&&',
    '||',
    '|&',
    ';;',
    ';&',
    '&|',
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    '<',
    '>',
    '<<',
    '<<<',
    '>&',
    '&>',
  ],
  ...[
    '*',
    '?',
    '[a]',
    '{a,b}',
    '$(x)',
    '$' + '{x}',
    "$'a'",
    '$"a"',
    '"$x"',
    '`x`',
    '$((1))',
    "'a b'",
    '"a b"',
    '"a\\"b"',
    'a\\ b',
    '\\\n',
  ],
  ...[
    'if',
    'then',
    'fi',
    'while',
    'do',
    'done',
    'for',
    'in',
    'case',
    'esac',
    'function',
    'time',
    'coproc',
    '[[',
    ']]',
    'export',
    'x()',
  ],
  ...[
    '@',
    '^',
    '%',
    '+',
    ',',
    ':',
    '&&\n',
    'if ',
    ' ! ',
    '2>',
    '1',
    'a=(b)',
    'a+=b',
    'x[1]=2',
    '?(a)',
    '!(a)',
    '=ls',
    '{1..3}',
  ],
];

function randomCommands(cases: Seeded): string[] {
  const piece = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...PIECES) },
    fc.string({ unit: 'binary', maxLength: 2 }),
  );
  const loose = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  // Mostly sound commands, so that many are plain.
  const word = fc.constantFrom(
    'git',
    'log',
    '-n5',
    "'a b'",
    '"c; d"',
    'e\\ f',
    'src/*.ts',
    '"a\\"b"',
    "''",
    'x=1',
    '\\-o',
    '"\\x"',
    '"#"',
    'a#b',
    'a!',
    '!',
    'H^',
  );
  const join = fc.constantFrom(' ', '  ', '\t', ' && ', ' || ', ' | ', '; ', ' & ', '\n', ';\n', '');
  const sound = fc.array(fc.tuple(word, join), { minLength: 1, maxLength: 9 }).map((pairs) => pairs.flat().join(''));
  return fc.sample(fc.oneof(loose, sound), cases);
}

/** The simple commands that the other parser finds; null if there is anything else in it. */
function parsedWords(command: string): string[][] | null {
  const file = parser.Parse(command, '');
  const parts: string[][] = [];
  let isSimple = true;
  syntax.Walk(file, (node) => {
    if (!node) return true;
    const type = syntax.NodeType(node);
    if (type === 'CallExpr') {
      if (node.Assigns.length > 0) isSimple = false;
      parts.push(node.Args.map((word) => word.Parts.map((part) => textOf(part) ?? fail()).join('')));
      return false;
    }
    if (type === 'Stmt') isSimple &&= node.Redirs.length === 0 && !node.Negated && !node.Coprocess;
    else isSimple &&= type === 'File' || type === 'BinaryCmd';
    return true;
  });
  return isSimple ? parts : null;

  function fail(): string {
    isSimple = false;
    return '';
  }
}

function textOf(part: shell.Node): string | null {
  const type = syntax.NodeType(part);
  if (type === 'Lit') return part.Value.replace(/\\([\s\S])/g, '$1');
  if (part.Dollar) return null;
  if (type === 'SglQuoted') return part.Value;
  if (type !== 'DblQuoted') return null;
  const inner = part.Parts.map((one) =>
    syntax.NodeType(one) === 'Lit' ? one.Value.replace(/\\(["\\$`])/g, '$1') : null,
  );
  return inner.includes(null) ? null : inner.join('');
}

describe('the splitter', () => {
  it('[PR4] finds in what it calls literal the same commands and words as another parser', (t) => {
    const literal = randomCommands(seeded(t, CASES)).filter(
      (command) => splitCommand(command).isLiteral && splitCommand(command).parts.length > 0,
    );
    assert.ok(literal.length > CASES / 12, `${literal.length} were literal`);
    for (const command of literal) {
      let words: string[][] | null = null;
      assert.doesNotThrow(() => {
        words = parsedWords(command);
      }, JSON.stringify(command));
      assert.deepEqual(words, splitCommand(command).parts, JSON.stringify(command));
    }
  });

  it('[PR4] finds in what it calls literal the words that real shells give a program', (t) => {
    const cwd = mkdtempSync(join(tmpdir(), 'acdeck-split-'));
    t.after(() => rmSync(cwd, { recursive: true }));
    const commands = randomCommands(seeded(t, CASES)).filter((command) => {
      const { parts, isLiteral } = splitCommand(command);
      return isLiteral && parts.length === 1 && !/[*?&]/.test(command);
    });
    assert.ok(commands.length > CASES / 30, `${commands.length} were one command`);
    const script = 'for line; do eval "set -- $line"; printf "%s\\1" "$@"; printf "\\2"; done';
    for (const name of ['/bin/bash', '/bin/sh']) {
      const { stdout } = spawnSync(
        name,
        ['-c', script, name, ...commands.map((command) => command.trim().replace(/[;\s]+$/, ''))],
        { encoding: 'utf8', cwd, env: { PATH: '' } },
      );
      const seen = stdout
        .split('\u0002')
        .slice(0, -1)
        .map((line) => line.split('\u0001').slice(0, -1));
      const expected = commands.map((command) => splitCommand(command).parts[0]);
      for (const [n, words] of seen.entries())
        assert.deepEqual(words, expected[n], `${name}: ${JSON.stringify(commands[n])}`);
      assert.equal(seen.length, commands.length);
    }
  });
});

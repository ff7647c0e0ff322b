import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isAllowedBy, isRejectedBy, shellCommand, wordsCommand } from './match-command.js';
import { splitCommand } from './split-command.js';

const prefix = (text: string) => ({ text, isPrefix: true });
const allows = (pattern: string, command: string) => isAllowedBy(prefix(pattern), shellCommand(command));
const rejects = (pattern: string, command: string) => isRejectedBy(prefix(pattern), shellCommand(command));

describe('a command prefix that allows', () => {
  it('[PR3] takes whole words, however they are quoted', () => {
    for (const command of [
      'npm test',
      '  npm   test ',
      'npm test --watch "a; b"',
      `npm 'test' "&& x"`,
      'n"p"m te\\st',
    ]) {
      assert.ok(allows('npm test', command), command);
    }
    for (const command of [
      'npm testx',
      'npm',
      'npmtest',
      'xnpm test',
      'npm "test x"',
      'npm -s test',
      './npm test',
      '',
    ]) {
      assert.ok(!allows('npm test', command), command);
    }
  });

  it('[PR4] takes several commands only if each of them begins so', () => {
    assert.ok(allows('npm test', 'npm test a && npm test b; npm test c | npm test d\nnpm test e &'));
    for (const join of [';', '&&', '||', '|', '&', '\n', '|&', ' ; ', '\r\n', ';;']) {
      assert.ok(!allows('npm test', `npm test${join}rm -rf x`), join);
      assert.ok(!allows('npm test', `rm -rf x${join}npm test`), join);
    }
  });

  it('[PR4] takes nothing that could do more than its words say', () => {
    const tricks = [
      ...[
        'npm test $(rm x)',
        'npm test `rm x`',
        'npm test "$(rm x)"',
        'npm test "`rm x`"',
        'npm test $X',
        'npm test $' + '{X:-y}',
      ],
      ...['npm test > /etc/x', 'npm test >> x', 'npm test < x', 'npm test 2>&1', 'npm test <(rm x)', 'npm test &> x'],
      ...[
        'LD_PRELOAD=x npm test',
        'A=1 B+=2 npm test',
        'env A=1 npm test',
        '(npm test)',
        '{ npm test; }',
        'npm test # x',
      ],
      ...[
        'npm test \\\n&& rm x',
        "npm test 'x",
        'npm test "x',
        'npm test x\\',
        "npm test $'\\x3b'",
        'npm test << E\nrm\nE',
      ],
      ...['npm test\0; rm', 'npm test\x1b[A', '! npm test', 'time npm test', 'npm test "$X"', 'npm test\u0085\r rm'],
    ];
    for (const command of tricks) assert.ok(!allows('npm test', command), JSON.stringify(command));
  });

  it('[PR4] is itself one simple command', () => {
    for (const pattern of ['npm test;', 'npm && rm', '', '$X', 'A=1 npm', 'npm $(x)', 'npm test | cat']) {
      assert.ok(!allows(pattern, pattern), pattern);
      assert.ok(!allows(pattern, 'npm test'), pattern);
    }
  });

  it('[PR4] never matches where an unquoted separator brings a part that does not match', () => {
    const word = fc.stringMatching(/^[a-z0-9./ '"\\-]{0,12}$/);
    const separator = fc.constantFrom(';', '&&', '||', '|', '&', '\n', '`', '$(', '>', '<', '(', ')');
    fc.assert(
      fc.property(word, separator, word, fc.constantFrom('rm -rf x', 'npm', 'npm run x'), (before, join, gap, evil) => {
        const command = `npm test ${before}${join}${gap} ${evil}`;
        const { parts, isPlain } = splitCommand(command);
        const isGood = parts.every(([first, second]) => first === 'npm' && second === 'test');
        assert.ok(!allows('npm test', command) || (isPlain && isGood), command);
        // With nothing quoted there is no doubt at all.
        if (!/['"\\]/.test(command)) assert.ok(!allows('npm test', command), command);
      }),
      { numRuns: 2_000 },
    );
  });

  it('[PR4] means what a real shell makes of it', () => {
    const token = fc.constantFrom(
      ...`npm test evil ' " \\ ; & | $ ( ) { } < > # ! ~ * ? = , \n \t`.split(' '),
      ' ',
      'npm test',
      '&&',
    );
    const commands = fc
      .sample(fc.array(token, { maxLength: 8 }), { numRuns: 30_000, seed: 7 })
      .map((tokens) => `npm test ${tokens.join('')}`)
      .filter((command) => allows('npm test', command));
    assert.ok(commands.length > 1_000 && commands.some((command) => /evil/.test(command) && /[;&|]/.test(command)));
    const script = 'npm() { [ "$1" = test ] || echo "ran npm $1" >&2; }; for line; do (eval "$line") & wait; done';
    const { stderr } = spawnSync('/bin/sh', ['-c', script, 'sh', ...commands], { encoding: 'utf8', env: { PATH: '' } });
    // What the shell cannot read does not run.
    const ran = stderr.split('\n').filter((line) => line !== '' && !/syntax error/i.test(line));
    assert.deepEqual(ran, []);
  });

  it('[PR4] reads a list of words as what runs', () => {
    const list = (...words: string[]) => isAllowedBy(prefix('npm test'), wordsCommand(words));
    assert.ok(list('npm', 'test', 'a b') && list('bash', '-lc', 'npm test') && list('npm test'));
    for (const words of [
      ['npm', 'test', '; rm x'],
      ['bash', '-lc', 'npm test; rm x'],
      ['npm test; rm'],
      ['npm', 'test', '$(x)'],
    ]) {
      assert.ok(!list(...words), words.join('|'));
    }
  });
});

describe('a whole command', () => {
  it('[PR3] is allowed word by word and no other', () => {
    const whole = { text: 'npm test 2>&1 | tail -5', isPrefix: false };
    assert.ok(isAllowedBy(whole, shellCommand(' npm test 2>&1 | tail -5\n')));
    assert.ok(!isAllowedBy(whole, shellCommand('npm test 2>&1 | tail -50')));
  });
});

describe('a command prefix that rejects', () => {
  it('[PR5] finds any part that begins so, wherever it hides', () => {
    const hidden = [
      ...[
        'rm x',
        'ls; rm x',
        'ls && rm x',
        'ls | rm',
        'echo $(rm x)',
        'echo "`rm x`"',
        '(rm x)',
        'A=1 rm x',
        '/bin/rm x',
      ],
      ...[
        "sh -c 'rm x'",
        "bash -lc 'ls; rm x'",
        'sudo -u me rm x',
        'find . -exec rm {} +',
        'ls | xargs -n1 rm',
        'eval "rm x"',
      ],
      ...[
        'if true; then rm x; fi',
        'for f in *; do rm $f; done',
        "r'm' x",
        '\\rm x',
        'ls\nrm x',
        '! rm x',
        'env A=1 rm x',
      ],
      ...["sudo sh -c 'ls && rm x'", 'ls > x; rm y', 'diff <(rm x) y', 'rm', "rm 'unfinished"],
    ];
    for (const command of hidden) assert.ok(rejects('rm', command), command);
    for (const command of ['rmdir x', 'echo rm', 'git rm x', 'ls "rm x"', 'npm run rm'])
      assert.ok(!rejects('rm', command), command);
  });

  it('[PR5] sees through options between its words', () => {
    for (const command of ['git push', 'git -C /x push --force', 'git --no-pager push', 'git -c a=b push']) {
      assert.ok(rejects('git push', command), command);
    }
    assert.ok(!rejects('git push', 'git log push') && !rejects('git push', 'git pull'));
  });

  it('[PR5] reads any text without failing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        assert.equal(typeof rejects('rm', text), 'boolean');
        assert.ok(!allows('npm test', text) || text.includes('npm'));
      }),
      { numRuns: 1_000 },
    );
  });
});

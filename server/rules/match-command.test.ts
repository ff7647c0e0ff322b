import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../testing/seeded.rig.js';
import { areAllowedBy, isAllowedBy, isOffered, isRejectedBy, shellCommand, wordsCommand } from './match-command.js';
import { splitCommand } from './split-command.js';

const prefix = (text: string) => ({ text, isPrefix: true });
const allows = (pattern: string, command: string) => isAllowedBy(prefix(pattern), shellCommand(command), '/work/a');
const rejects = (pattern: string, command: string) => isRejectedBy(prefix(pattern), shellCommand(command));

describe('a command prefix that allows', () => {
  it('[PR3] takes whole words, however they are quoted', () => {
    for (const command of ['npm test', '  npm   test ', 'npm test --silent', `npm 'test' "-s"`, 'n"p"m te"s"t']) {
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
    assert.ok(allows('git log', 'git log a && git log b; git log c | git log d\ngit log e &'));
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

  it('[PR4] never matches where an unquoted separator brings a part that does not match', (t) => {
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
      seeded(t, 500),
    );
  });

  it('[PR4] means what a real shell makes of it', (t) => {
    const token = fc.constantFrom(
      ...`echo evil ' " \\ ; & | $ ( ) { } < > # ! ~ * ? = , \n \t`.split(' '),
      ...[' ', 'echo a', '&&', '\r', '\u00a0', '[', '-n'],
    );
    const commands = fc
      .sample(fc.array(token, { maxLength: 8 }), seeded(t, 4_000))
      .map((tokens) => `echo ${tokens.join('')}`)
      .filter((command) => allows('echo', command));
    assert.ok(commands.length > 130 && commands.some((command) => /evil/.test(command) && /[;&|]/.test(command)));
    const script = 'echo() { :; }; for line; do (eval "$line") & wait; done';
    const { stderr } = spawnSync('/bin/sh', ['-c', script, 'sh', ...commands], { encoding: 'utf8', env: { PATH: '' } });
    assert.deepEqual(stderr, '');
  });

  it('[PR4] reads a list of words as what runs', () => {
    const list = (...words: string[]) => isAllowedBy(prefix('git log'), wordsCommand(words), '/work/a');
    assert.ok(list('git', 'log', '-p') && list('bash', '-c', 'git log') && list('git log'));
    for (const words of [
      ['git', 'log', '; rm x'],
      ['git', 'log', 'a b'],
      ['bash', '-c', 'git log; rm x'],
      ['git log; rm'],
      ['git', 'log', '$(x)'],
    ]) {
      assert.ok(!list(...words), words.join('|'));
    }
  });

  it('[PR24] takes only real shells for shells, and none that reads start files', () => {
    for (const shell of ['sh', 'bash', 'dash', '/bin/sh', '/usr/bin/bash'])
      assert.ok(allows('git log', `${shell} -c 'git log'`));
    const odd = [
      './sh -c',
      '/evil/bash -c',
      '~/sh -c',
      'zsh -c',
      'fish -c',
      'bash -lc',
      'bash -ic',
      'bash -l -c',
      'bash --login -c',
    ];
    for (const shell of odd) assert.ok(!allows('git log', `${shell} 'git log'`), shell);
    for (const words of [
      ['./sh', '-c', 'git log'],
      ['bash', '-lc', 'git log'],
      ['/evil/bash', '-c', 'git log'],
    ]) {
      assert.ok(!isAllowedBy(prefix('git log'), wordsCommand(words), '/work/a'), words.join(' '));
    }
  });

  it('[PR24] sees through programs that only limit how another one runs, and through no others', () => {
    const through = [
      'timeout 60',
      'timeout -k5 1.5m',
      'timeout --foreground 5s',
      'nice',
      'nice -n 5',
      'nice -10',
      'stdbuf -oL',
    ];
    for (const carrier of through) assert.ok(allows('git log', `${carrier} git log`), carrier);
    const carriers =
      'env sudo doas setsid nohup xargs flock script busybox strace su runuser time watch unbuffer xvfb-run command exec builtin eval source .';
    for (const carrier of carriers.split(' ')) assert.ok(!allows('git log', `${carrier} git log`), carrier);
    for (const odd of [
      'timeout -s KILL 60',
      'timeout x',
      'nice -n -5',
      'nice -n',
      'stdbuf',
      'stdbuf -o L',
      './timeout 5',
    ]) {
      assert.ok(!allows('git log', `${odd} git log`), odd);
    }
  });

  it('[PR25] takes options and operands only as they are listed for that command', () => {
    const fine: [string, string][] = [
      ['git diff', 'git diff --stat -U3 -w --cached HEAD~1..HEAD -- src/a.ts'],
      ['git log', 'git log --oneline -5 -n 3 --author="A B" --since 2024-01-01 -- .'],
      ['git commit', 'git commit -m "fix: it; and that"'],
      ['npm run build', 'npm run build --silent'],
      ['cargo test', 'cargo test --release -p core name::of -q'],
      ['go test', 'go test -v -run=X -count 1 ./...'],
      ['ls', 'ls -la src/*.ts /work/a/b'],
      ['grep', 'grep -rn --include="*.ts" -A3 foo src'],
      ['find', 'find . -name "*.ts" -mtime -7 -print'],
      ['sed', "sed -n '1,20p' a.txt"],
      ['sort', 'sort -nrk2 -t, a.txt'],
    ];
    for (const [pattern, command] of fine) assert.ok(allows(pattern, command), command);
    const tricks: [string, string[]][] = [
      [
        'git diff',
        [
          '--output=x',
          '--outp=x',
          '--output x',
          '-o x',
          '--ext-diff',
          '--no-index /etc/passwd x',
          '/etc/passwd',
          '../x',
          '-O x',
          '-wO',
        ],
      ],
      ['git log', ['--output=x', '-p --ext-diff', '--textconv', '@x', '-c', '--exec x', '-n --output=x']],
      ['git grep', ['-O', '-Osh x', '--open-files-in-pager', '-nO x', '-f x']],
      ['git fetch', ['--upload-pack=./evil', '--upload-pack ./evil', 'ext::sh', './x', 'origin +a:b', '-o x']],
      ['git commit', ['', '-F x', '-a -m x', '--amend -m x', '-m', '-m -x', '-C x']],
      ['git branch', ['new', '-D x', '-d x', '--edit-description']],
      [
        'npm test',
        [
          '--script-shell=./evil',
          '--script-s=./evil',
          '-- x',
          'x',
          '--prefix /x',
          '-C x',
          '--userconfig=x',
          '--node-options=x',
        ],
      ],
      [
        'go test',
        [
          '-exec ./evil',
          '-exec=./evil',
          '--exec x',
          '-o x',
          '-toolexec x',
          '-C x',
          '-args x',
          '-coverprofile=x',
          '-- x',
        ],
      ],
      ['cargo test', ['--config x', '--manifest-path x', '-- --nocapture', '-Zx', '--target-dir x']],
      [
        'sort',
        ['-o x', '--output=x', '-ox', '-no x', '--compress-program=x', '--compress-prog=x', '-T x', '--files0-from=x'],
      ],
      ['find', ['. -delete', '. -exec x', '. -fprint x', '/ -name x', '. -name -delete']],
      ['sed', ['-i 1p x', "'w x' y", "-n '1e' x", '-n -f x y', '-n 1p /etc/x', '']],
      ['ls', ['*', '-- ~', '~', '/etc', '{a,b}', '[a]', '.*', '"$HOME"']],
      ['uniq', ['a b', 'a']],
      ['date', ['-s x', '01010000']],
      ['pytest', ['-p evil', '-c x', '--basetemp=x', '@x', '-qp evil', '--rootdir x']],
    ];
    for (const [pattern, ends] of tricks) {
      for (const end of ends) assert.ok(!allows(pattern, `${pattern} ${end}`), `${pattern} ${end}`);
    }
  });

  it('[PR25] is for listed commands only, and never for a program by a path', () => {
    const never =
      'timeout git npm cargo go env nice bash node python3 make rm cp mv tee tar man vim awk xargs docker source . eval exec npx ./ls /bin/ls ' +
      'src/git';
    for (const pattern of never.split(' ')) {
      assert.ok(!isOffered(prefix(pattern)), pattern);
      assert.ok(!allows(pattern, pattern) && !allows(pattern, `${pattern} status`), pattern);
    }
    for (const pattern of [
      'git -c a=b status',
      'git config',
      'git -C /x log',
      'npm run',
      'npm exec x',
      'tsc',
      'cargo fmt',
      'cargo run',
    ]) {
      assert.ok(!isOffered(prefix(pattern)), pattern);
    }
    for (const pattern of ['git status', 'npm test', 'npm run build', 'sed', 'git commit', 'ls -la', 'tsc --noEmit']) {
      assert.ok(isOffered(prefix(pattern)), pattern);
    }
  });
});

describe('a whole command', () => {
  it('[PR3] is allowed word by word and no other', () => {
    const whole = { text: 'npm test 2>&1 | tail -5', isPrefix: false };
    assert.ok(isAllowedBy(whole, shellCommand(' npm test 2>&1 | tail -5\n'), '/work/a'));
    assert.ok(!isAllowedBy(whole, shellCommand('npm test 2>&1 | tail -50'), '/work/a'));
  });

  it('[PR24] is not allowed as a list of words that an agent might join for a shell', () => {
    const whole = { text: "echo 'a; rm b'", isPrefix: false };
    assert.ok(isAllowedBy(whole, shellCommand("echo 'a; rm b'"), '/work/a'));
    assert.ok(!isAllowedBy(whole, wordsCommand(['echo', 'a; rm b']), '/work/a'));
  });
});

describe('an exact command', () => {
  const allowsExactly = (text: string, command: string) =>
    isAllowedBy({ text, isPrefix: false }, shellCommand(command), '/work/a');

  it('[PR71] is not allowed with blanks that a shell would keep', () => {
    // Other blanks, controls and characters of no width, all of which stay part of a word.
    const odd =
      '\u00a0 \ufeff \u2028 \u2029 \u3000 \u1680 \u2003 \u202f \u205f \v \f \r \u0085 \u200b \u2060 \u00ad \ud800'.split(
        ' ',
      );
    for (const text of ['./build.sh', 'git push origin main', 'make all && ./run']) {
      for (const blank of [...odd, '\r\n']) {
        for (const command of [`${text}${blank}`, `${blank}${text}`, `${text} ${blank}`, ` ${blank}${text}`]) {
          assert.ok(!allowsExactly(text, command), JSON.stringify(command));
        }
      }
      for (const command of [text, ` ${text}`, `${text}\n`, `\n\t ${text} \t\n\n`]) {
        assert.ok(allowsExactly(text, command), JSON.stringify(command));
      }
    }
  });

  it('[PR71] keeps a blank at its end that means something', () => {
    const different: [string, string][] = [
      ['./run\\', './run\\ '],
      ['./run\\ ', './run\\'],
      ['./run\\', './run\\\n'],
      ['./run`', './run` '],
      ['cat <<E\nx\nE', 'cat <<E\nx\nE '],
      ['cat <<E\nx\nE', 'cat <<E\nx\nE\t'],
    ];
    for (const [text, command] of different) {
      assert.ok(!allowsExactly(text, command), JSON.stringify([text, command]));
      assert.ok(allowsExactly(command, command), JSON.stringify(command));
    }
  });

  it('[PR71] is not allowed if it has half a character, which programs write differently', () => {
    for (const text of ['./a\ud800', './\udc00b']) assert.ok(!allowsExactly(text, text), JSON.stringify(text));
    assert.ok(allowsExactly('echo 😀', 'echo 😀'));
  });

  it('[PR71] is allowed as a part of another one by its words only', () => {
    const patterns = [
      { text: './build.sh', isPrefix: false },
      { text: 'git status', isPrefix: true },
    ];
    const allowed = (command: string) => areAllowedBy(patterns, shellCommand(command), '/work/a') !== null;
    assert.ok(allowed('git status && ./build.sh'));
    for (const odd of ['\u00a0', '\ufeff', '\r', '\u3000']) {
      assert.ok(!allowed(`git status && ./build.sh${odd}`), JSON.stringify(odd));
    }
  });
});

describe('quoting that shells read differently', () => {
  const base = { 'git status': 'git status', 'git log': 'git log', rg: 'rg x', sort: 'sort a' };

  it('[PR72] asks: fish ends quotes elsewhere', () => {
    for (const [pattern, start] of Object.entries(base)) {
      const tricks = [
        `${start} 'a\\'b' ; touch PWNED ; echo \\'c`,
        `${start} 'a\\\\'`,
        `${start} 'a\\'`,
        `${start} "a\\\\\\" ; touch x #"`,
        `${start} a\\nb`,
        `${start} \\x2d\\x2doutput=x`,
        `${start} "a\\\`b"`,
        `${start} %self`,
      ];
      for (const command of tricks) assert.ok(!allows(pattern, command), command);
    }
    // In fish the middle of a word has no `&`: this is `sort 'a&grep' -o out`, which writes a file.
    const both = [prefix('sort'), prefix('grep')];
    const together = (command: string) => areAllowedBy(both, shellCommand(command), '/work/a') !== null;
    assert.ok(together('sort a & grep -o out') && together('sort a &grep -o out'));
    assert.ok(!together('sort a&grep -o out') && !together("sort 'a'&grep -o out"));
  });

  it('[PR72] asks: PowerShell has another escape and more quotes', () => {
    for (const [pattern, start] of Object.entries(base)) {
      const tricks = [
        `${start} "a\\" ; touch PWNED #"`,
        `${start} "a\\\\"`,
        `${start} "\\$x"`,
        `${start} 'it'\\''s ; touch PWNED ; echo '\\''x'`,
        `${start} a\\;touch`,
        `${start} a\\ b`,
        `${start} \\( touch x \\)`,
        `${start} "a"--output=x`,
        `${start} 'a'-o`,
        `${start} 'a''b'`,
        `${start} "a""b"`,
        `${start} "a “ ; touch PWNED #"`,
        `${start} 'a ’ ; touch PWNED #'`,
        `${start} “a”`,
        `${start} ‘a’`,
        `${start} @x`,
        `${start} a ,--output=x`,
        `${start} a,--output=x`,
        `${start} -- --% x`,
        `${start} –o`,
      ];
      for (const command of tricks) assert.ok(!allows(pattern, command), command);
    }
    assert.ok(!allows('git log', 'git log -Sa.b'), 'an option is cut at its dot');
  });

  it('[PR72] asks: an interactive shell looks into its history, and zsh has patterns of its own', () => {
    for (const end of ['!x', '!!', '"a!b"', '"a!" "; touch x"', '^x', '=ls', '~x', '<1-2>', '**(e:x:)', '{a,b}']) {
      assert.ok(!allows('git log', `git log ${end}`), end);
    }
  });

  it('[PR72] does not ask about what all of them read alike', () => {
    const fine: [string, string][] = [
      ['git commit', `git commit -m "it's done"`],
      ['git commit', `git commit -m 'say "hi"; then go'`],
      ['git commit', 'git commit -m "Done!"'],
      ['git commit', 'git commit -m "Fix it! Now & then (a; b) # c"'],
      ['git commit', 'git commit -m "it’s done"'],
      ['git commit', 'git commit -m "first\n\nsecond"'],
      ['npm test', 'npm test'],
      ['rg', 'rg "a\\.b" src'],
      ['rg', `rg 'a\\.b\\d+$' src`],
      ['rg', `rg "\\bfoo\\b" src`],
      ['grep', 'grep -rn --include="*.ts" "a\\|b" src'],
      ['grep', `grep -E 'a|b(c)' src`],
      ['git log', 'git log HEAD^ HEAD~2..main --format="%h %s"'],
      ['git diff', 'git diff main...HEAD -- src/a.ts'],
      ['git log', 'git log -5 --author="A B" --since=2.weeks'],
      ['find', `find . '(' -name "*.ts" -o -name "*.tsx" ')' ! -name x`],
      ['sort', 'sort -t, -k2 a.txt'],
      ['ls', 'ls src/*.ts'],
    ];
    for (const [pattern, command] of fine) assert.ok(allows(pattern, command), command);
  });

  it('[PR72] asks about a list of words that would mean more to a shell', () => {
    const list = (...words: string[]) => isAllowedBy(prefix('echo'), wordsCommand(words), '/work/a');
    assert.ok(list('echo', 'a', '-n', 'a,b'));
    for (const word of ['=ls', '%self', '@x', ',-x', 'a,-x', '--%']) assert.ok(!list('echo', word), word);
  });

  it('[PR5] still finds what is rejected, in the reading of each shell', () => {
    for (const command of [
      `git status 'a\\'b' ; touch PWNED ; echo \\'c`,
      'git status "a\\" ; touch PWNED #"',
      `git log 'it'\\''s ; touch PWNED ; echo '\\''x'`,
      'git log "a “ ; touch PWNED #"',
    ]) {
      assert.ok(rejects('touch', command), command);
    }
    assert.ok(!rejects('touch', `git commit -m "it's ; touch x"`));
    assert.ok(isRejectedBy(prefix('git push\u00a0'), shellCommand('git push origin')), 'a pasted blank');
  });
});

describe('a listed command', () => {
  it('[PR73] reaches no network and no environment that its first words do not name', () => {
    const tricks: [string, string[]][] = [
      [
        'go list',
        [
          '-m evil.example/x@latest',
          '-m all',
          '-m -json x@v1',
          'evil.example/x@latest',
          '-f x',
          '-mod=mod ./...',
          '-toolexec=x',
          '-u -m all',
          '-e -export ./...',
        ],
      ],
      ['go test', ['evil.example/x@latest', '-mod=mod ./...', '-modfile=x', '-overlay=x']],
      ['go build', ['evil.example/x@latest', '-mod=mod', '-ldflags=x', '-gcflags=x']],
      ['go vet', ['evil.example/x@v1.0.0', '-vettool=x']],
      [
        'jq',
        [
          '-n env',
          `-n '$ENV'`,
          `-n '$ENV.PATH'`,
          `-n 'env|keys'`,
          `'.a | env.HOME' a.json`,
          `-n '"\\(env)"'`,
          `'import "a" as $a; $a' a.json`,
          `'include "a"; .' a.json`,
          `-n '"a" | modulemeta'`,
          `-n get_search_list`,
          `'..env' a.json`,
          `-n '$__prog_args'`,
          '--from-file x a.json',
          '-f x a.json',
          '-nf x',
          '-L x .',
          '--slurpfile a /etc/passwd .',
          '--rawfile a x .',
          '--arg a b .',
          '. /etc/passwd',
          '',
        ],
      ],
      ['git log', ['--format=%G?', '--pretty=%GG', '--pretty="tformat:%h %GS"', '--format %GK', '--show-signature']],
      ['git show', ['--format=%G?']],
    ];
    for (const [pattern, ends] of tricks) {
      for (const end of ends) assert.ok(!allows(pattern, `${pattern} ${end}`), `${pattern} ${end}`);
    }
    const fine: [string, string][] = [
      ['go list', 'go list -json -deps ./...'],
      ['go test', 'go test ./...'],
      ['jq', `jq -r '.scripts | keys[]' package.json`],
      ['jq', `jq .name package.json`],
      ['jq', `jq '.services.web.env' a.json`],
      ['jq', `jq '.environment' a.json`],
      ['git log', 'git log --format="%h %an %s"'],
    ];
    for (const [pattern, command] of fine) assert.ok(allows(pattern, command), command);
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
      ...[
        "script -qc 'rm x' /dev/null",
        'flock x rm y',
        "su -c 'rm x'",
        'busybox rm x',
        './sh -c "rm x"',
        'unbuffer rm x',
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

  it('[PR5] reads any text without failing', (t) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        assert.equal(typeof rejects('rm', text), 'boolean');
        assert.ok(!allows('npm test', text) || text.includes('npm'));
      }),
      seeded(t, 250),
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AskedCall } from '../protocol/api/permission-rule.js';
import { factsOf } from './call-facts.js';
import { looksOnly, onlyLooks } from './looks-only.js';

const isLook = (toolCall: object) =>
  looksOnly(factsOf({ agentId: 'a', cwd: '/work', toolCall: { toolCallId: 't', ...toolCall } } as AskedCall));
const runs = (command: unknown, title = 'Run it') => isLook({ kind: 'execute', title, rawInput: { command } });

describe('a command that only looks', () => {
  it('[RG1] is told by its words, wherever the agent tells them', () => {
    for (const command of [
      'ls',
      'ls -la src',
      'cat a.txt | head -3',
      'git status',
      'git log -3 && pwd',
      'find . -name x',
    ])
      assert.ok(runs(command), command);
    assert.ok(runs(['bash', '-lc', 'git diff']));
    assert.ok(isLook({ kind: 'execute', title: 'ls -la' }));
  });

  it('[RG1] is none if any part does something, cannot be read for certain, or is not known', () => {
    const deeds = ['rm x', 'ls; rm x', 'ls > x', 'cat $(rm x)', 'ls $X', 'A=1 ls', 'git push', 'git -c a=b status'];
    const hidden = ['git diff --output=x', 'find . -delete', 'find . -exec rm {} +', 'sudo ls', './ls', 'npm test', ''];
    for (const command of [...deeds, ...hidden]) assert.ok(!runs(command, 'Run it'), command);
    assert.ok(!runs(['rm', 'x'], 'ls'), 'the title does not count where there is a command');
    assert.ok(!isLook({ kind: 'edit', title: 'ls' }));
    assert.ok(!isLook({ kind: 'execute', title: 'Looks around' }));
  });

  it('[RG1] is none if an odd blank makes another file of the one that keeps nothing', () => {
    assert.ok(runs('ls > /dev/null') && runs('ls 2>/dev/null; pwd'));
    for (const command of ['ls >\u00a0/dev/null', 'ls >/dev/null\u00a0', 'ls > /dev/null\u3000x']) {
      assert.ok(!runs(command), JSON.stringify(command));
    }
  });

  it('[RG1] may print, change the folder and throw output away', () => {
    const looks = [
      ...[
        "echo 'a b'; wc -l e.txt",
        'cd src && ls -la',
        'printf "%s\\n" x',
        'cat a | sort -u | uniq -c | head',
        'ls 2>/dev/null',
      ],
      ...['grep -rn x . 2>&1 | head -5', 'which node && node_modules/.bin/x; true'].slice(0, 1),
      ...[
        'sort -k2 -n a.txt',
        'uniq -c a',
        'date +%s',
        'command -v node',
        'rg -n x src',
        'find . -name x 2>/dev/null | wc -l',
        'test -f a && cat a',
        '[ -d src ] && ls src',
        'git branch -a; git remote -v',
        'git branch --show-current && git stash list',
      ],
      ...[
        'git log --oneline -5',
        'git show HEAD:a.txt | head',
        'diff a b',
        'sha256sum a; sleep 1',
        'ls >/dev/null 2>&1',
      ],
    ];
    for (const command of looks) assert.ok(runs(command), command);
  });

  it('[RG1] is none with an option or a redirection by which the same program writes or runs something', () => {
    const deeds = [
      ...['sort -o a b', 'sort --compress-program=./x a', 'sort -T /x a', 'uniq a b', 'date -s 12:00', 'date 01010000'],
      ...[
        'printf -v "a[$(rm x)]" y',
        "printf -v 'a[$(rm x)]' y",
        'rg --pre ./x y',
        'command rm x',
        'git diff --outp=x',
      ],
      ...[
        'git log --ext-diff',
        'git show --textconv',
        'git grep -O./x y',
        'echo x >a',
        'git branch new',
        'git branch -D old',
        'git remote add x y',
        'git tag v1',
        'git stash',
        'echo x > /dev/sda',
        'ls 2>err',
      ],
      ...[
        'ls > /dev/nullx',
        'ls 2>/dev/null >x',
        'echo `rm x`',
        'ls <(rm x)',
        'test -v "a[$(rm x)]"',
        '[ -v x ]',
        'tee a',
      ],
      ...[
        'sed -n p a',
        'awk 1 a',
        'xargs ls',
        'env ls',
        'time ls',
        'ls &\nrm x',
        'cd x; make',
        '"l"s; ./x',
        'less a',
        'tree -o x',
      ],
      ...[
        'cat <<E > x',
        'LS=1 ls',
        'find . -fprint x',
        'find . -ok rm {} ;',
        'git status; git stash',
        'git branch -D x',
      ],
    ];
    for (const command of deeds) assert.ok(!runs(command), command);
  });

  it('[PR62] is told by what a call carries, not by what it is called', () => {
    const looks = (toolCall: object) =>
      onlyLooks({ agentId: 'a', cwd: '/work', toolCall: { toolCallId: 't', ...toolCall } } as AskedCall);
    const diff = { type: 'diff', path: '/work/a', oldText: 'a', newText: 'b' };
    for (const kind of ['read', 'search', 'think', 'fetch', 'other', 'switch_mode']) {
      assert.ok(looks({ kind, title: 'Read a' }), kind);
      assert.ok(looks({ kind, rawInput: { path: 'a' } }), kind);
      assert.ok(looks({ kind, rawInput: { command: 'ls -l' } }), kind);
      assert.ok(looks({ kind, rawInput: { command: 'view', path: '/work/a' } }), kind);
      assert.ok(!looks({ kind, rawInput: { command: 'rm -rf x' } }), kind);
      assert.ok(!looks({ kind, rawInput: { cmd: ['sh', '-c', 'make'] } }), kind);
      assert.ok(!looks({ kind, content: [diff] }), kind);
      assert.ok(!looks({ kind, rawInput: { path: 'a', new_string: 'b' } }), kind);
      assert.ok(!looks({ kind, rawInput: { patch: '*** Begin Patch' } }), kind);
    }
    assert.ok(!looks({ kind: 'execute', rawInput: { command: 'ls', next: 'rm -rf x' } }), 'more in another field');
    assert.ok(looks({ kind: 'execute', rawInput: { command: 'ls', pace: 'slow', description: 'Just a look' } }));
    for (const kind of ['edit', 'delete', 'move'])
      assert.ok(!looks({ kind, title: 'ls', rawInput: { command: 'ls' } }), kind);
    assert.ok(!looks({ kind: 'execute', title: 'Runs the tests' }), 'a title that is no known look counts');
  });
});
